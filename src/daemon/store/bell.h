/* How a thread calls the loop: it rings, and the loop comes.
 *
 * libuv has uv_async_send() for that, which wakes the loop before it is through itself: where both share a processor,
 * the loop takes it over in that moment and then spins, up to half a millisecond, until the thread may finish. Nobody
 * waits for anybody here. */
#ifndef WEIR_DAEMON_STORE_BELL_H
#define WEIR_DAEMON_STORE_BELL_H

#include <stdatomic.h>
#include <uv.h>

struct bell {
    uv_poll_t poll;
    int fd; /* an eventfd */
    atomic_bool rung;
    void (*heard)(void *user);
    void (*closed)(void *user);
    void *user;
};

int bell_open(struct bell *bell, uv_loop_t *loop, void (*heard)(void *user), void *user);

/* On any thread. Whatever it did before is seen by the loop in heard(), which follows; many rings may be heard as one.
 */
void bell_ring(struct bell *bell);

/* When nobody rings any more. */
void bell_close(struct bell *bell, void (*closed)(void *user));

#endif
