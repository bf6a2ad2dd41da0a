/* Requests that wait for people, and the calls that wait for them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { ARENA_BYTES = 64 << 20, AGAIN_MS = 1000 };

struct permission_asker {
    struct list link; /* in wait->askers */
    struct permission_wait *wait;
    struct call *call;
};

static void on_deadline(struct deadline *deadline);

/* --- life -------------------------------------------------------------------------------- */

static int copy_row(struct permission_wait *wait, const struct task_ids *place, const struct store_permission *row)
{
    struct arena *arena = &wait->arena;
    size_t deep = json_copy_size(&permission_request_shape, &row->record);
    void *block = arena_alloc(arena, deep + 1);
    wait->row = *row;
    wait->row.key = arena_copy(arena, row->key);
    wait->place = (struct task_ids){place->no, place->session_no, arena_copy(arena, place->id),
                                    arena_copy(arena, place->session_id)};
    if (!block || !wait->row.key.data || !wait->place.id.data || !wait->place.session_id.data)
        return -ENOMEM;
    json_copy(&permission_request_shape, &row->record, &wait->row.record, block);
    wait->bytes = deep;
    if (row->record.id.size < sizeof wait->id)
        memcpy(wait->id, row->record.id.data ? row->record.id.data : "", row->record.id.size);
    wait->row.record.id = slice_of(wait->id);
    return 0;
}

struct permission_wait *permission_wait_new(struct permissions *permissions, const struct task_ids *place,
                                            const struct store_permission *row)
{
    struct permission_wait *wait = calloc(1, sizeof *wait);
    if (!wait)
        return NULL;
    wait->permissions = permissions;
    wait->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    list_init(&wait->askers);
    wait->deadline.expired = on_deadline;
    if (copy_row(wait, place, row) < 0) {
        arena_clear(&wait->arena);
        free(wait);
        return NULL;
    }
    list_append(&permissions->waits, &wait->link);
    permissions->count++;
    permissions->bytes += wait->bytes;
    return wait;
}

struct permission_wait *permission_wait_free(struct permission_wait *wait)
{
    if (!wait)
        return NULL;
    struct permissions *permissions = wait->permissions;
    permission_wait_answer(wait, &(struct permission_request){.state = PERMISSION_REQUEST_STATE_WITHDRAWN,
                                                              .reason = SLICE("withdrawn"),
                                                              .reason_is = FIELD_SET});
    timers_unset(&wait->permissions->rpc->timers, &wait->deadline);
    list_remove(&wait->link);
    permissions->count--;
    permissions->bytes -= wait->bytes;
    arena_clear(&wait->arena);
    free(wait);
    return NULL;
}

/* Until it is stored, the writer may be making it at this moment. */
static struct slice id_of(const struct permission_wait *wait)
{
    return wait->stored ? slice_of(wait->id) : (struct slice){0};
}

/* --- finding ------------------------------------------------------------------------------ */

struct permission_wait *permission_wait_find(const struct permissions *permissions, struct slice id)
{
    const struct list *all = &permissions->waits;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_wait *wait = list_member(link, struct permission_wait, link);
        if (wait->stored && slice_is(id, wait->id))
            return wait;
    }
    return NULL;
}

struct permission_wait *permission_wait_find_key(const struct permissions *permissions, int64_t task, struct slice key)
{
    const struct list *all = &permissions->waits;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_wait *wait = list_member(link, struct permission_wait, link);
        struct slice own = wait->row.key.size > 0 ? wait->row.key : id_of(wait);
        if (wait->place.no == task && own.size > 0 && slice_equal(own, key))
            return wait;
    }
    return NULL;
}

size_t permission_wait_count(const struct permissions *permissions, int64_t task)
{
    const struct list *all = &permissions->waits;
    size_t count = 0;
    for (const struct list *link = all->next; link != all; link = link->next)
        count += list_member(link, struct permission_wait, link)->place.no == task;
    return count;
}

