/* Front ends that can answer. One that comes is shown what waits; when the last one leaves, what waits does so for a
 * while only. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/client.h"
#include "daemon/daemon.h"
#include "daemon/permission/internal.h"
#include "rpc/peer.h"

enum { ARENA_BYTES = 256 << 20, LINE_BYTES = 16 << 20 };

struct showing {
    struct store_query query;
    struct daemon *daemon;
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
    if (row->seq > showing->upto || !permission_wait_find(showing->daemon, row->record.id))
        return 0;
    int r = rpc_format_event(&line, &event_permission_requested_event,
                             &(struct event_permission_requested_params){
                                 .seq = row->seq,
                                 .epoch = slice_of(store_position(showing->daemon->store)->epoch),
                                 .timestamp = row->record.created_at,
                                 .session_id = row->record.session_id,
                                 .task_id = row->record.task_id,
                                 .request = row->record,
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
    for (size_t i = 0; wants && r == 0 && i < showing->found.count && !showing->peer->closed; i++)
        r = show(showing, &showing->found.items[i]);
    if (r < 0)
        log_warn("permission: a front end cannot be shown what waits");
    (void)peer_unref(showing->peer);
    arena_clear(&showing->arena);
    free(showing);
}

static void watch_all(struct daemon *daemon)
{
    struct list *all = &daemon->permissions.waits;
    for (struct list *link = all->next; link != all; link = link->next)
        permission_wait_watch(list_member(link, struct permission_wait, link));
}

static void show_to(struct client *client)
{
    struct daemon *daemon = client->daemon;
    struct showing *showing = calloc(1, sizeof *showing);
    if (!showing)
        return;
    showing->query = (struct store_query){.run = find, .done = on_found};
    showing->daemon = daemon;
    showing->peer = peer_ref(client->peer);
    showing->upto = store_position(daemon->store)->last;
    showing->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    store_read(daemon->store, &showing->query);
}

void permission_approver_came(struct client *client)
{
    struct daemon *daemon = client->daemon;
    client->approves = true;
    event_client_approves(client);
    if (daemon->permissions.approvers++ == 0)
        watch_all(daemon);
    if (daemon->permissions.rules.judge && daemon->permissions.count > 0)
        show_to(client); /* else nothing waits, or permission_show_all() follows */
}

void permission_show_all(struct daemon *daemon)
{
    struct list *all = &daemon->events.clients;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct client *client = list_member(link, struct client, events.link);
        if (client->approves && !client->shown)
            show_to(client);
    }
}

void permission_approver_left(struct daemon *daemon)
{
    struct permission_desk *desk = &daemon->permissions;
    if (desk->approvers == 0 || --desk->approvers > 0)
        return;
    desk->alone_since_ms = clock_epoch_ms();
    watch_all(daemon);
}
