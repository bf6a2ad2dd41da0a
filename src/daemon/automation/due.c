/* Due times: which have come, which were missed, and what the policy of the rule says about them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "daemon/automation/internal.h"

enum {
    CHUNK = 5000, /* due times that one decision looks at */
    KEPT = AUTOMATION_QUEUED_MAX + 1,
    ON_TIME_MS = 60000, /* how late a rule may start without having missed its time */
};

/* The due times that have come. */
struct elapsed {
    int64_t first, last, count;
    int64_t next;       /* the first that has not come; 0: none */
    bool more;          /* `next` has come too, but there are too many to look at */
    int64_t kept[KEPT]; /* the last ones, as a ring: number i is kept[i % KEPT] */
};

static void look_at(const struct trigger_times *times, const struct store_automation *rule, int64_t now,
                    struct elapsed *ret_elapsed)
{
    struct elapsed elapsed = {.first = rule->due};
    int64_t at = rule->due;
    while (at > 0 && trigger_wake(times, rule, at) <= now && elapsed.count < CHUNK) {
        elapsed.last = at;
        elapsed.kept[elapsed.count++ % KEPT] = at;
        at = trigger_next(times, at);
    }
    elapsed.next = at;
    elapsed.more = at > 0 && trigger_wake(times, rule, at) <= now;
    if (elapsed.more) { /* those that may run are looked at again, with the later ones */
        elapsed.count -= AUTOMATION_QUEUED_MAX;
        elapsed.next = elapsed.kept[elapsed.count % KEPT];
        elapsed.last = elapsed.kept[(elapsed.count - 1) % KEPT];
    }
    *ret_elapsed = elapsed;
}

/* How many of the elapsed times, from the end, are to run. */
static int64_t count_to_run(const struct decision *d, const struct trigger_times *times,
                            const struct store_automation *rule, const struct elapsed *elapsed)
{
    const struct automation_policy *policy = &rule->record.policy;
    int64_t window = policy->window_seconds * 1000;
    bool on_time = d->now - trigger_wake(times, rule, elapsed->last) <= ON_TIME_MS;
    bool in_window = d->now - elapsed->last <= window;
    if (elapsed->more)
        return 0;
    if (policy->missed == AUTOMATION_MISSED_SKIP)
        return on_time;
    if (policy->missed == AUTOMATION_MISSED_LATEST)
        return on_time || in_window;
    int64_t count = 0;
    while (count < elapsed->count && count < AUTOMATION_QUEUED_MAX &&
           d->now - elapsed->kept[(elapsed->count - 1 - count) % KEPT] <= window)
        count++;
    return count == 0 ? on_time : count;
}

static struct run_origin origin_of(struct decision *d, const struct store_automation *rule, int64_t due_ms)
{
    char key[40];
    (void)snprintf(key, sizeof key, "due:%lld", (long long)due_ms);
    return (struct run_origin){
        .key = arena_copy(d->arena, slice_of(key)),
        .due_at = due_ms,
        .cause = {.type = (enum automation_trigger_type)rule->record.trigger.kind},
    };
}

/* The times before those that run share one receipt. `upto`: the last of them. If the clock was set back and the rule
 * then enabled anew, some of them may have another one. */
static int pass_over(struct decision *d, const struct store_automation *rule, const struct elapsed *elapsed,
                     int64_t upto, int64_t count)
{
    char key[64];
    struct run_origin origin = origin_of(d, rule, elapsed->first);
    (void)snprintf(key, sizeof key, "due:%lld-%lld", (long long)elapsed->first, (long long)upto);
    if (count > 1)
        origin.key = arena_copy(d->arena, slice_of(key));
    if (!origin.key.data)
        return -ENOMEM;
    int r = receipt_pass_over(d, rule, &origin, AUTOMATION_RUN_STATE_SKIPPED, "missed",
                              "the daemon did not run or the machine slept when it was due", upto, count);
    return r == -EEXIST ? 0 : r;
}

