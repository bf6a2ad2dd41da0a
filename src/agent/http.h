/* HTTP requests on a loop, with libcurl. Connections are kept between calls. No callback runs from inside of a function
 * call here, so callbacks may cancel, pause or start calls. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/buf.h"
#include "base/slice.h"

struct http_call;

struct http_field {
    struct slice name, value;
};

struct http_request {
    struct slice url;    /* http or https */
    struct slice socket; /* the path of a Unix socket to connect to; or empty */
    const struct http_field *fields;
    size_t field_count;
    /* A field with a secret value: `prefix` and `key`; wiped as soon as it was sent. Empty: none. */
    struct slice key_name, key_prefix, key;
    struct buf *body; /* taken; NULL: a GET */
    int64_t connect_ms;
    int64_t silence_ms; /* the longest time without data */
    int64_t total_ms;   /* 0: unlimited */
};

struct http_head {
    int status;
    char content_type[64]; /* lower case, without parameters */
    char retry_after[64];
    char retry_after_ms[24];
};

enum http_end {
    HTTP_WHOLE,
    HTTP_UNREACHABLE, /* no response */
    HTTP_CUT,         /* an incomplete response */
    HTTP_SILENT,      /* no data for too long, or the total time was reached */
    HTTP_IMPOSSIBLE,  /* retrying would not help: an invalid address or certificate */
    HTTP_NO_LIBRARY,
};

struct http_handlers {
    void (*answered)(void *user, const struct http_head *head);
    void (*body)(void *user, struct slice bytes);
    /* The last callback; the call is freed. */
    void (*ended)(void *user, enum http_end end, const char *why);
};

/* Copies everything but the body. Returns -EINVAL if a field is invalid, or -ENOMEM. */
int http_start(uv_loop_t *loop, const struct http_request *request, const struct http_handlers *handlers, void *user,
               struct http_call **ret_call);
void http_pause(struct http_call *call, bool paused);
/* Ends the call without further callbacks. */
void http_cancel(struct http_call *call);
/* Like http_cancel(), but keeps the connection if the rest of the response arrives soon. */
void http_leave(struct http_call *call);

/* Closes everything that is kept for the loop; its handles are closed after one more turn. */
void http_close(uv_loop_t *loop);
