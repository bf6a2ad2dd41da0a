/* The outcome of a task, from its executor's result or from the exit of its processes; and its usage against its
 * limits. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/executor/internal.h"
#include "rpc/peer.h"
#include "json/copy.h"
#include "json/read.h"

enum { SAID_BYTES = 1 << 20 };

/* --- usage and limits --- */

static int64_t limit_of(int64_t of_task, enum field_is is, bool named, int64_t configured)
{
    return named && is == FIELD_SET ? of_task : configured;
}

static int64_t positive_integer(const yyjson_val *object, const char *name)
{
    const yyjson_val *value = yyjson_obj_get((yyjson_val *)object, name);
    int64_t number = 0;
    return value && json_integer(value, &number) == 0 && number > 0 ? number : 0;
}

/* Input and output tokens together, under any of the known names. */
static int64_t tokens_in(const yyjson_val *data)
{
    const yyjson_val *inner = yyjson_obj_get((yyjson_val *)data, "usage");
    const yyjson_val *usage = inner ? inner : data;
    int64_t in = positive_integer(usage, "input_tokens"), out = positive_integer(usage, "output_tokens"), sum = 0;
    if (in == 0)
        in = positive_integer(usage, "input");
    if (out == 0)
        out = positive_integer(usage, "output");
    return __builtin_add_overflow(in, out, &sum) ? INT64_MAX : sum;
}

static void check_limits(struct executor *executor)
{
    const struct config_settings_tasks *settings = &executor->pool->settings->tasks;
    const struct task_record *task = executor->job->task;
    const struct task_limits *limits = &task->limits;
    bool named = task->limits_is == FIELD_SET;
    int64_t bytes = limit_of(limits->output_bytes, limits->output_bytes_is, named, settings->output_bytes);
    int64_t tokens = limit_of(limits->tokens, limits->tokens_is, named, settings->tokens);
    struct slice reason = {0};
    if (bytes > 0 && executor->output_bytes > bytes)
        reason = SLICE("output_limit");
    else if (tokens > 0 && executor->tokens > tokens)
        reason = SLICE("token_limit");
    if (reason.size == 0 || executor->over_limit)
        return;
    executor->over_limit = true;
    task_job_over_limit(executor->job, reason);
}

/* --- the last text --- */

static void append_text(struct executor *executor, const yyjson_val *text)
{
    struct slice piece = yyjson_is_str((yyjson_val *)text) ? json_text(text) : SLICE("");
    executor->last_text.limit = SAID_BYTES;
    if (piece.size <= SAID_BYTES - executor->last_text.size)
        (void)buf_append_slice(&executor->last_text, piece);
}

/* Keeps the text of the last content block, complete or in pieces, for an executor whose result has no text. */
static void track_text(struct executor *executor, struct slice type, const yyjson_val *data)
{
    bool begins = slice_is(type, "message_start") || slice_is(type, "content_block_start");
    bool whole_block = slice_is(type, "content_block");
    if (begins || whole_block)
        buf_reset(&executor->last_text, SAID_BYTES);
    if (whole_block) {
        append_text(executor, yyjson_obj_get((yyjson_val *)data, "text"));
    } else if (slice_is(type, "content_block_delta")) {
        const yyjson_val *delta = yyjson_obj_get((yyjson_val *)data, "delta");
        append_text(executor, yyjson_obj_get((yyjson_val *)(delta ? delta : data), "text"));
    }
}

void executor_count_bytes(struct executor *executor, size_t bytes)
{
    executor->output_bytes += (int64_t)bytes;
    check_limits(executor);
}

void executor_count(struct executor *executor, struct slice type, const struct json_any *data, size_t bytes)
{
    if (data->value && slice_is(type, "usage")) {
        int64_t tokens = tokens_in(data->value);
        if (tokens > executor->tokens)
            executor->tokens = tokens;
    }
    if (data->value && !executor->resumes)
        track_text(executor, type, data->value);
    executor_count_bytes(executor, bytes);
}

/* --- the end of a task --- */

