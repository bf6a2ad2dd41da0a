/* Notices that lists of the server have changed. In 2025 they come unasked, over HTTP in a stream of their own. In 2026
 * they come for a request that stays open. */
#include "connector/connector.h"
#include "connector/exchange.h"
#include "mcp/change.h"

enum { RELISTEN_MS = 1000, RELISTEN_MAX_MS = 5 * 60 * 1000 };

static int write_listen(struct query *query, struct buf *out, const struct mcp_sender *sender, int64_t id)
{
    const struct mcp_capabilities *can = &query->server->session.server.can;
    return mcp_listen_write(out, sender, id, can->tools_change, can->prompts_change, can->resources_change, NULL, 0);
}

/* Asks again, later and later. An error means that the server does not offer it. */
static void listening_ended(struct query *query, const struct answer *answer)
{
    struct server *server = list_member(query, struct server, listening);
    if (server->ending || answer->end == QUERY_ERROR)
        return;
    server->listen_wait_ms = server->listen_wait_ms ? 2 * server->listen_wait_ms : RELISTEN_MS;
    if (server->listen_wait_ms > RELISTEN_MAX_MS)
        server->listen_wait_ms = RELISTEN_MAX_MS;
    (void)timers_set(&server->connector->helper.rpc.timers, &server->relisten, server->listen_wait_ms);
}

static const struct query_kind listen_kind = {.write = write_listen, .ended = listening_ended};

void server_listen(struct server *server)
{
    const struct mcp_capabilities *can = &server->session.server.can;
    if (server->session.era == MCP_ERA_2025) {
        struct mcp_sender sender = mcp_session_sender(&server->session);
        if (server->web)
            web_listen(server->web, &sender);
        return;
    }
    if (!server->listening.server && (can->tools_change || can->prompts_change || can->resources_change))
        query_send(server, &server->listening, &listen_kind, 0);
}

void server_relisten(struct deadline *deadline)
{
    struct server *server = list_member(deadline, struct server, relisten);
    if (server_is_ready(server) && server->session.era == MCP_ERA_2026)
        server_listen(server);
}
