#include "cli/task_wait.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/follow.h"
#include "cli/notify.h"
#include "cli/notify_watch.h"
#include "cli/pretty.h"
#include "cli/status_line.h"
#include "cli/task_view.h"
#include "json/decode.h"

/* --- task wait --- */

static enum cli_exit run_wait(struct cli *cli, int count, char **arguments);

static const struct cli_option wait_options[] = {NOTIFY_OPTION, {0}};

const struct cli_command command_task_wait = {
    .name = "task wait",
    .arguments = "TASK",
    .summary = "Wait for the end of a task, and show it",
    .details =
        "The exit status is 0 if the task completed, 1 if it failed or was cancelled, 4 if it has not ended within\n"
        "--timeout (default: no limit), and 5 if a permission request of it was denied because nobody answered.\n"
        "Ctrl-C ends the waiting, not the task.",
    .options = wait_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_wait,
};

static enum cli_exit run_wait(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = task_await(&live, arguments[0]);
    live_end(&live);
    return exit;
}

/* --- waiting --- */

enum { STATUS_BYTES_MAX = 4096 };

/* A wait for a task. It follows the event log for the status line, and because the subscription reconnects. */
struct await {
    struct live *live;
    const char *task_id;
    struct follow follow;
    struct status_line line;
    struct notify_watch watch;
    char state[32];
    int64_t deadline_ms; /* of clock_now_ms(); -1: none */

    bool asked, known;
    int status;   /* of task.wait */
    char *answer; /* the task as JSON */
};

static int64_t clock_now_ms(void)
{
    return (int64_t)(clock_monotonic_ns() / 1000000);
}

/* --- the status line --- */

static void show(struct await *await, struct slice state, const struct task_progress *progress)
{
    struct buf text = BUF_LIMITED(STATUS_BYTES_MAX);
    if (state.size > 0)
        (void)snprintf(await->state, sizeof await->state, "%.*s", SLICE_ARG(state));
    (void)buf_append_text(&text, await->state);
    if (progress) {
        (void)buf_append_text(&text, ": ");
        task_progress_text(&text, progress);
    }
    if (buf_terminate(&text) == 0)
        status_line_set(&await->line, text.data);
    buf_clear(&text);
}

static void take_state(struct await *await, enum task_state state)
{
    show(await, task_state_word(state), NULL);
    if (state == TASK_STATE_AWAITING_PERMISSION)
        notify_send(&await->watch.notify, slice_of(await->task_id), "waiting for permission");
}

static void on_event(void *user, const struct follow_event *event)
{
    struct await *await = user;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct decode_error error;
    union {
        struct event_task_updated_params updated;
        struct event_task_progress_params progress;
    } as;
    if (slice_is(event->method, "event.taskStarted"))
        show(await, SLICE("running"), NULL);
    else if (slice_is(event->method, "event.taskUpdated") &&
             json_decode(&arena, &event_task_updated_params_shape, event->params, "params", &as.updated, &error) == 0)
        take_state(await, as.updated.state);
    else if (slice_is(event->method, "event.taskProgress") &&
             json_decode(&arena, &event_task_progress_params_shape, event->params, "params", &as.progress, &error) == 0)
        show(await, SLICE("running"), &as.progress.progress);
    arena_clear(&arena);
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct await *await = user;
    if (notice != FOLLOW_LOST && notice != FOLLOW_FOUND)
        return; /* about the event log, which does not matter here */
    status_line_hide(&await->line);
    follow_print_notice(await->live->cli, notice, message);
    show(await, SLICE("waiting"), NULL);
}

/* --- task.wait --- */

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct await *await = user;
    (void)weir;
    await->asked = false;
    live_wake(await->live);
    if (reply->error && (reply->error->status == -ECONNRESET || reply->error->status == -ECANCELED))
        return; /* called again on the next connection */
    await->known = true;
    await->status = reply->error ? live_keep_error(await->live, reply->error) : 0;
    await->answer = reply->error ? NULL : strndup(reply->result, reply->size);
}