static int receive(struct decision *d, struct store_automation *rule, const struct elapsed *elapsed, int64_t index,
                   bool made_up)
{
    struct store_run run;
    struct run_origin origin = origin_of(d, rule, elapsed->kept[index % KEPT]);
    origin.made_up = made_up;
    if (!origin.key.data)
        return -ENOMEM;
    int r = receipt_begin(d, rule, &origin, &run);
    return r == -EEXIST ? 0 : r;
}

static int write_receipts(struct decision *d, const struct trigger_times *times, struct store_automation *rule,
                          const struct elapsed *elapsed)
{
    int64_t runs = count_to_run(d, times, rule, elapsed), missed = elapsed->count - runs;
    int r = missed > 0 ? pass_over(d, rule, elapsed, elapsed->kept[(missed - 1) % KEPT], missed) : 0;
    for (int64_t i = missed; i < elapsed->count && r == 0; i++)
        r = receive(d, rule, elapsed, i, runs > 1);
    return r;
}

static int finish_once(struct decision *d, struct store_automation *rule)
{
    struct store_automation now;
    int r = store_automation_find_no(d->tx, rule->no, d->arena, &now); /* its run may have changed it */
    if (r < 0)
        return r;
    now.record.enabled = false;
    now.due = 0;
    now.record.next_due_is = FIELD_ABSENT;
    r = store_automation_save(d->tx, &now);
    return r < 0 ? r : rule_add_event(d, &now, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED, "done");
}

/* The zone is gone, for example: the rule says so, and waits for a person. */
static int disable_unusable(struct decision *d, struct store_automation *rule)
{
    const char *path = "";
    int64_t due = rule->due;
    char problem[TRIGGER_PROBLEM_SIZE] = "the trigger cannot be used any more";
    (void)trigger_check(d->zones, &rule->record.trigger, d->now, &path, problem);
    rule->record.enabled = false;
    rule->due = 0;
    rule->record.next_due_is = FIELD_ABSENT;
    rule->record.problem = arena_copy(d->arena, slice_of(problem));
    rule->record.problem_is = FIELD_SET;
    struct run_origin origin = origin_of(d, rule, due);
    int r = rule->record.problem.data && origin.key.data ? 0 : -ENOMEM;
    if (r == 0)
        r = receipt_pass_over(d, rule, &origin, AUTOMATION_RUN_STATE_REFUSED, "trigger_invalid", problem, due, 1);
    if (r == 0 || r == -EEXIST)
        r = store_automation_save(d->tx, rule);
    if (r == 0)
        r = run_cancel_queued(d, rule->no, "disabled");
    return r < 0 ? r : rule_add_event(d, rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED, "trigger_invalid");
}

int due_decide(struct decision *d, const struct store_automation_state *state, struct store_automation *rule)
{
    struct elapsed elapsed;
    struct trigger_times times = {.has_times = false};
    struct store_automation to = *rule;
    int64_t was = rule->due;
    int r = trigger_times(d->zones, &rule->record.trigger, rule->armed_at, &times);
    if (r < 0)
        return disable_unusable(d, rule);
    if (rule->due <= state->resumed_at && state->resumed_at <= d->now) { /* automation was off then */
        to.due = trigger_next(&times, state->resumed_at);
        to.wake = trigger_wake(&times, rule, to.due);
        return store_automation_advance(d->tx, rule->no, was, &to);
    }
    look_at(&times, rule, d->now, &elapsed);
    if (elapsed.count == 0) { /* it starts later than was stored: the clock was set, or its zone has changed */
        to.wake = trigger_wake(&times, rule, rule->due);
        return store_automation_advance(d->tx, rule->no, was, &to);
    }
    to.due = elapsed.next;
    to.wake = trigger_wake(&times, rule, elapsed.next);
    to.last_due = elapsed.last;
    r = store_automation_advance(d->tx, rule->no, was, &to);
    if (r == 0 && fault_point("automation.advance") < 0)
        r = -EIO;
    if (r == 0)
        r = write_receipts(d, &times, rule, &elapsed);
    if (r == 0 && rule->record.trigger.kind == AUTOMATION_TRIGGER_KIND_AT)
        r = finish_once(d, rule);
    return r;
}
