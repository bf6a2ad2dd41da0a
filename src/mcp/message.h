/* JSON-RPC messages of MCP: reads what a server sends, writes what a client sends. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "mcp/mcp.h"

enum mcp_kind {
    MCP_NOISE,   /* no JSON object: a banner or a log line on stdout; skip it */
    MCP_INVALID, /* JSON, but no message; never answered */
    MCP_BATCH,   /* an array of messages (2025-03-26) */
    MCP_REQUEST,
    MCP_NOTIFICATION,
    MCP_RESULT, /* the answer to a request of this side */
    MCP_ERROR,
};

struct mcp_error {
    int64_t code;
    struct slice message;
    const yyjson_val *data; /* NULL: absent */
};

struct mcp_message {
    enum mcp_kind kind;
    /* A request or notification that only clients send: the server repeats its input, as `cat` does. Drop it with a
     * warning. */
    bool is_echo;
    struct slice method;
    const yyjson_val *id; /* MCP_REQUEST: a string or a number, to be repeated in the answer */
    int64_t call; /* MCP_RESULT, MCP_ERROR: the id of our request; 0: an error without an id. MCP_INVALID: of which it
                     is no valid answer; 0: of none */
    const yyjson_val *params; /* an object; NULL: absent */
    const yyjson_val *result; /* MCP_RESULT: an object */
    struct mcp_error error;   /* MCP_ERROR */
    const yyjson_val *batch;  /* MCP_BATCH: an array with at least one item; mcp_message_classify() each */
    const char *problem;      /* MCP_NOISE, MCP_INVALID: for people */
};

/* Reads a line, or the body or event of an HTTP response. All values are valid until the arena is reset. Returns 0
 * (also for noise and invalid messages), -EMSGSIZE above MCP_LINE_MAX, or -ENOMEM: also for a message of so many values
 * that the arena's limit does not suffice. */
int mcp_message_read(struct arena *arena, struct slice line, struct mcp_message *ret_message);

/* The id of our request that a text of this form answers, if mcp_message_read() cannot read it: the JSON is too deep,
 * or too large. No other answer will come. 0: none. */
int64_t mcp_message_find_call(struct slice text);

/* The same for a value. A batch inside a batch is invalid. */
void mcp_message_classify(const yyjson_val *value, struct mcp_message *ret_message);

/* --- members of an object; NULL or an empty slice if absent or of another type --- */

const yyjson_val *mcp_member(const yyjson_val *object, const char *key);
const yyjson_val *mcp_get_object(const yyjson_val *object, const char *key);
const yyjson_val *mcp_get_array(const yyjson_val *object, const char *key);
struct slice mcp_get_text(const yyjson_val *object, const char *key);
bool mcp_get_true(const yyjson_val *object, const char *key);

/* --- writing: a message without its line end. The buffer remembers the first error --- */

/* What each request and notification repeats. */
struct mcp_sender {
    enum mcp_era era;
    struct slice version; /* goes into _meta in 2026 */
    const struct mcp_client *client;
};

/* Begins a request; members of its params follow, then mcp_write_end(). With `progress`, its id is also its progress
 * token. Ids are positive. */
void mcp_write_request(struct buf *out, const struct mcp_sender *sender, int64_t id, const char *method, bool progress);
void mcp_write_notification(struct buf *out, const struct mcp_sender *sender, const char *method);
/* Begins the next member of the params or the result; its value follows. */
void mcp_write_key(struct buf *out, const char *key);
int mcp_write_end(struct buf *out);

/* The answer to a request of the server: members of the result follow, then mcp_write_end(). */
void mcp_write_result(struct buf *out, const yyjson_val *id);
int mcp_write_error(struct buf *out, const yyjson_val *id, int code, const char *message);

/* This side: its name and version, its capabilities, and its roots as an array. */
void mcp_write_client(struct buf *out, const struct mcp_client *client);
void mcp_write_capabilities(struct buf *out, const struct mcp_client *client, enum mcp_era era);
void mcp_write_roots(struct buf *out, const struct mcp_client *client);

/* Tells the server that a request is given up. No answer follows. */
int mcp_write_cancel(struct buf *out, const struct mcp_sender *sender, int64_t id, const char *reason);
