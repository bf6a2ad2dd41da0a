/* What nobody waits for, on its way into the audit log. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rpc/timers.h"

struct audit_item;
struct daemon;

struct audit_queue {
    struct audit_item *first, **end; /* for the next batch */
    size_t count;                    /* here and in the batch */
    unsigned batches;                /* with the store */
    int64_t lost;
    struct deadline again; /* after a failure */
    bool open;             /* the store takes something */
    uint64_t ticket;       /* of the last batch */
};

void audit_queue_init(struct daemon *daemon);

/* The store is open: what has gathered is written. */
void audit_queue_open(struct daemon *daemon);

/* Everything that has gathered is handed over now; a read behind this ticket sees it. */
uint64_t audit_queue_flush(struct daemon *daemon);

/* Before the store is closed: nothing more is handed to it. */
void audit_queue_close(struct daemon *daemon);

void audit_queue_clear(struct daemon *daemon);
