/* Requests to the server, from query_send() to their answer. */
#include <errno.h>
#include <string.h>

#include "connector/connector.h"
#include "connector/exchange.h"
#include "connector/program.h"

/* --- the end --- */

static void leave(struct query *query)
{
    timers_unset(&query->server->connector->helper.rpc.timers, &query->deadline);
    list_remove(&query->link);
    query->server = NULL;
}

void query_end(struct query *query, const struct answer *answer)
{
    if (query->server->web)
        web_forget(query->server->web, query->id);
    leave(query);
    query->kind->ended(query, answer);
}

void query_cancel(struct query *query, const char *reason)
{
    struct server *server = query->server;
    if (!server)
        return;
    if (!query->held && !query->unsent && reason && server_is_ready(server)) {
        struct mcp_sender sender = mcp_session_sender(&server->session);
        buf_reset(&server->out, SERVER_KEEP);
        if (mcp_write_cancel(&server->out, &sender, query->id, reason) == 0)
            (void)server_send(server, buf_slice(&server->out), 0);
    }
    if (server->web)
        web_forget(server->web, query->id);
    leave(query);
}

/* --- time --- */

static void wait_again(struct query *query)
{
    if (query->timeout_ms > 0)
        (void)timers_set(&query->server->connector->helper.rpc.timers, &query->deadline, query->timeout_ms);
}

void query_resume(struct query *query)
{
    if (query->server && !query->unsent)
        wait_again(query);
}

static void on_deadline(struct deadline *deadline)
{
    struct query *query = list_member(deadline, struct query, deadline);
    char problem[MCP_PROBLEM_SIZE];
    if (query->unsent) {
        const char *why = query->unsent;
        query->unsent = NULL;
        query_end(query, &(struct answer){.end = QUERY_UNSENT, .problem = why});
        return;
    }
    if (query->kind->waits && query->kind->waits(query)) {
        wait_again(query);
        return;
    }
    (void)snprintf(
        problem, sizeof problem, "the server did not answer within %llu ms%s", (unsigned long long)query->timeout_ms,
        query->extensions >= QUERY_EXTENSIONS_MAX ? ", which its reports of progress had extended ten times already"
                                                  : "");
    const struct query_kind *kind = query->kind;
    query_cancel(query, "time-out");
    kind->ended(query, &(struct answer){.end = QUERY_TIMEOUT, .problem = problem});
}

void query_progressed(struct query *query, const struct mcp_progress *progress)
{
    if (query->timeout_ms > 0 && query->extensions < QUERY_EXTENSIONS_MAX) {
        query->extensions++;
        wait_again(query);
    }
    if (query->kind->progressed)
        query->kind->progressed(query, progress);
}

/* --- sending --- */

static void fail_soon(struct query *query, const char *why)
{
    query->unsent = why;
    (void)timers_set(&query->server->connector->helper.rpc.timers, &query->deadline, 0);
}

void query_write(struct query *query)
{
    struct server *server = query->server;
    struct mcp_sender sender = mcp_session_sender(&server->session);
    query->held = false;
    query->id = mcp_session_take_id(&server->session);
    buf_reset(&server->out, SERVER_KEEP);
    int r = query->kind->write(query, &server->out, &sender, query->id);
    if (r == 0)
        r = server->out.error;
    if (r == 0)
        r = server_send(server, buf_slice(&server->out), query->id);
    if (r == -ENOBUFS)
        fail_soon(query, server->out.error ? "the request is too long (limit: 16 MiB)"
                                           : "the server does not read what weir sends it");
    else if (r == -EPIPE)
        fail_soon(query, "the server has closed its standard input");
    else if (r < 0)
        fail_soon(query, "weir-mcp is out of memory");
}

void query_send(struct server *server, struct query *query, const struct query_kind *kind, uint64_t timeout_ms)
{
    *query = (struct query){.kind = kind, .server = server, .timeout_ms = timeout_ms, .held = true};
    query->deadline.expired = on_deadline;
    list_append(&server->queries, &query->link);
    wait_again(query);
    if (server->is_gone || server->ending)
        fail_soon(query, "the server has ended");
    else if (server_is_ready(server))
        query_write(query);
}

struct query *query_find(struct server *server, int64_t id)
{
    for (struct list *link = server->queries.next; id > 0 && link != &server->queries; link = link->next) {
        struct query *query = list_member(link, struct query, link);
        if (query->id == id && !query->held && !query->unsent)
            return query;
    }
    return NULL;
}

void queries_send_held(struct server *server)
{
    for (struct list *link = server->queries.next, *next; link != &server->queries; link = next) {
        struct query *query = list_member(link, struct query, link);
        next = link->next; /* writing calls nobody back */
        if (query->held)
            query_write(query);
    }
}

void queries_fail(struct server *server, const char *problem)
{
    while (!list_is_empty(&server->queries)) {
        struct query *query = list_member(server->queries.next, struct query, link);
        enum query_outcome end = query->held || query->unsent ? QUERY_UNSENT : QUERY_LOST;
        query_end(query, &(struct answer){.end = end, .problem = problem});
    }
}
