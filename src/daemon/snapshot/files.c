/* Opens and reads files below a working directory, and stores their contents. */
#include "daemon/snapshot/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"

/* --- state directory --- */

static int open_own(int directory, const char *name, bool make)
{
    if (make && mkdirat(directory, name, 0700) < 0 && errno != EEXIST)
        return -errno;
    int fd = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int opened(int fd, int *context)
{
    *context = fd < 0 ? -1 : fd;
    return fd < 0 ? fd : 0;
}

bool snapshot_name_is_valid(struct slice task_id)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return task_id.size > 0 && task_id.size <= 128 && task_id.data[task_id.size] == '\0' &&
           strspn(task_id.data, plain) == task_id.size && !slice_is(task_id, "pool");
}

int snapshot_context_init(struct snapshot_context *context, int state_fd, const char *task_id, bool make)
{
    int r = opened(open_own(state_fd, "kept", true), &context->root);
    context->until_ns = clock_monotonic_ns() + UINT64_C(1000000) * SNAPSHOT_SCAN_MS;
    if (r == 0)
        r = opened(open_own(context->root, "pool", true), &context->pool);
    if (r == 0 && task_id)
        r = snapshot_name_is_valid(slice_of(task_id)) ? opened(open_own(context->root, task_id, make), &context->task)
                                                      : -EINVAL;
    return r;
}

int snapshot_context_check(const struct snapshot_context *context)
{
    if (atomic_load(context->hurry))
        return -ECANCELED;
    return clock_monotonic_ns() > context->until_ns ? -ETIME : 0;
}

void snapshot_context_clear(struct snapshot_context *context)
{
    int *fds[] = {&context->root, &context->pool, &context->task};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (*fds[i] >= 0)
            close(*fds[i]);
        *fds[i] = -1;
    }
}

/* --- working directory --- */

int snapshot_open_below(int directory, const char *path, int flags)
{
    return beneath_open(directory, path, flags);
}

int snapshot_open_parent(int directory, const char *path, const char **ret_name)
{
    char parent[PATH_MAX];
    const char *slash = strrchr(path, '/');
    *ret_name = slash ? slash + 1 : path;
    if (!slash)
        return snapshot_open_below(directory, ".", O_RDONLY | O_DIRECTORY);
    if ((size_t)(slash - path) >= sizeof parent)
        return -ENAMETOOLONG;
    memcpy(parent, path, (size_t)(slash - path));
    parent[slash - path] = '\0';
    return snapshot_open_below(directory, parent, O_RDONLY | O_DIRECTORY);
}

static int find_path(int fd, char **ret_path)
{
    char link[64], path[PATH_MAX];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path);
    if (size < 0 || size == (ssize_t)sizeof path)
        return size < 0 ? -errno : -ENAMETOOLONG;
    *ret_path = strndup(path, (size_t)size);
    return *ret_path ? 0 : -ENOMEM;
}

