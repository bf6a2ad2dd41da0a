/* The writer thread. The changes that were queued during one transaction form the next group, which is one
 * transaction. An idle writer commits a single change at once. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/store/internal.h"
#include "json/write.h"

enum {
    PAGE_BYTES = 4096,
    WAL_PASSIVE_PAGES = (4 << 20) / PAGE_BYTES,  /* above this, the reader copies pages to the main file */
    WAL_STEP_PAGES = (1 << 20) / PAGE_BYTES,     /* each step syncs the main file */
    WAL_RESTART_PAGES = (16 << 20) / PAGE_BYTES, /* above this, the writer restarts the log itself */
    GATHER_NS = 1000000,
    CLOCK_NS = 1000000000,
    WAL_RETRY_PAGES = (4 << 20) / PAGE_BYTES, /* retries after this many more pages if a reader prevented it */
};

/* --- opening --- */

static int read_meta(struct store_tx *tx, const char *name, char *ret_text, size_t size)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM meta WHERE name = ?1");
    if (!find)
        return tx->error;
    store_bind_slice(find, 1, slice_of(name));
    int r = store_step(tx, find);
    const char *text = r > 0 ? (const char *)sqlite3_column_text(find, 0) : NULL;
    (void)snprintf(ret_text, size, "%s", text ? text : "");
    return r < 0 ? r : 0;
}

static int write_meta(struct store_tx *tx, const char *name, const char *text)
{
    autoreset sqlite3_stmt *save =
        store_sql(tx, "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2");
    if (!save)
        return tx->error;
    store_bind_slice(save, 1, slice_of(name));
    store_bind_slice(save, 2, slice_of(text));
    return store_run(tx, save);
}

/* Returns the boot id, which changes with every boot of the machine. */
static void read_boot_id(char *ret_text, size_t size)
{
#ifdef WEIR_FAULTS
    const char *pretended = getenv("WEIR_FAULT_BOOT_ID");
    if (pretended) {
        (void)snprintf(ret_text, size, "%s", pretended);
        return;
    }
#endif
    autoclose int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, ret_text, size - 1);
    ret_text[n > 0 ? n : 0] = '\0';
    ret_text[strcspn(ret_text, "\n")] = '\0';
}

static int change_epoch(struct store_tx *tx)
{
    char epoch[ID_SIZE];
    int r = id_make(&tx->ids, "", epoch);
    if (r == 0)
        r = write_meta(tx, "epoch_before", tx->epoch);
    if (r == 0)
        r = write_meta(tx, "epoch", epoch);
    if (r == 0)
        (void)snprintf(tx->epoch, sizeof tx->epoch, "%s", epoch);
    return r;
}

/* After a power cut the last group may be lost, and its numbers are reused for other events. So the log gets a
 * new epoch if the previous daemon ran before the last boot and did not close the file, or if other data was
 * lost. After a crash of the daemon alone, the kernel still has all committed pages. */
static int begin_epoch(struct store *store)
{
    struct store_tx *tx = &store->writing;
    char boot[64] = "", last_boot[64] = "", clean[8] = "", before[40] = "";
    read_boot_id(boot, sizeof boot);
    int r = store_exec(tx, "BEGIN IMMEDIATE");
    if (r == 0)
        r = read_meta(tx, "epoch", tx->epoch, sizeof tx->epoch);
    if (r == 0)
        r = read_meta(tx, "epoch_before", before, sizeof before);
    if (r == 0)
        r = store_find_loss(store, before, store->found_loss, sizeof store->found_loss);
    if (r == 0)
        r = read_meta(tx, "boot", last_boot, sizeof last_boot);
    if (r == 0)
        r = read_meta(tx, "clean", clean, sizeof clean);
    bool is_new = tx->epoch[0] == '\0';
    store->unclean = r == 0 && !is_new && strcmp(clean, "1") != 0;
    if (r == 0 && (is_new || store->found_loss[0] || (store->unclean && strcmp(boot, last_boot) != 0)))
        r = change_epoch(tx);
    if (r == 0 && store->found_loss[0])
        r = store_write_mark(tx, "lost_at", clock_epoch_ms());
    if (r == 0)
        r = write_meta(tx, "boot", boot);
    if (r == 0)
        r = write_meta(tx, "clean", "0");
    if (r == 0)
        r = store_events_open(tx);
    if (r == 0)
        r = store_exec(tx, "COMMIT");
    if (r < 0)
        (void)sqlite3_exec(tx->db, "ROLLBACK", NULL, NULL, NULL);
    return r;
}

