/* What the files of src/daemon/audit share and nobody else needs. */
#pragma once

#include "base/arena.h"
#include "daemon/audit/audit.h"

void audit_refusals_init(struct audit *audit);

/* A call that is answered by several reads of the store, one behind the other: each is short, so that the reads of
 * others come in between. */
struct audit_walk {
    struct store_query query;
    struct audit *audit;
    struct call *call; /* held: its params are good on the reader */
    struct arena arena;
    /* On the reader. 1: it goes on; 0: it is over; or an error. */
    int (*step)(struct audit_walk *walk, struct store_tx *tx);
    void (*answer)(struct audit_walk *walk); /* on the loop, unless the store has failed */
};

/* For handlers: `first`, the beginning of a struct of `size` bytes, has step and answer. */
int audit_walk_begin(struct call *call, const struct audit_walk *first, size_t size);
