/* How a run comes to be: its receipt, which is written first, and the policies that decide whether it begins. */
#include <errno.h>
#include <stdio.h>

#include "base/fault.h"
#include "daemon/automation/internal.h"

/* --- receipts --- */

static const enum automation_action_run_type types[] = {
    [AUTOMATION_ACTION_KIND_TASK] = AUTOMATION_ACTION_RUN_TYPE_TASK,
    [AUTOMATION_ACTION_KIND_TOOL] = AUTOMATION_ACTION_RUN_TYPE_TOOL,
    [AUTOMATION_ACTION_KIND_NOTIFY] = AUTOMATION_ACTION_RUN_TYPE_NOTIFY,
};

static int set_actions(struct decision *d, struct store_run *run, const struct automation_actions *actions)
{
    struct automation_action_run *items = arena_zeroed(d->arena, (actions->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < actions->count; i++)
        items[i].type = types[actions->items[i].kind];
    run->record.actions.items = items;
    run->record.actions.count = actions->count;
    return 0;
}

/* Writes the receipt, without an event. */
static int add(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
               enum automation_run_state state, struct store_run *run)
{
    bool over = state != AUTOMATION_RUN_STATE_QUEUED && state != AUTOMATION_RUN_STATE_RUNNING;
    struct automation_run *record = &run->record;
    run->rule_no = rule->no;
    run->key = origin->key;
    run->depth = origin->cause.depth_is == FIELD_SET ? origin->cause.depth : 0;
    run->plan = rule->record.actions;
    run->budget = rule->record.policy.budget;
    run->budget_is = rule->record.policy.budget_is;
    run->spent_before = -1;
    record->rule_id = rule->record.rule_id;
    record->name = rule->record.name;
    record->due_at = origin->due_at;
    record->state = state;
    record->cause = origin->cause;
    record->ended_at = d->now;
    record->ended_at_is = over ? FIELD_SET : FIELD_ABSENT;
    record->started_at = d->now;
    record->started_at_is = state == AUTOMATION_RUN_STATE_RUNNING ? FIELD_SET : FIELD_ABSENT;
    int r = over ? 0 : set_actions(d, run, &rule->record.actions);
    if (r == 0)
        r = store_run_add(d->tx, d->arena, run);
    return r == 0 && fault_point("automation.receipt") < 0 ? -EIO : r;
}

int receipt_pass_over(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                      enum automation_run_state state, const char *reason, const char *message, int64_t to_ms,
                      int64_t count)
{
    struct store_run run = {0};
    int r = store_run_extend(d->tx, rule->no, state, slice_of(reason), to_ms, count);
    if (r != 0)
        return r < 0 ? r : 0;
    run_set_reason(&run, slice_of(reason), slice_of(message));
    run.record.from = origin->due_at;
    run.record.to = to_ms;
    run.record.count = count;
    run.record.from_is = run.record.to_is = run.record.count_is = count > 1 ? FIELD_SET : FIELD_ABSENT;
    r = add(d, rule, origin, state, &run);
    return r < 0 ? r : run_add_event(d, &run);
}

/* --- a new cause --- */

static int refuse(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                  enum automation_run_state state, const char *reason, const char *message, struct store_run *ret_run)
{
    if (!origin->own_receipt)
        return receipt_pass_over(d, rule, origin, state, reason, message, origin->due_at, 1);
    run_set_reason(ret_run, slice_of(reason), slice_of(message));
    int r = add(d, rule, origin, state, ret_run);
    return r < 0 ? r : run_add_event(d, ret_run);
}

static int queue(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                 struct store_run *ret_run)
{
    int64_t waiting = 0;
    char message[96];
    int r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_QUEUED, &waiting);
    if (r < 0)
        return r;
    (void)snprintf(message, sizeof message, "%lld runs of the rule wait already", (long long)waiting);
    if (waiting >= AUTOMATION_QUEUED_MAX)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_REFUSED, "too_many", message, ret_run);
    r = add(d, rule, origin, AUTOMATION_RUN_STATE_QUEUED, ret_run);
    return r < 0 ? r : run_add_event(d, ret_run);
}

/* Failures may have disabled the rule since this decision has read it. */
static int check_enabled(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                         const char **ret_reason, char message[static 128])
{
    bool by_hand = origin->cause.type == AUTOMATION_TRIGGER_TYPE_MANUAL;
    int r = by_hand ? 1 : store_automation_is_enabled(d->tx, rule->no);
    *ret_reason = r == 0 ? "disabled" : NULL;
    (void)snprintf(message, 128, "the rule was disabled, because its runs have failed");
    return r < 0 ? r : 0;
}

/* *ret_reason: why it may not be; NULL: it may. */
static int check_limits(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                        const char **ret_reason, char message[static 128])
{
    enum { HOUR_MS = 3600000 };
    int64_t recent = 0, limit = rule->record.policy.max_per_hour;
    *ret_reason = NULL;
    if (!origin->limited)
        return 0;
    if (origin->cause.depth_is == FIELD_SET && origin->cause.depth > AUTOMATION_DEPTH_MAX) {
        (void)snprintf(message, 128, "more than %d runs of rules led to this one, each to the next",
                       AUTOMATION_DEPTH_MAX);
        *ret_reason = "loop";
        return 0;
    }
    int r = store_run_rate(d->tx, rule->no, d->now - HOUR_MS, d->now, &recent);
    if (r == 0 && recent >= limit) {
        (void)snprintf(message, 128, "the rule has run %lld times in the last hour (limit: maxPerHour = %lld)",
                       (long long)recent, (long long)limit);
        *ret_reason = "rate";
    }
    return r;
}

static int start(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                 struct store_run *ret_run)
{
    int r = add(d, rule, origin, AUTOMATION_RUN_STATE_RUNNING, ret_run);
    return r < 0 ? r : run_perform(d, ret_run, AUTOMATION_RUN_STATE_RUNNING, 0);
}

int receipt_begin(struct decision *d, struct store_automation *rule, const struct run_origin *origin,
                  struct store_run *ret_run)
{
    char message[128];
    const char *reason = NULL;
    int64_t running = 0, waiting = 0;
    *ret_run = (struct store_run){0};
    int r = check_enabled(d, rule, origin, &reason, message);
    if (r == 0 && !reason)
        r = check_limits(d, rule, origin, &reason, message);
    if (r < 0)
        return r;
    if (reason)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_REFUSED, reason, message, ret_run);
    r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_RUNNING, &running);
    if (r == 0)
        r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_QUEUED, &waiting);
    if (r < 0)
        return r;
    if (running + waiting == 0)
        return start(d, rule, origin, ret_run);
    if (origin->made_up || rule->record.policy.overlap == AUTOMATION_OVERLAP_QUEUE)
        return queue(d, rule, origin, ret_run);
    if (rule->record.policy.overlap == AUTOMATION_OVERLAP_SKIP)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_SKIPPED, "overlap", "the run before was not over", ret_run);
    r = run_cancel_all(d, rule->no, "replaced");
    return r < 0 ? r : start(d, rule, origin, ret_run);
}
