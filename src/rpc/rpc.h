/* What all connections of a program share: the loop, its limits, the scratch memory, the deadlines. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/list.h"
#include "rpc/timers.h"
#include "json/decode.h"

struct rpc_limits {
    size_t line_bytes;         /* of one message */
    size_t batch_entries;      /* of one batch */
    size_t waiting_calls;      /* of one connection */
    size_t output_pause_bytes; /* unsent above this: the peer is no longer read from */
    size_t output_bytes;       /* unsent above this: the peer is cut off */
    size_t parse_bytes;        /* of memory for one parsed message */
};

#define RPC_LIMITS_DEFAULT                                                                                             \
    {                                                                                                                  \
        .line_bytes = 16u << 20, .batch_entries = 1000, .waiting_calls = 10000, .output_pause_bytes = 256u << 10,      \
        .output_bytes = 64u << 20, .parse_bytes = 256u << 20,                                                          \
    }

enum {
    RPC_READ_BYTES = 64 << 10,   /* taken from a socket at a time */
    RPC_LARGE_BYTES = 256 << 10, /* a longer line is parsed on the worker thread */
    RPC_SPARES = 64,
};

struct rpc {
    uv_loop_t *loop;
    struct rpc_limits limits;
    struct timers timers;
    struct arena scratch;             /* of the message at hand */
    struct decode_error decode_error; /* of the message at hand */
    bool secret;                      /* the message at hand may hold one: what it lay in is wiped behind it */
    int64_t received_ms;              /* the wall's clock when the last read returned, epoch milliseconds */
    struct buf spares[RPC_SPARES];    /* output memory, lent to peers that have something to send */
    unsigned spare_count;
    char *read_buffer; /* RPC_READ_BYTES */
    struct list peers;
    size_t peer_count;
    struct list dirty; /* peers with output to flush before the loop sleeps */
    uv_prepare_t prepare;
    struct list ready; /* peers that go on with their backlog in the next turn */
    uv_idle_t idle;
    struct rpc_walk *walks;          /* that are under way */
    unsigned large_jobs;             /* lines on the worker thread */
    void (*worker_idle)(void *user); /* called when the last of them is done; or NULL */
    void *user;
    bool frozen;         /* no peer is read from, and no deadline expires */
    bool debug;          /* WEIR_IPC_DEBUG: every message to stderr */
    const char *program; /* for its lines */
};

int rpc_init(struct rpc *rpc, uv_loop_t *loop, const char *program);

/* Visits every peer that is there, whatever the visits close or make. */
struct peer;
void rpc_each_peer(struct rpc *rpc, void (*visit)(struct peer *peer, void *user), void *user);

/* Reads nothing more from any peer, and lets no deadline expire, until told to go on. What is to be sent is sent, and
 * what other threads do comes to its end. */
void rpc_freeze(struct rpc *rpc, bool frozen);

/* Sends what waits to be sent, as far as it goes, without waiting for the end of the turn. */
void rpc_flush(struct rpc *rpc);

/* All peers must be closed, and nothing be left on the worker thread (large_jobs). Begins to close the handles, which
 * end with the next turns of the loop. */
void rpc_close(struct rpc *rpc);
