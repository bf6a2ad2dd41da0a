/* The hash chain of the audit log, and the two files beside the database that protect it:
 *
 *     audit.key    32 random bytes, made once. The key of every hash: a process that can write the database
 *                  but not read this file cannot make valid entries.
 *     audit.head   the number and hash of the last entry, with a MAC. It reveals a removal of the last entries.
 *
 * The head is written after its entries were synced to the disk, and is not synced itself. So after a crash or
 * a power cut it may be behind the database, but never ahead of it. It has two slots in different sectors,
 * which are written alternately: a torn write damages only one of them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum { AUDIT_HASH_BYTES = 32, AUDIT_KEY_BYTES = 32 };

/* A position in the chain. Number 0 is the start, with a hash of zeros. */
struct audit_link {
    int64_t no;
    unsigned char hash[AUDIT_HASH_BYTES];
};

struct audit_note {
    struct slice what;                /* key.set, permission.answered, executor.started, … */
    struct slice session_id, task_id; /* empty: none */
    struct slice data;                /* JSON text, or empty; never a secret */
    int64_t uid, pid;                 /* pid 0: the daemon itself */
    struct slice client;              /* the client's name, "weird", or "executor ID" */
};

struct audit_row {
    int64_t no, at;
    struct audit_note note;
};

/* Calculates the hash of an entry that follows one with the hash `before`. */
void audit_chain_hash(const unsigned char key[static AUDIT_KEY_BYTES], const struct audit_row *row,
                      const unsigned char before[static AUDIT_HASH_BYTES],
                      unsigned char ret_hash[static AUDIT_HASH_BYTES]);

/* Compares in constant time. */
bool audit_hash_equal(const unsigned char a[static AUDIT_HASH_BYTES], const unsigned char b[static AUDIT_HASH_BYTES]);

/* Identifies the key without revealing anything about it. */
void audit_key_mark(const unsigned char key[static AUDIT_KEY_BYTES], unsigned char ret_mark[static AUDIT_HASH_BYTES]);

/* `directory` is that of the database. -ENOENT: the file is missing. -EINVAL: it does not have 32 bytes. */
int audit_key_read(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* Makes both files if neither exists. The head is made first: a key without a head then always means that the
 * head was removed. -EEXIST: there is a key. */
int audit_files_make(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* -ENOENT: the file is missing. -EINVAL: neither slot was written with this key. */
int audit_head_read(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                    struct audit_link *ret_head);

/* Whether the head has not been written since it was made. This is not authenticated, as there is no key to
 * check it. */
bool audit_head_is_first(const char *directory);

/* Writes to an existing file only: a removed head must stay missing until the removal is detected. */
int audit_head_write(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                     const struct audit_link *head);

/* Replaces the file. */
int audit_head_make(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                    const struct audit_link *head);
