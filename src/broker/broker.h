/* weir-broker: makes the model calls of executors that hold no key.
 *
 * The daemon has started it, is its one connection (EXECUTOR_SOCKET), and decides: which sockets are served, whether a
 * call may be made, and with which key. The broker knows a key for as long as one request takes to be sent.
 *
 *     served      a listening socket of an executor, and an HTTP server (libmicrohttpd) behind it
 *     exchange    one request of an executor: read, reserved, called, streamed, settled
 *     upstream    the transfer to the provider (libcurl) of an exchange
 *     inquiry     the daemon's question which models a provider has */
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/buf.h"
#include "base/list.h"
#include "contract/broker.h"
#include "rpc/listener.h"
#include "rpc/rpc.h"
#include "transfer/multi.h"

struct call;
struct exchange;
struct peer;

enum { BROKER_EXIT_OK = 0, BROKER_EXIT_FAILED = 1, BROKER_EXIT_USAGE = 2 };

enum {
    BROKER_CONNECTIONS_MAX = 64,       /* of one executor */
    BROKER_BODY_MAX = 32 << 20,        /* of one request */
    BROKER_BODIES_MAX = 256 << 20,     /* of all requests together */
    BROKER_IDLE_SECONDS = 300,         /* that a connection may neither send nor read */
    BROKER_DAEMON_MS = 30000,          /* for the daemon's answer */
    BROKER_ORPHAN_MS = 15 * 60 * 1000, /* for the calls at work, once the daemon is gone */
};

struct broker {
    const char *socket; /* where the daemon connects */
    uv_loop_t loop;
    bool loop_is_open;
    struct rpc rpc;
    struct listener listener;
    bool listens;
    uv_signal_t signals[2];
    struct peer *daemon; /* NULL: not yet, or gone */
    bool leaving;
    uv_timer_t orphan;
    uv_idle_t last;        /* closes the handles, when none of them is being served */
    struct list served;    /* struct served */
    struct list exchanges; /* struct exchange: all */
    size_t exchange_count;
    size_t body_bytes; /* that exchanges hold */
    bool finished;     /* a provider has said that its answer is over, and that is not told yet */

    struct multi multi;

    struct list inquiries; /* struct inquiry: services that are asked for their models */
    struct multi asking;   /* their transfers */
};

/* --- run.c --- */

/* 0, 1: nothing is left to do (--help), or the negative of an exit code. */
int broker_configure(struct broker *broker, int argc, char **argv);
int broker_run(struct broker *broker);
void broker_clear(struct broker *broker);
struct broker *broker_of(const struct call *call);

/* Something that leaving waits for has ended. */
void broker_leave_step(struct broker *broker);

/* --- serve.c --- */

struct served {
    struct broker *broker;
    struct list link;
    struct MHD_Daemon *server;
    uv_poll_t *poll; /* of the server's epoll descriptor */
    uv_timer_t *timer;
    bool woken; /* another turn comes soon */
    char *executor_id;
    struct broker_serve_params *params; /* a copy; the providers */
};

/* Ends its connections and their calls. NULL. */
struct served *served_free(struct served *served);
/* Something of it goes on: the server looks by itself only at its descriptors. */
void served_wake(struct served *served);
/* Accepts nothing more; what is at work goes on. */
void served_quiesce(struct served *served);

/* --- models.c --- */

extern const struct multi_handlers models_handlers;

/* --- upstream.c --- */

int upstream_open(struct broker *broker);
void upstream_close(struct broker *broker);
