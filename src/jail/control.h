/* DIR/control: the daemon asks for the level that is in force, and adds a session to a prepared program. See
 * PROTOCOL.md. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

struct jail;
struct problem;

/* More connections wait in the backlog until a client closes. */
enum { CONTROL_CLIENTS = 4, CONTROL_POLL = 1 + CONTROL_CLIENTS };

struct control {
    int listen_fd; /* -1: not listening */
    int clients[CONTROL_CLIENTS];
    bool is_requesting; /* a session is being added */
    int waiting_fd;     /* the client that waits for the result; -1: none, or it has disconnected */
};

#define CONTROL_INIT                                                                                                   \
    {                                                                                                                  \
        .listen_fd = -1, .clients = {-1, -1, -1, -1}, .waiting_fd = -1                                                 \
    }

/* Listens on DIR/name; the path of DIR may be longer than a socket address allows. `type` as for socket(). */
int control_listen(int directory_fd, const char *name, int type, int *ret_fd);

int control_open(struct control *control, int directory_fd);
void control_close(struct control *control, int directory_fd);

/* Fills the poll set, and handles its events. */
void control_fill(const struct control *control, struct pollfd fds[static CONTROL_POLL]);
void control_take(struct jail *jail, const struct pollfd fds[static CONTROL_POLL]);

/* Answers the client that waits for its session. */
void control_answer(struct jail *jail, const struct problem *problem);
