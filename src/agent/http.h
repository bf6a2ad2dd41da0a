/* HTTP in a loop, by libcurl. Connections are kept between calls. Nothing is called from inside of what is called here,
 * so whoever is told something may cancel, pause or begin what it likes. */
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
    struct slice socket; /* a Unix socket's path: the connection goes there; or empty */
    const struct http_field *fields;
    size_t field_count;
    /* A field whose value is secret: `prefix` and `key`, overwritten as soon as it was sent. Empty: none. */
    struct slice key_name, key_prefix, key;
    struct buf *body; /* taken; NULL: a GET */
    int64_t connect_ms;
    int64_t silence_ms; /* for how long nothing may come */
    int64_t total_ms;   /* 0: as long as it takes */
};

struct http_head {
    int status;
    char content_type[64]; /* small letters, without its parameters */
    char retry_after[64];
    char retry_after_ms[24];
};

enum http_end {
    HTTP_WHOLE,
    HTTP_UNREACHABLE, /* nothing came */
    HTTP_CUT,         /* not all of it came */
    HTTP_SILENT,      /* nothing came for too long, or it took too long */
    HTTP_IMPOSSIBLE,  /* it would be the same again: the address, the certificate */
    HTTP_NO_LIBRARY,
};

struct http_handlers {
    void (*answered)(void *user, const struct http_head *head);
    void (*body)(void *user, struct slice bytes);
    /* The last; the call is gone. */
    void (*ended)(void *user, enum http_end end, const char *why);
};

/* Copies all but the body. -EINVAL: a field has what no field may have. -ENOMEM. */
int http_start(uv_loop_t *loop, const struct http_request *request, const struct http_handlers *handlers, void *user,
               struct http_call **ret_call);
void http_pause(struct http_call *call, bool paused);
/* Nothing is told any more. */
void http_cancel(struct http_call *call);
/* All that matters has come: nothing is told any more, and the connection is kept if the rest comes soon. */
void http_leave(struct http_call *call);

/* Ends all that is kept for the loop; its handles are gone after one more turn. */
void http_close(uv_loop_t *loop);
