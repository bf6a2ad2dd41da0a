#include "executor/adapters/hosted.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/adapters/catalog.h"
#include "executor/adapters/prompt.h"

enum {
    NOTES_MAX = 8, /* lines that are reported one by one */
    SHOWN = 120,   /* bytes of a line to show */
    WHY_MAX = 64 << 10,
    LINE_KEPT = 64 << 10,
};

struct hosted_question {
    struct list link; /* in hosted->questions */
    struct ask *ask;
    hosted_judged_fn judged;
    void *user;
};

/* --- end --- */

static void on_closed(uv_handle_t *handle)
{
    struct hosted *hosted = handle->data;
    hosted->protocol->free(hosted);
}

void hosted_clear(struct hosted *hosted)
{
    reporter_clear(&hosted->reporter);
    arena_clear(&hosted->arena);
    buf_clear(&hosted->why);
    buf_clear(&hosted->line);
}

static void on_way_out(uv_timer_t *timer)
{
    struct hosted *hosted = timer->data;
    if (!hosted->is_gone)
        program_end(hosted->program, false);
}

void hosted_decide(struct hosted *hosted, enum task_status status, const char *code, struct slice why)
{
    if (hosted->is_over)
        return;
    hosted->is_over = true;
    /* It may have finished before the stop reached it. */
    hosted->status = hosted->stopped && status != TASK_COMPLETED ? TASK_CANCELLED : status;
    hosted->code = code;
    (void)buf_append_slice(&hosted->why, why);
    while (!list_is_empty(&hosted->questions))
        hosted_unask(list_member(hosted->questions.next, struct hosted_question, link));
    reporter_end_message(&hosted->reporter, hosted->status == TASK_COMPLETED   ? SLICE("end_turn")
                                            : hosted->status == TASK_CANCELLED ? SLICE("cancelled")
                                                                               : SLICE("error"));
    if (hosted->is_gone)
        return;
    program_end_input(hosted->program);
    (void)uv_timer_start(&hosted->timer, on_way_out,
                         hosted->status == TASK_COMPLETED ? hosted->protocol->way_out_ms : HOSTED_WAY_OUT_MS, 0);
}

bool hosted_begin_stop(struct hosted *hosted)
{
    if (hosted->stopped || hosted->is_over)
        return false;
    hosted->stopped = true;
    if (!hosted->prompted)
        hosted_decide(hosted, TASK_CANCELLED, "", SLICE(""));
    return hosted->prompted;
}

void hosted_await_stop(struct hosted *hosted)
{
    if (!hosted->is_over)
        (void)uv_timer_start(&hosted->timer, on_way_out, HOSTED_INTERRUPT_MS, 0);
}

/* Describes why the program ended too early. */
static void explain_end(struct hosted *hosted, const struct program_end *end)
{
    struct slice name = task_launch(hosted->task)->name;
    if (end->problem)
        (void)buf_printf(&hosted->why, "the agent %.*s failed: %s", SLICE_ARG(name), end->problem);
    else if (end->exit_code >= 0)
        (void)buf_printf(&hosted->why, "the agent %.*s exited with code %d before it finished", SLICE_ARG(name),
                         end->exit_code);
    else
        (void)buf_printf(&hosted->why, "the agent %.*s was killed by signal %d (%s) before it finished",
                         SLICE_ARG(name), end->signal, strsignal(end->signal));
    if (end->stderr_tail.size > 0)
        (void)buf_printf(&hosted->why, "; its last output:\n%.*s", SLICE_ARG(end->stderr_tail));
}

void hosted_settle(struct hosted *hosted)
{
    if (!hosted->is_gone || !hosted->task || (hosted->protocol->close && !hosted->protocol->close(hosted)))
        return;
    task_ended(hosted->task, hosted->status, slice_of(hosted->code), buf_slice(&hosted->why),
               buf_slice(&hosted->reporter.answer));
    hosted->task = NULL;
    uv_close((uv_handle_t *)&hosted->timer, on_closed);
}

