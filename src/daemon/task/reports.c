/* The functions by which the back end reports on a job (job.h). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "base/utf8.h"
#include "contract/task.h"
#include "daemon/task/run.h"
#include "json/copy.h"

enum {
    TEXT_BYTES = 1 << 20,   /* text of a result */
    WORDS_BYTES = 64 << 10, /* message and stack of an error, each */
    REASON_BYTES = 256,     /* reason and code of an error */
    STDERR_BYTES = 8 << 10,
    CURRENCY_BYTES = 8,
};

static struct task_run *run_of(struct task_job *job)
{
    return list_member(job, struct task_run, job);
}

/* --- reports --- */

static void push_step(struct task_job *job, enum task_change_kind kind)
{
    struct task_run *run = run_of(job);
    struct task_change *change = run->over ? NULL : task_change_new(run, kind, sizeof *change);
    if (change)
        task_change_push(run, change);
    else if (!run->over)
        log_error("task %.*s: out of memory for a change of its state", SLICE_ARG(run->ids.id));
}

void task_job_started(struct task_job *job)
{
    push_step(job, TASK_CHANGE_STARTED);
}

void task_job_waits(struct task_job *job, bool waits)
{
    push_step(job, waits ? TASK_CHANGE_WAITS : TASK_CHANGE_GOES_ON);
}

int task_job_report(struct task_job *job, int64_t first, const struct task_message *messages, size_t count)
{
    struct task_run *run = run_of(job);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    if (first > job->reported + 1)
        return -EPROTO;
    uint64_t known = (uint64_t)(job->reported + 1 - first);
    if (known >= count)
        return 0;
    if (count - known > (uint64_t)(TASK_SEQUENCE_MAX - job->reported))
        return -EPROTO;
    return task_change_push_messages(run, 0, messages + known, count - known);
}

int task_job_report_loosely(struct task_job *job, int64_t sequence, const struct task_message *message)
{
    struct task_run *run = run_of(job);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    if (sequence == 0)
        sequence = job->reported + 1;
    if (sequence < 0 || sequence > TASK_SEQUENCE_MAX)
        return -EPROTO;
    if (sequence <= job->reported)
        return 0;
    return task_change_push_messages(run, sequence - job->reported - 1, message, 1);
}

bool task_job_call_in_order(struct task_job *job, void (*go)(void *user), void *user)
{
    struct task_run *run = run_of(job);
    if (run->over || run->broken || !task_change_is_any_waiting(run))
        return false;
    struct task_change *change = task_change_new(run, TASK_CHANGE_CALLBACK, sizeof *change);
    if (!change)
        return false;
    change->as.callback.go = go;
    change->as.callback.user = user;
    task_change_push(run, change);
    return true;
}

static struct slice put_text(char **at, struct slice text)
{
    struct slice copy = {*at, text.size};
    if (text.size > 0)
        memcpy(*at, text.data, text.size);
    *at += text.size;
    return copy;
}

int task_job_state(struct task_job *job, const struct task_statement *statement, task_stated_fn stated, void *user)
{
    struct task_run *run = run_of(job);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    size_t more = statement->type.size + statement->data.size + statement->key.size;
    struct task_change *change = task_change_new(run, TASK_CHANGE_STATED, sizeof *change + more);
    if (!change)
        return -ENOMEM;
    char *at = (char *)(change + 1);
    change->as.stated.what = (struct task_statement){
        .by_user = statement->by_user,
        .type = put_text(&at, statement->type),
        .data = put_text(&at, statement->data),
        .key = put_text(&at, statement->key),
    };
    change->as.stated.answer = stated;
    change->as.stated.user = user;
    task_change_push(run, change);
    return 0;
}

void task_job_over_limit(struct task_job *job, struct slice reason)
{
    struct task_run *run = run_of(job);
    if (!run->stopping && !run->over)
        log_warn("task %.*s: exceeded a limit, stopping it: %.*s", SLICE_ARG(run->ids.id), SLICE_ARG(reason));
    task_run_stop_for(run, reason);
}

/* Checks the limits of the contract: what violates them could be stored, but not read again. */
static bool is_progress(const struct task_progress *progress)
{
    bool percent = progress->percent_is != FIELD_SET || (progress->percent >= 0 && progress->percent <= 100);
    bool text = progress->message_is != FIELD_SET || progress->message.size == 0 ||
                !memchr(progress->message.data, '\0', progress->message.size);
    bool steps = (progress->completed_steps_is != FIELD_SET || progress->completed_steps >= 0) &&
                 (progress->total_steps_is != FIELD_SET || progress->total_steps >= 0);
    return percent && text && steps;
}

int task_job_progress(struct task_job *job, const struct task_progress *progress)
{
    struct task_run *run = run_of(job);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    if (!is_progress(progress))
        return -EINVAL;
    size_t more = json_copy_size(&task_progress_shape, progress);
    struct task_change *change = task_change_new(run, TASK_CHANGE_PROGRESS, sizeof *change + more);
    if (!change)
        return -ENOMEM;
    json_copy(&task_progress_shape, progress, &change->as.progress, more ? change + 1 : NULL);
    if (run->paused)
        task_change_drop_progress(run);
    task_change_push(run, change);
    return 0;
}

