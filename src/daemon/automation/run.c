/* A run from its first action to its end. Everything here is within a change: what happens next is in the same
 * transaction. */
#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/utf8.h"
#include "daemon/automation/internal.h"
#include "daemon/task/transitions.h"

enum { CANCELLED_AT_ONCE = 32 };

/* --- events --- */

int run_add_event(struct decision *d, const struct store_run *run)
{
    const struct event_automation_run_params params = {
        .timestamp = d->now,
        .rule_id = run->record.rule_id,
        .run_id = run->record.run_id,
        .state = run->record.state,
        .run = run->record,
    };
    return store_event_add(d->tx, &event_automation_run_event, 0, 0, &params);
}

void run_set_reason(struct store_run *run, struct slice reason, struct slice message)
{
    run->record.reason = reason;
    run->record.reason_is = reason.size > 0 ? FIELD_SET : FIELD_ABSENT;
    run->record.message = utf8_cut(message, AUTOMATION_MESSAGE_MAX);
    run->record.message_is = message.size > 0 ? FIELD_SET : FIELD_ABSENT;
}

/* --- the end of a run --- */

static int disable_after_failures(struct decision *d, struct store_automation *rule)
{
    struct automation_todo *todo = arena_zeroed(d->arena, sizeof *todo);
    char text[160];
    if (!todo)
        return -ENOMEM;
    rule->record.enabled = false;
    rule->due = 0;
    rule->record.next_due_is = FIELD_ABSENT;
    (void)snprintf(text, sizeof text, "The rule was disabled: %lld runs in a row have failed.",
                   (long long)rule->failures);
    todo->kind = AUTOMATION_ACTION_KIND_NOTIFY;
    todo->rule_name = todo->title = rule->record.name;
    todo->body = arena_copy(d->arena, slice_of(text));
    todo->next = d->todos;
    d->todos = todo;
    return run_cancel_queued(d, rule->no, "disabled");
}

/* Counts failures in a row, and disables the rule after too many. */
static int count_failures(struct decision *d, int64_t rule_no, bool failed)
{
    struct store_automation rule;
    int r = store_automation_find_no(d->tx, rule_no, d->arena, &rule);
    if (r < 0)
        return r == -ENOENT || r == -EBADMSG ? 0 : r; /* it was deleted */
    if (!failed && rule.failures == 0)
        return 0;
    int64_t limit = rule.record.policy.disable_after_failures;
    rule.failures = failed ? rule.failures + 1 : 0;
    rule.record.failures = rule.failures;
    rule.record.failures_is = rule.failures > 0 ? FIELD_SET : FIELD_ABSENT;
    bool disables = failed && limit > 0 && rule.failures >= limit && rule.record.enabled;
    if (disables)
        r = disable_after_failures(d, &rule);
    if (r == 0)
        r = store_automation_save(d->tx, &rule);
    return r < 0 || !disables ? r
                              : rule_add_event(d, &rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED, "failures");
}

/* -ESTALE is no error: it was ended before. */
static int end(struct decision *d, struct store_run *run, enum automation_run_state was, int64_t was_step,
               enum automation_run_state state, struct slice reason, struct slice message)
{
    run_set_reason(run, reason, message);
    run->record.state = state;
    run->record.ended_at = d->now;
    run->record.ended_at_is = FIELD_SET;
    run->task_no = 0;
    for (size_t i = 0; i < run->record.actions.count; i++)
        if (run->record.actions.items[i].state == AUTOMATION_ACTION_STATE_RUNNING) {
            run->record.actions.items[i].state = AUTOMATION_ACTION_STATE_CANCELLED;
            run->record.actions.items[i].ended_at = d->now;
            run->record.actions.items[i].ended_at_is = FIELD_SET;
        }
    int r = store_run_save(d->tx, run, was, was_step);
    if (r == 0)
        r = run_add_event(d, run);
    bool counts = state == AUTOMATION_RUN_STATE_COMPLETED || state == AUTOMATION_RUN_STATE_FAILED ||
                  state == AUTOMATION_RUN_STATE_REFUSED;
    if (r == 0 && counts)
        r = count_failures(d, run->rule_no, state != AUTOMATION_RUN_STATE_COMPLETED);
    return r == -ESTALE ? 0 : r;
}

