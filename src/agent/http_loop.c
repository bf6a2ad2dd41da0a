/* libcurl in a loop: it says which descriptors and times it waits for, and is told when they come. */
#include <errno.h>
#include <stdlib.h>

#include "agent/http_internal.h"

enum { SPARE_MAX = 1 << 20, CONNECTIONS_KEPT = 8 };

/* What is kept for each loop between calls; there is one loop in most programs. */
static struct http *all;

struct watched {
    uv_poll_t poll; /* first */
    struct http *http;
    curl_socket_t fd;
};

/* Where a descriptor could not be watched, libcurl does nothing more for any of them, and begins anew once they are
 * gone. */
static void give_up(struct http *http)
{
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        if (call->is_done)
            continue;
        call->is_done = true;
        call->code = CURLE_OUT_OF_MEMORY;
    }
}

static void act(struct http *http, curl_socket_t fd, int flags)
{
    int running = 0, left = 0;
    CURLMcode result = http->curl->multi_socket_action(http->multi, fd, flags, &running);
    for (CURLMsg *message; (message = http->curl->multi_info_read(http->multi, &left));) {
        char *call = NULL;
        CURLcode code = message->data.result;
        if (message->msg != CURLMSG_DONE ||
            http->curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &call) != CURLE_OK || !call)
            continue;
        ((struct http_call *)(void *)call)->is_done = true;
        ((struct http_call *)(void *)call)->code = code;
    }
    if (result != CURLM_OK)
        give_up(http);
    http_tell(http);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    const struct watched *watched = (const struct watched *)poll;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0;
    if (events & UV_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    act(watched->http, watched->fd, flags);
}

static void on_timer(uv_timer_t *timer)
{
    act(timer->data, CURL_SOCKET_TIMEOUT, 0);
}

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *user, void *socket_user)
{
    struct http *http = user;
    struct watched *watched = socket_user;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watched)
            uv_close((uv_handle_t *)&watched->poll, on_poll_closed);
        (void)http->curl->multi_assign(http->multi, fd, NULL);
        return 0;
    }
    if (!watched) {
        watched = calloc(1, sizeof *watched);
        if (!watched || uv_poll_init_socket(http->loop, &watched->poll, fd) < 0) {
            free(watched);
            return -1;
        }
        watched->http = http;
        watched->fd = fd;
        (void)http->curl->multi_assign(http->multi, fd, watched);
    }
    int events = (what & CURL_POLL_IN ? UV_READABLE : 0) | (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
    return uv_poll_start(&watched->poll, events, on_ready) < 0 ? -1 : 0;
}

static int set_timer(CURLM *multi, long ms, void *user)
{
    struct http *http = user;
    (void)multi;
    if (ms < 0)
        return uv_timer_stop(&http->timer);
    /* Never from inside of here: 0 becomes the loop's next turn. */
    return uv_timer_start(&http->timer, on_timer, (uint64_t)ms, 0) < 0 ? -1 : 0;
}

/* --- deadlines ------------------------------------------------------------------------------------- */

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

/* --- life -------------------------------------------------------------------------------------------- */

static void on_soon(uv_timer_t *timer)
{
    http_tell(timer->data);
}

void http_tell_soon(struct http *http)
{
    (void)uv_timer_start(&http->soon, on_soon, 0, 0);
}

/* Without calls the loop may end. */
static void keep_loop(struct http *http, bool kept)
{
    uv_timer_t *timers[] = {&http->timer, &http->silence, &http->soon};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        (kept ? uv_ref : uv_unref)((uv_handle_t *)timers[i]);
}

static void open_multi(struct http *http)
{
    http->curl = curl_load(http->problem);
    http->multi = http->curl ? http->curl->multi_init() : NULL;
    if (!http->multi)
        return;
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_SOCKETDATA, http);
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_TIMERDATA, http);
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    (void)http->curl->multi_setopt(http->multi, CURLMOPT_MAXCONNECTS, (long)CONNECTIONS_KEPT);
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
    uv_timer_t *timers[] = {&http->timer, &http->silence, &http->soon};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++) {
        (void)uv_timer_init(loop, timers[i]);
        timers[i]->data = http;
    }
    http->open_handles = sizeof timers / sizeof *timers;
    keep_loop(http, false);
    open_multi(http);
    http->next = all;
    all = http;
    return http;
}

int http_add(struct http *http, struct http_call *call)
{
    int r = 0;
    if (http->multi)
        r = http->curl->multi_add_handle(http->multi, call->easy) == CURLM_OK ? 0 : -ENOMEM;
    if (r < 0)
        return r;
    list_append(&http->calls, &call->link);
    keep_loop(http, true);
    http_watch_silence(http);
    return 0;
}

void http_remove(struct http *http, struct http_call *call)
{
    if (call->easy)
        (void)http->curl->multi_remove_handle(http->multi, call->easy);
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
    if (http->multi)
        (void)http->curl->multi_cleanup(http->multi);
    uv_timer_t *timers[] = {&http->timer, &http->silence, &http->soon};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        uv_close((uv_handle_t *)timers[i], on_closed);
}