static void on_gone(void *user, const struct program_end *end)
{
    struct hosted *hosted = user;
    hosted->is_gone = true; /* the program frees itself after this callback */
    (void)uv_timer_stop(&hosted->timer);
    if (!hosted->is_over) {
        explain_end(hosted, end);
        hosted_decide(hosted, TASK_FAILED, end->problem ? "AGENT_PROTOCOL" : "AGENT_EXITED", SLICE(""));
    }
    if (hosted->malformed > NOTES_MAX) {
        char text[160];
        (void)snprintf(text, sizeof text, "the agent sent %u invalid lines; only the first %d are shown above",
                       hosted->malformed, NOTES_MAX);
        (void)task_report_error(hosted->task, SLICE("MALFORMED_LINE"), slice_of(text));
    }
    hosted_settle(hosted);
}

/* --- lines --- */

static void on_line(void *user, struct slice line)
{
    struct hosted *hosted = user;
    if (!hosted->is_over)
        hosted->protocol->line(hosted, line);
    arena_reset(&hosted->arena);
}

void hosted_complain(struct hosted *hosted, struct slice line, const char *problem)
{
    char text[SHOWN + 256];
    if (++hosted->malformed > NOTES_MAX)
        return;
    (void)snprintf(text, sizeof text, "the agent sent an invalid line (%.120s): %.*s%s", problem,
                   (int)(line.size < SHOWN ? line.size : SHOWN), line.data, line.size > SHOWN ? "…" : "");
    (void)task_report_error(hosted->task, SLICE("MALFORMED_LINE"), slice_of(text));
}

struct buf *hosted_begin_line(struct hosted *hosted)
{
    buf_reset(&hosted->line, LINE_KEPT);
    return &hosted->line;
}

void hosted_send_line(struct hosted *hosted)
{
    if (hosted->line.error) {
        hosted_decide(hosted, TASK_FAILED, "AGENT_FAILED", SLICE("a message to the agent is too long"));
        return;
    }
    int r = hosted->is_over ? 0 : program_write(hosted->program, buf_slice(&hosted->line));
    /* If the agent has closed its input, its exit follows, which is a better reason. */
    if (r < 0 && r != -EPIPE) {
        hosted_decide(hosted, TASK_FAILED, "AGENT_DEAF",
                      SLICE("the agent does not read its input (limit: 64 MiB of unread messages)"));
        program_end(hosted->program, false);
    }
}

/* --- start --- */

static void on_not_ready(uv_timer_t *timer)
{
    struct hosted *hosted = timer->data;
    const struct executor_launch *launch = task_launch(hosted->task);
    char why[256];
    (void)snprintf(why, sizeof why,
                   "the agent %.64s did not respond within %lld ms after its start (limit: agents.%.64s.silenceMs in "
                   "the configuration)",
                   launch->name.data, (long long)launch->silence_ms, launch->name.data);
    hosted_decide(hosted, TASK_FAILED, "AGENT_SILENT", slice_of(why));
    program_end(hosted->program, false);
}

void hosted_is_ready(struct hosted *hosted)
{
    if (hosted->is_ready || hosted->is_over)
        return;
    hosted->is_ready = true;
    if (!hosted->stopped)
        (void)uv_timer_stop(&hosted->timer);
}

static const struct program_handlers handlers = {on_line, on_gone};

int hosted_start(struct hosted *hosted, struct task *task, const struct executor_launch *launch,
                 char problem[static 256])
{
    _Static_assert((int)PROGRAM_PROBLEM_SIZE <= 256, "a problem of the program must fit");
    hosted->task = task;
    list_init(&hosted->questions);
    hosted->why = (struct buf)BUF_LIMITED(WHY_MAX);
    hosted->line = (struct buf)BUF_LIMITED((size_t)2 * PROGRAM_LINE_MAX);
    hosted->arena = (struct arena)ARENA_LIMITED(HOSTED_LINE_MEMORY);
    reporter_init(&hosted->reporter, task);
    int r =
        program_start(task_loop(task), launch, task_params(task)->cwd, &handlers, hosted, &hosted->program, problem);
    if (r < 0) {
        hosted_clear(hosted);
        return r;
    }
    (void)uv_timer_init(task_loop(task), &hosted->timer);
    hosted->timer.data = hosted;
    (void)uv_timer_start(&hosted->timer, on_not_ready, (uint64_t)launch->silence_ms, 0);
    task_set_agent(task, hosted);
    return 0;
}