/* --- the executor's calls ------------------------------------------------------------------- */

/* Its connection is gone: it asks again on the next one. Or it does not want to know any more. */
static void on_abandoned(struct call *call)
{
    struct permission_asker *asker = call->user;
    struct permission_wait *wait = asker->wait;
    bool gone = call->peer->closed;
    list_remove(&asker->link);
    free(asker);
    if (gone || !list_is_empty(&wait->askers))
        return;
    wait->unwanted = true;
    if (wait->stored)
        permission_end(wait, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true);
}

int permission_wait_attach(struct permission_wait *wait, struct call *call)
{
    size_t count = 0;
    for (const struct list *link = wait->askers.next; link != &wait->askers; link = link->next)
        count++;
    if (count >= PERMISSION_ASKERS)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "this was asked %zu times already, and waits", count);
    struct permission_asker *asker = calloc(1, sizeof *asker);
    if (!asker)
        return -ENOMEM;
    asker->wait = wait;
    int r = call->deferred ? 0 : call_defer(call, on_abandoned, asker, &call);
    if (r < 0) {
        free(asker);
        return r;
    }
    call->abandoned = on_abandoned;
    call->user = asker;
    asker->call = call;
    list_append(&wait->askers, &asker->link);
    wait->orphan_at = 0;
    return 0;
}

struct slice permission_wait_id_of(const struct call *call)
{
    bool waits = call->abandoned == on_abandoned; /* else its paths are being looked up */
    return waits ? id_of(((const struct permission_asker *)call->user)->wait) : (struct slice){0};
}

static struct call *take_asker(struct permission_wait *wait)
{
    if (list_is_empty(&wait->askers))
        return NULL;
    struct permission_asker *asker = list_member(wait->askers.next, struct permission_asker, link);
    struct call *call = asker->call;
    list_remove(&asker->link);
    call->abandoned = NULL;
    free(asker);
    return call;
}

void permission_wait_answer(struct permission_wait *wait, const struct permission_request *answer)
{
    struct request_permission_result result = {
        .approved = answer->state == PERMISSION_REQUEST_STATE_ALLOWED,
        .reason = answer->reason,
        .reason_is = answer->reason_is,
        .note = answer->note,
        .note_is = answer->note_is,
    };
    struct call *call;
    if (!list_is_empty(&wait->askers))
        (void)fault_point("permission.before_tell");
    while ((call = take_asker(wait)))
        if (request_permission_reply(call, &result) == 0)
            wait->told = true;
}

static void fail_askers(struct permission_wait *wait, int status)
{
    struct call *call;
    while ((call = take_asker(wait)))
        (void)store_fail_call(wait->permissions->store, call, status);
}

/* --- when it ends by itself ------------------------------------------------------------------ */

struct ending {
    int64_t at_ms;   /* INT64_MAX: never */
    int64_t most_ms; /* the wall's clock may be set back: it is waited for no longer than this */
    enum permission_request_state state;
    const char *reason;
    bool forget;
};

enum { ORPHAN_MS = 5000 };

/* The first of what would end it. What the executor was told is what is stored, once that is possible. */
static struct ending next_ending(const struct permission_wait *wait)
{
    const struct store_permission *row = &wait->row;
    int64_t created_at = row->record.created_at;
    struct ending ending = {.at_ms = INT64_MAX};
    if (wait->unheard)
        return (struct ending){0, AGAIN_MS, wait->given.state, wait->given.reason.data, wait->forget};
    if (wait->unwanted)
        return (struct ending){0, AGAIN_MS, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true};
    if (row->timeout_at > 0)
        ending = (struct ending){row->timeout_at, row->timeout_at - created_at, PERMISSION_REQUEST_STATE_EXPIRED,
                                 "timeout", false};
    if (row->approver_at > 0 && row->approver_at < ending.at_ms)
        ending = (struct ending){row->approver_at, row->approver_at - created_at, PERMISSION_REQUEST_STATE_EXPIRED,
                                 "no_approver", false};
    if (wait->orphan_at > 0 && wait->orphan_at < ending.at_ms)
        ending =
            (struct ending){wait->orphan_at, ORPHAN_MS, PERMISSION_REQUEST_STATE_WITHDRAWN, "not_asked_again", true};
    return ending;
}

