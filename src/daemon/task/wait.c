/* Waiting for the end of tasks: the table of waiters, and task.wait. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contract/all.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/client/client.h"
#include "daemon/store/request.h"
#include "daemon/task/run.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- the table of waiters --- */

enum { SLOTS_MIN = 16 };

/* Slots are initialized when they are first used. */
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

static void remove_waiter(struct task_waiters *waiters, struct task_waiter *waiter)
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
    struct task_queue *queue = task_queue_of(call);
    struct task_waiter *waiter = call->user;
    remove_waiter(&queue->waiters, waiter);
    waiter->gone(waiter);
}

int task_waiter_add(struct task_queue *queue, struct task_waiter *waiter, struct call *call)
{
    struct task_waiters *waiters = &queue->waiters;
    bool answered = call->answered;
    int r = answered ? -ECANCELED : grow(waiters);
    if (r == -ENOMEM)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "out of memory for the wait");
    (void)call_drop(call); /* no longer held: answering or abandoning the call frees it */
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
    remove_waiter(&queue->waiters, waiter);
}

/* --- end of a task --- */

/* A response may close a connection, which abandons other calls, so the other waiters must be in a list. */
static void call_waiters(struct task_queue *queue, struct list *due, int status, enum task_state state)
{
    while (!list_is_empty(due)) {
        struct task_waiter *waiter = list_member(due->next, struct task_waiter, link);
        task_waiter_remove(queue, waiter);
        waiter->ended(waiter, status, state);
    }
}

static void collect(struct list *slot, int64_t task, int64_t session, struct list *due)
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

/* The task is in a final state: calls all its waiters. */
static void wake_task(struct task_queue *queue, int64_t task, enum task_state state)
{
    const struct task_waiters *waiters = &queue->waiters;
    struct list due;
    list_init(&due);
    if (waiters->slots)
        collect(slot_of(waiters, task), task, 0, &due);
    call_waiters(queue, &due, 0, state);
}

/* The tasks of a deleted session get no event of their own. */
static void wake_session(struct task_queue *queue, int64_t session)
{
    const struct task_waiters *waiters = &queue->waiters;
    struct list due;
    list_init(&due);
    for (size_t i = 0; i < waiters->slot_count; i++)
        collect(slot_at(waiters, i), 0, session, &due);
    call_waiters(queue, &due, -ENOENT, TASK_STATE_CANCELLED);
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
            wake_task(queue, events[i].task, state);
        } else if (type == &event_session_deleted_event) {
            queue->waiters.ended++;
            wake_session(queue, events[i].session);
        } else if (type == &event_task_updated_event) {
            task_limit_handle_event(queue, &events[i]);
        }
    }
}

/* --- task.wait --- */

enum { ARENA_BYTES = 64 << 20 };

struct waiting {
    struct task_waiter waiter;
    struct task_queue *queue;
    struct deadline deadline;
};

static struct slice task_id_of(const struct call *call)
{
    return ((const struct task_wait_params *)call->params)->task_id;
}

/* --- lookups --- */

/* A lookup of a task, for all calls in `waiters`, which are held meanwhile. If there are none, it checks whether the
 * task has ended. */
struct task_lookup {
    struct store_query query;
    struct task_queue *queue;
    struct arena arena;
    struct store_task task;
    int64_t no;
    struct list waiters; /* struct waiting, by waiter.link */
    struct slice id;     /* stored behind the struct */
};

static int find(struct store_query *query, struct store_tx *tx)
{
    struct task_lookup *lookup = list_member(query, struct task_lookup, query);
    return store_task_find(tx, lookup->id, &lookup->arena, &lookup->task);
}

static int fail(struct task_queue *queue, struct call *call, int status, bool failed)
{
    if (failed || status == -ENOMEM)
        return store_fail_call(queue->store, call, status);
    struct slice id = task_id_of(call);
    if (status == -ENOENT)
        return call_fail(call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(id));
    return call_fail(call, ERROR_INTERNAL_ERROR, "task %.*s: %s", SLICE_ARG(id), strerror(-status));
}

static void answer(struct task_lookup *lookup)
{
    const struct store_query *query = &lookup->query;
    while (!list_is_empty(&lookup->waiters)) {
        struct waiting *waiting = list_member(lookup->waiters.next, struct waiting, waiter.link);
        struct call *call = waiting->waiter.call;
        list_remove(&waiting->waiter.link);
        free(waiting);
        if (query->status < 0)
            (void)fail(lookup->queue, call, query->status, query->failed);
        else
            (void)task_wait_reply(call, &lookup->task.record);
        (void)call_drop(call);
    }
}

static void on_looked(struct store_query *query)
{
    struct task_lookup *lookup = list_member(query, struct task_lookup, query);
    struct task_queue *queue = lookup->queue;
    if (queue->lookup == lookup)
        queue->lookup = NULL;
    bool nobody = list_is_empty(&lookup->waiters);
    answer(lookup);
    /* If the task was deleted with its session, each waiter looks it up again and reports that. */
    bool over = query->status == 0 ? task_state_is_final(lookup->task.record.state) : query->status == -ENOENT;
    if (nobody && over)
        wake_task(queue, lookup->no, lookup->task.record.state);
    arena_clear(&lookup->arena);
    free(lookup);
}

