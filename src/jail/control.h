/* DIR/control: where the daemon asks what was reached and gives a warm program its session, see PROTOCOL.md. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

struct jail;
struct problem;

/* More at once wait until one of these is gone. */
enum { CONTROL_CLIENTS = 4, CONTROL_POLL = 1 + CONTROL_CLIENTS };

struct control {
    int listen_fd; /* -1: there is none */
    int clients[CONTROL_CLIENTS];
    bool is_ordering; /* a session is being given */
    int waiting_fd;   /* the one of them who wants to know; -1: it is gone */
};

#define CONTROL_INIT                                                                                                   \
    {                                                                                                                  \
        .listen_fd = -1, .clients = {-1, -1, -1, -1}, .waiting_fd = -1                                                 \
    }

/* Listens on DIR/name, whatever the length of DIR. `type` as for socket(). */
int control_listen(int directory_fd, const char *name, int type, int *ret_fd);

int control_open(struct control *control, int directory_fd);
void control_close(struct control *control, int directory_fd);

/* What to wait for, and what to do when something of it has come. */
void control_fill(const struct control *control, struct pollfd fds[static CONTROL_POLL]);
void control_take(struct jail *jail, const struct pollfd fds[static CONTROL_POLL]);

/* How the order ended. */
void control_answer(struct jail *jail, const struct problem *problem);
