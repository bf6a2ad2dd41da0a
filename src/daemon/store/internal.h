/* What the files of the SQLite back end share and nobody else needs. */
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "base/id.h"
#include "daemon/store/audit.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/wakeup.h"

/* --- database.c: a connection --- */

enum { STATEMENT_SLOTS = 256, KINDS_MAX = 256 };

/* The events of the group at hand. Their lines lie one behind the other in `text`, which moves while it grows: until
 * the group is complete they have sizes, but no data. */
struct store_batch {
    struct store_event *events;
    size_t count, capacity;
    struct buf text;
    struct arena params; /* of store_event.params */
};

struct store_tx {
    sqlite3 *db;
    bool writes; /* it is the writer's */
    struct {
        const char *sql; /* by its address */
        sqlite3_stmt *statement;
    } statements[STATEMENT_SLOTS];

    int error; /* the store's own fault, since store_tx_begin(): a negative errno; 0: none */
    char problem[400];
    bool damaged; /* SQLite has met pages that make no sense, at any time */
    bool log_cut; /* store_checkpoint() has, or may have, made the write-ahead log shorter */

    char epoch[40];
    int64_t kind_numbers[KINDS_MAX]; /* of contract_events in the table `kinds`, for the writer */
    /* Of the writer: */
    struct id_source ids;
    int64_t known_task;          /* is there: the change at hand has seen it */
    int64_t first_seq, last_seq; /* the reader's: as they were when it was opened */
    int64_t indexed_seq;         /* up to this one the tables of event_index.c are complete */
    struct store_batch batch;
    const struct event_type *const *typed; /* of store_options */
    size_t typed_count;
    struct store_audit audit;
};

/* Opens with all that a connection needs (busy time-out, WAL, foreign keys), or says in tx->problem why not. What
 * store_identify() refuses is left untouched. */
int store_tx_open(struct store_tx *tx, const char *path, bool writes);
void store_tx_close(struct store_tx *tx);

/* Where it may not, SQLite would make the files that it needs beside the database just as read-only, and leave them. */
bool store_may_write(const char *path);

/* How long a connection waits where another program is in the way. */
void store_busy_default(sqlite3 *db);

/* Forgets the error and the problem of the work before. */
void store_tx_begin(struct store_tx *tx);

/* What an SQLite error means, noted in tx->error with its sentence. */
int store_note(struct store_tx *tx, int code);

/* A statement, compiled once per connection; `sql` must be a constant: it is found again by its address. NULL: noted.
 */
sqlite3_stmt *store_sql(struct store_tx *tx, const char *sql);

/* 1: there is a row. 0: done. Negative: noted. */
int store_step(struct store_tx *tx, sqlite3_stmt *statement);

/* Runs a statement that has no rows. */
int store_run(struct store_tx *tx, sqlite3_stmt *statement);
int store_exec(struct store_tx *tx, const char *sql);

/* A number in the table `meta`. */
int store_write_mark(struct store_tx *tx, const char *name, int64_t value);

static inline void store_statement_reset(sqlite3_stmt **statement)
{
    if (*statement) {
        (void)sqlite3_reset(*statement);
        (void)sqlite3_clear_bindings(*statement);
    }
}
/* autoreset sqlite3_stmt *find = store_sql(tx, "SELECT …"); */
#define autoreset __attribute__((cleanup(store_statement_reset)))

