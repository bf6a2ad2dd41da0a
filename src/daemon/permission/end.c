/* The end of a request: somebody answered, nobody did, or it is not wanted any more. One conditional write decides; its
 * event tells everybody, and makes the daemon answer the executor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/all.h"
#include "daemon/daemon.h"
#include "daemon/permission/internal.h"
#include "json/decode.h"
#include "json/read.h"

enum { ARENA_BYTES = 16 << 20, AGAIN_MS = 1000 };

/* --- on the writer -------------------------------------------------------------------- */

static int tell_resolved(struct store_tx *tx, const struct task_place *place, const struct permission_request *answer)
{
    return store_event_add(tx, &event_permission_resolved_event, place->session_no, place->no,
                           &(struct event_permission_resolved_params){
                               .timestamp = answer->answered_at,
                               .session_id = place->session_id,
                               .task_id = place->id,
                               .request_id = answer->id,
                               .state = answer->state,
                               .reason = answer->reason,
                               .note = answer->note,
                               .note_is = answer->note_is,
                               .answered_by = answer->answered_by,
                               .answered_by_is = answer->answered_by_is,
                           });
}

int permission_resolve(struct store_tx *tx, const struct task_place *place, const struct permission_request *answer)
{
    int r = store_permission_resolve(tx, answer);
    if (r == 0)
        r = tell_resolved(tx, place, answer);
    if (r == 0)
        r = store_permission_is_pending(tx, place->no);
    if (r != 0)
        return r < 0 ? r : 0;
    r = task_move_waiting(tx, place, false, answer->answered_at);
    return r == -ESTALE ? 0 : r; /* it is to stop */
}

/* The task is on its way to another state, which is why it does not go back to running. */
int permission_withdraw(struct store_tx *tx, const struct task_place *place, int64_t now_ms)
{
    struct arena arena = ARENA_LIMITED(1 << 30);
    struct store_permissions found = {0};
    int r = store_permission_is_pending(tx, place->no);
    if (r <= 0)
        return r;
    r = store_permission_pending(tx, place->no, &arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        struct permission_request *answer = &found.items[i].record;
        answer->state = PERMISSION_REQUEST_STATE_WITHDRAWN;
        answer->reason = SLICE("withdrawn");
        answer->answered_at = now_ms;
        answer->reason_is = answer->answered_at_is = FIELD_SET;
        r = store_permission_resolve(tx, answer);
        if (r == 0)
            r = tell_resolved(tx, place, answer);
    }
    arena_clear(&arena);
    return r;
}

/* --- without an answer ------------------------------------------------------------------ */

/* The request may be gone before this is written. */
struct ending {
    struct store_change change;
    struct daemon *daemon;
    char id[ID_SIZE];
    bool forget;
    struct permission_request answer; /* its texts are constants */
    struct task_place place;
    char texts[]; /* of the place */
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct ending *ending = list_member(change, struct ending, change);
    int r = fault_point("permission.before_end");
    if (r == 0)
        r = permission_resolve(tx, &ending->place, &ending->answer);
    if (r == 0)
        r = permission_audit_ended(tx, &ending->place, &ending->answer);
    if (r == 0 && ending->forget)
        r = store_permission_forget_key(tx, slice_of(ending->id));
    return r;
}

/* An executor does not wait for a store that cannot be written. From then on nobody can answer the request: what was
 * told is what will be stored. An answer behind this change may still be stored, and is then told: that is awaited. */
static void on_ended(struct store_change *change)
{
    struct ending *ending = list_member(change, struct ending, change);
    struct permission_wait *wait = permission_wait_find(ending->daemon, slice_of(ending->id));
    if (wait && change->status < 0 && change->status != -ESTALE && change->status != -ENOENT) {
        log_warn("permission %s: its end cannot be stored for now: %s", wait->id, strerror(-change->status));
        if (wait->answer < change->ticket) {
            wait->unheard = true;
            wait->forget = ending->forget;
            wait->given = ending->answer;
            wait->given.id = slice_of(wait->id);
            permission_wait_answer(wait, &ending->answer);
        }
        permission_wait_watch(wait);
    } else if (wait && change->status == -ENOENT) {
        (void)permission_wait_free(wait);
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

void permission_end(struct permission_wait *wait, enum permission_request_state state, const char *reason, bool forget)
{
    struct daemon *daemon = wait->daemon;
    struct ending *ending = calloc(1, sizeof *ending + wait->place.id.size + wait->place.session_id.size);
    if (!ending || !daemon->store || daemon->stop_phase >= STOP_STORE) {
        free(ending);
        (void)timers_set(&daemon->rpc.timers, &wait->deadline, AGAIN_MS);
        return;
    }
    char *at = ending->texts;
    ending->daemon = daemon;
    memcpy(ending->id, wait->id, sizeof ending->id);
    ending->forget = forget;
    ending->place = (struct task_place){wait->place.no, wait->place.session_no, put_text(&at, wait->place.id),
                                        put_text(&at, wait->place.session_id)};
    ending->answer = (struct permission_request){
        .id = slice_of(ending->id),
        .state = state,
        .reason = slice_of(reason),
        .reason_is = FIELD_SET,
        .answered_at = clock_epoch_ms(),
        .answered_at_is = FIELD_SET,
    };
    ending->change = (struct store_change){.apply = apply, .done = on_ended};
    (void)store_write(daemon->store, &ending->change);
}

/* --- what became of it -------------------------------------------------------------------- */

static void hear(struct daemon *daemon, struct arena *arena, struct slice line)
{
    struct json_error json_error;
    struct decode_error error;
    struct event_permission_resolved_params params = {0};
    yyjson_val *event = NULL;
    line.size -= line.size > 0 && line.data[line.size - 1] == '\n';
    int r = json_read(arena, line, &event, &json_error);
    if (r == 0)
        r = json_decode(arena, &event_permission_resolved_params_shape, yyjson_obj_get(event, "params"), "params",
                        &params, &error);
    if (r < 0) { /* we have written it ourselves */
        log_error("permission: an event cannot be read: %s", strerror(-r));
        return;
    }
    struct permission_wait *wait = permission_wait_find(daemon, params.request_id);
    if (!wait)
        return;
    permission_wait_answer(wait, &(struct permission_request){.state = params.state,
                                                              .reason = params.reason,
                                                              .reason_is = FIELD_SET,
                                                              .note = params.note,
                                                              .note_is = params.note_is});
    permission_wait_over(wait);
}

void permission_events(struct daemon *daemon, const struct store_event *events, size_t count)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    if (daemon->permissions.count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (contract_events[events[i].kind] == &event_permission_resolved_event) {
            hear(daemon, &arena, events[i].line);
            arena_reset(&arena);
        }
    arena_clear(&arena);
}
