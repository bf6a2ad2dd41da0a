#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/event_line.h"
#include "cli/follow.h"
#include "cli/pretty.h"
#include "cli/run.h"
#include "cli/task_wait.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/read.h"

enum { GRACE_MS = 2000, REST_MS = 150, TWICE_MS = 500, PROGRESS_COLUMNS = 60, TOOL_COLUMNS = 24 };

/* --- display --- */

static void write_piece(void *user, enum run_stream stream, struct slice text)
{
    struct run *run = user;
    FILE *to = stream == RUN_TEXT ? stdout : stderr;
    status_line_hide(&run->line);
    run_ask_interrupt(run);
    (void)fflush(stream == RUN_TEXT ? stderr : stdout);
    (void)fwrite(text.data, 1, text.size, to);
}

/* Shows the status line only if it does not mix with other output. */
static void settle(struct run *run)
{
    bool elsewhere = run->display.at == RUN_IN_TEXT && !isatty(STDOUT_FILENO);
    (void)fflush(stdout);
    (void)fflush(stderr);
    status_line_place(&run->line, !elsewhere && !run_display_is_at_line_start(&run->display));
    status_line_hold(&run->line, run_ask_is_open(run) || run->ended);
}

static void show_status(struct run *run, const char *state)
{
    struct buf text = BUF_LIMITED(sizeof run->line.text);
    if (state)
        run->state = state;
    (void)buf_append_text(&text, run->state);
    if (run->progress[0])
        (void)buf_printf(&text, ": %s", run->progress);
    if (run->display.input > 0 || run->display.output > 0)
        (void)buf_printf(&text, ", %" PRId64 " tokens in, %" PRId64 " out", run->display.input, run->display.output);
    event_context(&text, run->display.context, run->display.context_limit);
    if (buf_terminate(&text) == 0)
        status_line_set(&run->line, text.data);
    buf_clear(&text);
}

static const char *state_of(struct slice method, yyjson_val *params)
{
    static const struct {
        const char *state, *shown;
    } states[] = {{"starting", "starting"},
                  {"awaiting_permission", "waiting for permission"},
                  {"running", "working"},
                  {"stopping", "stopping"}};
    struct slice state = event_text(params, "state");
    if (slice_is(method, "event.taskStarted"))
        return "working";
    for (size_t i = 0; i < sizeof states / sizeof *states && slice_is(method, "event.taskUpdated"); i++)
        if (slice_is(state, states[i].state))
            return states[i].shown;
    return NULL;
}

/* Sets what the agent waits for after this event: a tool until it has a result, else the model. */
static void take_wait(struct run *run, const struct follow_event *event)
{
    struct slice type = event_text(event->params, "type");
    yyjson_val *data = yyjson_obj_get(event->params, "data");
    if (slice_is(type, "tool_call")) {
        struct buf call = BUF_LIMITED(1 << 20), line = BUF_LIMITED(sizeof run->tool);
        event_tool_call(&call, data, run->wish->cwd);
        (void)columns_append(&line, buf_slice(&call), TOOL_COLUMNS);
        if (buf_terminate(&line) == 0)
            (void)snprintf(run->tool, sizeof run->tool, "%s", line.data);
        run->tools++;
        buf_clear(&line);
        buf_clear(&call);
    } else if (slice_is(type, "tool_result") && run->tools > 0) {
        run->tools--;
    }
    char waits[sizeof run->line.waits];
    const char *more = run->tools > 1 ? " and other tools" : "";
    (void)snprintf(waits, sizeof waits, "%s%s", run->tools > 0 && run->tool[0] ? run->tool : "the model", more);
    status_line_moved(&run->line, waits);
}

static void on_rest(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run_display_rest(&run->display);
    settle(run);
    live_wake(&run->live); /* a permission request may wait for this */
}

void run_await_rest(struct run *run)
{
    (void)uv_timer_start(&run->rest, on_rest, REST_MS, 0);
}

static void take_progress(struct run *run, const struct follow_event *event)
{
    struct buf words = BUF_LIMITED(1 << 20), line = BUF_LIMITED(sizeof run->progress);
    event_line_describe(&words, event->method, event->params);
    (void)columns_append(&line, buf_slice(&words), PROGRESS_COLUMNS);
    if (buf_terminate(&line) == 0)
        (void)snprintf(run->progress, sizeof run->progress, "%s", line.data);
    buf_clear(&line);
    buf_clear(&words);
}

/* --- events --- */

static void on_grace(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run->ended = true;
    live_wake(&run->live);
}

static void on_limit(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run->late = true;
    live_wake(&run->live);
}

