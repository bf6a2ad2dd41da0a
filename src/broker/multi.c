/* libcurl in our loop: it says which descriptors and times it waits for, and is told when they come. */
#include <errno.h>
#include <stdlib.h>

#include "broker/exchange.h"

struct watched {
    uv_poll_t poll; /* first */
    struct broker *broker;
    curl_socket_t fd;
};

/* What is over is told of here, outside of all callbacks of libcurl. */
static void look_for_ends(struct broker *broker)
{
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(broker->multi, &left));) {
        char *exchange = NULL;
        CURLcode code = message->data.result;
        if (message->msg == CURLMSG_DONE && curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange) == 0 &&
            exchange)
            upstream_done((struct exchange *)(void *)exchange, code); /* the message is gone after this */
    }
}

static void act(struct broker *broker, curl_socket_t fd, int flags)
{
    int running = 0;
    (void)curl_multi_socket_action(broker->multi, fd, flags, &running);
    look_for_ends(broker);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    const struct watched *watched = (const struct watched *)poll;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0;
    if (events & UV_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    act(watched->broker, watched->fd, flags);
}

static void on_timer(uv_timer_t *timer)
{
    act(timer->data, CURL_SOCKET_TIMEOUT, 0);
}

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *user, void *socket_user)
{
    struct broker *broker = user;
    struct watched *watched = socket_user;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watched)
            uv_close((uv_handle_t *)&watched->poll, on_closed);
        (void)curl_multi_assign(broker->multi, fd, NULL);
        return 0;
    }
    if (!watched) {
        watched = calloc(1, sizeof *watched);
        if (!watched || uv_poll_init_socket(&broker->loop, &watched->poll, fd) < 0) {
            free(watched);
            return -1;
        }
        watched->broker = broker;
        watched->fd = fd;
        (void)curl_multi_assign(broker->multi, fd, watched);
    }
    int events = (what & CURL_POLL_IN ? UV_READABLE : 0) | (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
    return uv_poll_start(&watched->poll, events, on_ready) < 0 ? -1 : 0;
}

static int set_timer(CURLM *multi, long ms, void *user)
{
    struct broker *broker = user;
    (void)multi;
    if (ms < 0)
        return uv_timer_stop(&broker->multi_timer);
    /* Never from inside of here: 0 becomes the loop's next turn. */
    return uv_timer_start(&broker->multi_timer, on_timer, (uint64_t)ms, 0) < 0 ? -1 : 0;
}

int multi_open(struct broker *broker)
{
    (void)uv_timer_init(&broker->loop, &broker->multi_timer);
    broker->multi_timer.data = broker;
    broker->multi = curl_multi_init();
    if (!broker->multi)
        return -ENOMEM;
    (void)curl_multi_setopt(broker->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    (void)curl_multi_setopt(broker->multi, CURLMOPT_SOCKETDATA, broker);
    (void)curl_multi_setopt(broker->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    (void)curl_multi_setopt(broker->multi, CURLMOPT_TIMERDATA, broker);
    (void)curl_multi_setopt(broker->multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    (void)curl_multi_setopt(broker->multi, CURLMOPT_MAXCONNECTS, 16L);
    return 0;
}

void multi_close(struct broker *broker)
{
    if (broker->multi)
        (void)curl_multi_cleanup(broker->multi);
    broker->multi = NULL;
    uv_close((uv_handle_t *)&broker->multi_timer, NULL);
}