static void on_deadline(struct deadline *deadline)
{
    struct permission_wait *wait = list_member(deadline, struct permission_wait, deadline);
    struct ending ending = next_ending(wait);
    if (clock_epoch_ms() < ending.at_ms)
        permission_wait_watch(wait);
    else
        permission_end(wait, ending.state, ending.reason, ending.forget);
}

void permission_wait_watch(struct permission_wait *wait)
{
    struct timers *timers = &wait->permissions->rpc->timers;
    struct ending ending = next_ending(wait);
    if (!wait->stored)
        return;
    if (ending.at_ms == INT64_MAX) {
        timers_unset(timers, &wait->deadline);
        return;
    }
    int64_t left = ending.at_ms - clock_epoch_ms();
    if (left > ending.most_ms)
        left = ending.most_ms;
    if ((wait->unheard || wait->unwanted) && left < AGAIN_MS)
        left = AGAIN_MS;
    if (timers_set(timers, &wait->deadline, left > 0 ? (uint64_t)left : 0) < 0) /* nobody would do it later */
        permission_end(wait, ending.state, ending.reason, ending.forget);
}

void permission_wait_heard(struct permission_wait *wait)
{
    wait->heard = true;
    if (!wait->stored) /* the writer may be looking at it */
        return;
    wait->row.approver_at = 0;
    store_permission_set_limit(&wait->row);
    permission_wait_watch(wait);
}

/* --- storing it -------------------------------------------------------------------------------- */

/* 1: the same was asked before, and *wait has its answer, which is given this once. */
static int find_repeated(struct permission_wait *wait, struct store_tx *tx)
{
    struct store_permission found;
    wait->repeated = false;
    if (wait->row.key.size == 0)
        return 0;
    int r = store_permission_find_key(tx, wait->place.no, wait->row.key, &wait->arena, &found);
    if (r < 0)
        return r == -ENOENT ? 0 : r;
    if (!wait->anew && memcmp(found.digest, wait->row.digest, sizeof found.digest) != 0)
        return -EEXIST;
    r = store_permission_forget_key(tx, found.record.id);
    /* What was decided at once was told at once, and by rules that may be others by now. */
    if (r < 0 || wait->anew || found.seq == 0)
        return r;
    wait->repeated = true;
    wait->given = found.record;
    return 1;
}

static int tell_requested(struct permission_wait *wait, struct store_tx *tx)
{
    const struct permission_request *record = &wait->row.record;
    int r = store_event_add(tx, &event_permission_requested_event, wait->place.session_no, wait->place.no,
                            &(struct event_permission_requested_params){.timestamp = record->created_at,
                                                                        .session_id = wait->place.session_id,
                                                                        .task_id = wait->place.id,
                                                                        .request = *record});
    if (r == 0)
        r = store_permission_note_event(tx, &wait->row);
    if (r == 0)
        r = task_transition_waiting(tx, &wait->place, true, record->created_at);
    return r == -ESTALE ? 0 : r; /* it waits already */
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct permission_wait *wait = list_member(change, struct permission_wait, change);
    int r = fault_point("permission.before_add");
    if (r == 0)
        r = find_repeated(wait, tx);
    if (r == 0)
        r = store_permission_add(tx, &wait->row, wait->id);
    else if (r > 0)
        return 0;
    return r < 0 ? r : tell_requested(wait, tx);
}

static void refuse(struct permission_wait *wait, struct slice reason)
{
    permission_wait_answer(wait, &(struct permission_request){.state = PERMISSION_REQUEST_STATE_DENIED,
                                                              .reason = reason,
                                                              .reason_is = FIELD_SET});
}