static int on_wal(void *user, sqlite3 *db, const char *name, int pages)
{
    struct store *store = user;
    (void)db;
    (void)name;
    store->wal_pages = pages;
    return SQLITE_OK;
}

/* Classifies an error. A full disk may have space for the next group; the other states are permanent. */
static enum store_state state_of(int error)
{
    return error == -EUCLEAN || error == -EPROTONOSUPPORT ? STORE_BROKEN
           : error == -EROFS || error == -EACCES          ? STORE_READ_ONLY
                                                          : STORE_STRUGGLES;
}

static void note_failure(struct store *store, int error, const char *problem)
{
    store->writer_state = state_of(error);
    (void)snprintf(store->writer_problem, sizeof store->writer_problem, "%.*s", (int)sizeof store->writer_problem - 1,
                   *problem ? problem : strerror(-error));
}

/* Without a valid key of the audit log, no entry is added. */
static int note_loss(struct store *store)
{
    struct store_tx *tx = &store->writing;
    struct audit_note note = {.what = SLICE("store.lost")};
    AUTO(buf_clear) struct buf data = BUF_LIMITED(1024);
    if (!store->found_loss[0])
        return 0;
    log_error("store: %s", store->found_loss);
    audit_self(&note);
    buf_append_text(&data, "{\"problem\":");
    json_write_string(&data, slice_of(store->found_loss));
    int r = buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    return r < 0 || !tx->audit.has_key ? r : store_audit_add(tx, &note);
}

static int open_file(struct store *store)
{
    struct store_tx *tx = &store->writing;
    int r = fault_point("store.open");
    if (r == 0)
        r = store_spare_log(store);
    if (r == 0)
        r = store_tx_open(tx, store->path, true);
    tx->typed = store->options.typed;
    tx->typed_count = store->options.typed_count;
    if (r == 0)
        r = store_migrate(tx);
    if (r == 0)
        r = begin_epoch(store);
    if (r == 0)
        r = store_audit_open(tx);
    if (r == 0)
        r = note_loss(store);
    if (r == 0) {
        store_head_write(store); /* the epoch may be new */
        (void)sqlite3_wal_hook(tx->db, on_wal, store);
        store->writer_files = (struct store_files){0};
        store_watch_files(store, &store->writer_files);
        store->synchronous = true;
        store->writer_state = STORE_WORKS;
        return 0;
    }
    note_failure(store, r, tx->problem);
    store_tx_close(tx);
    return r;
}

/* --- groups --- */

/* The state before a change, to undo it. */
struct mark {
    size_t events, text;
    int64_t first_seq, last_seq, indexed_seq;
    sqlite3_int64 rows;
    struct audit_link audit;
};

static struct mark set_mark(const struct store_tx *tx)
{
    return (struct mark){tx->batch.count, tx->batch.text.size, tx->first_seq,
                         tx->last_seq,    tx->indexed_seq,     sqlite3_total_changes64(tx->db),
                         tx->audit.last};
}

static void go_back(struct store_tx *tx, const struct mark *mark)
{
    store_batch_cut(&tx->batch, mark->events, mark->text);
    tx->first_seq = mark->first_seq;
    tx->last_seq = mark->last_seq;
    tx->indexed_seq = mark->indexed_seq;
    tx->audit.last = mark->audit;
}

/* A savepoint copies every page that is changed after it. Most changes that fail do so before they write, and
 * need none. So a group is first tried without savepoints. -EAGAIN: a change failed after writing, and the
 * group must be repeated with savepoints. */