/* Detaches the task before task_job_ended(), so that the queue finds the executor free. */
static void finish(struct executor *executor, const struct task_outcome *outcome)
{
    struct task_job *job = executor->job;
    struct executor_end *end = executor->end;
    struct executor_handed *handed = executor->handed;
    executor->old_token = executor->token;
    explicit_bzero(&executor->token, sizeof executor->token);
    executor->job = NULL;
    broker_set_task(executor->model_socket, (struct slice){0});
    executor->prompt = NULL;
    executor->prompted = false;
    executor->inherited = false;
    executor->end = NULL;
    executor->handed = NULL;
    executor->ended = job;
    (void)fault_point("executor.before_end");
    task_job_ended(job, outcome);
    free(end);
    free(handed);
    buf_clear(&executor->last_text);
    free(executor->agent);
    executor->agent = NULL;
}

/* Until the end is stored, the executor stays: if the daemon crashed now, only the executor would have the last
 * messages and the outcome. */
void executor_stored(struct task_job *job)
{
    struct executor *executor = job->executor;
    if (!executor)
        return;
    (void)fault_point("executor.before_stored");
    executor->ended = NULL;
    executor_confirm_all(job);
    if (executor->paused) /* nothing is left to store, and the next task must be able to report */
        executor_pause(executor, false);
    if (executor->exit && !executor->peer)
        executor_bury(executor);
    else
        executor_pool_give_back(executor);
}

/* Copies the outcome, to be used when all processes have ended. */
static int keep_outcome(struct executor *executor, const struct task_outcome *outcome)
{
    size_t more = json_copy_size(&task_result_shape, &outcome->result);
    struct executor_end *end = malloc(sizeof *end + more);
    if (!end)
        return -ENOMEM;
    end->outcome = *outcome;
    json_copy(&task_result_shape, &outcome->result, &end->outcome.result, end->block);
    free(executor->end);
    executor->end = end;
    return 0;
}

void executor_conclude_with(struct executor *executor, const struct task_outcome *outcome)
{
    if (executor->stop == RUN_GOES_ON && !executor->exit) {
        finish(executor, outcome);
        return;
    }
    if (keep_outcome(executor, outcome) < 0)
        log_error("executor %s: out of memory for the end of its task", executor->process.id);
    executor_ask(executor);
}

/* --- from the executor's result --- */

static struct task_token_usage usage_of(const struct executor_usage *usage)
{
    return (struct task_token_usage){
        .input_tokens = usage->input_tokens_is == FIELD_SET ? usage->input_tokens
                        : usage->input_is == FIELD_SET      ? usage->input
                                                            : 0,
        .output_tokens = usage->output_tokens_is == FIELD_SET ? usage->output_tokens
                         : usage->output_is == FIELD_SET      ? usage->output
                                                              : 0,
        .cache_read_tokens = usage->cache_read_tokens,
        .cache_read_tokens_is = usage->cache_read_tokens_is,
        .cache_write_tokens = usage->cache_write_tokens,
        .cache_write_tokens_is = usage->cache_write_tokens_is,
        .context_tokens = usage->context_tokens,
        .context_tokens_is = usage->context_tokens_is,
        .context_limit = usage->context_limit,
        .context_limit_is = usage->context_limit_is,
        .reported_cost_micros = usage->reported_cost_micros,
        .reported_cost_micros_is = usage->reported_cost_micros_is,
        .reported_currency = usage->reported_currency,
        .reported_currency_is = usage->reported_currency_is,
    };
}

/* The broker itself counts calls that go through it. */
static void add_cost(const struct executor *executor, const struct executor_usage *usage,
                     struct task_token_usage *ret_usage)
{
    const struct config_settings *settings = executor->pool->settings;
    if (usage->model_is == FIELD_SET && !executor->model_socket &&
        budget_task_cost(settings, usage->model, ret_usage, &ret_usage->cost_micros))
        ret_usage->cost_micros_is = FIELD_SET;
}

static struct task_failure failure_of(const struct executor_error *error)
{
    bool timeout = error->code_is == FIELD_SET && slice_is(error->code, "TIMEOUT");
    return (struct task_failure){
        .reason = timeout ? SLICE("timeout") : SLICE("error"),
        .message = error->message,
        .code = error->code,
        .code_is = error->code_is,
        .stack = error->stack,
        .stack_is = error->stack_is,
    };
}

