/* Who waits for the end of tasks: a table of lists by the task's number. It grows with what is in it, and is given back
 * when nobody waits. */
#include <errno.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/task/run.h"
#include "daemon/task/transitions.h"
#include "daemon/task/waiters.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum { SLOTS_MIN = 16 };

/* A slot becomes a list when it is first looked at. */
static struct list *slot_at(const struct task_waiters *waiters, size_t index)
{
    struct list *slot = &waiters->slots[index];
    if (!slot->next || !slot->previous)
        list_init(slot);
    return slot;
}

static struct list *slot_of(const struct task_waiters *waiters, int64_t task)
{
    uint64_t hash = (uint64_t)task * UINT64_C(0x9e3779b97f4a7c15);
    return slot_at(waiters, (hash >> 32) & (waiters->slot_count - 1));
}

static int grow(struct task_waiters *waiters)
{
    if (waiters->count < waiters->slot_count)
        return 0;
    struct task_waiters grown = *waiters;
    grown.slot_count = waiters->slot_count ? 2 * waiters->slot_count : SLOTS_MIN;
    grown.slots = calloc(grown.slot_count, sizeof *grown.slots);
    if (!grown.slots)
        return -ENOMEM;
    for (size_t i = 0; i < waiters->slot_count; i++)
        for (struct list *slot = slot_at(waiters, i); !list_is_empty(slot);) {
            struct task_waiter *waiter = list_member(slot->next, struct task_waiter, link);
            list_remove(&waiter->link);
            list_append(slot_of(&grown, waiter->task), &waiter->link);
        }
    free(waiters->slots);
    *waiters = grown;
    return 0;
}

static void forget(struct task_waiters *waiters, struct task_waiter *waiter)
{
    list_remove(&waiter->link);
    if (--waiters->count > 0)
        return;
    free(waiters->slots);
    waiters->slots = NULL;
    waiters->slot_count = 0;
}

static void on_abandoned(struct call *call)
{
    struct task_queue *queue = task_queue_of(daemon_of(call));
    struct task_waiter *waiter = call->user;
    forget(&queue->waiters, waiter);
    waiter->gone(waiter);
}

int task_waiter_add(struct task_queue *queue, struct task_waiter *waiter, struct call *call)
{
    struct task_waiters *waiters = &queue->waiters;
    bool answered = call->answered;
    int r = answered ? -ECANCELED : grow(waiters);
    if (r == -ENOMEM)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "there is no memory to wait with");
    (void)call_drop(call); /* whoever answers it, or gives it up, frees it */
    if (r < 0)
        return r;
    waiter->call = call;
    call->abandoned = on_abandoned;
    call->user = waiter;
    list_append(slot_of(waiters, waiter->task), &waiter->link);
    waiters->count++;
    return 0;
}

void task_waiter_remove(struct task_queue *queue, struct task_waiter *waiter)
{
    waiter->call->abandoned = NULL;
    forget(&queue->waiters, waiter);
}

/* --- the end ---------------------------------------------------------------------------- */

/* An answer may close a connection, and that ends the wait of others: they are still in a list then. */
static void tell(struct task_queue *queue, struct list *due, int status, enum task_state state)
{
    while (!list_is_empty(due)) {
        struct task_waiter *waiter = list_member(due->next, struct task_waiter, link);
        task_waiter_remove(queue, waiter);
        waiter->ended(waiter, status, state);
    }
}

static void take(struct list *slot, int64_t task, int64_t session, struct list *due)
{
    for (struct list *link = slot->next, *next; link != slot; link = next) {
        struct task_waiter *waiter = list_member(link, struct task_waiter, link);
        next = link->next;
        if (task ? waiter->task == task : waiter->session == session) {
            list_remove(link);
            list_append(due, link);
        }
    }
}

void task_waiters_wake(struct task_queue *queue, int64_t task, enum task_state state)
{
    const struct task_waiters *waiters = &queue->waiters;
    struct list due;
    list_init(&due);
    if (waiters->slots)
        take(slot_of(waiters, task), task, 0, &due);
    tell(queue, &due, 0, state);
}

/* The tasks of a removed session have no end that an event would tell of. */
static void wake_session(struct task_queue *queue, int64_t session)
{
    const struct task_waiters *waiters = &queue->waiters;
    struct list due;
    list_init(&due);
    for (size_t i = 0; i < waiters->slot_count; i++)
        take(slot_at(waiters, i), 0, session, &due);
    tell(queue, &due, -ENOENT, TASK_STATE_CANCELLED);
}

void task_queue_events(struct task_queue *queue, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct event_type *type = contract_events[events[i].kind];
        enum task_state state = type == &event_task_completed_event   ? TASK_STATE_COMPLETED
                                : type == &event_task_failed_event    ? TASK_STATE_FAILED
                                : type == &event_task_cancelled_event ? TASK_STATE_CANCELLED
                                                                      : TASK_STATE_QUEUED;
        if (task_state_is_final(state)) {
            queue->waiters.ended++;
            task_waiters_wake(queue, events[i].task, state);
        } else if (type == &event_session_deleted_event) {
            queue->waiters.ended++;
            wake_session(queue, events[i].session);
        } else if (type == &event_task_updated_event) {
            task_limit_hear(queue, &events[i]);
        }
    }
}
