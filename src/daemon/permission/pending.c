/* Pending permission requests: the executor calls that wait for each one, its deadlines, and its end. One conditional
 * write decides between an answer, a timeout and a withdrawal; the event of that write makes the daemon answer the
 * executor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/all.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { ARENA_BYTES = 64 << 20, RETRY_MS = 1000 };

struct permission_asker {
    struct list link; /* in pending->askers */
    struct permission_pending *pending;
    struct call *call;
    permission_decided_fn decided; /* NULL: the call is a request_permission */
};

static void on_deadline(struct deadline *deadline);
static void answer_calls(struct permission_pending *pending, const struct permission_request *answer);

/* --- ending without an answer --- */

/* A write that ends a request. The request may be freed before it is done. */
struct end_write {
    struct store_change change;
    struct permissions *permissions;
    char id[ID_SIZE];
    bool forget;
    struct permission_request answer; /* its strings are constants */
    struct task_ids ids;
    char texts[]; /* the strings of `ids` */
};

static int apply_end(struct store_change *change, struct store_tx *tx)
{
    struct end_write *ending = list_member(change, struct end_write, change);
    int r = fault_point("permission.before_end");
    if (r == 0)
        r = task_question_answer(tx, &ending->ids, &ending->answer);
    if (r == 0)
        r = permission_audit_ended(tx, &ending->ids, &ending->answer);
    if (r == 0 && ending->forget)
        r = store_permission_forget_key(tx, slice_of(ending->id));
    return r;
}

/* An executor does not wait for a store that cannot be written: it gets the end now, and from then on only that end
 * can be stored. The exception is an answer that is queued behind this write; it may still succeed, and the executor
 * gets that one. */
static void on_ended(struct store_change *change)
{
    struct end_write *ending = list_member(change, struct end_write, change);
    struct permission_pending *pending = permission_pending_find(ending->permissions, slice_of(ending->id));
    if (pending && change->status < 0 && change->status != -ESTALE && change->status != -ENOENT) {
        log_warn("permission: cannot store the end of request %s, retrying: %s", pending->id,
                 strerror(-change->status));
        if (pending->answer < change->ticket) {
            pending->end_unstored = true;
            pending->forget = ending->forget;
            pending->given = ending->answer;
            pending->given.id = slice_of(pending->id);
            answer_calls(pending, &ending->answer);
        }
        permission_pending_watch(pending);
    } else if (pending && change->status == -ENOENT) {
        (void)permission_pending_free(pending);
    }
    free(ending);
}

static struct slice put_text(char **at, struct slice text)
{
    struct slice copy = {*at, text.size};
    memcpy(*at, text.data, text.size);
    *at += text.size;
    return copy;
}

static void end_unanswered(struct permission_pending *pending, enum permission_request_state state, const char *reason,
                           bool forget)
{
    struct permissions *permissions = pending->permissions;
    struct end_write *ending = calloc(1, sizeof *ending + pending->ids.id.size + pending->ids.session_id.size);
    if (!ending || !store_is_open(permissions->store)) {
        free(ending);
        (void)timers_set(&permissions->rpc->timers, &pending->deadline, RETRY_MS);
        return;
    }
    char *at = ending->texts;
    ending->permissions = permissions;
    memcpy(ending->id, pending->id, sizeof ending->id);
    ending->forget = forget;
    ending->ids = (struct task_ids){pending->ids.no, pending->ids.session_no, put_text(&at, pending->ids.id),
                                    put_text(&at, pending->ids.session_id)};
    ending->answer = (struct permission_request){
        .id = slice_of(ending->id),
        .state = state,
        .reason = slice_of(reason),
        .reason_is = FIELD_SET,
        .answered_at = clock_epoch_ms(),
        .answered_at_is = FIELD_SET,
    };
    ending->change = (struct store_change){.apply = apply_end, .done = on_ended};
    (void)store_write(permissions->store, &ending->change);
}

/* --- lifetime --- */

