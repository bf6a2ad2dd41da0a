/* daemon.restart: a new program takes over in the same process.
 *
 * Nobody is served any more, what is at work comes to its end, the store is closed; what the daemon is besides its
 * store is written into memory, a child that runs the new program looks whether it understands that, and then the
 * process becomes the new program. Descriptors keep their numbers. Should anything go wrong before that last step, the
 * store is opened again, and the daemon goes on as it was. */
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

/* In the order in which they are taken; an empty one behind the last. */
enum { HANDOVER_PARTS_MAX = 8 };
struct handover_entry {
    const struct handover_part *part;
    void *user;
};
/* NULL: only to check what was written. */
void handover_parts(struct daemon *daemon, struct handover_entry ret_parts[static HANDOVER_PARTS_MAX]);

/* As rpc/handover.h wants it, for all calls of clients. */
int handover_replay_call(const struct call *call, struct buf *out);

/* What a daemon wrote, as the program that takes over reads it. */
struct handover_in {
    char *memory; /* mapped */
    size_t size;
    struct json_large *document;
    struct arena arena;
    struct handover_state state;
    struct slice pieces;
    const yyjson_val *parts[HANDOVER_PARTS_MAX]; /* in the order of handover_parts(); NULL: nothing of it */
};

/* What the daemon keeps of it. */
struct handover {
    enum {
        HANDOVER_NONE,
        HANDOVER_WAITS,   /* clients are served; something that takes long is to end */
        HANDOVER_FROZEN,  /* nobody is served; what is at work is to end */
        HANDOVER_CLOSING, /* the store closes */
        HANDOVER_REOPENS, /* it was in vain; the store opens again */
        HANDOVER_TAKES,   /* this is the new program, and the store opens */
    } phase;
    uv_prepare_t turn;
    uv_timer_t deadline;
    uint64_t asked_ns, frozen_ns;
    unsigned reopened;      /* how often that was tried */
    char problem[512];      /* what it waits for, or why it was in vain */
    char *program;          /* its path, as it was at the start */
    char *name;             /* the program's own argv[0] */
    struct handover_in *in; /* until the store is open; or NULL */
};

/* --- restart.c --- */

int handover_init(struct daemon *daemon);
void handover_close(struct daemon *daemon); /* begins to close the handles */
void handover_clear(struct daemon *daemon);

/* The daemon stops instead, if it still can. */
void handover_cancel(struct daemon *daemon);

/* Nobody may be told anything now; a signal has to wait. */
bool handover_is_frozen(const struct daemon *daemon);

/* The store is open, or cannot be opened: everybody is served again, and those who asked for the restart are answered.
 * Nothing where there is no restart. */
void handover_resume(struct daemon *daemon);

/* --- write.c: the document in a memfd --- */

int handover_write(struct daemon *daemon, struct handover_out *out, int *ret_fd);

/* --- become.c: the last steps --- */

/* Returns only where it has failed, with the sentence. */
void handover_become(struct daemon *daemon, char *problem, size_t problem_size);

/* --- read.c: in the new program --- */

/* The main function of a program that is to verify only: an exit code. */
int handover_verify(int fd);
struct handover_in *handover_in_free(struct handover_in *in);

/* Before there is a loop: the places and the locks. Takes the descriptor. */
int handover_take_places(struct daemon *daemon, int fd);

/* The connections. */
int handover_take_clients(struct daemon *daemon);