/* The event log reports the end, and task.wait the result, which may arrive late or never. */
static void take_end(struct run *run)
{
    if (run->is_final && run->record)
        run->ended = true;
    else if (!uv_is_active((uv_handle_t *)&run->grace))
        (void)uv_timer_start(&run->grace, on_grace, GRACE_MS, 0);
    live_wake(&run->live);
}

static void tell_request(struct run *run, yyjson_val *params)
{
    yyjson_val *request = yyjson_obj_get(params, "request");
    struct slice tool = event_text(request, "tool"), command = event_text(request, "command");
    char duration[TEXT_DURATION_SIZE] = "";
    int64_t from = 0, to = 0, other = 0;
    if (run->asks || run->display.quiet)
        return;
    bool has_limit = event_count(request, "expiresAt", &other), ends = event_count(request, "approverBy", &to);
    to = has_limit && (!ends || other < to) ? other : to; /* the earlier of the two */
    ends = (has_limit || ends) && event_count(request, "createdAt", &from);
    text_duration((to - from + 999) / 1000, duration);
    run_display_note(&run->display, pretty_yellow, "permission requested: %.*s%s%.*s; to answer: weir approve%s%s",
                     SLICE_ARG(tool), command.size > 0 ? ": " : "", SLICE_ARG(command),
                     ends ? "; denied without an answer after " : "", ends ? duration : "");
}

/* Where nobody can be asked, says who waits for an answer. */
static void tell_question(struct run *run, yyjson_val *params)
{
    yyjson_val *question = yyjson_obj_get(params, "question");
    if (run->asks || run->display.quiet)
        return;
    run_display_note(&run->display, pretty_yellow, "%.*s asks: %.*s; to answer: weir approve",
                     SLICE_ARG(event_text(question, "serverName")), SLICE_ARG(event_text(question, "message")));
}

static void on_event(void *user, const struct follow_event *event)
{
    struct run *run = user;
    if (event->seq == 0)
        return; /* an event of the daemon, not of the task */
    if (run->cli->json) {
        follow_print_event(event->method, event->text);
    } else {
        run->display.text_width = tty_columns(STDOUT_FILENO);
        run->display.notes_width = tty_columns(STDERR_FILENO);
        run_display_event(&run->display, event->method, event->params);
        if (slice_is(event->method, "event.permissionRequested"))
            tell_request(run, event->params);
        if (slice_is(event->method, "event.questionAsked"))
            tell_question(run, event->params);
        if (slice_is(event->method, "event.taskProgress"))
            take_progress(run, event);
        show_status(run, state_of(event->method, event->params));
        take_wait(run, event);
        settle(run);
        run_await_rest(run);
    }
    if (event_is_final(event->method)) {
        run->is_final = true;
        run->is_completed = slice_is(event->method, "event.taskCompleted");
        take_end(run);
    }
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct run *run = user;
    if (notice == FOLLOW_LOST) {
        run_ask_forget(run);
        run->introduced = false;
    }
    run_display_finish(&run->display);
    status_line_hide(&run->line);
    follow_print_notice(run->cli, notice, message);
    settle(run);
}

/* --- calls --- */

static void on_waited(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct run *run = user;
    (void)weir;
    live_wake(&run->live);
    if (reply->error && reply->error->status != -EREMOTEIO)
        return; /* called again on the next connection */
    if (reply->error)
        (void)live_keep_error(&run->live, reply->error);
    free(run->record);
    run->record = reply->error ? NULL : strndup(reply->result, reply->size);
    take_end(run);
}

static void on_cancelled(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct run *run = user;
    (void)weir;
    live_wake(&run->live);
    if (!reply->error || reply->error->status != -EREMOTEIO || strcmp(reply->error->word, "task_not_cancellable") == 0)
        return;
    run_display_note(&run->display, pretty_red, "cannot stop the task: %s", reply->error->message);
    settle(run);
}

static void call(struct run *run, const struct method *method, const void *params, weir_reply_fn done)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    if (ask_write(&text, method, params) == 0)
        (void)weir_call_async(run->cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_NONE, done, run,
                              NULL);
    buf_clear(&text);
}

static void request_stop(struct run *run)
{
    const struct task_cancel_params params = {.task_id = slice_of(run->task_id), .reason = SLICE("user_cancelled")};
    run->stop_sent = true;
    call(run, &task_cancel_method, &params, on_cancelled);
}

static void on_twice(uv_timer_t *timer)
{
    request_stop(timer->data);
}

static void on_subscribed(void *user)
{
    struct run *run = user;
    const struct task_wait_params params = {.task_id = slice_of(run->task_id)};
    run_ask_introduce(run);
    call(run, &task_wait_method, &params, on_waited);
    if (run->asks)
        run_await_rest(run); /* older events are about to arrive */
    if (run->stop_sent)
        request_stop(run);
}