static int copy_row(struct permission_pending *pending, const struct task_ids *ids, const struct store_permission *row)
{
    struct arena *arena = &pending->arena;
    size_t deep = json_copy_size(&permission_request_shape, &row->record);
    void *block = arena_alloc(arena, deep + 1);
    pending->row = *row;
    pending->row.key = arena_copy(arena, row->key);
    pending->row.definition = arena_copy(arena, row->definition);
    pending->row.allowed = arena_copy(arena, row->allowed);
    pending->ids =
        (struct task_ids){ids->no, ids->session_no, arena_copy(arena, ids->id), arena_copy(arena, ids->session_id)};
    if (!block || !pending->row.key.data || !pending->row.definition.data || !pending->row.allowed.data ||
        !pending->ids.id.data || !pending->ids.session_id.data)
        return -ENOMEM;
    json_copy(&permission_request_shape, &row->record, &pending->row.record, block);
    pending->bytes = deep;
    if (row->record.id.size < sizeof pending->id)
        memcpy(pending->id, row->record.id.data ? row->record.id.data : "", row->record.id.size);
    pending->row.record.id = slice_of(pending->id);
    return 0;
}

struct permission_pending *permission_pending_new(struct permissions *permissions, const struct task_ids *ids,
                                                  const struct store_permission *row)
{
    struct permission_pending *pending = calloc(1, sizeof *pending);
    if (!pending)
        return NULL;
    pending->permissions = permissions;
    pending->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    list_init(&pending->askers);
    pending->deadline.expired = on_deadline;
    if (copy_row(pending, ids, row) < 0) {
        arena_clear(&pending->arena);
        free(pending);
        return NULL;
    }
    list_append(&permissions->pending, &pending->link);
    permissions->count++;
    permissions->bytes += pending->bytes;
    return pending;
}

struct permission_pending *permission_pending_free(struct permission_pending *pending)
{
    if (!pending)
        return NULL;
    struct permissions *permissions = pending->permissions;
    answer_calls(pending, &(struct permission_request){.state = PERMISSION_REQUEST_STATE_WITHDRAWN,
                                                       .reason = SLICE("withdrawn"),
                                                       .reason_is = FIELD_SET});
    timers_unset(&pending->permissions->rpc->timers, &pending->deadline);
    list_remove(&pending->link);
    permissions->count--;
    permissions->bytes -= pending->bytes;
    arena_clear(&pending->arena);
    free(pending);
    return NULL;
}

/* The id is empty until it is stored: the writer thread may be setting it at this moment. */
static struct slice id_of(const struct permission_pending *pending)
{
    return pending->stored ? slice_of(pending->id) : (struct slice){0};
}

/* --- finding --- */

struct permission_pending *permission_pending_find(const struct permissions *permissions, struct slice id)
{
    const struct list *all = &permissions->pending;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_pending *pending = list_member(link, struct permission_pending, link);
        if (pending->stored && slice_is(id, pending->id))
            return pending;
    }
    return NULL;
}

struct permission_pending *permission_pending_find_key(const struct permissions *permissions, int64_t task,
                                                       struct slice key)
{
    const struct list *all = &permissions->pending;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_pending *pending = list_member(link, struct permission_pending, link);
        struct slice own = pending->row.key.size > 0 ? pending->row.key : id_of(pending);
        if (pending->ids.no == task && own.size > 0 && slice_equal(own, key))
            return pending;
    }
    return NULL;
}

size_t permission_pending_count(const struct permissions *permissions, int64_t task)
{
    const struct list *all = &permissions->pending;
    size_t count = 0;
    for (const struct list *link = all->next; link != all; link = link->next)
        count += list_member(link, struct permission_pending, link)->ids.no == task;
    return count;
}

/* --- calls of the executor --- */

/* A call was abandoned: its connection is gone and the executor will ask again, or the executor cancelled it. */
static void on_abandoned(struct call *call)
{
    struct permission_asker *asker = call->user;
    struct permission_pending *pending = asker->pending;
    bool gone = call->peer->closed;
    list_remove(&asker->link);
    free(asker);
    if (gone || !list_is_empty(&pending->askers))
        return;
    pending->cancelled = true;
    if (pending->stored)
        end_unanswered(pending, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true);
}