/* The executor was terminated by the daemon. */
static bool was_ended_by_us(const struct executor *executor, const struct executor_execution *execution)
{
    return executor->stop != RUN_GOES_ON && execution->error_is == FIELD_SET && execution->error.code_is == FIELD_SET &&
           slice_is(execution->error.code, "EXECUTOR_TERMINATED");
}

void executor_conclude(struct executor *executor, const struct executor_execution *execution)
{
    struct task_outcome outcome = {.status = TASK_OUTCOME_FAILED, .processes = -1};
    struct task_result *result = &outcome.result;
    char sentence[128];
    if (execution->text_is == FIELD_SET)
        result->text = execution->text;
    else if (executor->last_text.size > 0)
        result->text = buf_slice(&executor->last_text);
    result->text_is = result->text.data ? FIELD_SET : FIELD_ABSENT;
    result->token_usage_is = execution->token_usage_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
    if (result->token_usage_is == FIELD_SET)
        result->token_usage = usage_of(&execution->token_usage);
    if (execution->error_is == FIELD_SET) {
        result->error = failure_of(&execution->error);
        result->error_is = FIELD_SET;
    }
    if (slice_is(execution->status, "completed")) {
        outcome.status = TASK_OUTCOME_COMPLETED;
        if (result->token_usage_is == FIELD_SET)
            add_cost(executor, &execution->token_usage, &result->token_usage);
    } else if (slice_is(execution->status, "cancelled") || was_ended_by_us(executor, execution)) {
        outcome.status = TASK_OUTCOME_CANCELLED;
    } else if (!slice_is(execution->status, "failed") && result->error_is != FIELD_SET) {
        struct slice status = execution->status;
        (void)snprintf(sentence, sizeof sentence, "the executor reported an unknown status: %.*s",
                       status.size < 64 ? (int)status.size : 64, status.data);
        result->error = (struct task_failure){.reason = SLICE("error"), .message = slice_of(sentence)};
        result->error_is = FIELD_SET;
    }
    executor_conclude_with(executor, &outcome);
}

void executor_conclude_handed(struct executor *executor)
{
    struct executor_handed *handed = executor->handed;
    if (!handed || !executor->job || executor->job->reported < handed->last_sequence)
        return;
    executor->handed = NULL;
    executor_conclude(executor, &handed->execution);
    free(handed);
}

/* --- from the exit of its processes --- */

static struct slice last_line(const char *text)
{
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return (struct slice){text + start, end - start};
}

static void describe_crash(const struct executor *executor, const struct process_exit *exit, char sentence[static 512],
                           struct task_failure *failure)
{
    failure->reason = SLICE(REASON_CRASHED);
    if (exit->how == PROCESS_EXIT_SIGNAL) {
        (void)snprintf(sentence, 512, "the executor was killed by signal %d (%s)", exit->number,
                       strsignal(exit->number));
        failure->signal = exit->number;
        failure->signal_is = FIELD_SET;
    } else if (exit->how == PROCESS_EXIT_CODE && exit->number == 0 && executor->inherited && !executor->resumes) {
        failure->reason = SLICE(REASON_LOST); /* most executors exit when their connection ends */
        (void)snprintf(sentence, 512, "the executor exited when the daemon ended, and cannot resume");
    } else if (exit->how == PROCESS_EXIT_CODE) {
        (void)snprintf(sentence, 512, "the executor exited with code %d", exit->number);
        failure->exit_code = exit->number;
        failure->exit_code_is = FIELD_SET;
    } else if (exit->how == PROCESS_EXIT_NOT_STARTED) {
        failure->reason = exit->sandboxed ? SLICE("start_failed") : SLICE("sandbox_unavailable");
        (void)snprintf(sentence, 512, "%s", exit->message);
    } else {
        (void)snprintf(sentence, 512, "the executor ended without an exit status");
    }
}

