/* State that all connections of a program share: the loop, limits, scratch memory, deadlines. */
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
    size_t line_bytes;         /* of a message */
    size_t batch_entries;      /* of a batch */
    size_t waiting_calls;      /* of a connection */
    size_t output_pause_bytes; /* with more unsent bytes, reading from the peer pauses */
    size_t output_bytes;       /* with more unsent bytes, the peer is cut */
    size_t parse_bytes;        /* memory for one parsed message */
};

#define RPC_LIMITS_DEFAULT                                                                                             \
    {                                                                                                                  \
        .line_bytes = 16u << 20, .batch_entries = 1000, .waiting_calls = 10000, .output_pause_bytes = 256u << 10,      \
        .output_bytes = 64u << 20, .parse_bytes = 256u << 20,                                                          \
    }

enum {
    RPC_READ_BYTES = 64 << 10,   /* bytes per read from a socket */
    RPC_LARGE_BYTES = 256 << 10, /* a longer line is parsed on the worker thread */
    RPC_SPARES = 64,
};

struct rpc {
    uv_loop_t *loop;
    struct rpc_limits limits;
    struct timers timers;
    struct arena scratch;             /* of the current message */
    struct decode_error decode_error; /* of the current message */
    bool secret;                      /* the current message may hold a secret: its memory is wiped */
    int64_t received_ms;              /* wall clock when the last read returned, epoch milliseconds */
    struct buf spares[RPC_SPARES];    /* output memory, lent to peers with unsent output */
    unsigned spare_count;
    char *read_buffer; /* RPC_READ_BYTES */
    struct list peers;
    size_t peer_count;
    struct list dirty; /* peers with output to flush before the loop sleeps */
    uv_prepare_t prepare;
    struct list ready; /* peers that continue with their backlog in the next turn */
    uv_idle_t idle;
    struct rpc_walk *walks;          /* current iterations */
    unsigned large_jobs;             /* lines on the worker thread */
    void (*worker_idle)(void *user); /* called when the last of them ends; or NULL */
    void *user;
    bool frozen;         /* no peer is read from, and no deadline expires */
    bool debug;          /* WEIR_IPC_DEBUG: every message to stderr */
    const char *program; /* name of the program in debug lines */
};

int rpc_init(struct rpc *rpc, uv_loop_t *loop, const char *program);

/* Visits every peer; the visits may close and create peers. */
struct peer;
void rpc_each_peer(struct rpc *rpc, void (*visit)(struct peer *peer, void *user), void *user);

/* Stops or resumes reading from all peers and all deadlines. Output is still sent, and work of other threads
 * completes. */
void rpc_freeze(struct rpc *rpc, bool frozen);

/* Sends as much output as possible now, before the end of the turn. */
void rpc_flush(struct rpc *rpc);

/* All peers must be closed, and the worker thread must be idle (large_jobs). Starts to close the handles,
 * which takes some turns of the loop. */
void rpc_close(struct rpc *rpc);
