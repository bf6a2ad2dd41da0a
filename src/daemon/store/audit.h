/* The audit log's rows: entries of a chain (audit_chain.h). They are added, and never change or go. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "contract/audit_types.h"
#include "daemon/store/audit_chain.h"

struct call;
struct store_tx;

/* Who makes this call: fills uid, pid and client. The text lives as long as the call's peer, which may go at any time:
 * what is for the writer needs a copy, such as the `actor` of a store_request. */
void audit_actor(const struct call *call, struct audit_note *entry);

/* The daemon itself. On any thread. */
void audit_self(struct audit_note *entry);

/* On the writer, inside of the change that it tells of: both are written or neither is. */
int store_audit_add(struct store_tx *tx, const struct audit_note *entry);

/* The writer's end of the chain. */
struct store_audit {
    bool loaded;
    bool has_key; /* false: it is gone or another one, and what is written meanwhile does not fit it */
    unsigned char key[AUDIT_KEY_BYTES];
    struct audit_link last; /* of the database, with what the group at hand has added */
    int64_t headed;         /* what audit.head says */
};

/* What an entry may hold of each; more is left out. */
enum { AUDIT_WORD_MAX = 128, AUDIT_CLIENT_MAX = 256, AUDIT_DATA_MAX = 16 << 10 };

/* On the writer, when the tables are there: finds the key, or makes it at the first start, and looks whether the end of
 * the log is as it was left. Where it is not, an entry audit.broken says so for ever. */
int store_audit_open(struct store_tx *tx);

/* The last entry that is there, and the last that audit.head speaks of: 0 where that cannot be read. */
int store_audit_compare(struct store_tx *tx, int64_t *ret_last, int64_t *ret_head);

/* On the writer, when all that was committed is on the disk for good. */
void store_audit_headed(struct store_tx *tx);

struct store_audit_filter {
    struct slice what;       /* a word or how it begins; empty: all */
    struct slice session_id; /* empty: all */
    int64_t before;          /* only entries with a smaller number; INT64_MAX: all */
    size_t limit;
    size_t bytes;     /* the page ends when it has become longer than this */
    size_t looked_at; /* or when it has passed over this many rows */
    int64_t ret_next; /* `before` of what was not looked at; 0: there is nothing left */
};

/* Adds the newest first to what is in *entries already. */
struct store_audit_entries {
    struct audit_entry *items;
    size_t count, bytes;
};
int store_audit_list(struct store_tx *tx, struct store_audit_filter *filter, struct arena *arena,
                     struct store_audit_entries *entries);

/* A look at the whole chain, a bounded number of entries at a time. */
struct store_audit_check {
    bool begun;
    unsigned char key[AUDIT_KEY_BYTES];
    struct audit_link head; /* as it was at the beginning: the log only grows */
    struct audit_link at;   /* what is right so far */
    bool over;
    /* When it is over: */
    int64_t entries; /* that are there */
    bool broken;
    int64_t wrong; /* the first that is wrong or missing */
    char problem[256];
};
int store_audit_check(struct store_tx *tx, struct store_audit_check *check);
