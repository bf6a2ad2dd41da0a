#include "cli/task_wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/event_line.h"
#include "cli/follow.h"
#include "cli/status_line.h"
#include "cli/task_view.h"
#include "cli/transcript.h"
#include "cli/tty.h"
#include "contract/event.h"
#include "json/write.h"

/* --- task logs --- */

static enum cli_exit run_logs(struct cli *cli, int count, char **arguments);

static const struct cli_option logs_options[] = {
    {"follow", 'f', NULL, NULL, "continue until the task has ended"},
    {0},
};

const struct cli_command command_task_logs = {
    .name = "task logs",
    .arguments = "[TASK]",
    .summary = "Show what happened in a task",
    .details = "Without TASK, shows the last task of this directory. With --json, each event is a line:\n"
               "{\"method\": ..., \"params\": ...}. With --follow, the exit status tells how the task ended, as with\n"
               "'weir task wait'.",
    .options = logs_options,
    .arguments_min = 0,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_logs,
};

enum { PAGE = 1000, LOGS_PRINT_BYTES_MAX = 512 << 20 };

struct logs {
    struct cli *cli;
    struct event_list_params params;
    struct transcript transcript;
    struct arena arena;
    char *epoch;
    bool more;
};

static void print_page(struct logs *logs, const struct event_list_result *page)
{
    struct buf out = BUF_LIMITED(LOGS_PRINT_BYTES_MAX);
    if (page->gap_is == FIELD_SET) {
        char message[128];
        (void)snprintf(message, sizeof message, "events %lld to %lld are missing: retention has deleted them",
                       (long long)page->gap.from_seq, (long long)page->gap.to_seq);
        follow_print_notice(logs->cli, FOLLOW_GAP, message);
    }
    for (size_t i = 0; i < page->events.count; i++) {
        const struct event_entry *entry = &page->events.items[i];
        if (logs->cli->json) {
            struct buf params = BUF_LIMITED(LOGS_PRINT_BYTES_MAX);
            if (json_write_any(&params, &entry->params) == 0 && buf_terminate(&params) == 0)
                follow_print_event(entry->method, params.data);
            buf_clear(&params);
        } else {
            transcript_write(&logs->transcript, &out, entry->method, (yyjson_val *)entry->params.value);
        }
    }
    if (!page->more)
        transcript_finish(&logs->transcript, &out);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static enum cli_exit take_page(struct logs *logs)
{
    autofree char *result = NULL;
    struct event_list_result page;
    arena_reset(&logs->arena);
    enum cli_exit exit = ask(logs->cli, &event_list_method, &logs->params, &result);
    if (exit == CLI_OK)
        exit = ask_read(logs->cli, &logs->arena, &event_list_result_shape, result, &page);
    if (exit != CLI_OK)
        return exit;
    print_page(logs, &page);
    logs->more = page.more;
    logs->params.from_seq = page.next_seq;
    free(logs->epoch);
    logs->epoch = strndup(page.epoch.data, page.epoch.size);
    logs->params.epoch = slice_of(logs->epoch);
    logs->params.epoch_is = logs->epoch ? FIELD_SET : FIELD_ABSENT;
    return cli_flush(logs->cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit print_all(struct cli *cli, const char *task_id)
{
    struct logs logs = {
        .cli = cli,
        .params = {.task_id = slice_of(task_id), .task_id_is = FIELD_SET, .limit = PAGE},
        .transcript = {.color = cli->color, .limit = tty_columns(STDOUT_FILENO)},
        .arena = ARENA_LIMITED(ASK_BYTES_MAX),
    };
    enum cli_exit exit;
    do
        exit = take_page(&logs);
    while (exit == CLI_OK && logs.more);
    arena_clear(&logs.arena);
    free(logs.epoch);
    return exit;
}

static enum cli_exit run_logs(struct cli *cli, int count, char **arguments)
{
    (void)count;
    if (!cli_option(cli, "follow"))
        return print_all(cli, arguments[0]);
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = task_follow(&live, arguments[0]);
    live_end(&live);
    return exit;
}

/* --- following a task until its end --- */

enum { FOLLOW_PRINT_BYTES_MAX = 256 << 20, GRACE_MS = 2000 };

/* Prints the log of a task. task.wait runs at the same time, since retention may have deleted the final event. */
struct reading {
    struct live *live;
    const char *task_id;
    struct follow follow;
    struct transcript transcript;
    struct status_line line;
    uv_timer_t grace, limit;
    bool is_final, is_known; /* the final event has arrived; task.wait has returned */
    bool ended, late;
    int64_t unanswered; /* permission requests that nobody answered */
    enum cli_exit exit;
};

static void print_event(struct reading *reading, struct slice method, yyjson_val *params)
{
    struct buf out = BUF_LIMITED(FOLLOW_PRINT_BYTES_MAX);
    reading->transcript.limit = tty_columns(STDOUT_FILENO);
    transcript_write(&reading->transcript, &out, method, params);
    status_line_hide(&reading->line);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static bool is_at_line_start(const struct transcript *transcript)
{
    return transcript->at == TRANSCRIPT_LINE_START || transcript->ended || transcript->holds;
}

static void show_state(struct reading *reading, struct slice method, yyjson_val *params)
{
    struct slice state = slice_is(method, "event.taskStarted")   ? SLICE("running")
                         : slice_is(method, "event.taskUpdated") ? event_text(params, "state")
                                                                 : (struct slice){0};
    char text[sizeof reading->line.text];
    if (state.size > 0) {
        (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(state));
        status_line_set(&reading->line, slice_is(state, "awaiting_permission") ? "waiting for permission" : text);
    }
    status_line_moved(&reading->line, "");
    (void)fflush(stdout);
    bool elsewhere = !isatty(STDOUT_FILENO);
    status_line_place(&reading->line, !elsewhere && !is_at_line_start(&reading->transcript));
}

static void finish_line(struct reading *reading)
{
    struct buf out = BUF_LIMITED(FOLLOW_PRINT_BYTES_MAX);
    transcript_finish(&reading->transcript, &out);
    status_line_hide(&reading->line);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static void on_grace(uv_timer_t *timer)
{
    struct reading *reading = timer->data;
    reading->ended = true;
    live_wake(reading->live);
}

/* The event log reports the end, and task.wait the result; either may arrive late or never. */
static void take_end(struct reading *reading)
{
    if (reading->is_final && reading->is_known)
        reading->ended = true;
    else if (!uv_is_active((uv_handle_t *)&reading->grace))
        (void)uv_timer_start(&reading->grace, on_grace, GRACE_MS, 0);
    live_wake(reading->live);
}

static void on_event(void *user, const struct follow_event *event)
{
    struct reading *reading = user;
    if (event->seq == 0)
        return; /* an event of the daemon, not of the task */
    if (reading->live->cli->json) {
        follow_print_event(event->method, event->text);
    } else {
        print_event(reading, event->method, event->params);
        show_state(reading, event->method, event->params);
    }
    if (event_is_final(event->method)) {
        reading->is_final = true;
        if (!reading->is_known)
            reading->exit = slice_is(event->method, "event.taskCompleted") ? CLI_OK : CLI_FAILED;
        take_end(reading);
    }
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct reading *reading = user;
    if (!reading->transcript.holds)
        finish_line(reading);
    status_line_hide(&reading->line);
    follow_print_notice(reading->live->cli, notice, message);
}

/* --- task.wait --- */

static void on_limit(uv_timer_t *timer)
{
    struct reading *reading = timer->data;
    reading->late = true;
    live_wake(reading->live);
}

static void on_end(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct reading *reading = user;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record task = {.state = TASK_STATE_FAILED};
    (void)weir;
    live_wake(reading->live);
    if (reply->error) {
        if (reply->error->status == -EREMOTEIO) {
            reading->exit = ask_fail(reading->live->cli, reply->error);
            reading->ended = true;
        }
        return;
    }
    reading->exit = ask_read(reading->live->cli, &arena, &task_record_shape, reply->result, &task);
    if (reading->exit == CLI_OK)
        reading->exit = task_exit(&task);
    reading->unanswered = task_unanswered(&task);
    reading->is_known = true;
    take_end(reading); /* the last events may still arrive */
    arena_clear(&arena);
}

static void on_subscribed(void *user)
{
    struct reading *reading = user;
    struct task_wait_params params = {.task_id = slice_of(reading->task_id)};
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    if (ask_write(&text, &task_wait_method, &params) == 0)
        (void)weir_call_async(reading->live->cli->weir, task_wait_method.name.data, text.data, text.size,
                              WEIR_TIMEOUT_NONE, on_end, reading, NULL);
    buf_clear(&text);
}

/* --- the loop --- */

static enum cli_exit read_to_the_end(struct reading *reading)
{
    struct cli *cli = reading->live->cli;
    while (!reading->ended && !reading->late && follow_turn(&reading->follow) && cli_flush(cli)) {
    }
    finish_line(reading);
    status_line_end(&reading->line);
    if (reading->ended) {
        task_tell_unanswered(cli, reading->unanswered);
        return reading->exit;
    }
    enum cli_exit exit = follow_report(&reading->follow);
    if (exit != CLI_OK)
        return exit;
    if (reading->late)
        return cli_fail(cli, CLI_TIMEOUT,
                        "the task has not ended within --timeout and continues; to see the rest: weir task logs -f %s",
                        reading->task_id);
    if (reading->live->ended_by != 0)
        cli_hint(cli, "the task continues; to stop it: weir task cancel %s", reading->task_id);
    return CLI_INTERRUPTED;
}

enum cli_exit task_follow(struct live *live, const char *task_id)
{
    static const struct follow_handlers handlers = {on_event, on_notice, on_subscribed};
    struct event_subscribe_params wanted = {
        .task_id = slice_of(task_id), .task_id_is = FIELD_SET, .from_seq = 0, .from_seq_is = FIELD_SET};
    struct reading reading = {
        .live = live, .task_id = task_id, .transcript = {.color = live->cli->color}, .exit = CLI_FAILED};
    (void)uv_timer_init(&live->loop, &reading.grace);
    (void)uv_timer_init(&live->loop, &reading.limit);
    reading.grace.data = reading.limit.data = &reading;
    if (live->cli->timeout_ms > 0)
        (void)uv_timer_start(&reading.limit, on_limit, (uint64_t)live->cli->timeout_ms, 0);
    status_line_begin(&reading.line, live, "queued");
    follow_begin(&reading.follow, live, &wanted, &handlers, &reading);
    reading.follow.give_up_ms = TASK_PATIENCE_MS;
    enum cli_exit exit = read_to_the_end(&reading);
    follow_end(&reading.follow);
    uv_close((uv_handle_t *)&reading.grace, NULL);
    uv_close((uv_handle_t *)&reading.limit, NULL);
    live_end(live); /* closes the handles of this frame with its loop */
    return exit;
}
