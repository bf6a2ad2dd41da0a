/* What a program hands over to the next one in the same process: a document of JSON, bytes behind it, and descriptors
 * that stay open. Each part of the program writes its own. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "contract/handover_types.h"

/* What is written. */
struct handover_out {
    struct arena arena; /* for what the document points to */
    struct buf pieces;  /* bytes that lie behind it */
    int *fds;           /* that stay open */
    size_t fd_count, fd_capacity;
    int error; /* of the last that could not be added */
};

void handover_add_fd(struct handover_out *out, int fd);
void handover_add_peer(struct handover_out *out, const struct handover_peer *state);
void handover_out_clear(struct handover_out *out);

/* Something that is handed over. Its document is one JSON value, of a type that it declares in the contract; bytes go
 * into out->pieces, descriptors by handover_add_fd(). `user` is what the program has registered with it. */
struct handover_part {
    const char *name;
    /* 0: it can be handed over. -EAGAIN: soon, while everybody is served; it is asked again after each turn of the
     * loop. -EINPROGRESS: soon, and by itself when nobody is served any more. Any other: it cannot. With a sentence in
     * `problem`. Asked while clients are served, and again when nothing is read any more. */
    int (*ready)(void *user, char problem[static 256]);
    /* Nothing may come from it any more that would want the store: what it watches besides its peers rests, or goes on.
     * May be NULL. */
    void (*freeze)(void *user, bool frozen);
    /* Appends its document. Changes nothing: the program may go on after it. */
    int (*write)(void *user, struct handover_out *out, struct buf *json);
    /* In the new program, before anything is taken: whether it is understood, and every descriptor is what it should
     * be. -EINVAL. */
    int (*check)(const yyjson_val *value, struct slice pieces);
    /* In the new program; clients are there already, and a client is found by its descriptor. */
    int (*take)(void *user, const yyjson_val *value, struct slice pieces);
    /* The store is open: calls that waited are made once more (peer_replay()). The queue opens after this. May be NULL.
     */
    void (*resume)(void *user, const yyjson_val *value, struct slice pieces);
};