/* The events of the group follow: whoever ended it meanwhile is told of there. */
static void on_stored(struct store_change *change)
{
    struct permission_wait *wait = list_member(change, struct permission_wait, change);
    (void)fault_point("permission.added");
    if (change->status == 0 && !wait->repeated) {
        wait->stored = true;
        if (wait->unwanted)
            permission_end(wait, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true);
        else if (wait->heard && wait->row.approver_at > 0)
            permission_approver_heard(wait->permissions);
        else
            permission_wait_watch(wait);
        return;
    }
    if (change->status == 0)
        permission_wait_answer(wait, &wait->given);
    else if (change->status == -ESTALE)
        refuse(wait, SLICE("withdrawn"));
    else if (change->status == -EEXIST)
        refuse(wait, SLICE("request_id_reused"));
    else
        fail_askers(wait, change->status);
    (void)permission_wait_free(wait);
}

void permission_wait_store(struct permission_wait *wait)
{
    if (wait->heard) {
        wait->row.approver_at = 0;
        store_permission_set_limit(&wait->row);
    }
    wait->change = (struct store_change){.apply = apply, .done = on_stored};
    (void)store_write(wait->permissions->store, &wait->change);
}

/* --- it is over ----------------------------------------------------------------------------------- */

static int use_up(struct store_change *change, struct store_tx *tx)
{
    struct permission_wait *wait = list_member(change, struct permission_wait, change);
    int r = fault_point("permission.before_use_up");
    return r < 0 ? r : store_permission_forget_key(tx, slice_of(wait->id));
}

static void write_over(struct permission_wait *wait);

static void on_again(struct deadline *deadline)
{
    write_over(list_member(deadline, struct permission_wait, deadline));
}

static void write_again(struct permission_wait *wait)
{
    wait->deadline.expired = on_again;
    if (timers_set(&wait->permissions->rpc->timers, &wait->deadline, AGAIN_MS) < 0)
        (void)permission_wait_free(wait);
}

static void on_used_up(struct store_change *change)
{
    struct permission_wait *wait = list_member(change, struct permission_wait, change);
    if (change->status < 0)
        write_again(wait);
    else
        (void)permission_wait_free(wait);
}

static void write_over(struct permission_wait *wait)
{
    const struct permissions *permissions = wait->permissions;
    if (!store_is_open(permissions->store)) {
        write_again(wait);
        return;
    }
    wait->change = (struct store_change){.apply = use_up, .done = on_used_up};
    (void)store_write(permissions->store, &wait->change);
}

void permission_wait_over(struct permission_wait *wait)
{
    if (!wait->told || wait->row.key.size == 0) {
        (void)permission_wait_free(wait);
        return;
    }
    timers_unset(&wait->permissions->rpc->timers, &wait->deadline);
    list_remove(&wait->link);
    list_append(&wait->permissions->over, &wait->link);
    write_over(wait);
}

bool permission_wait_is_used_up(const struct permissions *permissions, int64_t task, struct slice key)
{
    const struct list *all = &permissions->over;
    for (struct list *link = all->next; link != all; link = link->next) {
        const struct permission_wait *wait = list_member(link, struct permission_wait, link);
        if (wait->place.no == task && slice_equal(wait->row.key, key))
            return true;
    }
    return false;
}

/* --- the executor is back -------------------------------------------------------------------------- */

void permission_executor_back(struct permissions *permissions, struct slice task_id)
{
    struct list *all = &permissions->waits;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_wait *wait = list_member(link, struct permission_wait, link);
        if (!wait->stored || !slice_equal(wait->place.id, task_id) || !list_is_empty(&wait->askers))
            continue;
        /* Without an id of its own nothing can show that a call is the same once more. */
        wait->orphan_at = clock_epoch_ms() + (wait->row.key.size > 0 ? ORPHAN_MS : 0);
        permission_wait_watch(wait);
    }
}
