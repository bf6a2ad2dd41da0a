/* daemon.restart: a new program takes over in the same process, with all connections (restart in place).
 *
 * The daemon stops serving, waits for work in progress and closes the store. It writes its remaining state into a
 * memfd. A child process that runs the new program verifies that it can read this state; then the process executes the
 * new program. Descriptors keep their numbers. If a step before the exec fails, the daemon opens the store again and
 * continues as before. */
#pragma once

#include <stdbool.h>
#include <uv.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "contract/handover_types.h"
#include "rpc/handover_part.h"

struct call;
struct daemon;

/* The parts of the daemon that hand over state, in the order in which the new program imports them; ends with an empty
 * entry. */
enum { HANDOVER_PARTS_MAX = 12 };
struct handover_entry {
    const struct handover_part *part;
    void *user;
};
/* `daemon` NULL: for verification only. */
void handover_parts(struct daemon *daemon, struct handover_entry ret_parts[static HANDOVER_PARTS_MAX]);

/* The replay callback of rpc/handover.h, for all calls of clients. */
int handover_replay_call(const struct call *call, struct buf *out);

/* The state that the new program reads. */
struct handover_in {
    char *memory; /* the mapped memfd */
    size_t size;
    struct json_large *document;
    struct arena arena;
    struct handover_state state;
    struct slice pieces;
    /* In the order of handover_parts(); NULL: the part handed over nothing. */
    const yyjson_val *parts[HANDOVER_PARTS_MAX];
};

/* The state of a restart. */
struct handover {
    enum {
        HANDOVER_NONE,
        HANDOVER_WAITS,   /* clients are served while a long operation ends */
        HANDOVER_FROZEN,  /* nothing is read; work in progress ends */
        HANDOVER_CLOSING, /* the store is being closed */
        HANDOVER_REOPENS, /* the restart has failed; the store is being opened again */
        HANDOVER_TAKES,   /* this is the new program; the store is being opened */
    } phase;
    uv_prepare_t turn;
    uv_timer_t deadline;
    uint64_t asked_ns, frozen_ns;
    unsigned reopened;      /* attempts so far */
    char problem[512];      /* what the restart waits for, or why it failed */
    char *program;          /* the path of the program, read at the start */
    char *name;             /* the program's own argv[0] */
    struct handover_in *in; /* freed once the store is open; or NULL */
};

/* --- restart.c --- */

int handover_init(struct daemon *daemon);
void handover_close(struct daemon *daemon); /* closes its handles asynchronously */
void handover_clear(struct daemon *daemon);

/* Cancels a restart that still waits, because the daemon stops. */
void handover_cancel(struct daemon *daemon);

/* Whether nothing may be sent to clients and signals are held back. */
bool handover_is_frozen(const struct daemon *daemon);

/* The store is open, or cannot be opened: serves everybody again and answers the restart requests. Does nothing without
 * a restart. */
void handover_resume(struct daemon *daemon);

/* --- write.c: writes the state into a memfd --- */

int handover_write(struct daemon *daemon, struct handover_out *out, int *ret_fd);

/* --- become.c: verifies and executes the new program --- */

/* Returns only on failure, with a reason in `problem`. */
void handover_become(struct daemon *daemon, char *problem, size_t problem_size);

/* --- read.c: in the new program --- */

/* The main function of the verifying child. Returns an exit code. */
int handover_verify(int fd);
struct handover_in *handover_in_free(struct handover_in *in);

/* Imports the socket, its lock and the state directory, before there is an event loop. Takes the descriptor. */
int handover_take_places(struct daemon *daemon, int fd);

/* Imports the connections and the parts. */
int handover_take_clients(struct daemon *daemon);
