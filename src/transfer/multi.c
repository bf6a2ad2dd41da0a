#include "transfer/multi.h"

#include <errno.h>
#include <stdlib.h>

#include "base/fault.h"
#include "base/list.h"

struct watched {
    uv_poll_t poll; /* first member */
    struct multi *multi;
    struct list link; /* in multi->watched */
    curl_socket_t fd;
};

/* --- events --- */

static void act(struct multi *multi, curl_socket_t fd, int flags)
{
    const struct curl_api *curl = multi->curl;
    int running = 0, left = 0;
    CURLMcode result = curl->multi_socket_action(multi->handle, fd, flags, &running);
    for (CURLMsg *message; (message = curl->multi_info_read(multi->handle, &left));) {
        char *transfer = NULL;
        CURLcode code = message->data.result;
        if (message->msg == CURLMSG_DONE &&
            curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer) == CURLE_OK && transfer)
            multi->handlers->ended(transfer, code); /* libcurl may free the message after this */
    }
    if (result != CURLM_OK) {
        multi->is_broken = true;
        multi->handlers->broke(multi->user);
    }
    if (multi->handlers->acted)
        multi->handlers->acted(multi->user);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    const struct watched *watched = (const struct watched *)poll;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0;
    if (events & UV_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    act(watched->multi, watched->fd, flags);
}

static void on_timer(uv_timer_t *timer)
{
    act(list_member(timer, struct multi, timer), CURL_SOCKET_TIMEOUT, 0);
}

/* --- callbacks of libcurl --- */

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static void watch_end(struct watched *watched)
{
    list_remove(&watched->link);
    uv_close((uv_handle_t *)&watched->poll, on_poll_closed);
}

static struct watched *watch_new(struct multi *multi, curl_socket_t fd)
{
    struct watched *watched = fault_point("transfer.watch") < 0 ? NULL : calloc(1, sizeof *watched);
    if (!watched || uv_poll_init_socket(multi->loop, &watched->poll, fd) < 0) {
        free(watched);
        return NULL;
    }
    watched->multi = multi;
    watched->fd = fd;
    list_append(&multi->watched, &watched->link);
    (void)multi->curl->multi_assign(multi->handle, fd, watched);
    return watched;
}

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *user, void *socket_user)
{
    struct multi *multi = user;
    struct watched *watched = socket_user;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watched)
            watch_end(watched);
        (void)multi->curl->multi_assign(multi->handle, fd, NULL);
        return 0;
    }
    if (!watched)
        watched = watch_new(multi, fd);
    int events = (what & CURL_POLL_IN ? UV_READABLE : 0) | (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
    return !watched || uv_poll_start(&watched->poll, events, on_ready) < 0 ? -1 : 0;
}

static int set_timer(CURLM *handle, long ms, void *user)
{
    struct multi *multi = user;
    (void)handle;
    if (ms < 0)
        return uv_timer_stop(&multi->timer);
    /* Must not act from inside of this callback: 0 means the loop's next turn. */
    return uv_timer_start(&multi->timer, on_timer, (uint64_t)ms, 0) < 0 ? -1 : 0;
}

/* --- lifetime --- */

void multi_init(struct multi *multi, uv_loop_t *loop)
{
    *multi = (struct multi){.loop = loop};
    list_init(&multi->watched);
    (void)uv_timer_init(loop, &multi->timer);
}

static int begin(struct multi *multi)
{
    const struct curl_api *curl = multi->curl;
    CURLM *handle = multi->handle = curl->multi_init();
    if (!handle)
        return -ENOMEM;
    (void)curl->multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, watch_socket);
    (void)curl->multi_setopt(handle, CURLMOPT_SOCKETDATA, multi);
    (void)curl->multi_setopt(handle, CURLMOPT_TIMERFUNCTION, set_timer);
    (void)curl->multi_setopt(handle, CURLMOPT_TIMERDATA, multi);
    (void)curl->multi_setopt(handle, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    (void)curl->multi_setopt(handle, CURLMOPT_MAXCONNECTS, multi->kept);
    return 0;
}

/* libcurl normally reports the end of each descriptor, but not after an error. */
static void end(struct multi *multi)
{
    if (multi->handle)
        (void)multi->curl->multi_cleanup(multi->handle);
    multi->handle = NULL;
    while (!list_is_empty(&multi->watched))
        watch_end(list_member(multi->watched.next, struct watched, link));
}

int multi_open(struct multi *multi, const struct curl_api *curl, long kept, const struct multi_handlers *handlers,
               void *user)
{
    multi->curl = curl;
    multi->kept = kept;
    multi->handlers = handlers;
    multi->user = user;
    return begin(multi);
}

void multi_close(struct multi *multi, uv_close_cb closed)
{
    end(multi);
    uv_close((uv_handle_t *)&multi->timer, closed);
}

int multi_add(struct multi *multi, CURL *easy)
{
    if (!multi->handle && begin(multi) < 0)
        return -ENOMEM;
    if (multi->is_broken || multi->curl->multi_add_handle(multi->handle, easy) != CURLM_OK)
        return -ENOMEM;
    multi->count++;
    return 0;
}

/* After an error, libcurl miscounts its descriptors: the multi handle is replaced. */
void multi_remove(struct multi *multi, CURL *easy)
{
    (void)multi->curl->multi_remove_handle(multi->handle, easy);
    if (--multi->count > 0 || !multi->is_broken)
        return;
    end(multi);
    (void)uv_timer_stop(&multi->timer);
    multi->is_broken = false; /* the next transfer starts with a new handle */
}
