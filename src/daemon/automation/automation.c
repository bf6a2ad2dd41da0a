/* When to look at what may be due, one look at a time. */
#include "daemon/automation/automation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/all.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/automation/look.h"

enum { RETRY_MS = 1000 };

int64_t automation_now(const struct automation *automation)
{
    return automation_clock_now(&automation->clock);
}

static bool is_at_work(const struct automation *automation)
{
    return automation->open && !automation->stopping && !automation->frozen && store_is_open(automation->store);
}

/* --- one look after another --- */

static void keep_results(struct automation *automation, struct automation_look *look)
{
    while (!list_is_empty(&look->results)) {
        struct list *link = look->results.next;
        list_remove(link);
        list_append(&automation->results, link);
    }
}

static void on_retry(struct deadline *deadline)
{
    automation_look(list_member(deadline, struct automation, retry));
}

static void look_failed(struct automation *automation, struct automation_look *look)
{
    keep_results(automation, look);
    automation->clock_was_set |= look->clock_was_set;
    automation->fresh |= look->fresh;
    if (!look->change.failed)
        log_error("automation: cannot decide what is due, retrying: %s", strerror(-look->change.status));
    if (is_at_work(automation))
        (void)timers_set(&automation->rpc->timers, &automation->retry, RETRY_MS);
}

static void on_looked(struct store_change *change)
{
    struct automation_look *look = list_member(change, struct automation_look, change);
    struct automation *automation = look->automation;
    bool again = automation->again, failed = change->status < 0 || change->failed;
    automation->look = NULL;
    automation->again = false;
    if (failed) {
        look_failed(automation, look);
    } else {
        memcpy(automation->wanted, look->wanted.words, sizeof automation->wanted);
        automation->has_runs = look->has_runs;
        again = again || look->more;
        decision_carry_out(automation, &look->decision);
        automation_clock_set(&automation->clock, automation->stopping || again ? 0 : look->wake);
    }
    (void)automation_look_free(look);
    if (again && !failed)
        automation_look(automation);
}

void automation_look(struct automation *automation)
{
    if (!is_at_work(automation))
        return;
    if (automation->look) {
        automation->again = true;
        return;
    }
    automation->look = automation_look_new(automation, on_looked);
    if (!automation->look) {
        (void)timers_set(&automation->rpc->timers, &automation->retry, RETRY_MS);
        return;
    }
    automation->clock_was_set = automation->fresh = false;
    timers_unset(&automation->rpc->timers, &automation->retry);
    (void)store_write(automation->store, &automation->look->change);
}

/* --- what makes it look --- */

static void on_clock(struct automation_clock *clock, bool was_set)
{
    struct automation *automation = list_member(clock, struct automation, clock);
    automation->clock_was_set |= was_set;
    automation_look(automation);
}

static bool ends_a_task(unsigned kind)
{
    const struct event_type *type = kind < contract_event_count ? contract_events[kind] : NULL;
    return type == &event_task_completed_event || type == &event_task_failed_event ||
           type == &event_task_cancelled_event || type == &event_session_deleted_event;
}

void automation_events(struct automation *automation, const struct store_event *events, size_t count)
{
    const struct store_kinds *wanted = (const struct store_kinds *)automation->wanted;
    bool news = false;
    for (size_t i = 0; i < count && !news; i++)
        news = store_kinds_has(wanted, events[i].kind) || (automation->has_runs && ends_a_task(events[i].kind));
    if (news)
        automation_look(automation);
    files_events(automation, events, count);
}

/* --- lifetime --- */

int automation_init(struct automation *automation)
{
    list_init(&automation->orders);
    list_init(&automation->results);
    automation->retry.expired = on_retry;
    automation->fresh = automation->clock_was_set = true; /* perhaps, while no daemon ran */
    automation->zones = calloc(1, sizeof *automation->zones);
    if (!automation->zones)
        return -ENOMEM;
    return automation_clock_init(&automation->clock, automation->rpc->loop, &automation->rpc->timers, on_clock);
}

void automation_open(struct automation *automation)
{
    automation->open = true;
    files_open(automation);
    automation_look(automation);
}

void automation_stop(struct automation *automation)
{
    automation->stopping = true;
    timers_unset(&automation->rpc->timers, &automation->retry);
    automation_clock_set(&automation->clock, 0);
    tool_stop(automation);
}

void automation_clear(struct automation *automation)
{
    order_clear_all(automation);
    automation_clock_close(&automation->clock);
    if (automation->zones)
        zones_clear(automation->zones);
    free(automation->zones);
    automation->zones = NULL;
}