/* --- actions --- */

int run_perform(struct decision *d, struct store_run *run, enum automation_run_state was, int64_t was_step)
{
    const struct automation_action *action = &run->plan.items[run->step];
    struct automation_action_run *done = &run->record.actions.items[run->step];
    struct begun begun = {0};
    run->record.state = AUTOMATION_RUN_STATE_RUNNING;
    run->task_no = 0;
    done->state = AUTOMATION_ACTION_STATE_RUNNING;
    done->started_at = d->now;
    done->started_at_is = FIELD_SET;
    int r = action->kind == AUTOMATION_ACTION_KIND_TASK ? submit_task(d, run, &action->as.task, &begun)
                                                        : todo_add(d, run, action, &begun);
    if (r == -EINVAL || r == -EBADMSG) { /* a row; no other rule waits for this one */
        begun = (struct begun){true, SLICE("unreadable"), SLICE("something that it needs cannot be read")};
        r = 0;
    }
    if (r == 0 && fault_point("automation.submit") < 0)
        r = -EIO;
    if (r < 0)
        return r;
    if (begun.failed) {
        done->state = AUTOMATION_ACTION_STATE_FAILED;
        done->message = utf8_cut(begun.message, AUTOMATION_MESSAGE_MAX);
        done->message_is = done->ended_at_is = FIELD_SET;
        done->ended_at = d->now;
        return end(d, run, was, was_step, run->step == 0 ? AUTOMATION_RUN_STATE_REFUSED : AUTOMATION_RUN_STATE_FAILED,
                   begun.reason, begun.message);
    }
    r = store_run_save(d->tx, run, was, was_step);
    return r < 0 ? (r == -ESTALE ? 0 : r) : run_add_event(d, run);
}

int run_begin(struct decision *d, struct store_run *run)
{
    run->record.started_at = d->now;
    run->record.started_at_is = FIELD_SET;
    if (run->plan.count == 0 || run->record.actions.count != run->plan.count)
        return end(d, run, AUTOMATION_RUN_STATE_QUEUED, run->step, AUTOMATION_RUN_STATE_FAILED, SLICE("interrupted"),
                   SLICE("its actions cannot be read"));
    return run_perform(d, run, AUTOMATION_RUN_STATE_QUEUED, run->step);
}

/* The current action has ended. */
static int go_on(struct decision *d, struct store_run *run, enum automation_action_state state, struct slice reason,
                 struct slice message)
{
    struct automation_action_run *done = &run->record.actions.items[run->step];
    int64_t was_step = run->step;
    done->state = state;
    done->message = utf8_cut(message, AUTOMATION_MESSAGE_MAX);
    done->message_is = message.size > 0 ? FIELD_SET : FIELD_ABSENT;
    done->ended_at = d->now;
    done->ended_at_is = FIELD_SET;
    if (state == AUTOMATION_ACTION_STATE_CANCELLED)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_CANCELLED, reason, message);
    if (state == AUTOMATION_ACTION_STATE_FAILED)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_FAILED, reason, message);
    if ((size_t)run->step + 1 == run->record.actions.count)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_COMPLETED, SLICE(""),
                   SLICE(""));
    run->step++;
    return run_perform(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step);
}

/* --- the ends of actions --- */

static bool is_of_budget(const struct store_run *run, const struct store_run_task *task)
{
    return run->budget_is == FIELD_SET &&
           (slice_is(task->reason, "token_limit") || slice_is(task->code, "budget_exceeded"));
}

static int settle_task(struct decision *d, struct store_run *run)
{
    struct store_run_task task;
    struct automation_action_run *done = &run->record.actions.items[run->step];
    int r = store_run_task_find(d->tx, run->task_no, d->arena, &task);
    if (r == -ENOENT)
        return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED, SLICE("task_deleted"), SLICE("its task was deleted"));
    if (r < 0)
        return r;
    done->tokens = task.tokens;
    done->tokens_is = task.tokens > 0 ? FIELD_SET : FIELD_ABSENT;
    if (task.state == TASK_STATE_COMPLETED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_COMPLETED, SLICE(""), task.text);
    if (task.state == TASK_STATE_CANCELLED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_CANCELLED, SLICE("task_cancelled"),
                     SLICE("its task was cancelled"));
    if (task.state == TASK_STATE_FAILED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED,
                     is_of_budget(run, &task) ? SLICE("budget") : SLICE("task_failed"), task.error);
    return 0;
}

