/* Declarations that are private to src/daemon/store. */
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "base/id.h"
#include "daemon/store/audit.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/wakeup.h"

/* --- database.c: connections --- */

enum { STATEMENT_SLOTS = 256, KINDS_MAX = 256 };

/* The events of the current group. Their lines are concatenated in `text`, which moves when it grows. So until
 * the group is complete, lines have a size but no data. */
struct store_batch {
    struct store_event *events;
    size_t count, capacity;
    struct buf text;
    struct arena params; /* memory for store_event.params */
};

struct store_tx {
    sqlite3 *db;
    bool writes; /* this is the writer's connection */
    struct {
        const char *sql; /* compared by address */
        sqlite3_stmt *statement;
    } statements[STATEMENT_SLOTS];

    int error; /* an error of the store since store_tx_begin(): a negative errno; 0: none */
    char problem[400];
    bool damaged; /* SQLite has found invalid pages since the file was opened */
    bool log_cut; /* store_checkpoint() has truncated the write-ahead log, or may have */

    char epoch[40];
    int64_t kind_numbers[KINDS_MAX]; /* writer: the numbers of contract_events in the table `kinds` */
    /* Writer only: */
    struct id_source ids;
    int64_t known_task;          /* the current change has seen this task */
    int64_t first_seq, last_seq; /* for the reader: the values when the connection was opened */
    int64_t indexed_seq;         /* the index of event_index.c is complete up to here */
    struct store_batch batch;
    const struct event_type *const *typed; /* from store_options */
    size_t typed_count;
    struct store_audit audit;
};

/* Opens a connection and configures it (busy timeout, WAL, foreign keys). On failure, tx->problem says why. A
 * file that store_identify() refuses stays untouched. */
int store_tx_open(struct store_tx *tx, const char *path, bool writes);
void store_tx_close(struct store_tx *tx);

/* Without write access, SQLite would create its files beside the database read-only too, and leave them there. */
bool store_may_write(const char *path);

/* Sets how long a connection waits for locks of other programs. */
void store_busy_default(sqlite3 *db);

/* Clears the error and the problem of earlier work. */
void store_tx_begin(struct store_tx *tx);

/* Converts an SQLite error to tx->error, with a sentence in tx->problem. */
int store_note(struct store_tx *tx, int code);

/* Returns a statement, compiled once per connection and found by the address of `sql`, which must be a
 * constant. NULL: the error was noted. */
sqlite3_stmt *store_sql(struct store_tx *tx, const char *sql);

/* Returns 1 for a row, 0 at the end, or a negative error, which was noted. */
int store_step(struct store_tx *tx, sqlite3_stmt *statement);

/* Runs a statement without rows. */
int store_run(struct store_tx *tx, sqlite3_stmt *statement);

/* Why a conditional write changed no row: `look` selects it by its key. -ESTALE: it is there, and does not fulfil the
 * condition. -ENOENT: it is not. */
int store_why_unchanged(struct store_tx *tx, sqlite3_stmt *look);
int store_exec(struct store_tx *tx, const char *sql);

/* Stores a number in the table `meta`. */
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

