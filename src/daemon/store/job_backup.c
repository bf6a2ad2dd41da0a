/* Implements db.backup: copies the store to a temporary file, which gets its final name only when it is complete. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "daemon/store/internal.h"

struct backup {
    struct store_job *job;
    struct store_tx *tx;
    char *directory;  /* resolved, for SQLITE_OPEN_NOFOLLOW */
    const char *name; /* the name of the backup in it */
    int directory_fd;
    int fd;             /* of the copy */
    char temporary[40]; /* the name of the incomplete copy; empty: none */
    char *path;         /* the path of `temporary` */
};

static int fail(const struct backup *backup, int status, const char *what)
{
    return store_job_fail(backup->job, status, "%s: %s", backup->job->path.data, what);
}

static int fail_errno(const struct backup *backup, int error)
{
    return fail(backup, -error,
                error == ENOENT || error == ENOTDIR                    ? "the directory does not exist"
                : error == EACCES || error == EPERM                    ? "no permission to write to the directory"
                : error == EROFS                                       ? "the file system is read-only"
                : error == ENOSPC || error == EDQUOT || error == EFBIG ? "not enough space for the copy"
                                                                       : strerror(error));
}

/* --- preparation --- */

static int open_directory(struct backup *backup)
{
    const char *path = backup->job->path.data;
    const char *slash = strrchr(path, '/');
    struct stat existing;
    if (!slash || slash[1] == '\0' || strcmp(slash + 1, ".") == 0 || strcmp(slash + 1, "..") == 0)
        return fail(backup, -EISDIR, "this is not the name of a file");
    backup->name = slash + 1;
    autofree char *directory = slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
    if (!directory)
        return fail_errno(backup, ENOMEM);
    backup->directory = realpath(directory, NULL);
    if (!backup->directory)
        return fail_errno(backup, errno);
    backup->directory_fd = open(backup->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (backup->directory_fd < 0)
        return fail_errno(backup, errno);
    if (fstatat(backup->directory_fd, backup->name, &existing, AT_SYMLINK_NOFOLLOW) == 0)
        return fail(backup, -EEXIST, "the file exists already and was not replaced");
    return errno == ENOENT ? 0 : fail_errno(backup, errno);
}

/* Creates the file with its final permissions before data is written. VACUUM INTO accepts an existing file if
 * it is empty. */
static int make_temporary(struct backup *backup)
{
    uint64_t chance = 0;
    char name[sizeof backup->temporary];
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        return fail_errno(backup, EIO);
    (void)snprintf(name, sizeof name, ".weir-backup-%016llx", (unsigned long long)chance);
    if (asprintf(&backup->path, "%s/%s", backup->directory, name) < 0) {
        backup->path = NULL;
        return fail_errno(backup, ENOMEM);
    }
    backup->fd = openat(backup->directory_fd, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (backup->fd < 0)
        return fail_errno(backup, errno);
    memcpy(backup->temporary, name, sizeof name);
    return 0;
}

/* --- copy --- */

static int copy_fails(const struct backup *backup, sqlite3 *db, int code)
{
    int error = sqlite3_system_errno(db);
    if (store_job_is_stopped(backup->job))
        return fail(backup, -EINTR, "the backup was stopped");
    if ((code & 0xff) == SQLITE_FULL)
        return fail_errno(backup, ENOSPC);
    if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
        return fail(backup, -EUCLEAN, "the store is damaged and cannot be copied; run db.check for details");
    if ((code & 0xff) == SQLITE_IOERR && error != 0)
        return fail_errno(backup, error);
    return fail(backup, -EIO, sqlite3_errmsg(db));
}

static int copy(struct backup *backup)
{
    sqlite3_stmt *vacuum = NULL;
    sqlite3 *db = backup->tx->db;
    if (fault_point("store.backup") < 0)
        return fail_errno(backup, EIO);
    /* query_only of this connection would apply to the copy too. */
    int code = sqlite3_exec(db, "PRAGMA query_only=OFF", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, "VACUUM main INTO ?1", -1, &vacuum, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(vacuum, 1, backup->path, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(vacuum);
    int r = code == SQLITE_DONE ? 0 : copy_fails(backup, db, code);
    (void)sqlite3_finalize(vacuum);
    return r;
}

/* If the copy is used as a store, its new events get numbers that the original assigns to others. So it is
 * marked as unclean and from another boot, which gives its log a new epoch. */
static int mark_copy(struct backup *backup)
{
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(backup->path, &db, flags, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db,
                            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                            "UPDATE meta SET value = '0' WHERE name = 'clean';"
                            "UPDATE meta SET value = 'backup' WHERE name = 'boot'",
                            NULL, NULL, NULL);
    int r = code == SQLITE_OK ? 0 : copy_fails(backup, db, code);
    (void)sqlite3_close(db);
    return r;
}

/* --- completion --- */

/* Does not replace a file that was created meanwhile. If the file system does not support RENAME_NOREPLACE,
 * uses a hard link instead. */
static int give_name(struct backup *backup)
{
    int at = backup->directory_fd;
    if (renameat2(at, backup->temporary, at, backup->name, RENAME_NOREPLACE) == 0) {
        backup->temporary[0] = '\0';
        return 0;
    }
    if (errno == EINVAL && linkat(at, backup->temporary, at, backup->name, 0) == 0)
        return 0;
    return errno == EEXIST ? fail(backup, -EEXIST, "the file was created during the backup and was not replaced")
                           : fail_errno(backup, errno);
}

static int finish(struct backup *backup)
{
    struct stat copied;
    if (store_job_is_stopped(backup->job)) /* the client no longer waits */
        return fail(backup, -EINTR, "the backup was stopped");
    if (fsync(backup->fd) < 0 || fstat(backup->fd, &copied) < 0)
        return fail_errno(backup, errno);
    int r = give_name(backup);
    if (r < 0)
        return r;
    backup->job->bytes = copied.st_size;
    return fsync(backup->directory_fd) < 0 ? fail_errno(backup, errno) : 0;
}

static void clean_up(struct backup *backup)
{
    char journal[sizeof backup->temporary + 16];
    if (backup->temporary[0]) {
        (void)snprintf(journal, sizeof journal, "%s-journal", backup->temporary);
        (void)unlinkat(backup->directory_fd, backup->temporary, 0);
        (void)unlinkat(backup->directory_fd, journal, 0);
    }
    if (backup->fd >= 0)
        (void)close(backup->fd);
    if (backup->directory_fd >= 0)
        (void)close(backup->directory_fd);
    free(backup->directory);
    free(backup->path);
}

int store_job_backup(struct store_job *job, struct store_tx *tx)
{
    struct backup backup = {.job = job, .tx = tx, .directory_fd = -1, .fd = -1};
    int r = open_directory(&backup);
    if (r == 0)
        r = make_temporary(&backup);
    if (r == 0)
        r = copy(&backup);
    if (r == 0)
        r = mark_copy(&backup);
    if (r == 0)
        r = finish(&backup);
    clean_up(&backup);
    return r;
}