int permission_pending_attach(struct permission_pending *pending, struct call *call, permission_decided_fn decided)
{
    size_t count = 0;
    for (const struct list *link = pending->askers.next; link != &pending->askers; link = link->next)
        count++;
    if (count >= PERMISSION_ASKERS)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE,
                         "%zu calls already wait for this request, which is the limit", count);
    struct permission_asker *asker = calloc(1, sizeof *asker);
    if (!asker)
        return -ENOMEM;
    asker->pending = pending;
    asker->decided = decided;
    int r = call->deferred ? 0 : call_defer(call, on_abandoned, asker, &call);
    if (r < 0) {
        free(asker);
        return r;
    }
    call->abandoned = on_abandoned;
    call->user = asker;
    asker->call = call;
    list_append(&pending->askers, &asker->link);
    pending->orphan_at = 0;
    return 0;
}

struct slice permission_pending_id_of(const struct call *call)
{
    bool waits = call->abandoned == on_abandoned; /* otherwise its paths are being resolved */
    return waits ? id_of(((const struct permission_asker *)call->user)->pending) : (struct slice){0};
}

static struct call *take_asker(struct permission_pending *pending, permission_decided_fn *ret_decided)
{
    if (list_is_empty(&pending->askers))
        return NULL;
    struct permission_asker *asker = list_member(pending->askers.next, struct permission_asker, link);
    struct call *call = asker->call;
    *ret_decided = asker->decided;
    list_remove(&asker->link);
    call->abandoned = NULL;
    free(asker);
    return call;
}

static void answer_calls(struct permission_pending *pending, const struct permission_request *answer)
{
    struct request_permission_result result = {
        .approved = answer->state == PERMISSION_REQUEST_STATE_ALLOWED,
        .reason = answer->reason,
        .reason_is = answer->reason_is,
        .note = answer->note,
        .note_is = answer->note_is,
    };
    permission_decided_fn decided;
    struct call *call;
    if (!list_is_empty(&pending->askers))
        (void)fault_point("permission.before_tell");
    while ((call = take_asker(pending, &decided)))
        if ((decided ? decided(call, &result, pending->row.record.mcp.definition)
                     : request_permission_reply(call, &result)) == 0)
            pending->delivered = true;
}

static void fail_askers(struct permission_pending *pending, int status)
{
    permission_decided_fn decided;
    struct call *call;
    while ((call = take_asker(pending, &decided)))
        (void)store_fail_call(pending->permissions->store, call, status);
}

/* --- deadlines --- */

struct ending {
    int64_t at_ms;      /* epoch time; INT64_MAX: never */
    int64_t longest_ms; /* the longest wait, in case the wall clock is set back */
    enum permission_request_state state;
    const char *reason;
    bool forget;
};

enum { ORPHAN_MS = 5000 };

/* The first event that would end the request. If the executor was told an end, that end must be stored. */
static struct ending next_ending(const struct permission_pending *pending)
{
    const struct store_permission *row = &pending->row;
    int64_t created_at = row->record.created_at;
    struct ending ending = {.at_ms = INT64_MAX};
    if (pending->end_unstored)
        return (struct ending){0, RETRY_MS, pending->given.state, pending->given.reason.data, pending->forget};
    if (pending->cancelled)
        return (struct ending){0, RETRY_MS, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true};
    if (row->timeout_at > 0)
        ending = (struct ending){row->timeout_at, row->timeout_at - created_at, PERMISSION_REQUEST_STATE_EXPIRED,
                                 "timeout", false};
    if (row->approver_at > 0 && row->approver_at < ending.at_ms)
        ending = (struct ending){row->approver_at, row->approver_at - created_at, PERMISSION_REQUEST_STATE_EXPIRED,
                                 "no_approver", false};
    if (pending->orphan_at > 0 && pending->orphan_at < ending.at_ms)
        ending =
            (struct ending){pending->orphan_at, ORPHAN_MS, PERMISSION_REQUEST_STATE_WITHDRAWN, "not_asked_again", true};
    return ending;
}

static void on_deadline(struct deadline *deadline)
{
    struct permission_pending *pending = list_member(deadline, struct permission_pending, deadline);
    struct ending ending = next_ending(pending);
    if (clock_epoch_ms() < ending.at_ms)
        permission_pending_watch(pending);
    else
        end_unanswered(pending, ending.state, ending.reason, ending.forget);
}

