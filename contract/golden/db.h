/* Generated from contract/db.json by contract/generate; do not edit. */
/* The daemon's store: size, health, backups. */
#pragma once

#include "rpc/method.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method db.stats: Get the size of the store and the number of its entries. */

struct db_stats_params {
    char unused;
};

struct db_stats_result {
    struct slice path;
    /* The version of the database schema. */
    int64_t schema;
    int64_t file_bytes;
    /* Bytes that are committed to the write-ahead log but not yet in the main file. */
    int64_t wal_bytes;
    /* Free bytes inside the file, for later use; db.compact returns them to the disk. */
    int64_t free_bytes;
    int64_t sessions;
    int64_t tasks;
    /* The approximate number of events in the log: lastSeq - firstSeq + 1. */
    int64_t events;
    int64_t first_seq;
    int64_t last_seq;
    struct slice epoch;
    /* The transactions since the daemon started. */
    int64_t commits;
    /* The operations in those transactions. */
    int64_t changes;
};

extern const struct shape db_stats_params_shape;
extern const struct shape db_stats_result_shape;
extern const struct method db_stats_method;
int db_stats(struct call *call, const struct db_stats_params *params);

static inline int db_stats_reply(struct call *call, const struct db_stats_result *result)
{
    return call_reply(call, result);
}

/* Method db.check: Read the whole store and look for damage. This takes time in a large store; other requests are
 * still served. A damaged store becomes read-only. */

struct db_check_params {
    /* Skip the check that the indexes match their tables. */
    bool quick;
};

struct db_check_result_problems {
    struct slice *items;
    size_t count;
};

struct db_check_result {
    bool ok;
    struct db_check_result_problems problems;
};

extern const struct shape db_check_params_shape;
extern const struct shape db_check_result_shape;
extern const struct method db_check_method;
int db_check(struct call *call, const struct db_check_params *params);

static inline int db_check_reply(struct call *call, const struct db_check_result *result)
{
    return call_reply(call, result);
}

/* Method db.backup: Write a consistent copy of the store to a new file while the daemon continues to work. */

struct db_backup_params {
    /* An absolute path; the file must not exist. */
    struct slice path;
};

struct db_backup_result {
    struct slice path;
    int64_t bytes;
};

extern const struct shape db_backup_params_shape;
extern const struct shape db_backup_result_shape;
extern const struct method db_backup_method;
int db_backup(struct call *call, const struct db_backup_params *params);

static inline int db_backup_reply(struct call *call, const struct db_backup_result *result)
{
    return call_reply(call, result);
}

/* Method db.compact: Delete what retention no longer keeps, and return free space to the disk. */

struct db_compact_params {
    char unused;
};

struct db_compact_result {
    int64_t before_bytes;
    int64_t after_bytes;
    int64_t removed_events;
    int64_t removed_tasks;
};

extern const struct shape db_compact_params_shape;
extern const struct shape db_compact_result_shape;
extern const struct method db_compact_method;
int db_compact(struct call *call, const struct db_compact_params *params);

static inline int db_compact_reply(struct call *call, const struct db_compact_result *result)
{
    return call_reply(call, result);
}
