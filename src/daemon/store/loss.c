/* Detects files that were replaced while they are open, and stored data that was lost before the store was opened. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "daemon/store/internal.h"

/* --- the files at the store's paths --- */

/* SQLite continues to write to a deleted file, and that data is lost when the daemon ends. */

/* Uses statx(2) instead of open(): closing any descriptor of the database would release SQLite's POSIX locks on
 * it. -ENOENT: there is no file. */
static int stat_file(const char *path, struct store_file *ret_file)
{
    struct statx now;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_SIZE, &now) < 0)
        return -errno;
    *ret_file = (struct store_file){
        .known = true,
        .major = now.stx_dev_major,
        .minor = now.stx_dev_minor,
        .inode = now.stx_ino,
        .bytes = (int64_t)now.stx_size,
    };
    return 0;
}

static bool is_same(const struct store_file *a, const struct store_file *b)
{
    return a->major == b->major && a->minor == b->minor && a->inode == b->inode;
}

/* Compares the file with its recorded identity. `least`: the size below which only the reader truncates it. */
static enum store_found compare_file(const char *path, struct store_file *file, int64_t least, const char **ret_what)
{
    struct store_file now = {0};
    int r = stat_file(path, &now);
    if (r == -ENOENT && file->known) {
        *ret_what = "was deleted";
        return STORE_MOVED;
    }
    if (r < 0) /* it never existed; or another disk error, which is reported elsewhere */
        return STORE_FOUND;
    *ret_what = !file->known || is_same(file, &now) ? "was truncated" : "was replaced by another file";
    if (file->known && !is_same(file, &now))
        return STORE_MOVED;
    if (file->known && now.bytes < least)
        return STORE_CUT;
    *file = now;
    return STORE_FOUND;
}

/* Detects a log that was truncated and has grown again: SQLite continues at its old offset, so the file starts
 * with a hole. */
static bool was_truncated_and_regrown(const char *path)
{
    static const unsigned char magic[3] = {0x37, 0x7f, 0x06};
    unsigned char found[sizeof magic];
    /* SQLite holds no locks on the log. */
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    return fd >= 0 && pread(fd, found, sizeof found, 0) == sizeof found && memcmp(found, magic, sizeof magic) != 0;
}

static int log_path(const struct store *store, char ret_path[static PATH_MAX])
{
    return snprintf(ret_path, PATH_MAX, "%s-wal", store->path) < PATH_MAX ? 0 : -ENAMETOOLONG;
}

int store_spare_log(struct store *store)
{
    char log[PATH_MAX], spared[PATH_MAX];
    struct store_file database = {0}, found = {0};
    int r = stat_file(store->path, &database);
    if ((r == 0 && database.bytes > 0) || (r < 0 && r != -ENOENT) || log_path(store, log) < 0)
        return 0;
    if (stat_file(log, &found) < 0 || found.bytes == 0)
        return 0;
    int size = snprintf(spared, sizeof spared, "%s.lost-%lld", log, (long long)clock_epoch_ms());
    r = size >= (int)sizeof spared                                         ? -ENAMETOOLONG
        : renameat2(AT_FDCWD, log, AT_FDCWD, spared, RENAME_NOREPLACE) < 0 ? -errno
                                                                           : 0;
    if (r < 0) {
        (void)snprintf(
            store->writing.problem, sizeof store->writing.problem,
            "%.200s is missing or empty, and its write-ahead log, which SQLite would delete, cannot be renamed: "
            "%s; move it away",
            store->path, strerror(-r));
        return r;
    }
    (void)snprintf(store->spared_log, sizeof store->spared_log, "weir.db-wal%.40s", spared + strlen(log));
    return 0;
}

enum store_found store_check_identity(const struct store *store, struct store_files *files, char *ret_text, size_t size)
{
    char log[PATH_MAX];
    const char *name = "the file", *what = "";
    enum store_found found = compare_file(store->path, &files->database, 1, &what);
    if (found == STORE_FOUND && log_path(store, log) == 0) {
        name = "its write-ahead log (weir.db-wal)";
        found = compare_file(log, &files->log, files->log.bytes, &what);
        if (found == STORE_FOUND && files->log.known && was_truncated_and_regrown(log))
            found = STORE_CUT;
    }
    if (found != STORE_FOUND)
        (void)snprintf(ret_text, size, "%s %s while the daemon had it open", name, what);
    return found;
}

/* --- store.head --- */

/* store.head, beside the database, has the epoch and the last seq of the event log. It is written after its
 * events were synced, and is not synced itself. So it may be behind the database. If it is ahead, stored data
 * was lost: the write-ahead log was truncated or deleted, or the database was emptied or replaced by an older
 * copy. */

enum { SUM_BYTES = 16 };

/* The checksum detects torn writes, not forgery: a process that can write this file can also write the database. */
struct written {
    char magic[8];
    char epoch[40];
    unsigned char last_seq[8];
    unsigned char sum[SUM_BYTES];
};

static const char magic[8] = "weirhd1";

static void make_sum(const struct written *written, unsigned char ret_sum[static SUM_BYTES])
{
    (void)crypto_generichash(ret_sum, SUM_BYTES, (const unsigned char *)written, offsetof(struct written, sum), NULL,
                             0);
}

