/* Between http.c, which has the calls, and http_loop.c, which has libcurl in the loop. */
#pragma once

#include "agent/curl.h"
#include "agent/http.h"
#include "base/list.h"
#include "transfer/multi.h"

/* All of one loop. */
struct http {
    struct http *next;
    uv_loop_t *loop;
    const struct curl_api *curl; /* NULL: it cannot be had, and `problem` says why */
    struct multi multi;
    uv_timer_t silence; /* at the next deadline of a call */
    uv_timer_t soon;    /* something is to be told that did not come from a socket */
    int open_handles;
    bool telling;
    struct list calls;
    struct buf spare; /* memory for what comes */
    char problem[CURL_PROBLEM_SIZE];
};

struct http_call {
    struct list link; /* in http->calls */
    struct http *http;
    const struct http_handlers *handlers; /* NULL: nobody listens any more */
    void *user;
    CURL *easy;
    struct curl_slist *fields;
    struct curl_slist *key_field; /* of those; NULL: wiped */
    struct buf body;
    struct buf input; /* what has come and was not told */
    struct http_head head;
    size_t head_bytes;
    bool answered, told_head;
    bool paused;
    bool held;    /* libcurl has more for us than `input` takes */
    bool is_done; /* libcurl has ended it, with `code` */
    bool is_late;
    CURLcode code;
    int64_t silence_ms;
    uint64_t heard_at;   /* loop time */
    uint64_t end_by;     /* loop time; 0: no end */
    curl_off_t uploaded; /* when it was last looked at */
    char error[CURL_ERROR_SIZE];
};

/* http_loop.c: the one of this loop, made where there is none. */
struct http *http_of(uv_loop_t *loop);
int http_add(struct http *http, struct http_call *call);
void http_remove(struct http *http, struct http_call *call);
void http_tell_soon(struct http *http);
void http_watch_silence(struct http *http);

/* http.c */
void http_tell(struct http *http);
void http_call_free(struct http_call *call);
/* When it is too late for the call; UINT64_MAX: never. */
uint64_t http_call_deadline(struct http_call *call);
