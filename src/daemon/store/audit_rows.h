/* Functions that the files of the audit log share. */
#pragma once

#include <limits.h>

#include "daemon/store/audit.h"
#include "daemon/store/internal.h"

/* Reads a column that is not a hash as zeros, which no entry has. */
static inline void store_audit_column_hash(sqlite3_stmt *row, int column,
                                           unsigned char ret_hash[static AUDIT_HASH_BYTES])
{
    const void *bytes = sqlite3_column_blob(row, column);
    memset(ret_hash, 0, AUDIT_HASH_BYTES);
    if (bytes && sqlite3_column_bytes(row, column) == AUDIT_HASH_BYTES)
        memcpy(ret_hash, bytes, AUDIT_HASH_BYTES);
}

/* Returns the directory of the database. */
int store_audit_directory(struct store_tx *tx, char ret_directory[static PATH_MAX]);

/* -ENOENT, -EINVAL as audit_key_read(); -EKEYREJECTED: the log was started with another key. */
int store_audit_find_key(struct store_tx *tx, const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* Return sentences for the user. */
const char *store_audit_key_problem(int error);
const char *store_audit_head_problem(int error);
