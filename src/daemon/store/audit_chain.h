/* The chain of the audit log: what an entry's hash is, and the two files beside the database that hold it together.
 *
 *     audit.key    32 random bytes, made once. Every hash is keyed with it: who can write the database, but not read
 *                  this file, can make no entry that fits.
 *     audit.head   how far the chain has come: an entry's number and hash, with a MAC. Without it the last entries
 * could be deleted and nobody would notice.
 *
 * The head is written when the entries that it speaks of are on the disk for good, and is not synced itself. So it may
 * be behind the database, after a crash or a power cut, and is never before it. It has two places that are written in
 * turns, in sectors of their own: a write that the power cuts short spoils one of them, and the other is good. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum { AUDIT_HASH_BYTES = 32, AUDIT_KEY_BYTES = 32 };

/* Where a chain stands. Number 0: before its first entry, with a hash of zeros. */
struct audit_link {
    int64_t no;
    unsigned char hash[AUDIT_HASH_BYTES];
};

struct audit_note {
    struct slice what;                /* key.set, permission.answered, executor.started, … */
    struct slice session_id, task_id; /* empty: none */
    struct slice data;                /* JSON text, or empty; never a secret */
    int64_t uid, pid;                 /* pid 0: the daemon itself */
    struct slice client;              /* the name that it gave, "weird", or "executor ID" */
};

struct audit_row {
    int64_t no, at;
    struct audit_note note;
};

/* Of an entry behind one with the hash `before`. */
void audit_chain_hash(const unsigned char key[static AUDIT_KEY_BYTES], const struct audit_row *row,
                      const unsigned char before[static AUDIT_HASH_BYTES],
                      unsigned char ret_hash[static AUDIT_HASH_BYTES]);

/* In constant time. */
bool audit_hash_equal(const unsigned char a[static AUDIT_HASH_BYTES], const unsigned char b[static AUDIT_HASH_BYTES]);

/* Says nothing of the key; by it another one is told from it. */
void audit_key_mark(const unsigned char key[static AUDIT_KEY_BYTES], unsigned char ret_mark[static AUDIT_HASH_BYTES]);

/* `directory` is that of the database. -ENOENT: it is not there; -EINVAL: it is not 32 bytes long. */
int audit_key_read(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* Makes both files where neither is there: the head first, so that a key without a head is never the first start.
 * -EEXIST: there is a key. */
int audit_files_make(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* -ENOENT: it is not there; -EINVAL: neither of its places was written with this key. */
int audit_head_read(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                    struct audit_link *ret_head);

/* Made, and never written since: that is what it says; without the key nothing of it is proven. */
bool audit_head_is_first(const char *directory);

/* Only into a file that is there: one that somebody has taken away stays away, until it was noticed. */
int audit_head_write(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                     const struct audit_link *head);

/* Makes it anew. */
int audit_head_make(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                    const struct audit_link *head);
