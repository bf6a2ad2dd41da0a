/* Front ends that can answer. One that comes is shown what waits, which from then on waits for its answer and not for
 * somebody who could give it; when the last one leaves, nothing changes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "rpc/peer.h"

enum { ARENA_BYTES = 256 << 20, LINE_BYTES = 16 << 20 };

struct showing {
    struct store_query query;
    struct permissions *permissions;
    struct peer *peer;
    int64_t upto; /* what comes behind this event is pushed as it happens */
    struct arena arena;
    struct store_permissions found;
};

static int find(struct store_query *query, struct store_tx *tx)
{
    struct showing *showing = list_member(query, struct showing, query);
    return store_permission_pending(tx, 0, &showing->arena, &showing->found);
}

/* One that was answered meanwhile is told of by an event that this client has had. */
static int show(const struct showing *showing, const struct store_permission *row)
{
    struct buf line = BUF_LIMITED(LINE_BYTES);
    if (row->seq > showing->upto || !permission_wait_find(showing->permissions, row->record.id))
        return 0;
    struct permission_request record = row->record;
    record.approver_by_is = FIELD_ABSENT; /* this client is one; the store may not know that yet */
    int r = rpc_format_event(&line, &event_permission_requested_event,
                             &(struct event_permission_requested_params){
                                 .seq = row->seq,
                                 .epoch = slice_of(store_position(showing->permissions->store)->epoch),
                                 .timestamp = row->record.created_at,
                                 .session_id = row->record.session_id,
                                 .task_id = row->record.task_id,
                                 .request = record,
                             });
    if (r == 0)
        r = peer_push(showing->peer, buf_slice(&line));
    buf_clear(&line);
    return r;
}

static void on_found(struct store_query *query)
{
    struct showing *showing = list_member(query, struct showing, query);
    const struct client *client = showing->peer->closed ? NULL : client_of_peer(showing->peer);
    int r = query->status;
    bool wants = client && client_wants(client, &event_permission_requested_event);
    for (size_t i = 0; wants && r == 0 && i < showing->found.count; i++)
        r = show(showing, &showing->found.items[i]);
    if (r < 0)
        log_warn("permission: a front end cannot be shown what waits");
    (void)peer_unref(showing->peer);
    arena_clear(&showing->arena);
    free(showing);
}

/* --- what waited for them ---------------------------------------------------------------------- */

static int note(struct store_change *change, struct store_tx *tx)
{
    (void)change;
    int r = fault_point("permission.before_heard");
    return r < 0 ? r : store_permission_approver_came(tx);
}

static void on_noted(struct store_change *change)
{
    if (change->status < 0)
        log_warn("permission: requests keep their old limit if the daemon ends now: %s", strerror(-change->status));
    free(change);
}

void permission_approver_heard(struct permissions *permissions)
{
    struct list *all = &permissions->waits;
    bool any = false;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_wait *wait = list_member(link, struct permission_wait, link);
        any |= wait->row.approver_at > 0;
        permission_wait_heard(wait);
    }
    struct store_change *change = any && store_is_open(permissions->store) ? calloc(1, sizeof *change) : NULL;
    if (!change)
        return;
    *change = (struct store_change){.apply = note, .done = on_noted, .lazy = true};
    (void)store_write(permissions->store, change);
}

/* --- coming and leaving --------------------------------------------------------------------------- */

static void show_to(struct client *client)
{
    struct permissions *permissions = permissions_of(client->daemon);
    struct showing *showing = calloc(1, sizeof *showing);
    if (!showing)
        return;
    showing->query = (struct store_query){.run = find, .done = on_found};
    showing->permissions = permissions;
    showing->peer = peer_ref(client->peer);
    showing->upto = store_position(permissions->store)->last;
    showing->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    store_read(permissions->store, &showing->query);
}

void permission_approver_came(struct client *client)
{
    struct permissions *permissions = permissions_of(client->daemon);
    client->approves = true;
    event_client_approves(client);
    permissions->approvers++;
    permission_approver_heard(permissions);
    if (permissions->rules.judge && permissions->count > 0)
        show_to(client); /* else nothing waits, or permission_show_all() follows */
}

void permission_show_all(struct permissions *permissions)
{
    struct list *all = &permissions->events->clients;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct client *client = list_member(link, struct event_client, link)->client;
        if (client->approves && !client->shown)
            show_to(client);
    }
}

void permission_approver_left(struct permissions *permissions)
{
    permissions->approvers -= permissions->approvers > 0;
}