void permission_pending_watch(struct permission_pending *pending)
{
    struct timers *timers = &pending->permissions->rpc->timers;
    struct ending ending = next_ending(pending);
    if (!pending->stored)
        return;
    if (ending.at_ms == INT64_MAX) {
        timers_unset(timers, &pending->deadline);
        return;
    }
    int64_t left = ending.at_ms - clock_epoch_ms();
    if (left > ending.longest_ms)
        left = ending.longest_ms;
    if ((pending->end_unstored || pending->cancelled) && left < RETRY_MS)
        left = RETRY_MS;
    /* There would be no later attempt. */
    if (timers_set(timers, &pending->deadline, left > 0 ? (uint64_t)left : 0) < 0)
        end_unanswered(pending, ending.state, ending.reason, ending.forget);
}

void permission_pending_set_approver_seen(struct permission_pending *pending)
{
    pending->approver_seen = true;
    if (!pending->stored) /* the writer thread may be reading it */
        return;
    pending->row.approver_at = 0;
    store_permission_set_limit(&pending->row);
    permission_pending_watch(pending);
}

/* --- storing a request --- */

/* An answer about a tool of an MCP server holds for the definition that was shown. */
static bool is_same_tool(const struct store_permission *one, const struct store_permission *other)
{
    return one->record.mcp_is == other->record.mcp_is &&
           (one->record.mcp_is != FIELD_SET || slice_equal(one->record.mcp.definition, other->record.mcp.definition));
}

/* 1: the same request was answered before; pending->given is that answer, which is given only once more. */
static int find_repeated(struct permission_pending *pending, struct store_tx *tx)
{
    struct store_permission found;
    pending->repeated = false;
    if (pending->row.key.size == 0)
        return 0;
    int r = store_permission_find_key(tx, pending->ids.no, pending->row.key, &pending->arena, &found);
    if (r < 0)
        return r == -ENOENT ? 0 : r;
    if (!pending->reuses_id && memcmp(found.digest, pending->row.digest, sizeof found.digest) != 0)
        return -EEXIST;
    r = store_permission_forget_key(tx, found.record.id);
    /* A decision by rules was delivered at once, and the rules may have changed since, so it is not repeated. */
    if (r < 0 || pending->reuses_id || found.seq == 0 || !is_same_tool(&found, &pending->row))
        return r;
    pending->repeated = true;
    pending->given = found.record;
    return 1;
}

static int tell_requested(struct permission_pending *pending, struct store_tx *tx)
{
    const struct permission_request *record = &pending->row.record;
    int r = store_event_add(tx, &event_permission_requested_event, pending->ids.session_no, pending->ids.no,
                            &(struct event_permission_requested_params){.timestamp = record->created_at,
                                                                        .session_id = pending->ids.session_id,
                                                                        .task_id = pending->ids.id,
                                                                        .request = *record});
    if (r == 0)
        r = store_permission_note_event(tx, &pending->row);
    if (r == 0)
        r = task_transition_waiting(tx, &pending->ids, true, record->created_at);
    return r == -ESTALE ? 0 : r; /* the task waits already */
}

static int apply_request(struct store_change *change, struct store_tx *tx)
{
    struct permission_pending *pending = list_member(change, struct permission_pending, change);
    int r = fault_point("permission.before_add");
    if (r == 0)
        r = find_repeated(pending, tx);
    if (r == 0)
        r = store_permission_add(tx, &pending->arena, &pending->row, pending->id);
    else if (r > 0)
        return 0;
    return r < 0 ? r : tell_requested(pending, tx);
}

static void refuse(struct permission_pending *pending, struct slice reason)
{
    answer_calls(pending, &(struct permission_request){
                              .state = PERMISSION_REQUEST_STATE_DENIED, .reason = reason, .reason_is = FIELD_SET});
}

