#include "daemon/store/bell.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* It is silent again before heard() looks for what there is to do: whoever rings from now on is heard once more. */
static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct bell *bell = poll->data;
    uint64_t count;
    (void)status;
    (void)events;
    while (read(bell->fd, &count, sizeof count) < 0 && errno == EINTR)
        ;
    if (atomic_exchange(&bell->rung, false))
        bell->heard(bell->user);
}

int bell_open(struct bell *bell, uv_loop_t *loop, void (*heard)(void *user), void *user)
{
    *bell = (struct bell){.heard = heard, .user = user, .fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (bell->fd < 0)
        return -errno;
    int r = uv_poll_init(loop, &bell->poll, bell->fd);
    if (r < 0) {
        (void)close(bell->fd);
        return r;
    }
    bell->poll.data = bell;
    (void)uv_poll_start(&bell->poll, UV_READABLE, on_readable);
    return 0;
}

/* A count that is full wakes the loop as well, and cannot be: one write follows one read. */
void bell_ring(struct bell *bell)
{
    const uint64_t one = 1;
    if (!atomic_exchange(&bell->rung, true))
        while (write(bell->fd, &one, sizeof one) < 0 && errno == EINTR)
            ;
}

static void on_closed(uv_handle_t *handle)
{
    struct bell *bell = handle->data;
    (void)close(bell->fd);
    bell->closed(bell->user);
}

void bell_close(struct bell *bell, void (*closed)(void *user))
{
    bell->closed = closed;
    uv_close((uv_handle_t *)&bell->poll, on_closed);
}