/* --- interrupts and the end --- */

/* The first Ctrl-C stops the task, the second leaves it running. Returns true if there is still something to wait
 * for. */
static bool take_interrupt(struct run *run)
{
    int number = run->live.ended_by;
    if (run->stopping || (number != SIGINT && number != SIGTERM) || run->live.unread)
        return false;
    run->live.ended_by = 0;
    run->stopping = true;
    run_ask_forget(run);
    if (!run->cli->json) {
        status_line_hide(&run->line);
        if (run_display_is_at_line_start(&run->display) && isatty(STDERR_FILENO))
            (void)fputs(tty_obeys(STDERR_FILENO) ? "\r\033[K" : "\n", stderr); /* erase the terminal's ^C */
        run_display_note(&run->display, pretty_yellow, "stopping the task; press Ctrl-C again now to leave it running");
        show_status(run, "stopping");
        settle(run);
    }
    /* A cancelled task cannot be resumed, so wait a moment for a second Ctrl-C before cancelling it. */
    if (number == SIGINT)
        (void)uv_timer_start(&run->twice, on_twice, TWICE_MS, 0);
    else
        request_stop(run);
    return true;
}

static enum cli_exit leave(struct run *run)
{
    struct cli *cli = run->cli;
    enum cli_exit exit = follow_report(&run->follow);
    if (exit != CLI_OK)
        return exit;
    if (run->late)
        return cli_fail(cli, CLI_TIMEOUT,
                        "the task has not ended within --timeout and continues; to see the rest: weir task logs -f %s",
                        run->task_id);
    if (run->live.ended_by != 0 && run->stop_sent)
        cli_hint(cli, "the task is stopping; to wait for its end: weir task wait %s", run->task_id);
    else if (run->live.ended_by != 0)
        cli_hint(cli, "the task continues; to see the rest: weir task logs -f %s; to stop it: weir task cancel %s",
                 run->task_id, run->task_id);
    return CLI_INTERRUPTED;
}

static enum cli_exit watch(struct run *run)
{
    while (!run->ended && !run->late && cli_flush(run->cli)) {
        run_ask_turn(run);
        if (!follow_turn(&run->follow) && !approve_question_interrupt(&run->approve) && !take_interrupt(run))
            break;
    }
    run_ask_forget(run);
    run_display_finish(&run->display);
    run_display_release(&run->display);
    run->display.holds = false;
    status_line_hold(&run->line, true); /* the loop keeps running for the final output */
    return run->ended ? run_end(run) : leave(run);
}

static enum cli_exit follow(struct run *run)
{
    static const struct follow_handlers handlers = {on_event, on_notice, on_subscribed};
    const struct event_subscribe_params wanted = {
        .task_id = slice_of(run->task_id), .task_id_is = FIELD_SET, .from_seq = 0, .from_seq_is = FIELD_SET};
    (void)uv_timer_init(&run->live.loop, &run->grace);
    (void)uv_timer_init(&run->live.loop, &run->limit);
    (void)uv_timer_init(&run->live.loop, &run->rest);
    (void)uv_timer_init(&run->live.loop, &run->twice);
    run->grace.data = run->limit.data = run->rest.data = run->twice.data = run;
    if (run->cli->timeout_ms > 0)
        (void)uv_timer_start(&run->limit, on_limit, (uint64_t)run->cli->timeout_ms, 0);
    status_line_begin(&run->line, &run->live, "queued");
    show_status(run, "queued");
    follow_begin(&run->follow, &run->live, &wanted, &handlers, run);
    run->follow.give_up_ms = TASK_PATIENCE_MS;
    enum cli_exit exit = watch(run);
    status_line_end(&run->line);
    run_ask_end(run); /* its handlers use the connection */
    follow_end(&run->follow);
    uv_close((uv_handle_t *)&run->grace, NULL);
    uv_close((uv_handle_t *)&run->limit, NULL);
    uv_close((uv_handle_t *)&run->rest, NULL);
    uv_close((uv_handle_t *)&run->twice, NULL);
    return exit;
}

/* --- start --- */

