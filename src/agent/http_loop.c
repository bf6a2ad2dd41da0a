/* The calls of a loop: events from libcurl, and deadlines. */
#include <errno.h>
#include <stdlib.h>

#include "agent/http_internal.h"

enum { SPARE_MAX = 1 << 20, CONNECTIONS_KEPT = 8 };

/* The states of all loops; most programs have one loop. */
static struct http *all;

/* --- events from libcurl --- */

static void end_call(struct http_call *call, CURLcode code)
{
    call->is_done = true;
    call->code = code;
}

static void on_ended(void *call, CURLcode code)
{
    end_call(call, code);
}

static void on_broke(void *user)
{
    struct http *http = user;
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        if (!call->is_done)
            end_call(call, CURLE_OUT_OF_MEMORY);
    }
}

static void on_acted(void *http)
{
    http_tell(http);
}

static const struct multi_handlers handlers = {.ended = on_ended, .broke = on_broke, .acted = on_acted};

/* --- deadlines --- */

static void on_silence(uv_timer_t *timer)
{
    struct http *http = timer->data;
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        call->is_late |= !call->is_done && http_call_deadline(call) <= uv_now(http->loop);
    }
    http_watch_silence(http);
    http_tell(http);
}

void http_watch_silence(struct http *http)
{
    uint64_t next = UINT64_MAX, now = uv_now(http->loop);
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        uint64_t deadline = call->is_done || call->is_late ? UINT64_MAX : http_call_deadline(call);
        next = deadline < next ? deadline : next;
    }
    if (next == UINT64_MAX)
        (void)uv_timer_stop(&http->silence);
    else
        (void)uv_timer_start(&http->silence, on_silence, next > now ? next - now : 0, 0);
}

/* --- lifetime --- */

static void on_soon(uv_timer_t *timer)
{
    http_tell(timer->data);
}

void http_tell_soon(struct http *http)
{
    (void)uv_timer_start(&http->soon, on_soon, 0, 0);
}

/* Without calls, the handles must not keep the loop alive. */
static void keep_loop(struct http *http, bool kept)
{
    uv_timer_t *timers[] = {&http->multi.timer, &http->silence, &http->soon};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        (kept ? uv_ref : uv_unref)((uv_handle_t *)timers[i]);
}

struct http *http_of(uv_loop_t *loop)
{
    for (struct http *http = all; http; http = http->next)
        if (http->loop == loop)
            return http;
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    http->loop = loop;
    http->spare.limit = SPARE_MAX;
    list_init(&http->calls);
    uv_timer_t *timers[] = {&http->multi.timer, &http->silence, &http->soon};
    multi_init(&http->multi, loop);
    (void)uv_timer_init(loop, &http->silence);
    (void)uv_timer_init(loop, &http->soon);
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        timers[i]->data = http;
    http->open_handles = sizeof timers / sizeof *timers;
    keep_loop(http, false);
    http->curl = curl_load(http->problem);
    if (http->curl)
        (void)multi_open(&http->multi, http->curl, CONNECTIONS_KEPT, &handlers, http);
    http->next = all;
    all = http;
    return http;
}

int http_add(struct http *http, struct http_call *call)
{
    int r = http->curl ? multi_add(&http->multi, call->easy) : 0;
    if (r < 0) {
        http->curl->easy_cleanup(call->easy);
        call->easy = NULL;
        return r;
    }
    list_append(&http->calls, &call->link);
    keep_loop(http, true);
    http_watch_silence(http);
    return 0;
}

void http_remove(struct http *http, struct http_call *call)
{
    if (call->easy)
        multi_remove(&http->multi, call->easy);
    list_remove(&call->link);
    if (list_is_empty(&http->calls)) {
        keep_loop(http, false);
        (void)uv_timer_stop(&http->silence);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct http *http = handle->data;
    if (--http->open_handles > 0)
        return;
    buf_clear(&http->spare);
    free(http);
}

void http_close(uv_loop_t *loop)
{
    struct http **place = &all;
    while (*place && (*place)->loop != loop)
        place = &(*place)->next;
    struct http *http = *place;
    if (!http)
        return;
    *place = http->next;
    while (!list_is_empty(&http->calls))
        http_call_free(list_member(http->calls.next, struct http_call, link));
    multi_close(&http->multi, on_closed);
    uv_close((uv_handle_t *)&http->silence, on_closed);
    uv_close((uv_handle_t *)&http->soon, on_closed);
}
