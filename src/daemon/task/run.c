/* A task at work: what the back end says of it, how it is stopped, how long it may take. */
#include "daemon/task/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/daemon.h"
#include "json/copy.h"

enum {
    ARENA_BYTES = 64 << 20,
    TEXT_BYTES = 1 << 20,   /* of a result's text */
    WORDS_BYTES = 64 << 10, /* of an error's message and stack each */
    REASON_BYTES = 256,     /* of the words in it */
};

static struct task_run *run_of(struct executor_run *executor)
{
    return list_member(executor, struct task_run, executor);
}

/* --- life ------------------------------------------------------------------------------------ */

struct task_run *task_run_new(struct daemon *daemon)
{
    struct task_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->executor.daemon = daemon;
    run->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    list_init(&run->link);
    list_init(&run->changes);
    return run;
}

struct task_run *task_run_free(struct task_run *run)
{
    if (!run)
        return NULL;
    struct timers *timers = &run->executor.daemon->rpc.timers;
    timers_unset(timers, &run->limit);
    timers_unset(timers, &run->again);
    list_remove(&run->link);
    task_changes_clear(run);
    arena_clear(&run->arena);
    free(run->ended_block);
    free(run);
    return NULL;
}

struct task_run *task_run_find(const struct task_queue *queue, int64_t task)
{
    for (struct list *link = queue->runs.next; link != &queue->runs; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        if (run->place.no == task)
            return run;
    }
    return NULL;
}

void task_run_finish(struct task_run *run)
{
    struct daemon *daemon = run->executor.daemon;
    (void)task_run_free(run);
    daemon->tasks.run_count--;
    task_queue_wake(daemon);
    daemon_stop_step(daemon);
}

/* --- how long it may take ----------------------------------------------------------------------- */

static void on_stop_is_over(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, limit);
    log_warn("task %.*s: does not stop, and is ended", SLICE_ARG(run->place.id));
    task_run_kill(run);
}

static void on_timeout(struct deadline *deadline)
{
    task_run_stop_for(list_member(deadline, struct task_run, limit), SLICE(TASK_REASON_TIMEOUT));
}

static int set_limit(struct task_run *run, int64_t ms, void (*expired)(struct deadline *))
{
    run->limit.expired = expired;
    return timers_set(&run->executor.daemon->rpc.timers, &run->limit, (uint64_t)ms);
}

void task_run_kill(struct task_run *run)
{
    if (run->over)
        return;
    run->stopping = true;
    timers_unset(&run->executor.daemon->rpc.timers, &run->limit);
    executor_backend()->kill(&run->executor);
}

void task_run_stop(struct task_run *run, struct slice reason)
{
    if (run->stopping || run->over)
        return;
    run->stopping = true;
    if (set_limit(run, run->executor.daemon->config.settings.tasks.stop_ms, on_stop_is_over) < 0)
        task_run_kill(run); /* nobody would see to it later */
    else
        executor_backend()->stop(&run->executor, reason);
}

void task_run_stop_for(struct task_run *run, struct slice reason)
{
    if (run->stopping || run->over)
        return;
    struct task_change *change = task_change_new(run, TASK_CHANGE_STOPPING, sizeof *change + reason.size);
    if (change) {
        memcpy(change + 1, reason.data, reason.size);
        change->as.reason = (struct slice){(const char *)(change + 1), reason.size};
        task_change_push(run, change);
    }
    task_run_stop(run, reason);
}

/* --- the beginning -------------------------------------------------------------------------------- */

static void end_as_failed(struct task_run *run, struct slice reason, const char *message)
{
    executor_ended(&run->executor,
                   &(struct executor_outcome){
                       .status = EXECUTOR_FAILED,
                       .result = {.error = {.reason = reason, .message = slice_of(message)}, .error_is = FIELD_SET},
                   });
}

void task_run_start(struct task_run *run)
{
    struct daemon *daemon = run->executor.daemon;
    char problem[256] = "";
    run->place = task_place_of(&run->task);
    run->executor.task = &run->task.record;
    run->executor.session = &run->session.record;
    run->reported = run->task.last_sequence;
    list_append(&daemon->tasks.runs, &run->link);
    if (daemon->tasks.stopped) {
        end_as_failed(run, SLICE(TASK_REASON_STOPPED), "the daemon stopped before it could begin");
        return;
    }
    int r = fault_point("task.before_start");
    if (r == 0)
        r = set_limit(run, run->task.record.timeout_ms, on_timeout);
    if (r == 0)
        r = executor_backend()->start(&run->executor, problem);
    if (r < 0) {
        log_error("task %.*s: cannot be started: %s", SLICE_ARG(run->place.id), *problem ? problem : strerror(-r));
        end_as_failed(run, SLICE("start_failed"), *problem ? problem : strerror(-r));
    }
}

/* --- what the back end says ------------------------------------------------------------------------- */

static void push_step(struct executor_run *executor, enum task_change_kind kind)
{
    struct task_run *run = run_of(executor);
    struct task_change *change = run->over ? NULL : task_change_new(run, kind, sizeof *change);
    if (change)
        task_change_push(run, change);
    else if (!run->over)
        log_error("task %.*s: no memory to note its state", SLICE_ARG(run->place.id));
}

