/* The contents of files: into what is kept, by way of the pool, and out of it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "daemon/snapshot/files.h"
#include "daemon/snapshot/limits.h"

enum { NAME_SIZE = 16, POOL_NAME_SIZE = 128, PIECE_BYTES = 64 << 10, TRIES = 3 };

/* --- copying ---------------------------------------------------------------------------- */

static ssize_t copy_piece(int from, int to, size_t size)
{
    char piece[PIECE_BYTES];
    ssize_t n = copy_file_range(from, NULL, to, NULL, size, 0);
    if (n > 0)
        return n; /* 0 may be a lie of a file system that makes its files up */
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

/* --- into what is kept --------------------------------------------------------------------- */

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

static bool take_from_pool(const struct snapshot_place *place, const struct snapshot_entry *entry, const char *name)
{
    char pooled[POOL_NAME_SIZE];
    name_in_pool(&entry->stamp, pooled);
    return has_size(place->pool, pooled, entry->stamp.size) && linkat(place->pool, pooled, place->task, name, 0) == 0;
}

/* The store must go on when the disk is almost full. */
static bool has_room(const struct snapshot_place *place, int64_t bytes)
{
    struct statvfs disk;
    return fstatvfs(place->task, &disk) < 0 ||
           (uint64_t)disk.f_bavail * disk.f_frsize >= (uint64_t)bytes + SNAPSHOT_RESERVE_BYTES;
}

/* The descriptor's own stamp, which is that of what is read. -ENOENT: it is no file any more. */
static int look_again(int fd, struct snapshot_entry *entry)
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
    /* One from the future is as good as fresh. */
    entry->fresh = entry->stamp.ctime_ns / 1000000 + SNAPSHOT_FRESH_MS > clock_epoch_ms();
    return 0;
}

/* -EAGAIN: it was changed while it was read. */
static int copy_in(struct snapshot_place *place, int from, struct snapshot_entry *entry, const char *name)
{
    struct snapshot_entry after = *entry;
    char pooled[POOL_NAME_SIZE];
    int64_t size = 0;
    (void)unlinkat(place->task, name, 0); /* of a job that did not come to its end; it may be the pool's too */
    autoclose int to = openat(place->task, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        return -errno;
    int r = fault_point("kept.copy");
    if (r == 0)
        r = lseek(from, 0, SEEK_SET) < 0 ? -errno : snapshot_copy(from, to, SNAPSHOT_FILE_BYTES, &size);
    if (r == 0)
        r = look_again(from, &after);
    if (r == 0 &&
        (size != entry->stamp.size || !snapshot_stamp_equal(&after.stamp, &entry->stamp) || after.mode != entry->mode))
        r = -EAGAIN;
    if (r < 0) {
        (void)unlinkat(place->task, name, 0);
        return r;
    }
    place->added += size;
    name_in_pool(&entry->stamp, pooled);
    if (!entry->fresh) {
        (void)unlinkat(place->pool, pooled, 0); /* one that lost its content with the power */
        (void)!linkat(place->task, name, place->pool, pooled, 0);
    }
    return 0;
}

int snapshot_hold(struct snapshot_place *place, int directory, struct snapshot_entry *entry, unsigned number,
                  int64_t room)
{
    char name[NAME_SIZE];
    int r = -EAGAIN;
    autoclose int from =
        snapshot_open_below(directory, entry->path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    name_content(number, name);
    entry->held = false;
    for (int i = 0; from >= 0 && i < TRIES && r == -EAGAIN; i++) {
        r = look_again(from, entry);
        if (r < 0 || entry->stamp.size > SNAPSHOT_FILE_BYTES || entry->stamp.size > room)
            return 0;
        (void)unlinkat(place->task, name, 0);
        if (!entry->fresh && take_from_pool(place, entry, name))
            r = 0;
        else
            r = has_room(place, entry->stamp.size) ? copy_in(place, from, entry, name) : -ENOSPC;
    }
    entry->held = from >= 0 && r == 0;
    entry->content = number;
    return 0;
}

/* --- out of it ------------------------------------------------------------------------------ */

int snapshot_open_content(const struct snapshot_place *place, const struct snapshot_entry *entry)
{
    char name[NAME_SIZE];
    struct stat about;
    if (!entry->held)
        return -ENOENT;
    name_content(entry->content, name);
    autoclose int fd = openat(place->task, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
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
