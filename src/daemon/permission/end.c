/* The end of a request: somebody answered, nobody did, or it is not wanted any more. One conditional write decides; its
 * event tells everybody, and makes the daemon answer the executor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/all.h"
#include "daemon/permission/internal.h"

enum { AGAIN_MS = 1000 };

/* --- without an answer ------------------------------------------------------------------ */

/* The request may be gone before this is written. */
struct ending {
    struct store_change change;
    struct permissions *permissions;
    char id[ID_SIZE];
    bool forget;
    struct permission_request answer; /* its texts are constants */
    struct task_ids place;
    char texts[]; /* of the place */
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct ending *ending = list_member(change, struct ending, change);
    int r = fault_point("permission.before_end");
    if (r == 0)
        r = task_question_answer(tx, &ending->place, &ending->answer);
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
    struct permission_wait *wait = permission_wait_find(ending->permissions, slice_of(ending->id));
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
    struct permissions *permissions = wait->permissions;
    struct ending *ending = calloc(1, sizeof *ending + wait->place.id.size + wait->place.session_id.size);
    if (!ending || !store_is_open(permissions->store)) {
        free(ending);
        (void)timers_set(&permissions->rpc->timers, &wait->deadline, AGAIN_MS);
        return;
    }
    char *at = ending->texts;
    ending->permissions = permissions;
    memcpy(ending->id, wait->id, sizeof ending->id);
    ending->forget = forget;
    ending->place = (struct task_ids){wait->place.no, wait->place.session_no, put_text(&at, wait->place.id),
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
    (void)store_write(permissions->store, &ending->change);
}

/* --- what became of it -------------------------------------------------------------------- */

static void hear(struct permissions *permissions, const struct event_permission_resolved_params *params)
{
    struct permission_wait *wait = permission_wait_find(permissions, params->request_id);
    if (!wait)
        return;
    permission_wait_answer(wait, &(struct permission_request){.state = params->state,
                                                              .reason = params->reason,
                                                              .reason_is = FIELD_SET,
                                                              .note = params->note,
                                                              .note_is = params->note_is});
    permission_wait_over(wait);
}

void permission_events(struct permissions *permissions, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && permissions->count > 0; i++)
        if (contract_events[events[i].kind] == &event_permission_resolved_event)
            hear(permissions, events[i].params);
}
