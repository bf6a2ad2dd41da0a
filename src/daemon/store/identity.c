/* Whether the files at the store's paths are still those that it has open. SQLite goes on with a file that was deleted,
 * and what it writes there is gone with the daemon. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/store/internal.h"

/* statx(2) opens nothing: closing a descriptor of the database would lose SQLite's locks on it. -ENOENT: there is none.
 */
static int look(const char *path, struct store_file *ret_file)
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

/* What has become of it. `least`: nobody but the reader makes it shorter than that. */
static enum store_found compare(const char *path, struct store_file *file, int64_t least, const char **ret_what)
{
    struct store_file now = {0};
    int r = look(path, &now);
    if (r == -ENOENT && file->known) {
        *ret_what = "was deleted";
        return STORE_MOVED;
    }
    if (r < 0) /* it was never there; or the disk has other troubles, which show elsewhere */
        return STORE_FOUND;
    *ret_what = !file->known || is_same(file, &now) ? "was cut" : "was replaced by another file";
    if (file->known && !is_same(file, &now))
        return STORE_MOVED;
    if (file->known && now.bytes < least)
        return STORE_CUT;
    *file = now;
    return STORE_FOUND;
}

/* It was cut to nothing and has grown again since: SQLite goes on where it was, behind a gap. */
static bool has_lost_its_beginning(const char *path)
{
    static const unsigned char magic[3] = {0x37, 0x7f, 0x06};
    unsigned char found[sizeof magic];
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* SQLite has no locks on this one */
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
    int r = look(store->path, &database);
    if ((r == 0 && database.bytes > 0) || (r < 0 && r != -ENOENT) || log_path(store, log) < 0)
        return 0;
    if (look(log, &found) < 0 || found.bytes == 0)
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
    enum store_found found = compare(store->path, &files->database, 1, &what);
    if (found == STORE_FOUND && log_path(store, log) == 0) {
        name = "its write-ahead log (weir.db-wal)";
        found = compare(log, &files->log, files->log.bytes, &what);
        if (found == STORE_FOUND && files->log.known && has_lost_its_beginning(log))
            found = STORE_CUT;
    }
    if (found != STORE_FOUND)
        (void)snprintf(ret_text, size, "%s %s while the daemon had it open", name, what);
    return found;
}