/* --- the end of a task --- */

static void keep_text(struct slice *text, enum field_is is, size_t bytes)
{
    if (is != FIELD_SET || text->size == 0)
        return;
    const char *zero = memchr(text->data, '\0', text->size);
    if (zero)
        text->size = (size_t)(zero - text->data);
    *text = utf8_cut(*text, bytes);
}

static void keep_count(int64_t *count)
{
    if (*count < 0)
        *count = 0;
}

/* The end of a process's output, which may be any bytes: complete lines if possible, without NUL. */
static struct slice last_lines(struct slice text, char copy[static STDERR_BYTES])
{
    if (text.size > STDERR_BYTES) {
        text = (struct slice){text.data + text.size - STDERR_BYTES, STDERR_BYTES};
        const char *end = memchr(text.data, '\n', text.size - 1);
        size_t cut = end ? (size_t)(end + 1 - text.data) : 0;
        text = (struct slice){text.data + cut, text.size - cut};
    }
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i] ? text.data[i] : ' ';
    return (struct slice){copy, text.size};
}

/* Makes a result conform to the contract; otherwise it could not be read again. */
static void sanitize_result(struct task_result *result, char lines[static STDERR_BYTES])
{
    struct task_failure *error = &result->error;
    keep_text(&result->text, result->text_is, TEXT_BYTES);
    keep_count(&result->token_usage.input_tokens);
    keep_count(&result->token_usage.output_tokens);
    keep_count(&result->token_usage.cache_read_tokens);
    keep_count(&result->token_usage.cache_write_tokens);
    keep_count(&result->token_usage.cost_micros);
    keep_count(&result->token_usage.context_tokens);
    keep_count(&result->token_usage.reported_cost_micros);
    keep_text(&result->token_usage.reported_currency, result->token_usage.reported_currency_is, CURRENCY_BYTES);
    if (result->token_usage.context_limit < 1)
        result->token_usage.context_limit_is = FIELD_ABSENT;
    keep_text(&error->reason, result->error_is, REASON_BYTES);
    keep_text(&error->message, result->error_is, WORDS_BYTES);
    keep_text(&error->code, result->error_is == FIELD_SET ? error->code_is : FIELD_ABSENT, REASON_BYTES);
    keep_text(&error->stack, result->error_is == FIELD_SET ? error->stack_is : FIELD_ABSENT, WORDS_BYTES);
    if (result->error_is == FIELD_SET && error->stderr_is == FIELD_SET)
        error->stderr = last_lines(error->stderr, lines);
}

static void push_end(void *user)
{
    struct task_run *run = user;
    (void)fault_point("task.before_end");
    if (run->job.queue->hooks.flush)
        run->job.queue->hooks.flush(run->job.queue->hooks.permissions); /* the result counts refused requests */
    task_change_push(run, &run->ended);
}

void task_job_ended(struct task_job *job, const struct task_outcome *outcome)
{
    struct task_run *run = run_of(job);
    struct task_outcome end = *outcome;
    char lines[STDERR_BYTES];
    if (run->over)
        return;
    run->over = true;
    timers_unset(&job->queue->rpc->timers, &run->limit);
    sanitize_result(&end.result, lines);
    end.result.message_count = job->reported - run->missing;
    run->processes = outcome->processes;
    if (run->broken) {
        end.status = TASK_OUTCOME_FAILED;
        end.result.error = (struct task_failure){.reason = SLICE("error"),
                                                 .message = SLICE("a message of the task could not be stored")};
        end.result.error_is = FIELD_SET;
    } else if (end.status == TASK_OUTCOME_FAILED && end.result.error_is != FIELD_SET) {
        end.result.error =
            (struct task_failure){.reason = SLICE("error"), .message = SLICE("the executor gave no reason")};
        end.result.error_is = FIELD_SET;
    }
    struct task_change *change = task_change_end(run);
    size_t size = json_copy_size(&task_result_shape, &end.result);
    change->as.outcome.status = end.status;
    run->ended_block = malloc(size ? size : 1);
    end.result.token_usage.reported_currency_is =
        run->ended_block ? end.result.token_usage.reported_currency_is : FIELD_ABSENT;
    if (run->ended_block)
        json_copy(&task_result_shape, &end.result, &change->as.outcome.result, run->ended_block);
    else /* at least the state is correct */
        change->as.outcome.result = (struct task_result){
            .message_count = end.result.message_count,
            .token_usage = end.result.token_usage,
            .token_usage_is = end.result.token_usage_is,
            .error = {.reason = SLICE("error"), .message = SLICE("out of memory for the result")},
            .error_is = end.status == TASK_OUTCOME_FAILED ? FIELD_SET : FIELD_ABSENT,
        };
    const struct task_hooks *hooks = &job->queue->hooks;
    if (!hooks->ends || !hooks->ends(hooks->snapshots, run->ids.no, push_end, run))
        push_end(run);
    else if (run->stopping)
        hooks->stops(hooks->snapshots, run->ids.no);
}
