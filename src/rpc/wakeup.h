/* Wakes the loop from another thread. uv_async_send() would wake the loop before it returns: on a shared CPU,
 * the loop preempts the thread at that moment and then spins, for up to half a millisecond, until the thread
 * has finished. This one never waits. */
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

/* Can be called on any thread. The loop sees all earlier writes of the thread in heard(), which it calls
 * afterwards; several rings can cause one call. */
void wakeup_ring(struct wakeup *wakeup);

/* Call this when no thread rings any more. */
void wakeup_close(struct wakeup *wakeup, void (*closed)(void *user));

#endif
