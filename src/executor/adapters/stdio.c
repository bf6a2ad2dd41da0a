#include "executor/adapters/stdio.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/adapters/prompt.h"

enum {
    LINE_MEMORY = 128 << 20, /* limit for one parsed line */
    NOTES_MAX = 8,           /* lines that are reported one by one */
    SHOWN = 120,             /* bytes of a line to show */
    WHY_MAX = 64 << 10,
    EVENT_MAX = 16 << 20,
};

/* --- end --- */

static void on_closed(uv_handle_t *handle)
{
    struct stdio_agent *agent = handle->data;
    arena_clear(&agent->arena);
    buf_clear(&agent->message);
    buf_clear(&agent->block);
    buf_clear(&agent->answer);
    buf_clear(&agent->data);
    buf_clear(&agent->why);
    free(agent);
}

/* Decides the outcome, once; it is reported when all processes have ended. */
static void decide(struct stdio_agent *agent, enum task_status status, const char *code, struct slice why)
{
    if (agent->is_over)
        return;
    agent->is_over = true;
    agent->status = status;
    agent->code = code;
    (void)buf_append_slice(&agent->why, why);
    (void)uv_timer_stop(&agent->silence);
    stdio_end_message(agent, status == TASK_COMPLETED ? "end_turn" : status == TASK_CANCELLED ? "cancelled" : "error");
    program_end_input(agent->program);
    program_end(agent->program, false);
}

static void note_strange_lines(struct stdio_agent *agent)
{
    char text[160];
    if (agent->malformed > NOTES_MAX) {
        (void)snprintf(text, sizeof text, "the agent sent %u invalid lines; only the first %d are shown above",
                       agent->malformed, NOTES_MAX);
        (void)task_report_error(agent->task, SLICE("malformed_line"), slice_of(text));
    }
    if (agent->foreign > 0) {
        (void)snprintf(text, sizeof text, "ignored %u answers of the agent with an unknown request id", agent->foreign);
        (void)task_report_error(agent->task, SLICE("foreign_answer"), slice_of(text));
    }
}

/* Describes why the program ended too early. */
static void explain_end(struct stdio_agent *agent, const struct program_end *end)
{
    struct slice name = task_launch(agent->task)->name;
    if (end->problem)
        (void)buf_printf(&agent->why, "the agent %.*s failed: %s", SLICE_ARG(name), end->problem);
    else if (end->exit_code >= 0)
        (void)buf_printf(&agent->why, "the agent %.*s exited with code %d before it finished", SLICE_ARG(name),
                         end->exit_code);
    else
        (void)buf_printf(&agent->why, "the agent %.*s was killed by signal %d (%s) before it finished", SLICE_ARG(name),
                         end->signal, strsignal(end->signal));
    if (end->stderr_tail.size > 0)
        (void)buf_printf(&agent->why, "; its last output:\n%.*s", SLICE_ARG(end->stderr_tail));
}

static void on_gone(void *user, const struct program_end *end)
{
    struct stdio_agent *agent = user;
    struct task *task = agent->task;
    if (!agent->is_over) {
        agent->is_over = true;
        agent->status = agent->stopped ? TASK_CANCELLED : TASK_FAILED;
        agent->code = end->problem ? "AGENT_PROTOCOL" : "AGENT_EXITED";
        stdio_end_message(agent, agent->stopped ? "cancelled" : "error");
        explain_end(agent, end);
    }
    note_strange_lines(agent);
    task_ended(task, agent->status, slice_of(agent->code), buf_slice(&agent->why), buf_slice(&agent->answer));
    uv_close((uv_handle_t *)&agent->silence, on_closed);
}

/* --- silence --- */

static void await_life(struct stdio_agent *agent);

/* After half of the time, sends get_status: a runtime that is busy with a long operation can still answer it. */
static void on_silence(uv_timer_t *timer)
{
    struct stdio_agent *agent = timer->data;
    const struct executor_launch *launch = task_launch(agent->task);
    char why[256];
    if (agent->is_sent && !agent->asked_for_life) {
        buf_reset(&agent->data, 0);
        (void)stdio_write_status_request(&agent->data);
        (void)program_write(agent->program, buf_slice(&agent->data));
        agent->asked_for_life = true;
        await_life(agent);
        return;
    }
    (void)snprintf(why, sizeof why,
                   "the agent %.64s %s for %lld ms (limit: agents.%.64s.silenceMs in the configuration)",
                   launch->name.data, agent->is_ready ? "sent nothing" : "did not become ready",
                   (long long)launch->silence_ms, launch->name.data);
    decide(agent, TASK_FAILED, "AGENT_SILENT", slice_of(why));
}

static void await_life(struct stdio_agent *agent)
{
    uint64_t whole = (uint64_t)task_launch(agent->task)->silence_ms;
    if (agent->paused || agent->is_over)
        (void)uv_timer_stop(&agent->silence);
    else
        (void)uv_timer_start(&agent->silence, on_silence, agent->is_sent ? (whole + 1) / 2 : whole, 0);
}

static void lives(struct stdio_agent *agent)
{
    agent->asked_for_life = false;
    await_life(agent);
}

/* --- messages from the agent --- */

static void send_message(struct stdio_agent *agent)
{
    if (!agent->is_ready || !agent->knows_context || agent->is_sent || agent->is_over)
        return;
    agent->is_sent = true;
    int r = program_write(agent->program, buf_slice(&agent->message));
    buf_clear(&agent->message);
    /* If the agent has closed its input, its exit follows, which is a better reason. */
    if (r < 0 && r != -EPIPE)
        decide(agent, TASK_FAILED, "AGENT_FAILED", SLICE("cannot send the prompt to the agent"));
    else
        stdio_begin_message(agent);
    await_life(agent);
}

