/* Two peers on one loop, or one peer and the raw other end of its socket. A test runs the loop until an expected event
 * occurs; a watchdog fails the test if it does not. Closing the pair checks that no descriptor is left open. */
#pragma once

#include "unit/check.h"
#include "unit/fixture.h"

struct pair {
    uv_loop_t loop;
    struct rpc rpc;
    struct peer *client, *server; /* for the server, the other side is a client; for the client, the daemon */
    struct fixture at_client, at_server;

    int wire; /* the raw end, if there is no client */
    uv_poll_t wire_poll;
    bool wire_polled, wire_ended;
    bool deaf;       /* the raw end does not read */
    struct buf in;   /* data that it has read */
    struct buf line; /* the last line that was returned */
    ino_t files[64]; /* received descriptors, in order */
    size_t file_count;

    uv_timer_t watchdog;
    bool late;
    size_t descriptors; /* that were open at the beginning */
};

struct pair *pair_open_peers(void);
struct pair *pair_open_wire(void);
void pair_close(struct pair *pair);

/* Runs one turn of the loop. Fails the test if the watchdog has expired. */
void pair_turn(struct pair *pair, const char *awaited, const char *file, int line);

#define pair_wait(pair, condition)                                                                                     \
    while (!(condition))                                                                                               \
    pair_turn((pair), #condition, __FILE__, __LINE__)

/* Sends everything, of any length, and runs the loop meanwhile. */
void wire_send(struct pair *pair, const char *text);
void wire_send_bytes(struct pair *pair, struct slice bytes);
void wire_send_fd(struct pair *pair, struct slice bytes, int fd); /* with one sendmsg(); takes fd */
void wire_shutdown(struct pair *pair);
void wire_close(struct pair *pair);

/* The next line, valid until the next call; empty at the end of the stream. */
struct slice wire_line(struct pair *pair);

#define assert_line(pair, text) check_slice(wire_line(pair), (text), __FILE__, __LINE__)

/* The outcome of a call. */
struct outcome {
    size_t count; /* how often the callback was called */
    int status, code;
    char message[160], word[64];
    struct buf value; /* as JSON text */
    ino_t files[RPC_FDS_MAX];
    size_t file_count;
};

#define OUTCOME_INIT                                                                                                   \
    {                                                                                                                  \
        .value = BUF_LIMITED(64 << 20)                                                                                 \
    }

void outcome_clear(struct outcome *outcome);
void on_outcome(void *outcome, const struct reply *reply);

size_t descriptors_open(void);
