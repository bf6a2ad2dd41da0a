/* A listening Unix socket that survives running out of descriptors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "contract/errors.h"

struct listener;
struct ucred;

/* A connection whose other end is the same user, or root. Takes fd. */
typedef void (*listener_accept_fn)(void *user, int fd);

/* Somebody was not let in. `who` is all zero, with a pid of 0, where nobody can tell; `reason` is a constant. */
typedef void (*listener_refused_fn)(void *user, const char *reason, const struct ucred *who);

enum { LISTENER_BACKLOG = 511 };

struct listener {
    uv_poll_t *poll; /* on the heap: it may be replaced while the old one still closes */
    uv_timer_t rest; /* after an error that only time heals */
    int fd;
    int spare; /* given up to refuse a connection when there is no other descriptor */
    size_t connections_max;
    const size_t *connections; /* how many there are now */
    listener_accept_fn accept;
    listener_refused_fn on_refused; /* NULL, unless its owner sets it */
    void *user;
    uint64_t refused; /* for want of descriptors or room */
    bool paused;
    int error; /* of the last accept(): 0 or a negative errno */
};

/* Takes fd, a listening socket, even on failure. `connections` counts what the user holds. */
int listener_init(struct listener *listener, uv_loop_t *loop, int fd, const size_t *connections, size_t connections_max,
                  listener_accept_fn accept, void *user);

/* Goes on with another listening socket. Takes fd, even on failure. */
int listener_replace(struct listener *listener, int fd);

/* Tells a connection why it is not served, and hangs up. Takes fd. */
void listener_turn_away(int fd, enum error_id error);

/* Tells a connection that there is no room for it, and hangs up. Takes fd. */
void listener_refuse(struct listener *listener, int fd);
/* Accepts nothing until told to go on: whoever connects waits in the kernel's queue. */
void listener_pause(struct listener *listener, bool paused);

/* Stops accepting; the handles end with the next turns of the loop. */
void listener_close(struct listener *listener);