/* The events of the group follow. One of them may be an answer to this request. */
static void on_request_stored(struct store_change *change)
{
    struct permission_pending *pending = list_member(change, struct permission_pending, change);
    (void)fault_point("permission.added");
    if (change->status == 0 && !pending->repeated) {
        pending->stored = true;
        if (pending->cancelled)
            end_unanswered(pending, PERMISSION_REQUEST_STATE_WITHDRAWN, "cancelled", true);
        else if (pending->approver_seen && pending->row.approver_at > 0)
            permission_clear_approver_limits(pending->permissions);
        else
            permission_pending_watch(pending);
        return;
    }
    if (change->status == 0)
        answer_calls(pending, &pending->given);
    else if (change->status == -ESTALE)
        refuse(pending, SLICE("withdrawn"));
    else if (change->status == -EEXIST)
        refuse(pending, SLICE("request_id_reused"));
    else
        fail_askers(pending, change->status);
    (void)permission_pending_free(pending);
}

void permission_pending_store(struct permission_pending *pending)
{
    if (pending->approver_seen) {
        pending->row.approver_at = 0;
        store_permission_set_limit(&pending->row);
    }
    pending->change = (struct store_change){.apply = apply_request, .done = on_request_stored};
    (void)store_write(pending->permissions->store, &pending->change);
}

/* --- using up the id --- */

static int use_up(struct store_change *change, struct store_tx *tx)
{
    struct permission_pending *pending = list_member(change, struct permission_pending, change);
    int r = fault_point("permission.before_use_up");
    return r < 0 ? r : store_permission_forget_key(tx, slice_of(pending->id));
}

static void write_used_up(struct permission_pending *pending);

static void on_retry(struct deadline *deadline)
{
    write_used_up(list_member(deadline, struct permission_pending, deadline));
}

static void retry_later(struct permission_pending *pending)
{
    pending->deadline.expired = on_retry;
    if (timers_set(&pending->permissions->rpc->timers, &pending->deadline, RETRY_MS) < 0)
        (void)permission_pending_free(pending);
}

static void on_used_up(struct store_change *change)
{
    struct permission_pending *pending = list_member(change, struct permission_pending, change);
    if (change->status < 0)
        retry_later(pending);
    else
        (void)permission_pending_free(pending);
}

static void write_used_up(struct permission_pending *pending)
{
    const struct permissions *permissions = pending->permissions;
    if (!store_is_open(permissions->store)) {
        retry_later(pending);
        return;
    }
    pending->change = (struct store_change){.apply = use_up, .done = on_used_up};
    (void)store_write(permissions->store, &pending->change);
}

static void close_pending(struct permission_pending *pending)
{
    if (!pending->delivered || pending->row.key.size == 0) {
        (void)permission_pending_free(pending);
        return;
    }
    timers_unset(&pending->permissions->rpc->timers, &pending->deadline);
    list_remove(&pending->link);
    list_append(&pending->permissions->over, &pending->link);
    write_used_up(pending);
}

bool permission_pending_is_used_up(const struct permissions *permissions, int64_t task, struct slice key)
{
    const struct list *all = &permissions->over;
    for (struct list *link = all->next; link != all; link = link->next) {
        const struct permission_pending *pending = list_member(link, struct permission_pending, link);
        if (pending->ids.no == task && slice_equal(pending->row.key, key))
            return true;
    }
    return false;
}

/* --- reconnect of the executor --- */

void permission_executor_reconnected(struct permissions *permissions, struct slice task_id)
{
    struct list *all = &permissions->pending;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_pending *pending = list_member(link, struct permission_pending, link);
        if (!pending->stored || !slice_equal(pending->ids.id, task_id) || !list_is_empty(&pending->askers))
            continue;
        /* A request without an id cannot be recognized when it is repeated, so it is withdrawn at once. */
        pending->orphan_at = clock_epoch_ms() + (pending->row.key.size > 0 ? ORPHAN_MS : 0);
        permission_pending_watch(pending);
    }
}

/* --- stored end --- */

static void handle_resolved(struct permissions *permissions, const struct event_permission_resolved_params *params)
{
    struct permission_pending *pending = permission_pending_find(permissions, params->request_id);
    if (!pending)
        return;
    answer_calls(pending, &(struct permission_request){.state = params->state,
                                                       .reason = params->reason,
                                                       .reason_is = FIELD_SET,
                                                       .note = params->note,
                                                       .note_is = params->note_is});
    close_pending(pending);
}

void permission_events(struct permissions *permissions, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && permissions->count > 0; i++)
        if (contract_events[events[i].kind] == &event_permission_resolved_event)
            handle_resolved(permissions, events[i].params);
}
