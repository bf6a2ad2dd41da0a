/* What Streamable HTTP adds to the messages: headers, statuses, event streams (base/sse.h). No I/O. */
#pragma once

#include "mcp/call.h"
#include "mcp/param.h"

enum { MCP_SESSION_ID_MAX = 1024, MCP_HEADERS_MAX = 64, MCP_HEADER_VALUE_MAX = 8 << 10, MCP_HTTP_TYPE_SIZE = 128 };

/* A line "Name: value". */
struct mcp_headers {
    struct slice lines[MCP_HEADERS_MAX];
    size_t count;
};

enum mcp_http_method { MCP_HTTP_POST, MCP_HTTP_GET, MCP_HTTP_DELETE };

struct mcp_http_request {
    enum mcp_http_method kind;
    const struct mcp_sender *sender;
    struct slice session;           /* Mcp-Session-Id (2025); empty: none */
    struct slice method;            /* of the message; empty for GET and DELETE, and for answers */
    struct slice target;            /* the name or URI of a call: mcp_call.target; empty: none */
    const struct mcp_param *params; /* of a tools/call: mcp_item.params */
    size_t param_count;
    const yyjson_val *arguments; /* of a tools/call */
    struct slice last_event;     /* GET: the id of the last event; empty: none */
};

/* All headers that MCP asks for, without Authorization. Lines are allocated in the arena and end in NUL. Before a
 * version is agreed on, `initialize` carries no version. Returns -E2BIG above a limit, -EINVAL for a session id that is
 * no header value, or -ENOMEM. */
int mcp_http_headers(struct arena *arena, const struct mcp_http_request *request, struct mcp_headers *ret_headers);

/* A header value: as it is, or as =?base64?…?= if it is empty, has outer spaces, control or non-ASCII characters, or
 * looks like that form. */
int mcp_http_value(struct buf *out, struct slice value);

enum mcp_http_meaning {
    MCP_HTTP_JSON,        /* the body is one message, also of an error status */
    MCP_HTTP_STREAM,      /* the body is an event stream */
    MCP_HTTP_ACCEPTED,    /* 202 or 204: no body */
    MCP_HTTP_LOGIN,       /* 401: needs authorization; see WWW-Authenticate */
    MCP_HTTP_FORBIDDEN,   /* 403: perhaps a scope is missing; see WWW-Authenticate */
    MCP_HTTP_FORGOTTEN,   /* 404 with a session: mcp_session_forgotten() */
    MCP_HTTP_NOT_OFFERED, /* 405 to GET or DELETE: the server has no such stream; not an error */
    MCP_HTTP_LATER,       /* 429 or 503: try again, see Retry-After */
    MCP_HTTP_REFUSED,     /* another 4xx without a message: mcp_session_refused() while connecting */
    MCP_HTTP_FAILED,      /* 5xx and everything else */
};

/* What the head of a response says, beside its status. */
struct mcp_http_head {
    char type[MCP_HTTP_TYPE_SIZE];        /* Content-Type, cut if it is longer; "": none */
    char session[MCP_SESSION_ID_MAX + 1]; /* a valid Mcp-Session-Id; "": none */
};

/* A line of the head, with or without its end. A status line begins another head: what an interim response had is
 * forgotten. Returns true for the empty line at the end of a head. */
bool mcp_http_head_add(struct mcp_http_head *head, struct slice line);

/* `type` is the Content-Type, `session` whether the request had a session id. Redirects are the caller's. */
enum mcp_http_meaning mcp_http_meaning(enum mcp_http_method method, int status, struct slice type, bool session);

/* A sentence for people. */
const char *mcp_http_explain(enum mcp_http_meaning meaning, int status, char *text, size_t size);

/* Whether a session id may be used: 1 to MCP_SESSION_ID_MAX visible ASCII characters. */
bool mcp_http_session_is_valid(struct slice id);
