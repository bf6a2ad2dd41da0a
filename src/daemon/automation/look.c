#include "daemon/automation/look.h"

#include <errno.h>
#include <stdlib.h>

#include "base/fault.h"

enum { ARENA_BYTES = 256 << 20, RULES = 32, RUNS = 32 };

/* --- decisions --- */

void decision_init(struct decision *decision, const struct automation *automation)
{
    *decision = (struct decision){
        .sessions = automation->sessions, .zones = automation->zones, .now = automation_now(automation)};
    audit_self(&decision->actor);
    submission_init(&decision->submission, automation->tasks);
}

void decision_begin(struct decision *decision, struct store_tx *tx, struct arena *arena)
{
    decision->tx = tx;
    decision->arena = arena;
    decision->todos = NULL;
    decision->halts = NULL;
    decision->submitted = false;
}

void decision_carry_out(struct automation *automation, const struct decision *decision)
{
    (void)fault_point("automation.decided");
    if (decision->submitted)
        task_queue_wake(automation->tasks);
    for (const struct automation_halt *halt = decision->halts; halt; halt = halt->next)
        task_stop(automation->tasks, halt->task, halt->reason);
    for (const struct automation_todo *todo = decision->todos; todo; todo = todo->next)
        order_perform(automation, todo);
}

/* --- on the writer thread --- */

static int settle_runs(struct automation_look *look, struct decision *d)
{
    struct store_runs runs;
    int64_t after = 0;
    int r = 0;
    do {
        r = store_run_live(d->tx, after, !look->fresh, RUNS, d->arena, &runs);
        for (size_t i = 0; i < runs.count && r == 0; i++) {
            after = runs.items[i].no;
            r = run_settle(d, &runs.items[i], look->fresh);
        }
    } while (r == 0 && look->fresh && runs.count == RUNS);
    look->more |= r == 0 && runs.count == RUNS;
    return r;
}

static int store_results(struct automation_look *look, struct decision *d)
{
    int r = 0;
    for (const struct list *link = look->results.next; link != &look->results && r == 0; link = link->next) {
        const struct automation_result *result = list_member(link, struct automation_result, link);
        r = run_report(d, result->run_no, result->step, result->ok, slice_of(result->ok ? "" : result->reason),
                       slice_of(result->message));
    }
    return r;
}

static int begin_ready(struct automation_look *look, struct decision *d)
{
    struct store_runs runs;
    int r = store_run_ready(d->tx, RUNS, d->arena, &runs);
    for (size_t i = 0; i < runs.count && r == 0; i++)
        r = run_begin(d, &runs.items[i]);
    look->more |= r == 0 && runs.count == RUNS;
    return r;
}

/* Zones have changed, or which one this machine has: rules that are due by them get other due times. */
static int follow_zones(struct decision *d, bool fresh)
{
    struct store_automations rules = {0};
    if (!zones_refresh(d->zones) && !fresh)
        return 0;
    int r = store_automation_of_kind(d->tx, AUTOMATION_TRIGGER_KIND_CRON, d->arena, &rules);
    for (size_t i = 0; i < rules.count && r == 0; i++) {
        struct store_automation *rule = &rules.items[i], to = *rule;
        int64_t after = rule->last_due > d->now ? rule->last_due : d->now;
        if (rule->due <= d->now || trigger_set(d->zones, &to, after) < 0)
            continue; /* it is decided now, or says then what is wrong */
        r = to.due == rule->due ? 0 : store_automation_advance(d->tx, rule->no, rule->due, &to);
        r = r == -ESTALE ? 0 : r;
    }
    return r;
}

static int decide_due(struct automation_look *look, struct decision *d, const struct store_automation_state *state)
{
    struct store_automations rules = {0};
    int r = look->clock_was_set ? store_automation_clamp(d->tx, d->now) : 0;
    if (r == 0 && look->clock_was_set)
        r = follow_zones(d, look->fresh);
    if (r == 0)
        r = store_automation_due(d->tx, d->now, RULES, d->arena, &rules);
    for (size_t i = 0; i < rules.count && r == 0; i++) {
        r = due_decide(d, state, &rules.items[i]);
        if (r == -ESTALE)
            r = 0;
    }
    if (r == 0)
        r = store_automation_next(d->tx, &look->wake);
    look->more |= look->wake > 0 && look->wake <= d->now;
    return r;
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct automation_look *look = list_member(change, struct automation_look, change);
    struct decision *d = &look->decision;
    struct store_automation_state state;
    int64_t live = 0;
    bool more_events = false;
    arena_reset(&look->arena);
    decision_begin(d, tx, &look->arena);
    look->more = false;
    look->wake = 0;
    look->wanted = (struct store_kinds){{0}};
    int r = fault_point("automation.look") < 0 ? -EIO : store_automation_state_get(tx, &state);
    if (r == 0)
        r = store_results(look, d);
    if (r == 0)
        r = settle_runs(look, d);
    if (r == 0 && state.enabled)
        r = match_events(d, &state, &look->wanted, &more_events);
    look->more |= more_events;
    if (r == 0 && state.enabled)
        r = decide_due(look, d, &state);
    if (r == 0)
        r = begin_ready(look, d);
    if (r == 0)
        r = store_run_live_count(tx, &live);
    look->has_runs = live > 0;
    return r == 0 && fault_point("automation.looked") < 0 ? -EIO : r;
}

/* --- on the loop --- */

struct automation_look *automation_look_new(struct automation *automation, void (*done)(struct store_change *change))
{
    struct automation_look *look = calloc(1, sizeof *look);
    if (!look)
        return NULL;
    look->automation = automation;
    look->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    look->clock_was_set = automation->clock_was_set;
    look->fresh = automation->fresh;
    list_init(&look->results);
    while (!list_is_empty(&automation->results)) {
        struct list *link = automation->results.next;
        list_remove(link);
        list_append(&look->results, link);
    }
    decision_init(&look->decision, automation);
    look->change = (struct store_change){.apply = apply, .done = done};
    return look;
}

struct automation_look *automation_look_free(struct automation_look *look)
{
    if (!look)
        return NULL;
    while (!list_is_empty(&look->results)) {
        struct automation_result *result = list_member(look->results.next, struct automation_result, link);
        list_remove(&result->link);
        free(result);
    }
    arena_clear(&look->arena);
    free(look);
    return NULL;
}
