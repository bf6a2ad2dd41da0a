/* A server that is reached by Streamable HTTP: a POST for each message, event streams, the session id. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "mcp/http.h"
#include "rpc/timers.h"

enum { WEB_PROBLEM_SIZE = 1024, WEB_END_MS = 2000 };

struct web;

/* Called by the loop, never from inside of a function of this header. */
struct web_events {
    /* A message in the response to the request `of`, or in a stream of its own (0). Returns false if it is none. */
    bool (*received)(void *user, struct slice text, int64_t of);
    /* The response to a request has ended, or none came. If no message in it was the answer, none will come. Not called
     * for requests that were forgotten. `status` 0: no connection. `problem` is a sentence; NULL: nothing is wrong. */
    void (*ended)(void *user, int64_t of, enum mcp_http_meaning meaning, int status, const char *problem);
    /* The server has forgotten the session, which is the current one. */
    void (*forgotten)(void *user);
    /* For headers that repeat arguments. */
    const struct mcp_item *(*find_tool)(void *user, struct slice name);
    /* Everything has ended; `web` is freed when this returns. */
    void (*gone)(void *user);
};

struct web_field {
    struct slice name, value;
};

/* Copies the URL and the fields. Returns -EINVAL if one of them cannot be used, with the reason. */
int web_new(uv_loop_t *loop, struct timers *timers, struct slice url, const struct web_field *fields,
            size_t field_count, const struct web_events *events, void *user, char problem[static WEB_PROBLEM_SIZE],
            struct web **ret_web);

/* Sends a message. `of`: the id of the request that it is; 0: none. */
int web_post(struct web *web, const struct mcp_sender *sender, struct slice message, int64_t of);

/* The answer has come, or is not wanted any more. */
void web_forget(struct web *web, int64_t of);

/* Opens the stream of messages that the server sends unasked (2025), and opens it again whenever it ends. */
void web_listen(struct web *web, const struct mcp_sender *sender);

/* Stops or resumes reading. */
void web_pause(struct web *web, bool paused);

/* Ends everything, and tells the server that the session is over. */
void web_end(struct web *web);
