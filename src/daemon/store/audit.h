/* Rows of the audit log. The entries form a hash chain (audit_chain.h); they are only added, never changed or
 * removed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "contract/audit_types.h"
#include "daemon/store/audit_chain.h"

struct call;
struct store_tx;

/* Fills in uid, pid and client of the caller. The text of `client` lives as long as the call's peer, which may
 * close at any time, so the writer thread needs a copy, such as the `actor` of a store_request. */
void audit_actor(const struct call *call, struct audit_note *entry);

/* Fills in the daemon itself. May be called on any thread. */
void audit_self(struct audit_note *entry);

/* On the writer thread, in the change that the entry reports: the transaction contains both. */
int store_audit_add(struct store_tx *tx, const struct audit_note *entry);

/* The writer's state of the chain. */
struct store_audit {
    bool loaded;
    bool has_key; /* false: audit.key is missing or was replaced, and new entries do not fit the chain */
    unsigned char key[AUDIT_KEY_BYTES];
    struct audit_link last; /* the end of the chain, including uncommitted entries of the current group */
    int64_t headed;         /* the number of the entry in audit.head */
};

/* Limits on the parts of an entry; the rest is left out. */
enum { AUDIT_WORD_MAX = 128, AUDIT_CLIENT_MAX = 256, AUDIT_DATA_MAX = 16 << 10 };

/* On the writer thread, after the migration: loads the key, or makes it at the first start, and checks whether
 * the end of the log is unchanged. If not, an entry audit.broken records that permanently. */
int store_audit_open(struct store_tx *tx);

/* Returns the numbers of the last entry in the database and of the entry in audit.head; 0 if one cannot be read. */
int store_audit_compare(struct store_tx *tx, int64_t *ret_last, int64_t *ret_head);

/* On the writer thread, after all commits were synced: writes audit.head. */
void store_audit_headed(struct store_tx *tx);

struct store_audit_filter {
    struct slice what;       /* a word or its prefix; empty: all */
    struct slice session_id; /* empty: all */
    int64_t before;          /* only entries with a smaller number; INT64_MAX: all */
    size_t limit;
    size_t bytes;     /* the page ends when it exceeds this */
    size_t looked_at; /* or after this many rows without a match */
    int64_t ret_next; /* `before` of the next page; 0: there is none */
};

/* Appends matching entries, newest first, to those that *entries has. */
struct store_audit_entries {
    struct audit_entry *items;
    size_t count, bytes;
};
int store_audit_list(struct store_tx *tx, struct store_audit_filter *filter, struct arena *arena,
                     struct store_audit_entries *entries);

/* A check of the whole chain, in steps of a bounded number of entries. */
struct store_audit_check {
    bool begun;
    unsigned char key[AUDIT_KEY_BYTES];
    struct audit_link head; /* the end at the start of the check; later entries are not checked */
    struct audit_link at;   /* the last entry that was verified */
    bool over;
    /* The result, when `over` is set: */
    int64_t entries; /* in the log */
    bool broken;
    int64_t wrong; /* the first entry that is wrong or missing */
    char problem[256];
};
int store_audit_check(struct store_tx *tx, struct store_audit_check *check);