static bool is_readable(const struct store_run *run)
{
    return run->step >= 0 && (size_t)run->step < run->record.actions.count &&
           run->plan.count == run->record.actions.count;
}

int run_settle(struct decision *d, struct store_run *run, bool fresh)
{
    if (!is_readable(run))
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, run->step, AUTOMATION_RUN_STATE_FAILED, SLICE("interrupted"),
                   SLICE("its actions cannot be read"));
    if (run->task_no > 0)
        return settle_task(d, run);
    if (!fresh)
        return 0;
    return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED, SLICE("interrupted"),
                 SLICE("the daemon ended while this was under way; it may have happened, and is not repeated"));
}

int run_report(struct decision *d, int64_t run_no, int64_t step, bool ok, struct slice reason, struct slice message)
{
    struct store_run run;
    int r = store_run_find(d->tx, run_no, d->arena, &run);
    if (r < 0)
        return r == -ENOENT || r == -EBADMSG ? 0 : r;
    if (run.record.state != AUTOMATION_RUN_STATE_RUNNING || run.step != step || run.task_no > 0 || !is_readable(&run))
        return 0;
    return go_on(d, &run, ok ? AUTOMATION_ACTION_STATE_COMPLETED : AUTOMATION_ACTION_STATE_FAILED, reason, message);
}

/* --- cancelling --- */

/* Ends the task of a run: at once if it is queued; else it is asked to after the commit. */
static int halt_task(struct decision *d, int64_t task_no, struct slice reason)
{
    struct store_run_task found;
    static const struct task_result nothing = {0};
    int r = store_run_task_find(d->tx, task_no, d->arena, &found);
    if (r < 0 || task_state_is_final(found.state))
        return r == -ENOENT ? 0 : r;
    const struct task_ids ids = {task_no, found.session_no, found.id, found.session_id};
    if (found.state == TASK_STATE_QUEUED)
        return task_transition_ended(d->tx, &ids, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_CANCELLED, reason,
                                     &nothing, clock_epoch_ms());
    struct automation_halt *halt = arena_zeroed(d->arena, sizeof *halt);
    if (!halt)
        return -ENOMEM;
    *halt = (struct automation_halt){.next = d->halts, .task = task_no, .reason = reason};
    d->halts = halt;
    return found.state == TASK_STATE_STOPPING ? 0 : task_transition_stopping(d->tx, &ids, reason, clock_epoch_ms());
}

static int cancel(struct decision *d, struct store_run *run, const char *reason)
{
    int r = run->task_no > 0 ? halt_task(d, run->task_no, slice_of(reason)) : 0;
    return r < 0
               ? r
               : end(d, run, run->record.state, run->step, AUTOMATION_RUN_STATE_CANCELLED, slice_of(reason), SLICE(""));
}

int run_cancel_queued(struct decision *d, int64_t rule_no, const char *reason)
{
    struct store_runs runs = {.count = 1};
    int r = 0;
    while (r == 0 && runs.count > 0) {
        r = store_run_queued(d->tx, rule_no, CANCELLED_AT_ONCE, d->arena, &runs);
        for (size_t i = 0; r == 0 && i < runs.count; i++)
            r = cancel(d, &runs.items[i], reason);
    }
    return r;
}

int run_cancel_all(struct decision *d, int64_t rule_no, const char *reason)
{
    struct store_run run;
    int r = 0;
    while (r == 0 && (r = store_run_first(d->tx, rule_no, AUTOMATION_RUN_STATE_RUNNING, d->arena, &run)) == 0)
        r = cancel(d, &run, reason);
    return r == -ENOENT ? run_cancel_queued(d, rule_no, reason) : r;
}
