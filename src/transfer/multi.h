/* Runs libcurl transfers on a loop: watches the descriptors and timeouts that libcurl asks for. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/list.h"
#include "transfer/curl.h"

/* Callbacks, called outside of libcurl, one after another in this order; each may end transfers. */
struct multi_handlers {
    /* A transfer has ended; `transfer` is its CURLOPT_PRIVATE. */
    void (*ended)(void *transfer, CURLcode code);
    /* A descriptor could not be watched, so no transfer makes progress: end all of them, now or later; none can be
     * added before. */
    void (*broke)(void *user);
    /* Data may have arrived, or transfers ended. NULL: not needed. */
    void (*acted)(void *user);
};

struct multi {
    const struct curl_api *curl; /* NULL: not open */
    CURLM *handle;
    uv_loop_t *loop;
    uv_timer_t timer;    /* its `data` belongs to the owner */
    struct list watched; /* descriptors */
    size_t count;        /* number of transfers */
    bool is_broken;      /* until the last transfer is removed */
    long kept;
    const struct multi_handlers *handlers;
    void *user;
};

/* Initializes the timer, so that multi_close() works even if multi_open() fails. */
void multi_init(struct multi *multi, uv_loop_t *loop);
/* `kept` is the number of connections that stay open between transfers. Returns -ENOMEM. */
int multi_open(struct multi *multi, const struct curl_api *curl, long kept, const struct multi_handlers *handlers,
               void *user);
/* Call this when no transfer is left. `closed` is called when the memory may be freed; or NULL. */
void multi_close(struct multi *multi, uv_close_cb closed);

/* Returns -ENOMEM on failure. */
int multi_add(struct multi *multi, CURL *easy);
/* Removes a transfer that was added. */
void multi_remove(struct multi *multi, CURL *easy);