static int open_beside(const char *path, int flags)
{
    char name[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (snprintf(name, sizeof name, "%.*sstore.head", slash ? (int)(slash - path) + 1 : 0, path) >= (int)sizeof name)
        return -ENAMETOOLONG;
    int fd = open(name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    return fd < 0 ? -errno : fd;
}

int store_head_read(const char *path, struct store_position *ret_head)
{
    struct written written;
    unsigned char sum[SUM_BYTES];
    autoclose int fd = open_beside(path, O_RDONLY);
    if (fd < 0)
        return fd;
    ssize_t n = pread(fd, &written, sizeof written, 0);
    if (n < 0)
        return -errno;
    make_sum(&written, sum);
    if (n != sizeof written || memcmp(written.magic, magic, sizeof magic) != 0 ||
        memcmp(sum, written.sum, sizeof sum) != 0)
        return -EINVAL;
    uint64_t last = 0;
    for (unsigned i = 0; i < sizeof written.last_seq; i++)
        last |= (uint64_t)written.last_seq[i] << (8 * i);
    *ret_head = (struct store_position){.last = (int64_t)last};
    memcpy(ret_head->epoch, written.epoch, sizeof ret_head->epoch);
    ret_head->epoch[sizeof ret_head->epoch - 1] = '\0';
    return 0;
}

static int write_head(int fd, const struct store_tx *tx)
{
    struct written written = {.magic = "weirhd1"};
    memcpy(written.epoch, tx->epoch, sizeof written.epoch);
    for (unsigned i = 0; i < sizeof written.last_seq; i++)
        written.last_seq[i] = (unsigned char)((uint64_t)tx->last_seq >> (8 * i));
    make_sum(&written, written.sum);
    ssize_t n = pwrite(fd, &written, sizeof written, 0);
    return n < 0 ? -errno : n == sizeof written ? 0 : -ENOSPC;
}

void store_head_write(struct store *store)
{
    struct store_head *head = &store->head;
    if (head->is_open && head->last_seq == store->writing.last_seq)
        return;
    if (!head->is_open)
        head->fd = open_beside(store->path, O_RDWR | O_CREAT);
    head->is_open = head->fd >= 0;
    int r = head->is_open ? write_head(head->fd, &store->writing) : head->fd;
    if (r < 0 && !head->failed)
        log_error("store: cannot write store.head, so a loss of events may go undetected: %s", strerror(-r));
    head->failed = r < 0;
    head->last_seq = r < 0 ? -1 : store->writing.last_seq;
}

void store_head_close(struct store *store)
{
    if (store->head.is_open)
        (void)close(store->head.fd);
    store->head = (struct store_head){0};
}

/* --- lost data --- */

#define NEW_EPOCH "the log starts a new epoch; stop the daemon and restore a backup, or continue without the lost data"

int store_find_loss(struct store *store, const char *epoch_before, char *ret_text, size_t size)
{
    struct store_tx *tx = &store->writing;
    struct store_position head = {0}, position = {0};
    int64_t audit_last = 0, audit_head = 0;
    *ret_text = '\0';
    int r = store_event_position(tx, &position);
    if (r == 0)
        r = store_audit_compare(tx, &audit_last, &audit_head);
    if (r < 0)
        return r;
    int found = store_head_read(store->path, &head);
    if (found < 0 && found != -ENOENT)
        log_warn("store: cannot read store.head, so a loss of events may go undetected: %s",
                 found == -EINVAL ? "it is damaged" : strerror(-found));
    bool headed = found == 0 && head.last > 0;
    bool same = headed && (strcmp(head.epoch, position.epoch) == 0 || strcmp(head.epoch, epoch_before) == 0);
    if (position.epoch[0] == '\0' && store->spared_log[0])
        (void)snprintf(
            ret_text, size,
            "%s was missing or empty, and its data is lost except for the write-ahead log, which was renamed to %s: %s",
            store->path, store->spared_log, NEW_EPOCH);
    else if (position.epoch[0] == '\0' && (headed || audit_head > 0))
        (void)snprintf(ret_text, size, "%s was missing or empty, and its data is lost: %s", store->path, NEW_EPOCH);
    else if (headed && !same)
        (void)snprintf(ret_text, size, "%s is not the database that was open last: %s", store->path, NEW_EPOCH);
    else if (headed && strcmp(head.epoch, position.epoch) == 0 && head.last > position.last)
        (void)snprintf(ret_text, size,
                       "%s lacks the events %lld to %lld, which were stored: its write-ahead log was truncated or "
                       "deleted, or the file was replaced by an older one; %s",
                       store->path, (long long)position.last + 1, (long long)head.last, NEW_EPOCH);
    else if (audit_head > audit_last)
        (void)snprintf(ret_text, size, "%s lacks the audit log entries %lld to %lld, which were stored; %s",
                       store->path, (long long)audit_last + 1, (long long)audit_head, NEW_EPOCH);
    return 0;
}

int store_lost_at(struct store_tx *tx, int64_t *ret_ms)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM meta WHERE name = 'lost_at'");
    if (!find)
        return tx->error;
    int r = store_step(tx, find);
    if (r >= 0)
        *ret_ms = r > 0 ? sqlite3_column_int64(find, 0) : 0;
    return r < 0 ? r : 0;
}
