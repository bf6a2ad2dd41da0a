#include "rpc/wakeup.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Resets the eventfd before heard() looks for work: a later ring causes another call. */
static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct wakeup *wakeup = poll->data;
    uint64_t count;
    (void)status;
    (void)events;
    while (read(wakeup->fd, &count, sizeof count) < 0 && errno == EINTR)
        ;
    if (atomic_exchange(&wakeup->rung, false))
        wakeup->heard(wakeup->user);
}

int wakeup_open(struct wakeup *wakeup, uv_loop_t *loop, void (*heard)(void *user), void *user)
{
    *wakeup = (struct wakeup){.heard = heard, .user = user, .fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (wakeup->fd < 0)
        return -errno;
    int r = uv_poll_init(loop, &wakeup->poll, wakeup->fd);
    if (r < 0) {
        (void)close(wakeup->fd);
        return r;
    }
    wakeup->poll.data = wakeup;
    (void)uv_poll_start(&wakeup->poll, UV_READABLE, on_readable);
    return 0;
}

/* A full counter also wakes the loop, and cannot occur: each write is followed by a read. */
void wakeup_ring(struct wakeup *wakeup)
{
    const uint64_t one = 1;
    if (!atomic_exchange(&wakeup->rung, true))
        while (write(wakeup->fd, &one, sizeof one) < 0 && errno == EINTR)
            ;
}

static void on_closed(uv_handle_t *handle)
{
    struct wakeup *wakeup = handle->data;
    (void)close(wakeup->fd);
    wakeup->closed(wakeup->user);
}

void wakeup_close(struct wakeup *wakeup, void (*closed)(void *user))
{
    wakeup->closed = closed;
    uv_close((uv_handle_t *)&wakeup->poll, on_closed);
}
