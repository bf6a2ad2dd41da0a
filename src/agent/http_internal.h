/* Shared by http.c, which has the calls, and http_loop.c, which integrates libcurl into the loop. */
#pragma once

#include "agent/http.h"
#include "base/list.h"
#include "transfer/curl.h"
#include "transfer/multi.h"

enum { CURL_PROBLEM_SIZE = 256 };

/* Loads libcurl on first use. Returns NULL with a message that says what to install, if libcurl is missing or too old.
 */
const struct curl_api *curl_load(char problem[static CURL_PROBLEM_SIZE]);

/* The state of one loop. */
struct http {
    struct http *next;
    uv_loop_t *loop;
    const struct curl_api *curl; /* NULL: not available, `problem` has the reason */
    struct multi multi;
    uv_timer_t silence; /* expires at the next deadline of a call */
    uv_timer_t soon;    /* delivers callbacks that are not caused by a socket */
    int open_handles;
    bool telling;
    struct list calls;
    struct buf spare; /* buffer for received data */
    char problem[CURL_PROBLEM_SIZE];
};

struct http_call {
    struct list link; /* in http->calls */
    struct http *http;
    const struct http_handlers *handlers; /* NULL: the user has left */
    void *user;
    CURL *easy;
    struct curl_slist *fields;
    struct curl_slist *key_field; /* the key's field; NULL: wiped */
    struct buf body;
    struct buf input; /* received, but not delivered */
    struct http_head head;
    size_t head_bytes;
    bool answered, told_head;
    bool paused;
    bool held;    /* libcurl has more data than `input` can take */
    bool is_done; /* the transfer has ended with `code` */
    bool is_late;
    CURLcode code;
    int64_t silence_ms;
    uint64_t heard_at;   /* loop time */
    uint64_t end_by;     /* loop time; 0: unlimited */
    curl_off_t uploaded; /* at the last check */
    char error[CURL_ERROR_SIZE];
};

/* http_loop.c: returns the state of this loop, creating it if necessary. */
struct http *http_of(uv_loop_t *loop);
int http_add(struct http *http, struct http_call *call);
void http_remove(struct http *http, struct http_call *call);
void http_tell_soon(struct http *http);
void http_watch_silence(struct http *http);

/* http.c */
void http_tell(struct http *http);
void http_call_free(struct http_call *call);
/* Returns the deadline of the call; UINT64_MAX: none. */
uint64_t http_call_deadline(struct http_call *call);