int snapshot_open_directory(const char *cwd, char **ret_real, uint64_t *ret_ino)
{
    struct stat about;
    autofree char *followed = NULL;
    autoclose int fd = beneath_open_with(AT_FDCWD, cwd, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
    if (fd == -ELOOP) { /* the client named it through a link */
        followed = realpath(cwd, NULL);
        fd = followed ? beneath_open_with(AT_FDCWD, followed, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS) : -errno;
    }
    if (fd < 0)
        return fd;
    if (fstat(fd, &about) < 0)
        return -errno;
    int r = find_path(fd, ret_real);
    if (r < 0)
        return r;
    *ret_ino = about.st_ino;
    return take_fd(&fd);
}

int snapshot_open_same(const struct snapshot_manifest *manifest)
{
    struct stat about;
    autoclose int fd = beneath_open_with(AT_FDCWD, manifest->cwd.data, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
    if (fd < 0)
        return fd == -ENOENT ? -ENOTDIR : fd;
    if (fstat(fd, &about) < 0)
        return -errno;
    return about.st_ino == manifest->cwd_ino ? take_fd(&fd) : -ESTALE;
}

/* --- state of a file --- */

static int read_target(int fd, char **ret_target)
{
    char target[PATH_MAX];
    ssize_t size = readlinkat(fd, "", target, sizeof target);
    if (size < 0 || size == (ssize_t)sizeof target)
        return size < 0 ? -errno : -ENAMETOOLONG;
    *ret_target = strndup(target, (size_t)size);
    return *ret_target ? 0 : -ENOMEM;
}

static int64_t nanoseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static void describe(const struct stat *about, struct snapshot_entry *entry)
{
    entry->kind = S_ISREG(about->st_mode)   ? SNAPSHOT_FILE
                  : S_ISLNK(about->st_mode) ? SNAPSHOT_LINK
                  : S_ISDIR(about->st_mode) ? SNAPSHOT_DIRECTORY
                                            : SNAPSHOT_OTHER;
    entry->mode = about->st_mode & 07777;
    entry->uid = about->st_uid;
    entry->gid = about->st_gid;
    entry->stamp = (struct snapshot_stamp){.dev = about->st_dev,
                                           .ino = about->st_ino,
                                           .size = about->st_size,
                                           .mtime_ns = nanoseconds(&about->st_mtim),
                                           .ctime_ns = nanoseconds(&about->st_ctim)};
}

int snapshot_stat(int directory, const char *path, struct snapshot_entry *ret_entry, char **ret_target)
{
    struct stat about;
    struct snapshot_entry entry = {.path = slice_of(path)};
    *ret_target = NULL;
    autoclose int fd = snapshot_open_below(directory, path, O_PATH | O_NOFOLLOW);
    if (fd == -ENOENT || fd == -ENOTDIR) {
        *ret_entry = entry;
        return 0;
    }
    if (fd < 0)
        return fd;
    if (fstat(fd, &about) < 0)
        return -errno;
    describe(&about, &entry);
    int r = entry.kind == SNAPSHOT_LINK ? read_target(fd, ret_target) : 0;
    if (r < 0)
        return r;
    entry.target = slice_of(*ret_target);
    *ret_entry = entry;
    return 0;
}

enum { NAME_SIZE = 16, POOL_NAME_SIZE = 128, PIECE_BYTES = 64 << 10, TRIES = 3 };

/* --- copying --- */

static ssize_t copy_piece(int from, int to, size_t size)
{
    char piece[PIECE_BYTES];
    ssize_t n = copy_file_range(from, NULL, to, NULL, size, 0);
    /* 0 does not prove the end: some virtual file systems (such as /proc) return it for files with contents. */
    if (n > 0)
        return n;
    n = read(from, piece, size < sizeof piece ? size : sizeof piece);
    if (n <= 0)
        return n < 0 ? -errno : 0;
    for (ssize_t done = 0; done < n;) {
        ssize_t written = write(to, piece + done, (size_t)(n - done));
        if (written < 0 && errno != EINTR)
            return -errno;
        done += written > 0 ? written : 0;
    }
    return n;
}

int snapshot_copy(int from, int to, int64_t limit, int64_t *ret_size)
{
    struct stat about;
    int64_t size = 0;
    if (fstat(from, &about) == 0 && about.st_size <= limit && ioctl(to, FICLONE, from) == 0 && fstat(to, &about) == 0) {
        *ret_size = about.st_size;
        return about.st_size <= limit ? 0 : -EFBIG;
    }
    for (;;) {
        ssize_t n = copy_piece(from, to, (size_t)(limit - size) + 1);
        if (n == -EINTR)
            continue;
        if (n < 0)
            return (int)n;
        size += n;
        if (n == 0) {
            *ret_size = size;
            return 0;
        }
        if (size > limit)
            return -EFBIG;
    }
}

/* --- storing --- */

static void name_content(unsigned number, char name[static NAME_SIZE])
{
    (void)snprintf(name, NAME_SIZE, "%u", number);
}

static void name_in_pool(const struct snapshot_stamp *stamp, char name[static POOL_NAME_SIZE])
{
    (void)snprintf(name, POOL_NAME_SIZE, "%" PRIx64 "-%" PRIx64 "-%" PRIx64 "-%" PRIx64 "-%" PRIx64, stamp->dev,
                   stamp->ino, (uint64_t)stamp->size, (uint64_t)stamp->mtime_ns, (uint64_t)stamp->ctime_ns);
}

static bool has_size(int directory, const char *name, int64_t size)
{
    struct stat about;
    return fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
           about.st_size == size;
}

static bool take_from_pool(const struct snapshot_context *context, const struct snapshot_entry *entry, const char *name)
{
    char pooled[POOL_NAME_SIZE];
    name_in_pool(&entry->stamp, pooled);
    return has_size(context->pool, pooled, entry->stamp.size) &&
           linkat(context->pool, pooled, context->task, name, 0) == 0;
}

/* Keeps disk space free for the store. */
static bool has_room(const struct snapshot_context *context, int64_t bytes)
{
    struct statvfs disk;
    return fstatvfs(context->task, &disk) < 0 ||
           (uint64_t)disk.f_bavail * disk.f_frsize >= (uint64_t)bytes + SNAPSHOT_RESERVE_BYTES;
}

/* Reads the stamp of the open file, which belongs to the content that is read. -ENOENT: not a regular file. */
static int read_stamp(int fd, struct snapshot_entry *entry)
{
    struct stat about;
    if (fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return -ENOENT;
    entry->mode = about.st_mode & 07777;
    entry->uid = about.st_uid;
    entry->gid = about.st_gid;
    entry->stamp = (struct snapshot_stamp){
        .dev = about.st_dev,
        .ino = about.st_ino,
        .size = about.st_size,
        .mtime_ns = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec,
        .ctime_ns = (int64_t)about.st_ctim.tv_sec * 1000000000 + about.st_ctim.tv_nsec,
    };
    /* A timestamp in the future counts as fresh. */
    entry->fresh = entry->stamp.ctime_ns / 1000000 + SNAPSHOT_FRESH_MS > clock_epoch_ms();
    return 0;
}

/* -EAGAIN: the file changed while it was read. */
static int copy_in(struct snapshot_context *context, int from, struct snapshot_entry *entry, const char *name)
{
    struct snapshot_entry after = *entry;
    char pooled[POOL_NAME_SIZE];
    int64_t size = 0;
    (void)unlinkat(context->task, name, 0); /* left by a job that did not finish; may be a hard link into the pool */
    autoclose int to = openat(context->task, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        return -errno;
    int r = fault_point("kept.copy");
    if (r == 0)
        r = lseek(from, 0, SEEK_SET) < 0 ? -errno : snapshot_copy(from, to, SNAPSHOT_FILE_BYTES, &size);
    if (r == 0)
        r = read_stamp(from, &after);
    if (r == 0 &&
        (size != entry->stamp.size || !snapshot_stamp_equal(&after.stamp, &entry->stamp) || after.mode != entry->mode))
        r = -EAGAIN;
    if (r < 0) {
        (void)unlinkat(context->task, name, 0);
        return r;
    }
    context->added += size;
    name_in_pool(&entry->stamp, pooled);
    if (!entry->fresh) {
        (void)unlinkat(context->pool, pooled, 0); /* may have lost its content in a power failure */
        (void)!linkat(context->task, name, context->pool, pooled, 0);
    }
    return 0;
}

int snapshot_store_content(struct snapshot_context *context, int directory, struct snapshot_entry *entry,
                           unsigned number, int64_t room)
{
    char name[NAME_SIZE];
    int r = -EAGAIN;
    autoclose int from =
        snapshot_open_below(directory, entry->path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    name_content(number, name);
    entry->stored = false;
    for (int i = 0; from >= 0 && i < TRIES && r == -EAGAIN; i++) {
        r = read_stamp(from, entry);
        if (r < 0 || entry->stamp.size > SNAPSHOT_FILE_BYTES || entry->stamp.size > room)
            return 0;
        (void)unlinkat(context->task, name, 0);
        if (!entry->fresh && take_from_pool(context, entry, name))
            r = 0;
        else
            r = has_room(context, entry->stamp.size) ? copy_in(context, from, entry, name) : -ENOSPC;
    }
    entry->stored = from >= 0 && r == 0;
    entry->content = number;
    return 0;
}

/* --- reading stored contents --- */

int snapshot_open_content(const struct snapshot_context *context, const struct snapshot_entry *entry)
{
    char name[NAME_SIZE];
    struct stat about;
    if (!entry->stored)
        return -ENOENT;
    name_content(entry->content, name);
    autoclose int fd = openat(context->task, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &about) < 0)
        return -errno;
    return S_ISREG(about.st_mode) && about.st_size == entry->stamp.size ? take_fd(&fd) : -ENOENT;
}

static ssize_t read_full(int fd, char *piece, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, piece + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        done += (size_t)n;
    }
    return (ssize_t)done;
}

int snapshot_same_content(int a, int b)
{
    char one[PIECE_BYTES], other[PIECE_BYTES];
    for (;;) {
        ssize_t n = read_full(a, one, sizeof one), m = read_full(b, other, sizeof other);
        if (n < 0 || m < 0)
            return n < 0 ? (int)n : (int)m;
        if (n != m || memcmp(one, other, (size_t)n) != 0)
            return 0;
        if (n == 0)
            return 1;
    }
}
