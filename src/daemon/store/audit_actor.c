/* Who makes a call, for the audit log. */
#include <sys/socket.h>

#include "daemon/client/client.h"
#include "daemon/store/audit.h"
#include "rpc/call.h"
#include "rpc/peer.h"

void audit_actor(const struct call *call, struct audit_note *note)
{
    const struct peer *peer = call->peer;
    const struct client *client = client_of_peer(peer);
    struct ucred who = {.uid = (uid_t)-1};
    socklen_t size = sizeof who;
    if (client) {
        note->uid = client->uid;
        note->pid = client->pid;
        note->client = slice_of(client->name ? client->name : "");
        return;
    }
    (void)getsockopt(peer->fd, SOL_SOCKET, SO_PEERCRED, &who, &size);
    note->uid = who.uid;
    note->pid = who.pid;
    note->client = slice_of(peer->label ? peer->label : "");
}
