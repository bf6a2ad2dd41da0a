/* How a thread calls the loop: it rings, and the loop comes.
 *
 * libuv has uv_async_send() for that, which wakes the loop before it is through itself: where both share a processor,
 * the loop takes it over in that moment and then spins, up to half a millisecond, until the thread may finish. Nobody
 * waits for anybody here. */
#ifndef WEIR_RPC_WAKEUP_H
#define WEIR_RPC_WAKEUP_H

#include <stdatomic.h>
#include <uv.h>

struct wakeup {
    uv_poll_t poll;
    int fd; /* an eventfd */
    atomic_bool rung;
    void (*heard)(void *user);
    void (*closed)(void *user);
    void *user;
};

int wakeup_open(struct wakeup *wakeup, uv_loop_t *loop, void (*heard)(void *user), void *user);

/* On any thread. Whatever it did before is seen by the loop in heard(), which follows; many rings may be heard as one.
 */
void wakeup_ring(struct wakeup *wakeup);

/* When nobody rings any more. */
void wakeup_close(struct wakeup *wakeup, void (*closed)(void *user));

#endif
