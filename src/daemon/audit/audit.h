/* Records who did what. Notes that no caller waits for are queued here before they enter the audit log;
 * daemon/store/audit.h stores the rows. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"
#include "daemon/store/audit.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct audit_item;
struct call;
struct config_settings;

/* Rate limit of client.refused: the first refusal is logged at once, then at most one entry a minute for each
 * reason, with a count. So a client that reconnects repeatedly cannot fill the log. `reason` is one of a few
 * constants. */
struct audit_refusals {
    struct deadline minute;
    struct audit_refusal {
        const char *reason; /* NULL: the slot is unused */
        int64_t count;      /* refusals since the last entry */
        uid_t uid;          /* the last refused process */
        pid_t pid;
    } reasons[4];
};

struct audit {
    struct store *store;
    struct rpc *rpc;
    struct audit_item *first, **end; /* queued for the next batch */
    size_t count;                    /* notes in the queue and in the batch */
    unsigned batches;                /* batches that the store is writing */
    int64_t lost;
    struct deadline again; /* the retry after a failure */
    bool open;             /* the store accepts changes */
    bool stopping;         /* ends long reads */
    uint64_t ticket;       /* the ticket of the last batch */
    struct audit_refusals refusals;
};

void audit_init(struct audit *audit, struct store *store, struct rpc *rpc);
struct audit *audit_of(const struct call *call);

/* The store is open: writes the queue. */
void audit_open(struct audit *audit);

/* The daemon begins to stop: long reads end. */
void audit_stop(struct audit *audit);

/* Hands the queue to the store for the last time, before it is closed. */
void audit_close(struct audit *audit);

void audit_clear(struct audit *audit);

/* Queues an entry for the next group of the writer. Call it on the loop; everything is copied, and nothing
 * waits for the result. If the store refuses, entries stay in memory. If the queue is full, entries are
 * dropped, and an entry audit.lost {count} follows. */
void audit_write(struct audit *audit, const struct audit_note *entry);

/* Hands the queue to the store now. Returns a ticket: a read that waits for it sees all of the entries. */
uint64_t audit_flush(struct audit *audit);

/* --- entries.c --- */

/* Notes daemon.started, or daemon.restarted after a handover from the version `before`. */
void audit_note_started(struct audit *audit, const char *config_path, const struct slice *before);

/* Notes daemon.stopping; `call` is NULL for a signal. */
void audit_note_stopping(struct audit *audit, struct call *call, bool force);

void audit_note_refused(struct audit *audit, const char *reason, uid_t uid, pid_t pid);

/* Writes the refusals that were counted but not logged yet. */
void audit_note_refusals(struct audit *audit);

/* Notes settings.changed with the old and new values. Writes no entry if nothing changed. */
void audit_note_settings(struct audit *audit, const struct config_settings *old, const struct config_settings *new);