void executor_started(struct executor_run *executor)
{
    push_step(executor, TASK_CHANGE_STARTED);
}

void executor_waits(struct executor_run *executor, bool waits)
{
    push_step(executor, waits ? TASK_CHANGE_WAITS : TASK_CHANGE_GOES_ON);
}

int executor_report(struct executor_run *executor, int64_t first, const struct executor_message *messages, size_t count)
{
    struct task_run *run = run_of(executor);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    if (first > run->reported + 1)
        return -EPROTO;
    uint64_t known = (uint64_t)(run->reported + 1 - first);
    if (known >= count)
        return 0;
    return task_change_push_messages(run, messages + known, count - known);
}

/* As the contract has it: what does not fit could be stored, but not be read again. */
static bool is_progress(const struct task_progress *progress)
{
    bool percent = progress->percent_is != FIELD_SET || (progress->percent >= 0 && progress->percent <= 100);
    bool text = progress->message_is != FIELD_SET || progress->message.size == 0 ||
                !memchr(progress->message.data, '\0', progress->message.size);
    bool steps = (progress->completed_steps_is != FIELD_SET || progress->completed_steps >= 0) &&
                 (progress->total_steps_is != FIELD_SET || progress->total_steps >= 0);
    return percent && text && steps;
}

int executor_progress(struct executor_run *executor, const struct task_progress *progress)
{
    struct task_run *run = run_of(executor);
    if (run->over || run->broken)
        return -ESHUTDOWN;
    if (!is_progress(progress))
        return -EINVAL;
    size_t more = json_copy_size(&task_progress_shape, progress);
    struct task_change *change = task_change_new(run, TASK_CHANGE_PROGRESS, sizeof *change + more);
    if (!change)
        return -ENOMEM;
    json_copy(&task_progress_shape, progress, &change->as.progress, more ? change + 1 : NULL);
    task_change_push(run, change);
    return 0;
}

/* --- the end ------------------------------------------------------------------------------------------ */

static void keep_text(struct slice *text, enum field_is is, size_t bytes)
{
    if (is != FIELD_SET || text->size == 0)
        return;
    const char *zero = memchr(text->data, '\0', text->size);
    if (zero)
        text->size = (size_t)(zero - text->data);
    *text = task_text_cut(*text, bytes);
}

static void keep_count(int64_t *count)
{
    if (*count < 0)
        *count = 0;
}

/* Whatever the back end brings: what is stored must fit the contract, or it could not be read again. */
static void tame_result(struct task_result *result)
{
    struct task_failure *error = &result->error;
    keep_text(&result->text, result->text_is, TEXT_BYTES);
    keep_count(&result->token_usage.input_tokens);
    keep_count(&result->token_usage.output_tokens);
    keep_count(&result->token_usage.cache_read_tokens);
    keep_count(&result->token_usage.cache_write_tokens);
    keep_text(&error->reason, result->error_is, REASON_BYTES);
    keep_text(&error->message, result->error_is, WORDS_BYTES);
    keep_text(&error->code, result->error_is == FIELD_SET ? error->code_is : FIELD_ABSENT, REASON_BYTES);
    keep_text(&error->stack, result->error_is == FIELD_SET ? error->stack_is : FIELD_ABSENT, WORDS_BYTES);
}

void executor_ended(struct executor_run *executor, const struct executor_outcome *outcome)
{
    struct task_run *run = run_of(executor);
    struct executor_outcome end = *outcome;
    if (run->over)
        return;
    run->over = true;
    timers_unset(&executor->daemon->rpc.timers, &run->limit);
    tame_result(&end.result);
    end.result.message_count = run->reported;
    if (run->broken) {
        end.status = EXECUTOR_FAILED;
        end.result.error = (struct task_failure){.reason = SLICE("error"),
                                                 .message = SLICE("something that it said could not be stored")};
        end.result.error_is = FIELD_SET;
    } else if (end.status == EXECUTOR_FAILED && end.result.error_is != FIELD_SET) {
        end.result.error = (struct task_failure){.reason = SLICE("error"), .message = SLICE("it gave no reason")};
        end.result.error_is = FIELD_SET;
    }
    struct task_change *change = task_change_end(run);
    size_t size = json_copy_size(&task_result_shape, &end.result);
    change->as.outcome.status = end.status;
    run->ended_block = malloc(size ? size : 1);
    if (run->ended_block)
        json_copy(&task_result_shape, &end.result, &change->as.outcome.result, run->ended_block);
    else /* the state at least is true */
        change->as.outcome.result = (struct task_result){
            .message_count = end.result.message_count,
            .token_usage = end.result.token_usage,
            .token_usage_is = end.result.token_usage_is,
            .error = {.reason = SLICE("error"), .message = SLICE("no memory was left to note its end")},
            .error_is = end.status == EXECUTOR_FAILED ? FIELD_SET : FIELD_ABSENT,
        };
    (void)fault_point("task.before_end");
    task_change_push(run, change);
}
