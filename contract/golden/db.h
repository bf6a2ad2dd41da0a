/* Generated from contract/db.json by contract/generate; do not edit. */
/* The daemon's store: its size, its health, copies of it. */
#pragma once

#include "rpc/method.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method db.stats: How much is stored, and how much of the disk it takes. */

struct db_stats_params {
    char unused;
};

struct db_stats_result {
    struct slice path;
    /* The version of its tables. */
    int64_t schema;
    int64_t file_bytes;
    /* Committed, but not yet in the main file. */
    int64_t wal_bytes;
    /* Inside of the file, to be used again; db.compact gives them back. */
    int64_t free_bytes;
    int64_t sessions;
    int64_t tasks;
    /* In the log, or close to it: lastSeq - firstSeq + 1. */
    int64_t events;
    int64_t first_seq;
    int64_t last_seq;
    struct slice epoch;
    /* Transactions since the daemon started. */
    int64_t commits;
    /* Operations in them. */
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

/* Method db.check: Read the whole store and look for damage. Takes a while where it is large; everything else goes
 * on. Into a store that is found damaged nothing is written any more. */

struct db_check_params {
    /* Leave out whether the indexes agree with their tables. */
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

/* Method db.backup: Write a consistent copy of the store into a new file while everything goes on. */

struct db_backup_params {
    /* An absolute path; the file must not be there yet. */
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

/* Method db.compact: Remove what retention no longer keeps, and give free space back to the disk. */

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