static void complain(struct stdio_agent *agent, struct slice line, const char *problem)
{
    char text[STDIO_PROBLEM_SIZE + SHOWN + 64];
    if (++agent->malformed > NOTES_MAX)
        return;
    (void)snprintf(text, sizeof text, "the agent sent an invalid line (%s): %.*s%s", problem,
                   (int)(line.size < SHOWN ? line.size : SHOWN), line.data, line.size > SHOWN ? "…" : "");
    (void)task_report_error(agent->task, SLICE("malformed_line"), slice_of(text));
}

static void take(struct stdio_agent *agent, const struct stdio_answer *answer)
{
    bool is_ours = agent->is_sent && slice_equal(answer->id, task_params(agent->task)->task_id);
    if (answer->type == STDIO_READY) {
        agent->is_ready = true;
        send_message(agent);
        return;
    }
    if (answer->type == STDIO_STATUS || answer->type == STDIO_OTHER || slice_is(answer->id, "weir-status"))
        return;
    if (!is_ours) {
        agent->foreign++;
        return;
    }
    if (answer->type == STDIO_TOKEN)
        stdio_say(agent, answer->text);
    else if (answer->type == STDIO_TOOL_USE)
        stdio_use_tool(agent, answer);
    else if (answer->type == STDIO_TOOL_RESULT)
        stdio_tell_result(agent, answer);
    else if (answer->type == STDIO_DONE)
        decide(agent, TASK_COMPLETED, "", SLICE(""));
    else
        decide(agent, TASK_FAILED, "AGENT_ERROR",
               answer->text.size > 0 ? answer->text : SLICE("the agent failed without an error message"));
}

static void on_line(void *user, struct slice line)
{
    struct stdio_agent *agent = user;
    struct stdio_answer answer;
    char problem[STDIO_PROBLEM_SIZE] = "";
    if (agent->is_over)
        return;
    int r = stdio_answer_read(&agent->arena, line, &answer, problem);
    if (r == 0) {
        lives(agent);
        take(agent, &answer);
    } else {
        complain(agent, line, r == -EINVAL ? problem : "needs too much memory");
    }
    arena_reset(&agent->arena);
}

static const struct program_handlers handlers = {on_line, on_gone};

/* --- start --- */

/* If the daemon did not answer, the agent gets the prompt alone. */
static void on_context(struct task *task, const struct reply *reply)
{
    struct stdio_agent *agent = task_agent(task);
    const struct get_execution_context_result *context = reply->result;
    struct buf earlier = BUF_LIMITED(PROGRAM_LINE_MAX);
    agent->knows_context = true;
    if (reply->status == 0) {
        (void)prompt_write_earlier(&earlier, context->messages.items, context->messages.count);
        prompt_write_activity(&earlier, context, task_params(task));
    }
    int r = stdio_write_message(&agent->message, task_params(task), earlier.error ? SLICE("") : buf_slice(&earlier));
    buf_clear(&earlier);
    if (r < 0)
        decide(agent, TASK_FAILED, "AGENT_FAILED", SLICE("the prompt is too long for the agent"));
    else
        send_message(agent);
}

static int start(struct task *task, char problem[static 256])
{
    struct stdio_agent *agent = calloc(1, sizeof *agent);
    const struct execute_prompt_params *params = task_params(task);
    _Static_assert(PROGRAM_PROBLEM_SIZE <= 256, "a problem of the program must fit");
    if (!agent) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    *agent = (struct stdio_agent){
        .task = task,
        .message = BUF_LIMITED((size_t)2 * PROGRAM_LINE_MAX),
        .block = BUF_LIMITED(PROGRAM_LINE_MAX),
        .answer = BUF_LIMITED(PROGRAM_LINE_MAX),
        .data = BUF_LIMITED((size_t)2 * EVENT_MAX),
        .why = BUF_LIMITED(WHY_MAX),
        .arena = ARENA_LIMITED(LINE_MEMORY),
    };
    int r = program_start(task_loop(task), task_launch(task), params->cwd, &handlers, agent, &agent->program, problem);
    if (r < 0) {
        free(agent);
        return r;
    }
    (void)uv_timer_init(task_loop(task), &agent->silence);
    agent->silence.data = agent;
    task_set_agent(task, agent);
    await_life(agent);
    r = task_ask(task, &get_execution_context_method,
                 &(struct get_execution_context_params){.history = true, .history_bytes = PROMPT_EARLIER_READ_MAX},
                 on_context);
    if (r < 0)
        decide(agent, TASK_FAILED, "AGENT_FAILED", SLICE("out of memory"));
    return 0;
}

static void stop(struct task *task, struct slice reason)
{
    struct stdio_agent *agent = task_agent(task);
    (void)reason;
    agent->stopped = true;
    decide(agent, TASK_CANCELLED, "", SLICE(""));
}

static void kill_it(struct task *task)
{
    struct stdio_agent *agent = task_agent(task);
    stop(task, SLICE(""));
    program_end(agent->program, true);
}

static void pause_it(struct task *task, bool paused)
{
    struct stdio_agent *agent = task_agent(task);
    agent->paused = paused;
    program_pause(agent->program, paused);
    await_life(agent);
}

static void check(struct agent_check *check)
{
    int r = check->launch ? program_check(check->launch, check->text) : -ENOENT;
    check->found.usable = r == 0;
    if (r < 0) {
        check->found.reason = slice_of(check->text);
        check->found.reason_is = FIELD_SET;
    }
    check->done(check);
}

const struct adapter stdio_adapter = {
    .name = "stdio",
    .is_program = true,
    .check = check,
    .start = start,
    .stop = stop,
    .kill = kill_it,
    .pause = pause_it,
};
