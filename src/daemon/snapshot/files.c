#include "daemon/snapshot/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/snapshot/limits.h"

/* --- our own places ------------------------------------------------------------------- */

static int open_own(int directory, const char *name, bool make)
{
    if (make && mkdirat(directory, name, 0700) < 0 && errno != EEXIST)
        return -errno;
    int fd = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int opened(int fd, int *place)
{
    *place = fd < 0 ? -1 : fd;
    return fd < 0 ? fd : 0;
}

bool snapshot_name_is_plain(struct slice task_id)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return task_id.size > 0 && task_id.size <= 128 && task_id.data[task_id.size] == '\0' &&
           strspn(task_id.data, plain) == task_id.size && !slice_is(task_id, "pool");
}

int snapshot_place_init(struct snapshot_place *place, int state_fd, const char *task_id, bool make)
{
    int r = opened(open_own(state_fd, "kept", true), &place->root);
    place->until_ns = clock_monotonic_ns() + UINT64_C(1000000) * SNAPSHOT_SCAN_MS;
    if (r == 0)
        r = opened(open_own(place->root, "pool", true), &place->pool);
    if (r == 0 && task_id)
        r = snapshot_name_is_plain(slice_of(task_id)) ? opened(open_own(place->root, task_id, make), &place->task)
                                                      : -EINVAL;
    return r;
}

int snapshot_place_check(const struct snapshot_place *place)
{
    if (atomic_load(place->hurry))
        return -ECANCELED;
    return clock_monotonic_ns() > place->until_ns ? -ETIME : 0;
}

void snapshot_place_clear(struct snapshot_place *place)
{
    int *fds[] = {&place->root, &place->pool, &place->task};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (*fds[i] >= 0)
            close(*fds[i]);
        *fds[i] = -1;
    }
}

/* --- the working directory ---------------------------------------------------------------- */

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
    if (fd == -ELOOP) { /* it was named through a link */
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

/* --- looking ---------------------------------------------------------------------------------- */

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

int snapshot_look(int directory, const char *path, struct snapshot_entry *ret_entry, char **ret_target)
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
