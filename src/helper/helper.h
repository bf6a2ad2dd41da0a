/* What programs have in common that help the daemon under a jail (weir-mcp, weir-capture, weir-watch, weir-broker,
 * weir-unpack): their options, the socket on which the daemon connects, and an orderly end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "rpc/listener.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct dispatch;
struct peer;

enum helper_exit { HELPER_EXIT_OK = 0, HELPER_EXIT_FAILED = 1, HELPER_EXIT_USAGE = 2 };

/* --- options.c --- */

/* An option --NAME with a number from 1 to 86400000: milliseconds, or how many. */
struct helper_number {
    const char *name;
    uint64_t *value; /* its default, at first */
};

/* Reads --help, --version, these options, and the socket: the only argument, or EXECUTOR_SOCKET. Returns 0; 1: nothing
 * is left to do (--help); or -HELPER_EXIT_USAGE. */
int helper_configure(const char *name, const char *usage, const struct helper_number *numbers, size_t count, int argc,
                     char **argv, const char **ret_socket);

/* --- socket.c --- */

/* Listens on the socket, unless weir-jail does so already: it passes the descriptor where the sandbox forbids creating
 * sockets (src/jail/PROTOCOL.md). Says on standard error what is wrong. */
int helper_listen(const char *name, const char *socket, int *ret_fd);

/* --- helper.c --- */

struct helper;

struct helper_kind {
    const char *name; /* of the program */
    const struct dispatch *dispatch;
    bool waits; /* for the next daemon, when the connection has ended; otherwise it ends then */

    /* The daemon is connected. May be NULL. */
    void (*connected)(struct helper *helper);
    /* The connection has ended: helper->daemon is NULL. May be NULL. */
    void (*disconnected)(struct helper *helper);
    /* Begins to end what it does. Called once. May be NULL. */
    void (*leave)(struct helper *helper);
    /* Whether nothing is to be sent to the daemon any more. NULL: so it is, at once. */
    bool (*has_delivered)(const struct helper *helper);
    /* Whether nothing is under way any more. NULL: so it is, at once. */
    bool (*is_idle)(const struct helper *helper);
    /* Closes its handles on the loop. May be NULL. */
    void (*close)(struct helper *helper);
};

struct helper {
    const struct helper_kind *kind;
    const char *socket;
    uint64_t orphan_ms; /* how long it waits for a daemon */
    uv_loop_t loop;
    bool loop_is_open;
    struct rpc rpc;
    struct listener listener;
    bool listens;
    uv_signal_t signals[2];
    struct peer *daemon; /* NULL: not connected */
    bool leaving;
    struct deadline orphan;
    uv_idle_t last; /* closes the handles outside of their own callbacks */
};

/* Opens the loop and listens. The caller has set kind, socket and orphan_ms. */
int helper_open(struct helper *helper);
/* Serves until the end. */
void helper_run(struct helper *helper);
/* Ends: on SIGTERM and SIGINT, without a daemon, or when the program wants to. */
void helper_leave(struct helper *helper);
/* Goes on leaving, after something that it waits for has ended. */
void helper_leave_step(struct helper *helper);
void helper_clear(struct helper *helper);
