/* A listening Unix socket that still answers clients when the process is out of descriptors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "contract/errors.h"

struct listener;
struct ucred;

/* Receives a connection from the same user or from root. Takes fd. */
typedef void (*listener_accept_fn)(void *user, int fd);

/* Reports a refused connection. `who` is all zero, with a pid of 0, if the kernel gives no credentials;
 * `reason` is a constant. */
typedef void (*listener_refused_fn)(void *user, const char *reason, const struct ucred *who);

enum { LISTENER_BACKLOG = 511 };

struct listener {
    uv_poll_t *poll; /* on the heap: it can be replaced while the old one is still closing */
    uv_timer_t rest; /* delays the next accept() after an error that only time resolves */
    int fd;
    int spare; /* spare descriptor, closed to accept and refuse a connection when there is no other */
    size_t connections_max;
    const char *setting;       /* of the configuration, that is connections_max; NULL unless its owner sets it */
    const size_t *connections; /* current number */
    listener_accept_fn accept;
    listener_refused_fn on_refused; /* NULL, unless its owner sets it */
    void *user;
    uint64_t refused; /* connections refused because descriptors or connections are used up */
    bool paused;
    int error; /* result of the last accept(): 0 or a negative errno */
};

/* Takes fd, a listening socket, even on failure. `connections` points to the caller's count of connections. */
int listener_init(struct listener *listener, uv_loop_t *loop, int fd, const size_t *connections, size_t connections_max,
                  listener_accept_fn accept, void *user);

/* Replaces the listening socket. Takes fd, even on failure. */
int listener_replace(struct listener *listener, int fd);

/* Sends the error to a connection and closes it. `message` is for people; NULL: the contract's. Takes fd. */
void listener_turn_away(int fd, enum error_id error, const char *message);

/* Sends the error for too many connections and closes the connection. `limit` names what is used up, with its value.
 * Takes fd. */
void listener_refuse(struct listener *listener, int fd, const char *limit);
/* Stops or resumes accepting; meanwhile connections wait in the kernel's queue. */
void listener_pause(struct listener *listener, bool paused);

/* Stops accepting; the handles end with the next turns of the loop. */
void listener_close(struct listener *listener);
