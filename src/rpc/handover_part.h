/* The data that a program hands over to the next one in the same process: a JSON document, bytes after it,
 * and open descriptors. Each part of the program writes its own. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "contract/handover_types.h"

/* The output of the old program. */
struct handover_out {
    struct arena arena; /* memory that the document points to */
    struct buf pieces;  /* bytes after the document */
    int *fds;           /* descriptors to keep open */
    size_t fd_count, fd_capacity;
    int error; /* the last error of handover_add_fd() */
};

void handover_add_fd(struct handover_out *out, int fd);
void handover_add_peer(struct handover_out *out, const struct handover_peer *state);
void handover_out_clear(struct handover_out *out);

/* A part of the program that hands over state. Its document is one JSON value of a type in the contract;
 * bytes are appended to out->pieces, descriptors are added with handover_add_fd(). `user` is the pointer that
 * the program registered with the part. */
struct handover_part {
    const char *name;
    /* Returns 0 if the part can be handed over. -EAGAIN: not yet, and the loop must keep serving; called
     * again after each turn of the loop. -EINPROGRESS: not yet, but no requests need to be served. Any other
     * error: not possible. Writes a sentence to `problem`. Called while clients are served, and again when
     * reading has stopped. */
    int (*ready)(void *user, char problem[static 256]);
    /* Stops or resumes whatever the part watches besides its peers, so that it causes no write to the store.
     * May be NULL. */
    void (*freeze)(void *user, bool frozen);
    /* Appends the document. Must not change the state: the program may continue after it. */
    int (*write)(void *user, struct handover_out *out, struct buf *json);
    /* In the new program, before any state is changed: checks that the document is valid and every descriptor
     * is of the expected kind. Returns -EINVAL if not. */
    int (*check)(const yyjson_val *value, struct slice pieces);
    /* In the new program, after the clients were restored; a client is found by its descriptor. */
    int (*take)(void *user, const yyjson_val *value, struct slice pieces);
    /* After the store was opened: replays waiting calls (peer_replay()). The queue of tasks opens after this.
     * May be NULL. */
    void (*resume)(void *user, const yyjson_val *value, struct slice pieces);
};
