/* weir-broker: makes the model calls of executors that hold no key.
 *
 * The daemon starts it and is its only client (EXECUTOR_SOCKET). The daemon decides which sockets are served, whether a
 * call may be made, and with which key. The broker holds a key only while it sends a request.
 *
 *     served      the listening socket of an executor, with an HTTP server (libmicrohttpd)
 *     exchange    one request of an executor: read, reserved, called, streamed, settled
 *     upstream    the transfer to the provider (libcurl) of an exchange
 *     inquiry     a request of the daemon for the models of a provider */
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

enum {
    BROKER_CONNECTIONS_MAX = 64,       /* of one executor */
    BROKER_BODY_MAX = 32 << 20,        /* of one request */
    BROKER_BODIES_MAX = 256 << 20,     /* of all requests */
    BROKER_IDLE_SECONDS = 300,         /* limit for a connection that neither sends nor reads */
    BROKER_DAEMON_MS = 30000,          /* limit for the daemon's response */
    BROKER_ORPHAN_MS = 15 * 60 * 1000, /* limit for running calls after the daemon has disconnected */
};

struct broker {
    const char *socket; /* the daemon connects here */
    uv_loop_t loop;
    bool loop_is_open;
    struct rpc rpc;
    struct listener listener;
    bool listens;
    uv_signal_t signals[2];
    struct peer *daemon; /* NULL: not connected */
    bool leaving;
    uv_timer_t orphan;
    uv_idle_t last;        /* closes the handles outside of their own callbacks */
    struct list served;    /* struct served */
    struct list exchanges; /* struct exchange: all of them */
    size_t exchange_count;
    size_t body_bytes; /* held by exchanges */
    bool finished;     /* a response has ended, but the daemon was not told yet */

    struct multi multi;

    struct list inquiries; /* struct inquiry: running requests for models */
    struct multi asking;   /* their transfers */
};

/* --- run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int broker_configure(struct broker *broker, int argc, char **argv);
int broker_run(struct broker *broker);
void broker_clear(struct broker *broker);
struct broker *broker_of(const struct call *call);

/* Continues leaving after something that it waits for has ended. */
void broker_leave_step(struct broker *broker);

/* --- serve.c --- */

struct served {
    struct broker *broker;
    struct list link;
    struct MHD_Daemon *server;
    uv_poll_t *poll; /* watches the server's epoll descriptor */
    uv_timer_t *timer;
    bool woken; /* another turn is scheduled */
    char *executor_id;
    struct broker_serve_params *params; /* owns the copied params with the providers */
};

/* Ends its connections and their calls. Returns NULL. */
struct served *served_free(struct served *served);
/* Schedules a turn of the server, which by itself reacts only to its descriptors. */
void served_wake(struct served *served);
/* Stops accepting connections; running exchanges continue. */
void served_quiesce(struct served *served);

/* --- models.c --- */

extern const struct multi_handlers models_handlers;

/* --- upstream.c --- */

int upstream_open(struct broker *broker);
void upstream_close(struct broker *broker);