/* Without namespaces seccomp refuses to create sockets, so an executor that creates its own fails at once. */
static void describe_socketless(const struct executor *executor, char sentence[static 512],
                                struct task_failure *failure)
{
    const struct sandbox *sandbox = &executor->sandbox;
    size_t size = strlen(sentence);
    if (executor->prompted || strcmp(executor->name, EXECUTOR_BUILT_IN) == 0 || sandbox->state == SANDBOX_UNKNOWN ||
        sandbox->level != SESSION_SANDBOX_LEVEL_LANDLOCK)
        return;
    failure->reason = SLICE("start_failed");
    (void)snprintf(sentence + size, 512 - size,
                   "; without namespaces the sandbox refuses sockets, so the executor must use the socket that it "
                   "inherits (LISTEN_FDS), or this machine must allow namespaces; see: weir doctor");
}

/* A limit of the configuration is named without its value, which may have changed since the task began. */
static void describe_limit(const struct executor *executor, const struct process_exit *exit, char sentence[static 512],
                           struct task_failure *failure)
{
    const struct task_record *task = executor->job->task;
    bool memory = slice_is(exit->over_limit, "memory");
    enum field_is is = memory ? task->limits.memory_bytes_is : task->limits.processes_is;
    failure->reason = memory ? SLICE("memory_limit") : SLICE("process_limit");
    if (task->limits_is == FIELD_SET && is == FIELD_SET)
        (void)snprintf(sentence, 512, "the task exceeded its limit of %lld %s, and its processes were killed",
                       (long long)(memory ? task->limits.memory_bytes : task->limits.processes),
                       memory ? "bytes of memory" : "processes");
    else
        (void)snprintf(sentence, 512, "the task exceeded the %s, and its processes were killed",
                       memory ? "memory limit (tasks.memoryBytes in the configuration)"
                              : "limit of processes (tasks.processes in the configuration)");
}

/* The daemon killed the executor and knows why. */
static void describe_problem(const struct executor *executor, const struct process_exit *exit,
                             char sentence[static 512], struct task_failure *failure)
{
    struct slice line = last_line(exit->stderr_tail ? exit->stderr_tail : "");
    failure->reason = strcmp(executor->problem, EXECUTOR_LOST_PROBLEM) == 0 ? SLICE(REASON_LOST)
                      : executor->sandbox.refused                           ? SLICE("sandbox_unavailable")
                      : executor->prompted                                  ? SLICE(REASON_CRASHED)
                                                                            : SLICE("start_failed");
    (void)snprintf(sentence, 512, "the executor failed: %s%s%.*s", executor->problem,
                   line.size > 0 && !executor->prompted ? "; its last output: " : "",
                   executor->prompted ? 0
                   : line.size < 200  ? (int)line.size
                                      : 200,
                   line.data);
}

void executor_conclude_gone(struct executor *executor)
{
    const struct process_exit *exit = executor->exit;
    struct task_outcome outcome = {.status = TASK_OUTCOME_FAILED};
    struct task_failure *failure = &outcome.result.error;
    char sentence[512] = "";
    if (executor->end) {
        outcome = executor->end->outcome;
    } else if (exit->over_limit.size > 0) {
        describe_limit(executor, exit, sentence, failure);
    } else if (executor->stop != RUN_GOES_ON || (executor->inherited && exit->stopped && !executor->problem[0])) {
        outcome.status = TASK_OUTCOME_CANCELLED;
    } else if (executor->problem[0] && (exit->stopped || exit->how == PROCESS_EXIT_UNKNOWN)) {
        describe_problem(executor, exit, sentence, failure);
        describe_socketless(executor, sentence, failure);
    } else {
        describe_crash(executor, exit, sentence, failure);
        describe_socketless(executor, sentence, failure);
    }
    if (sentence[0]) {
        failure->message = slice_of(sentence);
        failure->stderr = slice_of(exit->stderr_tail);
        failure->stderr_is = failure->stderr.size > 0 ? FIELD_SET : FIELD_ABSENT;
        outcome.result.error_is = FIELD_SET;
    }
    if (!executor->end && executor->last_text.size > 0) {
        outcome.result.text = buf_slice(&executor->last_text);
        outcome.result.text_is = FIELD_SET;
    }
    outcome.processes = exit->ended;
    finish(executor, &outcome);
}
