/* What the files of the audit log share. */
#pragma once

#include <limits.h>

#include "daemon/store/audit.h"
#include "daemon/store/internal.h"

/* What is no hash becomes zeros, which are no entry's. */
static inline void store_audit_column_hash(sqlite3_stmt *row, int column,
                                           unsigned char ret_hash[static AUDIT_HASH_BYTES])
{
    const void *bytes = sqlite3_column_blob(row, column);
    memset(ret_hash, 0, AUDIT_HASH_BYTES);
    if (bytes && sqlite3_column_bytes(row, column) == AUDIT_HASH_BYTES)
        memcpy(ret_hash, bytes, AUDIT_HASH_BYTES);
}

/* Of the database. */
int store_audit_directory(struct store_tx *tx, char ret_directory[static PATH_MAX]);

/* -ENOENT, -EINVAL as audit_key_read(); -EKEYREJECTED: it is another than the log was begun with. */
int store_audit_find_key(struct store_tx *tx, const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES]);

/* Sentences. */
const char *store_audit_key_problem(int error);
const char *store_audit_head_problem(int error);