void hosted_ask_context(struct hosted *hosted, bool history, void (*told)(struct task *task, const struct reply *reply))
{
    if (task_ask(hosted->task, &get_execution_context_method,
                 &(struct get_execution_context_params){.history = history, .history_bytes = PROMPT_EARLIER_READ_MAX},
                 told) < 0)
        hosted_decide(hosted, TASK_FAILED, "AGENT_FAILED", SLICE("out of memory"));
}

/* --- permissions --- */

static void on_reply(void *user, const struct reply *reply)
{
    struct hosted_question question = *(struct hosted_question *)user;
    const struct request_permission_result *result = reply->result;
    struct hosted_verdict verdict = {.reason = reply->message.size > 0 ? reply->message : SLICE("no answer")};
    list_remove(&((struct hosted_question *)user)->link);
    free(user);
    if (reply->status == 0) {
        verdict.approved = result->approved;
        verdict.reason = result->reason_is == FIELD_SET ? result->reason : SLICE("denied");
        verdict.note = result->note_is == FIELD_SET ? result->note : SLICE("");
    }
    question.judged(question.user, &verdict);
}

int hosted_ask(struct hosted *hosted, struct slice tool, struct slice input, hosted_judged_fn judged, void *user,
               struct hosted_question **ret_question)
{
    char id[ID_SIZE];
    struct hosted_question *question = malloc(sizeof *question);
    if (!question)
        return -ENOMEM;
    *question = (struct hosted_question){.judged = judged, .user = user};
    int r = id_make(&hosted->ids, "perm_", id);
    if (r == 0)
        r = task_ask_for(hosted->task, &request_permission_method,
                         &(struct request_permission_params){.tool_name = tool,
                                                             .tool_input.text = input,
                                                             .tool_input_is = FIELD_SET,
                                                             .request_id = slice_of(id),
                                                             .request_id_is = FIELD_SET},
                         on_reply, question, &question->ask);
    if (r < 0) {
        free(question);
        return r;
    }
    list_append(&hosted->questions, &question->link);
    *ret_question = question;
    return 0;
}

void hosted_unask(struct hosted_question *question)
{
    if (!question)
        return;
    task_ask_cancel(question->ask);
    list_remove(&question->link);
    free(question);
}

/* --- functions for struct adapter --- */

void hosted_report_commands(struct hosted *hosted, yyjson_val *list)
{
    struct session_command *commands = yyjson_is_arr(list) ? calloc(SLASH_MAX, sizeof *commands) : NULL;
    if (!commands)
        return;
    const struct session_commands read = {commands, slash_read(list, commands)};
    if (!hosted->is_over)
        (void)task_report_commands(hosted->task, task_launch(hosted->task)->name, &read);
    free(commands);
}

void hosted_report_models(struct hosted *hosted, yyjson_val *settings)
{
    struct offer offer = {.models = calloc(OFFER_MAX, sizeof *offer.models)};
    if (!offer.models)
        return;
    offer_read(settings, &offer);
    if (offer.count > 0 && !hosted->is_over)
        (void)task_report_models(hosted->task, task_launch(hosted->task)->name,
                                 &(struct session_models){offer.models, offer.count});
    free(offer.models);
}

void hosted_report_usage(struct hosted *hosted, struct usage *spent)
{
    const struct executor_usage usage = usage_event(spent);
    if (!hosted->is_over)
        (void)task_report_usage(hosted->task, &usage);
    spent->has_quota = false; /* report it only once */
}

void hosted_kill(struct task *task)
{
    struct hosted *hosted = task_agent(task);
    hosted->stopped = true;
    hosted_decide(hosted, TASK_CANCELLED, "", SLICE(""));
    if (!hosted->is_gone)
        program_end(hosted->program, true);
}

void hosted_pause(struct task *task, bool paused)
{
    struct hosted *hosted = task_agent(task);
    if (!hosted->is_gone)
        program_pause(hosted->program, paused);
}

void hosted_check(struct agent_check *check)
{
    int r = check->launch ? program_check(check->launch, check->text) : -ENOENT;
    check->found.usable = r == 0;
    if (r < 0) {
        check->found.reason = check->launch ? slice_of(check->text) : SLICE("not a program");
        check->found.reason_is = FIELD_SET;
    }
    check->done(check);
}
