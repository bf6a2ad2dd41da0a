/* Who did what. What nobody waits for gathers here on its way into the audit log; the rows are the store's
 * (daemon/store/audit.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"
#include "daemon/concern.h"
#include "daemon/store/audit.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct audit_item;
struct call;
struct config_settings;

/* client.refused: the first at once, then at most one entry a minute for each reason, with how many there were; who
 * comes again and again shall not fill the log. `reason` is a constant, and there are few. */
struct audit_refusals {
    struct deadline minute;
    struct audit_refusal {
        const char *reason; /* NULL: not used yet */
        int64_t count;      /* since the last entry */
        uid_t uid;          /* who was the last */
        pid_t pid;
    } reasons[4];
};

struct audit {
    struct store *store;
    struct rpc *rpc;
    struct audit_item *first, **end; /* for the next batch */
    size_t count;                    /* here and in the batch */
    unsigned batches;                /* with the store */
    int64_t lost;
    struct deadline again; /* after a failure */
    bool open;             /* the store takes something */
    bool stopping;         /* a long read goes no further */
    uint64_t ticket;       /* of the last batch */
    struct audit_refusals refusals;
};

void audit_init(struct audit *audit, struct store *store, struct rpc *rpc);
struct audit *audit_of(struct daemon *daemon);

/* The store is open: what has gathered is written. */
void audit_open(struct audit *audit);

/* The daemon stops. */
void audit_stop(struct audit *audit);

/* Before the store is closed: nothing more is handed to it. */
void audit_close(struct audit *audit);

void audit_clear(struct audit *audit);

/* On the loop: written by the next group; everything is copied. Nobody waits for it. What the store does not take waits
 * in memory; where that is full, entries are lost, and an entry audit.lost {count} follows. */
void audit_write(struct audit *audit, const struct audit_note *entry);

/* Everything that has gathered is handed over now; a read behind this ticket sees it. */
uint64_t audit_flush(struct audit *audit);

/* --- entries.c --- */

/* daemon.started, or daemon.restarted where it has taken over from the program `before` (a version). */
void audit_note_started(struct audit *audit, const char *config_path, const struct slice *before);

/* daemon.stopping; `call` is NULL for a signal. */
void audit_note_stopping(struct audit *audit, struct call *call, bool force);

void audit_note_refused(struct audit *audit, const char *reason, uid_t uid, pid_t pid);

/* Writes what was only counted so far. */
void audit_note_refusals(struct audit *audit);

/* settings.changed: which of them, from what to what. Nothing where nothing has. */
void audit_note_settings(struct audit *audit, const struct config_settings *old, const struct config_settings *new);
