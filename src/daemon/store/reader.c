/* The reader thread: executes queries, and runs passive checkpoints. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/fault.h"
#include "daemon/store/internal.h"

static int open_normally(struct store_tx *tx, const char *path)
{
    int r = store_tx_open(tx, path, false);
    return r < 0 ? r : store_identify(tx);
}

/* On a read-only file system SQLite cannot create the files that it needs for a database in WAL mode. If there
 * is no write-ahead log left, the file can be opened as immutable. */
static int open_immutable(struct store_tx *tx, const char *path)
{
    char name[4096 + 32];
    struct stat log;
    *tx = (struct store_tx){0};
    if (strpbrk(path, "?#%") || snprintf(name, sizeof name, "%s-wal", path) >= (int)sizeof name)
        return -EROFS;
    if (stat(name, &log) == 0 && log.st_size > 0)
        return -EROFS;
    (void)snprintf(name, sizeof name, "file:%s?immutable=1", path);
    int code = sqlite3_open_v2(name, &tx->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, NULL);
    return code == SQLITE_OK ? store_identify(tx) : store_note(tx, code);
}

int store_open_for_reading(struct store *store, struct store_tx *tx)
{
    bool usual = store_may_write(store->path);
    int r = usual ? open_normally(tx, store->path) : open_immutable(tx, store->path);
    if (r == -EACCES || r == -EROFS) {
        store_tx_close(tx);
        r = usual ? open_immutable(tx, store->path) : open_normally(tx, store->path);
    }
    if (r == 0)
        r = store_events_open(tx);
    if (r < 0)
        store_tx_close(tx);
    return r;
}

void store_run_query(struct store_tx *tx, struct store_query *query)
{
    store_tx_begin(tx);
    int r = store_run(tx, store_sql(tx, "BEGIN"));
    if (r == 0)
        query->status = query->run(query, tx);
    if (!sqlite3_get_autocommit(tx->db))
        (void)store_run(tx, store_sql(tx, "COMMIT"));
    if (tx->error < 0) {
        query->status = tx->error;
        query->failed = true;
    }
}

/* Work of the reader besides queries. */
enum chore { CHORE_NONE, CHORE_WATCH, CHORE_CHECKPOINT };

enum { WATCH_MS = 30000 };

static bool has_work(const struct store *store)
{
    return store->announced && (store->queries.first || store->checkpoint_wanted || store->closing);
}

/* Returns the next query, or NULL if there is a chore, or if the store closes and no query is left. */
static struct store_query *take_query(struct store *store, struct timespec *watch_at, enum chore *ret_chore)
{
    int waited = 0;
    (void)pthread_mutex_lock(&store->lock);
    while (!has_work(store) && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&store->reader_wakes, &store->lock, watch_at);
    struct store_query *query = store->announced ? store_lanes_take(&store->queries) : NULL;
    *ret_chore = query                      ? CHORE_NONE
                 : store->checkpoint_wanted ? CHORE_CHECKPOINT
                 : waited == ETIMEDOUT      ? CHORE_WATCH
                                            : CHORE_NONE;
    if (*ret_chore == CHORE_CHECKPOINT)
        store->checkpoint_wanted = false;
    (void)pthread_mutex_unlock(&store->lock);
    return query;
}

void store_hand_back(struct store *store, struct store_query *query)
{
    (void)pthread_mutex_lock(&store->lock);
    *store->answers_end = query;
    store->answers_end = &query->next;
    (void)pthread_mutex_unlock(&store->lock);
    wakeup_ring(&store->wakeup);
}

/* Waits until the writer has created or migrated the file. The writer reports STORE_OPENED after both have
 * opened it. */
static int open_with_writer(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    while (!store->opened)
        (void)pthread_cond_wait(&store->reader_wakes, &store->lock);
    (void)pthread_mutex_unlock(&store->lock);
    int r = store_open_for_reading(store, &store->reading);
    if (r == 0)
        store_watch_files(store, &store->files);
    (void)pthread_mutex_lock(&store->lock);
    store->reader_opened = true;
    (void)pthread_cond_signal(&store->writer_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    return r;
}

/* Does not checkpoint a log that was truncated from outside. */
static void do_chore(struct store *store, enum chore chore)
{
    store_watch_files(store, &store->files);
    if (chore == CHORE_CHECKPOINT && !store_is_damaged(store)) {
        (void)fault_point("store.before_passive_checkpoint");
        (void)sqlite3_wal_checkpoint_v2(store->reading.db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
}

static void serve_query(struct store *store, struct store_query *query, int opened)
{
    if (opened < 0) {
        query->status = opened;
        query->failed = true;
    } else {
        (void)fault_point("store.read");
        store_run_query(&store->reading, query);
        (void)fault_point("store.after_read");
    }
    if (store->reading.log_cut) {
        store->reading.log_cut = false;
        store->files.log.bytes = 0;
    }
    if (store->reading.damaged) {
        store_watch_files(store, &store->files); /* this may find the reason */
        store_forbid_writing(store, STORE_DAMAGE_MET);
    }
    store_hand_back(store, query);
}

static long watch_ms(void)
{
#ifdef WEIR_FAULTS
    const char *settled = getenv("WEIR_FAULT_WATCH_MS");
    if (settled)
        return strtol(settled, NULL, 10);
#endif
    return WATCH_MS;
}

/* Returns true once every WATCH_MS, even if there are always queries. */
static bool is_due(struct timespec *watch_at)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < watch_at->tv_sec || (now.tv_sec == watch_at->tv_sec && now.tv_nsec < watch_at->tv_nsec))
        return false;
    long ns = now.tv_nsec + watch_ms() % 1000 * 1000000;
    watch_at->tv_sec = now.tv_sec + watch_ms() / 1000 + ns / 1000000000;
    watch_at->tv_nsec = ns % 1000000000;
    return true;
}

void *store_reader_main(void *user)
{
    struct store *store = user;
    struct store_query *query;
    struct timespec watch_at = {0};
    enum chore chore = CHORE_NONE;
    int opened = open_with_writer(store);
    (void)is_due(&watch_at);
    while ((query = take_query(store, &watch_at, &chore)) || chore != CHORE_NONE) {
        if (opened < 0)
            opened = store_open_for_reading(store, &store->reading);
        if (query)
            serve_query(store, query, opened);
        bool due = is_due(&watch_at);
        if (opened == 0 && (chore != CHORE_NONE || due))
            do_chore(store, chore);
    }
    store_tx_close(&store->reading);
    (void)pthread_mutex_lock(&store->lock);
    store->reader_ended = true;
    (void)pthread_cond_signal(&store->writer_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    return NULL;
}