/* `first` may be NULL. */
static int start_lookup(struct task_queue *queue, struct slice id, int64_t no, struct waiting *first,
                        struct task_lookup **ret_look)
{
    struct task_lookup *lookup = malloc(sizeof *lookup + id.size);
    if (!lookup)
        return -ENOMEM;
    *lookup = (struct task_lookup){
        .query = {.run = find, .done = on_looked},
        .queue = queue,
        .arena = ARENA_LIMITED(ARENA_BYTES),
        .no = no,
        .id = {(const char *)(lookup + 1), id.size},
    };
    memcpy(lookup + 1, id.data, id.size);
    list_init(&lookup->waiters);
    if (first)
        list_append(&lookup->waiters, &first->waiter.link);
    store_read(queue->store, &lookup->query);
    *ret_look = lookup;
    return 0;
}

/* --- end, timeout and disconnect --- */

/* The waiter is in no list. Its call is held now, so it is always answered here. */
static void look_up_for(struct waiting *waiting, struct task_lookup **share)
{
    struct task_queue *queue = waiting->queue;
    struct call *call = waiting->waiter.call;
    struct task_lookup *lookup = share ? *share : NULL;
    timers_unset(&queue->rpc->timers, &waiting->deadline);
    call_hold(call);
    if (lookup && lookup->no == waiting->waiter.task) {
        list_append(&lookup->waiters, &waiting->waiter.link);
        return;
    }
    int r = start_lookup(queue, task_id_of(call), waiting->waiter.task, waiting, &lookup);
    if (r == 0 && share)
        *share = lookup;
    if (r < 0) {
        free(waiting);
        (void)fail(queue, call, r, false);
        (void)call_drop(call);
    }
}

static void on_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    struct waiting *waiting = list_member(waiter, struct waiting, waiter);
    (void)state; /* the lookup returns the complete task */
    if (status == 0) {
        look_up_for(waiting, &waiting->queue->lookup);
        return;
    }
    timers_unset(&waiting->queue->rpc->timers, &waiting->deadline);
    (void)fail(waiting->queue, waiter->call, status, false);
    free(waiting);
}

static void on_gone(struct task_waiter *waiter)
{
    struct waiting *waiting = list_member(waiter, struct waiting, waiter);
    timers_unset(&waiting->queue->rpc->timers, &waiting->deadline);
    free(waiting);
}

static void on_deadline(struct deadline *deadline)
{
    struct waiting *waiting = list_member(deadline, struct waiting, deadline);
    task_waiter_remove(waiting->queue, &waiting->waiter);
    look_up_for(waiting, NULL);
}

struct task_wait_params task_wait_left(const struct call *call)
{
    const struct waiting *waiting = list_member(call->user, struct waiting, waiter);
    struct task_wait_params params = *(const struct task_wait_params *)call->params;
    uint64_t now = uv_now(waiting->queue->rpc->loop), at = waiting->deadline.at;
    if (params.timeout_ms_is == FIELD_SET)
        params.timeout_ms = at > now ? (int64_t)(at - now) : 0;
    return params;
}

/* --- start --- */

/* stored in request->more */
struct beginning {
    uint64_t ended; /* how many tasks had ended when the call arrived */
    int64_t task, session;
    const struct task_record *answer; /* NULL: not final yet */
};

/* Keeps only the numbers of a task that is not final, because thousands of calls may wait. */
static int begin(struct store_request *request, struct store_tx *tx)
{
    struct beginning *beginning = request->more;
    const struct task_wait_params *params = request->call->params;
    bool at_once = params->timeout_ms_is == FIELD_SET && params->timeout_ms == 0;
    struct store_task *task = arena_alloc(&request->arena, sizeof *task);
    int r = task ? store_task_find(tx, params->task_id, &request->arena, task) : -ENOMEM;
    if (r < 0)
        return r;
    beginning->task = task->no;
    beginning->session = task->session_no;
    if (at_once || task_state_is_final(task->record.state))
        beginning->answer = &task->record;
    else
        arena_clear(&request->arena);
    return 0;
}

static void wait(struct store_request *request)
{
    const struct beginning *beginning = request->more;
    const struct task_wait_params *params = request->call->params;
    struct task_queue *queue = task_queue_of(request->call);
    struct waiting *waiting = malloc(sizeof *waiting);
    struct task_lookup *lookup = NULL;
    int r = 0;
    if (!waiting) {
        (void)fail(queue, request->call, -ENOMEM, false);
        return;
    }
    *waiting = (struct waiting){
        .waiter = {.task = beginning->task, .session = beginning->session, .ended = on_ended, .gone = on_gone},
        .queue = queue,
        .deadline = {.expired = on_deadline},
    };
    bool timed = params->timeout_ms_is == FIELD_SET;
    uint64_t timeout_ms = timed ? (uint64_t)params->timeout_ms : 0;
    if (task_waiter_add(queue, &waiting->waiter, store_request_keep_call(request)) < 0) {
        free(waiting);
        return;
    }
    if (timed)
        r = timers_set(&queue->rpc->timers, &waiting->deadline, timeout_ms);
    if (r == 0 && beginning->ended != queue->waiters.ended)
        r = start_lookup(queue, params->task_id, beginning->task, NULL, &lookup);
    if (r < 0) {
        task_waiter_remove(queue, &waiting->waiter);
        on_ended(&waiting->waiter, r, TASK_STATE_QUEUED);
    }
}

static void decide(struct store_request *request)
{
    const struct beginning *beginning = request->more;
    if (request->status < 0)
        (void)fail(task_queue_of(request->call), request->call, request->status, false);
    else if (beginning->answer)
        (void)task_wait_reply(request->call, beginning->answer);
    else
        wait(request);
}

int task_wait(struct call *call, const struct task_wait_params *params)
{
    (void)params; /* the call's copy is used later */
    struct beginning beginning = {.ended = task_queue_of(call)->waiters.ended};
    return store_request_read_with(call, &beginning, sizeof beginning, begin, decide);
}