/* A slice without data is NULL; the bytes must live until the statement is reset. */
static inline void store_bind_slice(sqlite3_stmt *statement, int index, struct slice text)
{
    if (text.data)
        (void)sqlite3_bind_text(statement, index, text.data, (int)text.size, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(statement, index);
}

/* A copy in the arena, with a NUL behind it; FIELD_ABSENT where the column is NULL. -ENOMEM. */
int store_column_slice(sqlite3_stmt *statement, int column, struct arena *arena, struct slice *ret_text,
                       enum field_is *ret_is /* may be NULL */);

/* --- schema.c --- */

enum { STORE_SCHEMA = 7 };

/* Refuses what is not ours (-EUCLEAN) or is newer than we are (-EPROTONOSUPPORT); changes nothing. */
int store_identify(struct store_tx *tx);

bool store_is_empty(struct store_tx *tx);

/* Brings the file from whatever version to STORE_SCHEMA, in one transaction. */
int store_migrate(struct store_tx *tx);

/* --- events.c --- */

/* Loads the numbers of the kinds, and on the writer adds those that are new; the position of the log. */
int store_events_open(struct store_tx *tx);

/* Of a kind in the table `kinds`; 0: it is not there. */
int64_t store_kind_number(const struct store_tx *tx, const struct event_type *type);

void store_batch_clear(struct store_batch *batch);

/* Takes back what was added behind `count` events and `size` bytes of text. */
void store_batch_cut(struct store_batch *batch, size_t count, size_t size);

/* The lines get their data. */
void store_batch_complete(struct store_batch *batch);

/* --- event_index.c --- */

/* Up to which event the tables are complete, as this connection sees it now: tx->indexed_seq. */
int store_index_open(struct store_tx *tx);

/* Of the writer: all events that are not in them yet; or only where these have become many. */
int store_index_complete(struct store_tx *tx);
int store_index_advance(struct store_tx *tx);

/* --- loss.c: store.head --- */

struct store_head {
    bool is_open, failed;
    int fd;
    int64_t last_seq; /* that it has */
};

/* As the file says: epoch and last. -ENOENT: there is none; -EINVAL: it is damaged. */
int store_head_read(const char *path, struct store_position *ret_head);

/* On the writer, when all that was committed is on the disk for good. */
void store_head_write(struct store *store);
void store_head_close(struct store *store);

/* On the writer, before the first change: holds the database against what lies beside it. A sentence, empty where
 * nothing is gone. `epoch_before` is the epoch before the one in the file. */
int store_find_loss(struct store *store, const char *epoch_before, char *ret_text, size_t size);

/* --- loss.c: the files at its paths --- */

struct store_file {
    bool known;
    uint32_t major, minor;
    uint64_t inode;
    int64_t bytes;
};

/* Those that are open. */
struct store_files {
    struct store_file database, log;
};

/* Whether they are still there, with what has happened where they are not. The first look takes down what is there. */
enum store_found { STORE_FOUND, STORE_MOVED, STORE_CUT };
enum store_found store_check_identity(const struct store *store, struct store_files *files, char *ret_text,
                                      size_t size);

/* On the writer, before SQLite sees the files: it deletes the write-ahead log of a database that is missing or empty,
 * and that may be all that is left. Such a log is renamed to what store->spared_log says. */
int store_spare_log(struct store *store);

/* --- lanes.c --- */

enum { STORE_LANES_BUCKETS = 256 };

/* Queries that wait for the reader: each owner's in their order, and the owners in turn. */
struct store_lanes {
    struct store_query *first, *end;                  /* the first of each lane, linked by next_lane */
    struct store_query *buckets[STORE_LANES_BUCKETS]; /* the same by their owners, linked by next_found */
};

void store_lanes_add(struct store_lanes *lanes, struct store_query *query);

/* NULL: there is none. */
struct store_query *store_lanes_take(struct store_lanes *lanes);

/* --- store.c, writer.c, reader.c --- */

enum { STORE_GROUPS = 4, STORE_GROUP_CHANGES = 1024 };

/* What the writer has done, on its way to the loop. */
struct store_group {
    enum { STORE_OPENED, STORE_CHANGED, STORE_CLOSED } what;
    int status;                   /* of opening */
    struct store_change *changes; /* in their order */
    struct store_batch batch;
    uint64_t last_ticket; /* of the changes; 0: there are none */
    int64_t first_seq, last_seq;
    char epoch[40];
    enum store_state state;
    char problem[400];
};

struct store {
    bool is_there; /* from store_open() until it is closed */
    struct store_options options;
    char *path;
    struct wakeup wakeup; /* of the threads, for the loop */
    pthread_t writer, reader;
    bool writer_runs, reader_runs;

    pthread_mutex_t lock;
    pthread_cond_t writer_wakes, reader_wakes;
    /* Under the lock: */
    struct store_change *changes, **changes_end; /* for the writer */
    bool urgent;                                 /* somebody waits for one of them */
    bool writer_is_idle;                         /* it waits for the next */
    struct store_lanes queries;                  /* for the reader */
    struct store_query *answers, **answers_end;  /* from the reader */
    size_t reading_count;                        /* loop: queries without their `done` */
    struct store_group groups[STORE_GROUPS];     /* a ring */
    unsigned group_first, group_count;           /* complete, for the loop */
    bool closing;
    bool opened;            /* the writer is through with opening, the reader may open it too */
    bool reader_opened;     /* or could not */
    bool announced;         /* the loop will hear of that before any answer */
    bool reader_ended;      /* the writer may close the file for good */
    bool checkpoint_wanted; /* of the reader */
    bool damaged;           /* a check has found something: nothing is written any more */
    bool moved;             /* the files at its paths are others than those that are open: nor then */
    char damage[640];

    /* Of the writer: */
    struct store_tx writing;
    enum store_state writer_state;
    char writer_problem[400];
    int open_status;
    bool unclean;      /* the daemon before this one did not close the file */
    bool synchronous;  /* as it is set */
    bool log_doubtful; /* a sync of the write-ahead log has failed: the next one may succeed without what this one lost
                        */
    int wal_pages, wal_tried, wal_asked;
    struct store_head head;
    struct store_files writer_files; /* its own look: those of the reader are the reader's */
    char spared_log[64];             /* what the write-ahead log of a lost database is called now; or empty */
    char found_loss[400];            /* when it was opened; the loop takes it over with the news that it is open */
    uint64_t begun_ns;               /* when the last group was taken */
    atomic_ullong commits, change_count;

    /* Of the reader: */
    struct store_tx reading;
    struct store_files files; /* of the writer once the reader has ended */

    /* Of the loop: */
    uint64_t ticket, done_ticket;
    struct store_query *waiting, **waiting_end; /* for a change before them */
    struct store_position position;
    enum store_state state;
    char problem[400];
    char loss[400];
    struct store_job *job; /* that somebody asked for, under way; or NULL */
    struct store_job own_check;
    bool own_check_runs;
    bool closes;      /* store_close() was called: nothing begins any more */
    bool close_waits; /* it goes on when the jobs are over */
    void (*closed)(void *user);
    void *closed_user;
};

void *store_writer_main(void *store);
void *store_reader_main(void *store);

/* The writer's: the next free group of the ring; waits for the loop where there is none. */
struct store_group *store_group_begin(struct store *store);
void store_group_send(struct store *store);

/* The rest of store_close(), once no job is under way. */
void store_close_threads(struct store *store);

/* Writing to a file whose trees are broken makes it worse: from now on nothing is. On any thread. */
void store_forbid_writing(struct store *store, const char *how_it_shows);

/* On the thread to which `files` belongs: nothing is written into a file that is gone. */
void store_watch_files(struct store *store, struct store_files *files);
#define STORE_DAMAGE_MET "it is damaged"
bool store_is_damaged(const struct store *store); /* or moved */

/* --- job.c, job_check.c, job_backup.c --- */

/* On the job's thread, with a connection of its own. What is wrong is noted in the job. */
int store_job_check(struct store_job *job, struct store_tx *tx);
int store_job_backup(struct store_job *job, struct store_tx *tx);

/* The file was not closed well: looks in the background whether it is sound, and says so in the log. */
void store_check_by_itself(struct store *store);

/* Also while a statement runs: then that has failed with SQLITE_INTERRUPT. */
bool store_job_is_stopped(struct store_job *job);

/* Notes the message, and returns the status. */
int store_job_fail(struct store_job *job, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
