/* The transfers of one loop: libcurl says which descriptors and times it waits for, and is told when they come. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/list.h"
#include "transfer/curl.h"

/* All are called outside of libcurl, one after the other in this order; each may end transfers. */
struct multi_handlers {
    /* One is over; `transfer` is its CURLOPT_PRIVATE. */
    void (*ended)(void *transfer, CURLcode code);
    /* libcurl does nothing more for any of them, since a descriptor could not be watched: all are to be ended, now or
     * later, and none can be added before. */
    void (*broke)(void *user);
    /* Something may have come, or ended. NULL: nobody needs to know. */
    void (*acted)(void *user);
};

struct multi {
    const struct curl_api *curl; /* NULL: not open */
    CURLM *handle;
    uv_loop_t *loop;
    uv_timer_t timer;    /* its `data` is the owner's */
    struct list watched; /* descriptors */
    size_t count;        /* transfers in it */
    bool is_broken;      /* until the last of those is gone */
    long kept;
    const struct multi_handlers *handlers;
    void *user;
};

/* The timer, so that it can be closed whatever becomes of the rest. */
void multi_init(struct multi *multi, uv_loop_t *loop);
/* `kept` is how many connections stay open between transfers. -ENOMEM. */
int multi_open(struct multi *multi, const struct curl_api *curl, long kept, const struct multi_handlers *handlers,
               void *user);
/* No transfer is left in it. `closed` is told when its memory may go; or NULL. */
void multi_close(struct multi *multi, uv_close_cb closed);

/* -ENOMEM. */
int multi_add(struct multi *multi, CURL *easy);
/* One that was added. */
void multi_remove(struct multi *multi, CURL *easy);