static int apply_change(struct store_tx *tx, struct store_change *change, bool careful)
{
    struct mark mark = set_mark(tx);
    int r = careful ? store_exec(tx, "SAVEPOINT change") : 0;
    if (r < 0)
        return r;
    store_tx_begin(tx);
    change->failed = false;
    change->status = change->apply(change, tx);
    if (tx->error < 0) {
        change->status = tx->error;
        change->failed = true;
    }
    if (sqlite3_get_autocommit(tx->db)) /* the error was so severe that SQLite rolled back the transaction */
        return change->status < 0 ? change->status : -EIO;
    if (tx->damaged)
        return -EUCLEAN;
    if (change->status < 0) {
        if (!careful && sqlite3_total_changes64(tx->db) != mark.rows)
            return -EAGAIN;
        go_back(tx, &mark);
        if (careful && sqlite3_exec(tx->db, "ROLLBACK TO change", NULL, NULL, NULL) != SQLITE_OK)
            return change->status;
    }
    return careful ? store_exec(tx, "RELEASE change") : 0;
}

static int try_group(struct store *store, struct store_change *changes, bool careful)
{
    struct store_tx *tx = &store->writing;
    struct mark start = set_mark(tx);
    store_tx_begin(tx);
    int r = fault_point("store.before_begin");
    if (r == 0)
        r = store_run(tx, store_sql(tx, "BEGIN IMMEDIATE"));
    for (struct store_change *change = changes; change && r == 0; change = change->next)
        r = apply_change(tx, change, careful);
    if (r == 0) {
        store_tx_begin(tx);
        r = store_index_advance(tx);
    }
    if (r == 0)
        r = fault_point("store.before_commit");
    if (r == 0)
        r = store_run(tx, store_sql(tx, "COMMIT"));
    if (r < 0) {
        (void)sqlite3_exec(tx->db, "ROLLBACK", NULL, NULL, NULL);
        go_back(tx, &start);
    }
    return r;
}

static void fail_group(struct store_change *changes, int status)
{
    for (struct store_change *change = changes; change; change = change->next) {
        change->status = status;
        change->failed = true;
    }
}

/* A group of lazy changes is not synced by its commit, but right after it, while its events are being pushed.
 * So a power cut loses at most the last group. */
