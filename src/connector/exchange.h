/* Between the files of the server: messages out and in. */
#pragma once

#include "connector/server.h"
#include "connector/web.h"

/* --- server.c --- */

/* Sends a message; `id` of the request that it is, 0: none. Never calls back. Returns -ENOBUFS, -EPIPE or -ENOMEM. */
int server_send(struct server *server, struct slice line, int64_t id);

/* Carries out what the session wants. */
void server_act(struct server *server);

/* Ends the server for good; `problem` is a sentence. */
void server_lose(struct server *server, const char *problem);

/* --- messages.c --- */

/* A message from the server. `of`: the id of the request in whose HTTP response it came; 0: not known. Returns false if
 * it is none. */
bool server_receive(struct server *server, struct slice text, int64_t of);
/* Reading from a server that sends too much goes on. */
void server_calm(struct deadline *deadline);

/* --- listen.c --- */

/* Subscribes to changes of lists. */
void server_listen(struct server *server);
void server_relisten(struct deadline *deadline);

/* --- request.c --- */

/* Ends it; the last callback. */
void query_end(struct query *query, const struct answer *answer);
void query_progressed(struct query *query, const struct mcp_progress *progress);
/* Sends it, with a new id. */
void query_write(struct query *query);
/* A request that was sent; NULL: none. */
struct query *query_find(struct server *server, int64_t id);
void queries_send_held(struct server *server);
/* Ends all. */
void queries_fail(struct server *server, const char *problem);