static void on_subscribed(void *user)
{
    struct await *await = user;
    struct weir *weir = await->live->cli->weir;
    struct task_wait_params params = {.task_id = slice_of(await->task_id)};
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    notify_watch_introduce(&await->watch, SLICE("weir task wait"));
    if (await->deadline_ms >= 0) {
        int64_t left = await->deadline_ms - clock_now_ms();
        params.timeout_ms = left > 0 ? left : 0;
        params.timeout_ms_is = FIELD_SET;
    }
    if (ask_write(&text, &task_wait_method, &params) == 0 &&
        weir_call_async(weir, task_wait_method.name.data, text.data, text.size, WEIR_TIMEOUT_NONE, on_reply, await,
                        NULL) == 0)
        await->asked = true;
    buf_clear(&text);
}

/* --- the end --- */

void task_tell_unanswered(const struct cli *cli, int64_t count)
{
    struct buf text = BUF_LIMITED(1024);
    if (count > 0 && !cli->json) {
        task_unanswered_text(&text, count);
        (void)fflush(stdout);
        cli_note(cli, pretty_yellow, "%.*s", SLICE_ARG(buf_slice(&text)));
    }
    buf_clear(&text);
}

static enum cli_exit print_answer(struct await *await)
{
    struct cli *cli = await->live->cli;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record task;
    enum cli_exit exit = ask_read(cli, &arena, &task_record_shape, await->answer, &task);
    if (exit == CLI_OK && cli->json)
        ask_print_json(await->answer);
    else if (exit == CLI_OK)
        task_print_end(cli, &task);
    if (exit == CLI_OK && task_is_final(task.state))
        notify_send(&await->watch.notify, task.prompt, task_state_word(task.state).data);
    if (exit == CLI_OK)
        task_tell_unanswered(cli, task_unanswered(&task));
    if (exit == CLI_OK)
        exit = task_is_final(task.state) ? task_exit(&task) : CLI_TIMEOUT;
    if (exit == CLI_TIMEOUT)
        cli_hint(cli, "the task continues; to wait again: weir task wait %s", await->task_id);
    arena_clear(&arena);
    return exit;
}

/* Returns whether task.wait was called, or can be called. */
static bool is_due(const struct await *await)
{
    return await->asked || (!await->follow.subscribed && weir_is_connected(await->live->cli->weir));
}

static enum cli_exit wait_for_answer(struct await *await)
{
    struct cli *cli = await->live->cli;
    bool late = false;
    while (!await->known && !late) {
        notify_watch_turn(&await->watch);
        if (!follow_turn(&await->follow))
            break;
        late = !await->known && !is_due(await) && await->deadline_ms >= 0 && clock_now_ms() > await->deadline_ms;
    }
    status_line_end(&await->line);
    if (late)
        return cli_fail(cli, CLI_TIMEOUT, "cannot reconnect to the daemon in time");
    enum cli_exit exit = await->known ? CLI_OK : follow_report(&await->follow);
    if (exit != CLI_OK)
        return exit;
    if (!await->known)
        return cli_fail(cli, CLI_INTERRUPTED, "stopped waiting; the task continues; to wait again: weir task wait %s",
                        await->task_id);
    if (await->status < 0)
        return ask_fail(cli, &await->live->error);
    return await->answer ? print_answer(await) : cli_fail(cli, CLI_FAILED, "out of memory");
}

enum cli_exit task_await(struct live *live, const char *task_id)
{
    static const struct follow_handlers handlers = {on_event, on_notice, on_subscribed};
    struct slice topic = SLICE("task");
    struct event_subscribe_params wanted = {
        .topics = {&topic, 1}, .topics_is = FIELD_SET, .task_id = slice_of(task_id), .task_id_is = FIELD_SET};
    struct await await = {.live = live, .task_id = task_id, .deadline_ms = -1};
    if (live->cli->timeout_ms > 0)
        await.deadline_ms = clock_now_ms() + live->cli->timeout_ms;
    weir_set_timeout(live->cli->weir, WEIR_TIMEOUT_DEFAULT); /* --timeout limits the whole wait, not each response */
    status_line_begin(&await.line, live, "waiting");
    notify_watch_begin(&await.watch, live);
    follow_begin(&await.follow, live, &wanted, &handlers, &await);
    await.follow.give_up_ms = TASK_PATIENCE_MS;
    enum cli_exit exit = wait_for_answer(&await);
    status_line_end(&await.line);
    follow_end(&await.follow);
    notify_watch_end(&await.watch);
    free(await.answer);
    live_end(live); /* closes the handles of this frame with its loop */
    return exit;
}