static int set_synchronous(struct store *store, const struct store_change *changes)
{
    bool needed = false;
    for (const struct store_change *change = changes; change && !needed; change = change->next)
        needed = !change->lazy;
    if (needed == store->synchronous)
        return 0;
    int r = store_exec(&store->writing, needed ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
    if (r == 0)
        store->synchronous = needed;
    return r;
}

static int sync_log(struct store *store)
{
    sqlite3_file *file = NULL;
    int r = fault_point("store.before_sync");
    int code = sqlite3_file_control(store->writing.db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (r == 0 && code == SQLITE_OK && file && file->pMethods) {
        store_tx_begin(&store->writing);
        code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
        r = code == SQLITE_OK ? 0 : store_note(&store->writing, code);
    }
    return r;
}

static int check_usable(struct store *store)
{
    int r = store->writing.db ? 0 : store->open_status;
    if (r == 0 && store_is_damaged(store)) {
        r = -EUCLEAN;
        note_failure(store, r, store->damage);
        store->writer_state = STORE_READ_ONLY;
    }
    return r;
}

static void run_changes(struct store *store, struct store_change *changes)
{
    int r = check_usable(store);
    if (r == 0) {
        store_tx_begin(&store->writing);
        r = set_synchronous(store, changes);
        if (r == 0)
            r = try_group(store, changes, false);
        if (r == -EAGAIN)
            r = try_group(store, changes, true);
        if (r < 0)
            note_failure(store, r, store->writing.problem);
        else
            store->writer_state = STORE_WORKS;
        if (store->writing.damaged) {
            store->writer_files.log.bytes = 0;
            store_watch_files(store, &store->writer_files); /* this may find the reason */
            store_forbid_writing(store, STORE_DAMAGE_MET);
            (void)check_usable(store);
        }
    }
    if (r < 0)
        fail_group(changes, r);
    else
        store->writer_problem[0] = '\0';
}

static void fill_group(struct store *store, struct store_group *group)
{
    group->first_seq = store->writing.first_seq;
    group->last_seq = store->writing.last_seq;
    group->state = store->writer_state;
    memcpy(group->problem, store->writer_problem, sizeof group->problem);
}

static void do_group(struct store *store, struct store_change *changes)
{
    struct store_group *group = store_group_begin(store);
    struct store_batch spare = group->batch;
    uint64_t count = 0;
    run_changes(store, changes);
    (void)fault_point("store.after_commit");
    group->what = STORE_CHANGED;
    group->changes = changes;
    for (const struct store_change *change = changes; change; change = change->next) {
        group->last_ticket = change->ticket;
        count++;
    }
    store_batch_complete(&store->writing.batch);
    group->batch = store->writing.batch;
    store_batch_cut(&spare, 0, 0);
    store->writing.batch = spare;
    fill_group(store, group);
    bool sync = store->writer_state == STORE_WORKS && !store->synchronous;
    if (store->writer_state == STORE_WORKS) {
        (void)atomic_fetch_add(&store->commits, 1);
        (void)atomic_fetch_add(&store->change_count, count);
    }
    store_group_send(store);
    if (sync && sync_log(store) < 0) {
        note_failure(store, store->writing.error ? store->writing.error : -EIO, store->writing.problem);
        store->log_doubtful = true;
        log_error("store: the last writes may not survive a power cut: %s", store->writer_problem);
    }
    if (store->writer_state == STORE_WORKS && !store->log_doubtful) { /* then everything is on the disk */
        store_audit_headed(&store->writing);
        store_head_write(store);
    }
}

/* --- write-ahead log --- */

/* Restarts the log, unless the files were replaced. A compaction on the reader thread may have truncated the
 * log at any time, so its size is not checked. */
static void restart_log(struct store *store)
{
    store->writer_files.log.bytes = 0;
    store_watch_files(store, &store->writer_files);
    if (store_is_damaged(store))
        return;
    (void)fault_point("store.before_checkpoint");
    (void)sqlite3_busy_timeout(store->writing.db, 0);
    int code = sqlite3_wal_checkpoint_v2(store->writing.db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    store_busy_default(store->writing.db);
    store->wal_tried = code == SQLITE_OK ? 0 : store->wal_pages;
    if (code == SQLITE_OK) {
        store->wal_pages = 0;
        store->log_doubtful = false;
    }
}

/* Keeps the log short: a long one slows down reads and the next start. The reader copies pages while the writer
 * continues. But under steady load there is always another page to copy, and the log can be restarted only
 * between two groups. A log that may be incomplete on the disk after a failed sync is restarted too. */
static void keep_log_short(struct store *store)
{
    if (store->log_doubtful ||
        (store->wal_pages > WAL_RESTART_PAGES && store->wal_pages > store->wal_tried + WAL_RETRY_PAGES)) {
        restart_log(store);
    } else if (store->wal_pages > WAL_PASSIVE_PAGES && store->wal_pages > store->wal_asked + WAL_STEP_PAGES) {
        store->wal_asked = store->wal_pages;
        (void)pthread_mutex_lock(&store->lock);
        store->checkpoint_wanted = true;
        (void)pthread_cond_signal(&store->reader_wakes);
        (void)pthread_mutex_unlock(&store->lock);
    }
    if (store->wal_pages < store->wal_tried)
        store->wal_tried = 0;
    if (store->wal_pages < store->wal_asked)
        store->wal_asked = 0;
}

/* --- thread --- */

struct store_group *store_group_begin(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    while (store->group_count == STORE_GROUPS)
        (void)pthread_cond_wait(&store->writer_wakes, &store->lock);
    struct store_group *group = &store->groups[(store->group_first + store->group_count) % STORE_GROUPS];
    (void)pthread_mutex_unlock(&store->lock);
    group->changes = NULL;
    group->last_ticket = 0;
    group->status = 0;
    return group;
}

void store_group_send(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    store->group_count++;
    (void)pthread_mutex_unlock(&store->lock);
    wakeup_ring(&store->wakeup);
}

/* Batches events for up to GATHER_NS. A commit costs the same for one event as for ten, and many agents would
 * cause thousands of commits a second. So if only lazy changes wait and the last group has just started, the
 * writer waits a moment for more. Other changes end the wait, and an event after a pause is committed at once. */
static void batch_lazy_changes(struct store *store)
{
    uint64_t due = store->begun_ns + GATHER_NS;
    struct timespec until = {.tv_sec = (time_t)(due / CLOCK_NS), .tv_nsec = (long)(due % CLOCK_NS)};
    while (!store->urgent && !store->closing && clock_monotonic_ns() < due)
        (void)pthread_cond_timedwait(&store->writer_wakes, &store->lock, &until);
}

/* Takes queued changes, up to a limit. NULL: the store closes and nothing is left. */
static struct store_change *take_changes(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    batch_lazy_changes(store);
    store->writer_is_idle = true;
    while (!store->changes && !store->closing)
        (void)pthread_cond_wait(&store->writer_wakes, &store->lock);
    store->writer_is_idle = false;
    store->begun_ns = clock_monotonic_ns();
    struct store_change *first = store->changes, *last = first;
    for (int i = 1; last && last->next && i < STORE_GROUP_CHANGES; i++)
        last = last->next;
    if (last) {
        store->changes = last->next;
        last->next = NULL;
        if (!store->changes) {
            store->changes_end = &store->changes;
            store->urgent = false;
        }
    }
    (void)pthread_mutex_unlock(&store->lock);
    return first;
}

static void close_file(struct store *store)
{
    struct store_tx *tx = &store->writing;
    (void)pthread_mutex_lock(&store->lock);
    while (!store->reader_ended || store->searcher_runs)
        (void)pthread_cond_wait(&store->writer_wakes, &store->lock);
    (void)pthread_mutex_unlock(&store->lock);
    if (!tx->db)
        return;
    (void)fault_point("store.before_close");
    store_tx_begin(tx);
    store_watch_files(store, &store->files);
    bool sound = check_usable(store) == 0 && store->writer_state == STORE_WORKS;
    int r = sound ? store_exec(tx, "PRAGMA synchronous=FULL") : 0;
    if (sound && r == 0)
        r = write_meta(tx, "clean", "1");
    if (r < 0)
        log_error("store: cannot close the file cleanly: %s", tx->problem);
    if (store_is_damaged(store)) /* leaves the file and its log unchanged */
        (void)sqlite3_db_config(tx->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    store_tx_close(tx);
    store_head_close(store);
}

static void announce(struct store *store)
{
    struct store_group *group = store_group_begin(store);
    group->what = STORE_OPENED;
    group->status = store->open_status;
    memcpy(group->epoch, store->writing.epoch, sizeof group->epoch);
    fill_group(store, group);
    store_group_send(store);
}

/* A full disk may have space again, which the next change finds out. Other errors are permanent until the
 * daemon restarts. */
static void open_again(struct store *store)
{
    if (store->writing.db || store->writer_state != STORE_STRUGGLES)
        return;
    store->open_status = open_file(store);
    if (store->open_status == 0)
        announce(store);
}

void *store_writer_main(void *user)
{
    struct store *store = user;
    struct store_change *changes;
    store->open_status = open_file(store);
    (void)pthread_mutex_lock(&store->lock);
    store->opened = true;
    (void)pthread_cond_signal(&store->reader_wakes);
    while (!store->reader_opened && !store->reader_ended)
        (void)pthread_cond_wait(&store->writer_wakes, &store->lock);
    (void)pthread_mutex_unlock(&store->lock);
    announce(store);
    (void)pthread_mutex_lock(&store->lock);
    store->announced = true;
    (void)pthread_cond_signal(&store->reader_wakes);
    (void)pthread_cond_signal(&store->searcher_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    while ((changes = take_changes(store))) {
        open_again(store);
        do_group(store, changes);
        if (store->writing.db && !store_is_damaged(store))
            keep_log_short(store);
    }
    close_file(store);
    struct store_group *group = store_group_begin(store);
    group->what = STORE_CLOSED;
    fill_group(store, group);
    store_group_send(store);
    return NULL;
}
