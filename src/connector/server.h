/* The MCP server and the session with it: how it is reached, what is sent and received. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/list.h"
#include "connector/journal.h"
#include "mcp/call.h"
#include "mcp/catalog.h"
#include "mcp/http.h"
#include "mcp/session.h"
#include "rpc/timers.h"

struct connector;
struct program;
struct web;

/* --- requests --- */

enum query_outcome {
    QUERY_RESULT,  /* `result` */
    QUERY_ERROR,   /* `error`: the server's answer */
    QUERY_TIMEOUT, /* `problem` */
    QUERY_LOST,    /* `problem`: it was sent, and no answer will come */
    QUERY_UNSENT,  /* `problem` */
};

struct answer {
    enum query_outcome end;
    const yyjson_val *result;
    const struct mcp_error *error;
    const char *problem; /* a sentence */
};

struct query;

struct query_kind {
    /* Writes the request. May be called again with another id, when the server has forgotten its session. */
    int (*write)(struct query *query, struct buf *out, const struct mcp_sender *sender, int64_t id);
    /* The last callback. The owner may send the request again. */
    void (*ended)(struct query *query, const struct answer *answer);
    /* NULL: not needed. */
    void (*progressed)(struct query *query, const struct mcp_progress *progress);
    /* Whether the time stands still. NULL: never. */
    bool (*waits)(struct query *query);
};

enum { QUERY_EXTENSIONS_MAX = 10 };

enum { SERVER_KEEP = 64 << 10 }; /* bytes of memory that are kept between messages */

/* A member of its owner. */
struct query {
    const struct query_kind *kind;
    struct server *server; /* NULL: not running */
    struct list link;      /* in server->queries */
    int64_t id;
    uint64_t timeout_ms; /* 0: none */
    unsigned extensions; /* by progress */
    struct deadline deadline;
    bool held;          /* waits for the session */
    bool repeated;      /* was sent again already, after the server had forgotten the session */
    const char *unsent; /* why it could not be sent; NULL: it could */
};

/* --- the server --- */

struct server {
    struct connector *connector;
    struct mcp_session session;
    bool has_session;
    struct mcp_root *roots;
    struct buf root_text;
    struct program *program; /* NULL: not running */
    struct web *web;         /* NULL: not HTTP */
    bool begun, ending, restarts;
    bool is_gone; /* ended */
    bool was_ready;
    struct list queries;
    struct journal journal;
    char last_words[240]; /* the last line of its stderr that begins something */
    struct arena arena;   /* of the current message */
    struct buf out;       /* the message being written */
    struct deadline tick; /* of the session */
    struct deadline relisten, calm;
    uint64_t listen_wait_ms;
    struct query listening; /* subscriptions/listen */
    uint64_t second;        /* in which `unasked` are counted */
    unsigned unasked;       /* messages that nobody asked for */
    unsigned warned;        /* of lines that are no messages */
    bool paused;
};

void server_init(struct server *server, struct connector *connector);

/* Starts the program, or prepares HTTP, and begins the session. Returns -EINVAL or another error with the reason. */
int server_begin(struct server *server, char problem[static MCP_PROBLEM_SIZE]);
/* Ends it, in up to four seconds. helper_leave_step() is called when it is gone. */
void server_end(struct server *server);
void server_clear(struct server *server);

bool server_is_ready(const struct server *server);
/* Whether nothing is left to wait for. */
bool server_is_gone(const struct server *server);
/* Epoch milliseconds; -1: never. */
int64_t server_answered_at(const struct server *server);

/* Sends the request, or keeps it until the session is ready. `ended` is never called before this returns. */
void query_send(struct server *server, struct query *query, const struct query_kind *kind, uint64_t timeout_ms);
/* Ends it without a callback, and tells the server why. NULL: does not tell it. */
void query_cancel(struct query *query, const char *reason);
/* The time of a request that `waits` begins anew. */
void query_resume(struct query *query);
