/* The side of a server of the Model Context Protocol, without I/O: lines of a client in, lines for it out. Requests
 * that need content go to the caller, which answers them in any order.
 *
 * Both eras are served on the same connection: `initialize` (the versions until 2025-11-25), and requests that carry
 * their version in _meta (2026-07-28). Everything that a client sends may be hostile. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/list.h"
#include "base/slice.h"

enum {
    MCP_SERVE_LINE_MAX = 8 << 20,    /* bytes of one message of a client */
    MCP_SERVE_ARENA_MAX = 96 << 20,  /* memory to parse it */
    MCP_SERVE_OUT_MAX = 24 << 20,    /* bytes of one message to a client */
    MCP_SERVE_REQUESTS_MAX = 256,    /* open requests of a client */
    MCP_SERVE_SUBSCRIPTIONS_MAX = 8, /* open subscriptions/listen */
    MCP_SERVE_ID_MAX = 256,          /* bytes of an id or a progress token, as JSON */
};

enum mcp_serve_method {
    MCP_SERVE_LIST_TOOLS,
    MCP_SERVE_CALL_TOOL,
    MCP_SERVE_LIST_PROMPTS,
    MCP_SERVE_GET_PROMPT,
    MCP_SERVE_LIST_RESOURCES,
    MCP_SERVE_LIST_TEMPLATES,
    MCP_SERVE_READ_RESOURCE,
};

enum mcp_serve_change { MCP_SERVE_TOOLS_CHANGED, MCP_SERVE_PROMPTS_CHANGED, MCP_SERVE_RESOURCES_CHANGED };

struct mcp_serve;

/* An open request of the client. The caller answers it once with mcp_serve_answer() or mcp_serve_fail(), which free it,
 * unless it was cancelled. */
struct mcp_serve_request {
    struct list link; /* in serve->requests */
    struct mcp_serve *serve;
    enum mcp_serve_method method;
    bool is_stateless; /* of 2026-07-28 */
    void *user;        /* the caller's */
    char id[MCP_SERVE_ID_MAX + 1];
    char progress[MCP_SERVE_ID_MAX + 1]; /* the token; empty: the client wants no progress */
};

struct mcp_serve_handlers {
    /* Sends a line, which has no line end. */
    void (*send)(void *user, struct slice line);
    /* A request; `params` is an object, or NULL. May be answered from inside. */
    void (*request)(void *user, struct mcp_serve_request *request, yyjson_val *params);
    /* The client has given up the request, or the connection ends; it is freed afterwards, and must not be answered. */
    void (*cancelled)(void *user, struct mcp_serve_request *request);
};

/* What the server says of itself. The strings must stay valid. */
struct mcp_serve_options {
    struct slice name, title, version;
    struct slice instructions; /* may be empty */
    bool tools, prompts, resources;
};

struct mcp_serve {
    struct mcp_serve_options options;
    const struct mcp_serve_handlers *handlers;
    void *user;
    bool is_initialized; /* `initialize` was answered */
    bool is_stateless;   /* a request of 2026-07-28 came */
    struct list requests, subscriptions;
    size_t request_count, subscription_count;
    struct arena arena;
    struct buf line;
};

void mcp_serve_init(struct mcp_serve *serve, const struct mcp_serve_options *options,
                    const struct mcp_serve_handlers *handlers, void *user);
/* Cancels all open requests. */
void mcp_serve_clear(struct mcp_serve *serve);

/* Handles one line, without its line end. Must not be called from inside of a handler. */
void mcp_serve_take(struct mcp_serve *serve, struct slice line);

/* `members` are the members of the result, as JSON without the braces around them: "\"tools\":[]". */
void mcp_serve_answer(struct mcp_serve_request *request, struct slice members);
/* `data` is JSON, or empty. */
void mcp_serve_fail(struct mcp_serve_request *request, int code, struct slice message, struct slice data);
/* Does nothing if the client wants no progress. `total` may be NULL, and `message` empty. */
void mcp_serve_progress(const struct mcp_serve_request *request, double progress, const double *total,
                        struct slice message);
/* Tells the client that a list has changed, if it listens. */
void mcp_serve_changed(struct mcp_serve *serve, enum mcp_serve_change change);

/* Codes of JSON-RPC for mcp_serve_fail(). */
enum { MCP_SERVE_INVALID_PARAMS = -32602, MCP_SERVE_INTERNAL_ERROR = -32603, MCP_SERVE_RESOURCE_NOT_FOUND = -32002 };