/* Binds NULL for a slice without data. The bytes must live until the statement is reset. */
static inline void store_bind_slice(sqlite3_stmt *statement, int index, struct slice text)
{
    if (text.data)
        (void)sqlite3_bind_text(statement, index, text.data, (int)text.size, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(statement, index);
}

/* Returns a NUL-terminated copy in the arena; FIELD_ABSENT for NULL. -ENOMEM. */
int store_column_slice(sqlite3_stmt *statement, int column, struct arena *arena, struct slice *ret_text,
                       enum field_is *ret_is /* may be NULL */);

/* --- schema.c --- */

enum { STORE_SCHEMA = 15 };

/* Refuses files of other programs (-EUCLEAN) and of newer versions (-EPROTONOSUPPORT). Changes nothing. */
int store_identify(struct store_tx *tx);

bool store_is_empty(struct store_tx *tx);

/* Migrates the file from any version to STORE_SCHEMA, in one transaction. */
int store_migrate(struct store_tx *tx);

/* --- events.c --- */

/* Loads the numbers of the kinds and the position of the log. On the writer, adds new kinds. */
int store_events_open(struct store_tx *tx);

/* Returns the number of a kind in the table `kinds`; 0: it is not stored. */
int64_t store_kind_number(const struct store_tx *tx, const struct event_type *type);

void store_batch_clear(struct store_batch *batch);

/* Removes everything after the first `count` events and `size` bytes of text. */
void store_batch_cut(struct store_batch *batch, size_t count, size_t size);

/* Sets the data of all lines. */
void store_batch_complete(struct store_batch *batch);

/* --- event_index.c --- */

/* Reads up to which event the index is complete: tx->indexed_seq. */
int store_index_open(struct store_tx *tx);

/* On the writer: indexes all events that are not in the index yet. store_index_advance() does so only if there
 * are many of them. */
int store_index_complete(struct store_tx *tx);
int store_index_advance(struct store_tx *tx);

/* --- loss.c: store.head --- */

struct store_head {
    bool is_open, failed;
    int fd;
    int64_t last_seq; /* the number in the file */
};

/* Reads epoch and last seq from the file. -ENOENT: there is none. -EINVAL: it is damaged. */
int store_head_read(const char *path, struct store_position *ret_head);

/* On the writer, after all commits were synced. */
void store_head_write(struct store *store);
void store_head_close(struct store *store);

/* On the writer, before the first change: compares the database with the files beside it. Returns a sentence
 * about lost data, or an empty one. `epoch_before` is the epoch that the file had. */
int store_find_loss(struct store *store, const char *epoch_before, char *ret_text, size_t size);

/* --- loss.c: identity of the files --- */

struct store_file {
    bool known;
    uint32_t major, minor;
    uint64_t inode;
    int64_t bytes;
};

/* The files that are open. */
struct store_files {
    struct store_file database, log;
};

/* Compares the files at the paths with those that are open, and describes a difference. The first call records
 * their identity. */
enum store_found { STORE_FOUND, STORE_MOVED, STORE_CUT };
enum store_found store_check_identity(const struct store *store, struct store_files *files, char *ret_text,
                                      size_t size);

/* On the writer, before SQLite opens the files. If the database is missing or empty, SQLite would delete its
 * write-ahead log, which may hold the only copy of the data. This function renames such a log to
 * store->spared_log. */
int store_spare_log(struct store *store);

/* --- lanes.c --- */

enum { STORE_LANES_BUCKETS = 256 };

/* The queue of the reader. Each owner has a lane of its queries in order; the reader takes from the lanes
 * round-robin. */
struct store_lanes {
    struct store_query *first, *end;                  /* the first query of each lane, linked by next_lane */
    struct store_query *buckets[STORE_LANES_BUCKETS]; /* a hash table of the same by owner, linked by next_found */
};

void store_lanes_add(struct store_lanes *lanes, struct store_query *query);

/* NULL: there is none. */
struct store_query *store_lanes_take(struct store_lanes *lanes);

/* --- store.c, writer.c, reader.c --- */

enum { STORE_GROUPS = 4, STORE_GROUP_CHANGES = 1024 };

/* The results of the writer, on their way to the loop. */
struct store_group {
    enum { STORE_OPENED, STORE_CHANGED, STORE_CLOSED } what;
    int status;                   /* the result of opening */
    struct store_change *changes; /* in order */
    struct store_batch batch;
    uint64_t last_ticket; /* of the changes; 0: there are none */
    int64_t first_seq, last_seq;
    char epoch[40];
    enum store_state state;
    char problem[400];
};

struct store {
    bool is_there; /* from store_open() until the store is closed */
    struct store_options options;
    char *path;
    struct wakeup wakeup; /* from both threads to the loop */
    pthread_t writer, reader, searcher;
    bool writer_runs, reader_runs, has_searcher;

    pthread_mutex_t lock;
    pthread_cond_t writer_wakes, reader_wakes, searcher_wakes;
    /* Protected by `lock`: */
    struct store_query *searches, **searches_end; /* the queue of the search thread */
    bool searcher_runs;
    struct store_change *changes, **changes_end; /* the queue of the writer */
    bool urgent;                                 /* a caller waits for one of them */
    bool writer_is_idle;                         /* the writer waits for changes */
    struct store_lanes queries;                  /* the queue of the reader */
    struct store_query *answers, **answers_end;  /* results of the reader */
    size_t reading_count;                        /* loop: queries whose `done` was not called */
    struct store_group groups[STORE_GROUPS];     /* a ring buffer */
    unsigned group_first, group_count;           /* complete groups for the loop */
    bool closing;
    bool opened;            /* the writer has opened the file or failed, so the reader may open it */
    bool reader_opened;     /* or has failed to */
    bool announced;         /* the loop receives STORE_OPENED before any results */
    bool reader_ended;      /* the writer may close the file */
    bool checkpoint_wanted; /* requested by the reader */
    bool damaged;           /* a check has found damage: writing is disabled */
    bool moved;             /* the files were replaced: writing is disabled */
    char damage[640];

    /* Writer thread only: */
    struct store_tx writing;
    enum store_state writer_state;
    char writer_problem[400];
    int open_status;
    bool unclean;     /* the previous daemon did not close the file */
    bool synchronous; /* the current setting of SQLite */
    /* A sync of the write-ahead log has failed. The next sync may succeed although those pages are lost. */
    bool log_doubtful;
    int wal_pages, wal_tried, wal_asked;
    struct store_head head;
    struct store_files writer_files; /* separate from those of the reader */
    char spared_log[64];             /* the new name of the log of a lost database; or empty */
    char found_loss[400];            /* found on opening; passed to the loop with STORE_OPENED */
    uint64_t begun_ns;               /* when the last group was started */
    atomic_ullong commits, change_count;

    /* Reader thread only: */
    struct store_tx reading;
    struct store_files files; /* used by the writer once the reader has ended */

    /* Search thread only: */
    struct store_tx searching;

    /* Loop thread only: */
    uint64_t ticket, done_ticket;
    struct store_query *waiting, **waiting_end; /* until an earlier change is done */
    struct store_position position;
    enum store_state state;
    char problem[400];
    char loss[400];
    struct store_job *job; /* the job that a client requested; or NULL */
    struct store_job own_check;
    bool own_check_runs;
    bool closes;      /* store_close() was called: no new work starts */
    bool close_waits; /* it continues when the jobs are done */
    void (*closed)(void *user);
    void *closed_user;
};

void *store_writer_main(void *store);
void *store_reader_main(void *store);

/* For the reader and the search thread: opens a connection; runs a query; returns it to the loop. */
int store_open_for_reading(struct store *store, struct store_tx *tx);
void store_run_query(struct store_tx *tx, struct store_query *query);
void store_hand_back(struct store *store, struct store_query *query);

/* On the writer: returns the next free group of the ring; waits for the loop if all are in use. */
struct store_group *store_group_begin(struct store *store);
void store_group_send(struct store *store);

/* Continues store_close() once all jobs are done. */
void store_close_threads(struct store *store);

/* Disables writing, because writing to a damaged file makes the damage worse. May be called on any thread. */
void store_forbid_writing(struct store *store, const char *how_it_shows);

/* On the thread that owns `files`: disables writing if a file was deleted or replaced. */
void store_watch_files(struct store *store, struct store_files *files);
#define STORE_DAMAGE_MET "it is damaged"
bool store_is_damaged(const struct store *store); /* or replaced */

/* --- job.c, job_check.c, job_backup.c --- */

/* On the job's thread, with a connection of its own. Errors are noted in the job. */
int store_job_check(struct store_job *job, struct store_tx *tx);
int store_job_backup(struct store_job *job, struct store_tx *tx);

/* Called after an unclean shutdown: checks the file in the background, and logs the result. */
void store_check_by_itself(struct store *store);

/* Also called while a statement runs, which then fails with SQLITE_INTERRUPT. */
bool store_job_is_stopped(struct store_job *job);

/* Sets the message, and returns the status. */
int store_job_fail(struct store_job *job, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