static enum cli_exit submit(struct run *run, struct slice prompt, struct attach *attach)
{
    const struct run_wish *wish = run->wish;
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_submit_result task = {0};
    const struct task_submit_params params = {
        .attachments = attach_list(attach),
        .attachments_is = attach->count > 0 ? FIELD_SET : FIELD_ABSENT,
        .tools = {(struct slice *)wish->tools, wish->tool_count},
        .tools_is = wish->tools_is,
        .prompt = prompt,
        .session_id = slice_of(wish->session),
        .session_id_is = FIELD_SET,
        .agent = wish->agent,
        .agent_is = wish->agent_is,
        .cwd = slice_of(wish->cwd),
        .cwd_is = wish->cwd && wish->session_id_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT,
        .timeout_ms = wish->time_limit_ms,
        .timeout_ms_is = wish->time_limit_ms_is,
    };
    int r = live_call(&run->live, &task_submit_method, &params, WEIR_TIMEOUT_DEFAULT, &result);
    if (r < 0)
        return r == -EINTR ? CLI_INTERRUPTED : ask_fail(run->cli, &run->live.error);
    enum cli_exit exit = ask_read(run->cli, &arena, &task_submit_result_shape, result, &task);
    if (exit == CLI_OK) {
        run->task_id = strndup(task.task_id.data, task.task_id.size);
        exit = run->task_id ? CLI_OK : cli_fail(run->cli, CLI_FAILED, "out of memory");
    }
    arena_clear(&arena);
    return exit;
}

/* Runs before the session is created, so that an attachment that fails leaves no session behind. */
static enum cli_exit collect(const struct run *run, struct attach *attach)
{
    const struct run_wish *wish = run->wish;
    enum cli_exit exit = wish->have_attached || run->task_id ? CLI_OK : attach_options(run->cli, attach);
    if (exit == CLI_OK && wish->mentions)
        exit = attach_named(run->cli, run->prompt, wish->cwd, attach);
    return exit;
}

static enum cli_exit begin_with(struct run *run, struct attach *attach)
{
    enum cli_exit exit = live_connect(&run->live);
    if (exit != CLI_OK)
        return exit;
    run_ask_begin(run);
    run_ask_introduce(run);
    exit = run_choose_session(run, run->prompt);
    if (exit != CLI_OK)
        return exit;
    run->approve.session_id = run->wish->session;
    run->cost_before = run->wish->resumed ? run_cost(run) : 0;
    if (run->task_id)
        return CLI_OK;
    exit = submit(run, run->prompt, attach);
    run->wish->have_attached = run->wish->have_attached || exit == CLI_OK;
    return exit;
}

static enum cli_exit begin(struct run *run)
{
    struct attach attach = {0};
    enum cli_exit exit = collect(run, &attach);
    if (exit == CLI_OK)
        exit = begin_with(run, &attach);
    attach_clear(&attach);
    return exit;
}

/* If run->task_id is set, it is an existing task; otherwise the prompt becomes a task. */
static enum cli_exit go_through(struct run *run)
{
    struct cli *cli = run->cli;
    run->display = (struct run_display){
        .quiet = cli_option(cli, "quiet") != NULL,
        .verbose = cli_option(cli, "verbose") != NULL,
        .holds = !isatty(STDOUT_FILENO),
        .color_notes = cli->color_errors,
        .text_width = tty_columns(STDOUT_FILENO),
        .notes_width = tty_columns(STDERR_FILENO),
        .cwd = run->wish->cwd,
        .write = write_piece,
        .user = run,
        .markdown = {.plain = !cli->color && !isatty(STDOUT_FILENO), .prose.bare = !cli->color},
    };
    (void)snprintf(run->display.who, sizeof run->display.who, "%s", run->wish->who);
    enum cli_exit exit = cli_need_daemon(cli);
    if (exit != CLI_OK)
        return exit;
    exit = live_begin(&run->live, cli);
    if (exit == CLI_OK)
        exit = begin(run);
    if (exit == CLI_OK)
        exit = follow(run);
    if (exit == CLI_INTERRUPTED && !run->task_id && isatty(STDERR_FILENO))
        (void)fputc('\n', stderr); /* after the terminal's ^C */
    run_ask_end(run);
    live_end(&run->live); /* closes the handles of this frame with its loop */
    (void)snprintf(run->wish->who, sizeof run->wish->who, "%s", run->display.who);
    run_display_clear(&run->display);
    free(run->record);
    return exit;
}

enum cli_exit run_prompt(struct cli *cli, struct run_wish *wish, struct slice prompt, char **ret_task_id)
{
    struct run run = {.cli = cli, .wish = wish, .prompt = prompt, .begun = clock_monotonic_ns(), .state = ""};
    enum cli_exit exit = go_through(&run);
    if (ret_task_id)
        *ret_task_id = take_pointer(run.task_id);
    free(run.task_id);
    return exit;
}

enum cli_exit run_watch(struct cli *cli, struct run_wish *wish, struct slice prompt, const char *task_id)
{
    struct run run = {.cli = cli, .wish = wish, .prompt = prompt, .begun = clock_monotonic_ns(), .state = ""};
    run.task_id = strdup(task_id);
    enum cli_exit exit = run.task_id ? go_through(&run) : cli_fail(cli, CLI_FAILED, "out of memory");
    free(run.task_id);
    return exit;
}
