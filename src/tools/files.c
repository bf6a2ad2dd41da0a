#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "tools/files.h"

/* Appends the components of a path, each after one slash. */
static void append_parts(struct buf *out, struct slice path)
{
    for (size_t i = 0; i < path.size;) {
        size_t end = i;
        while (end < path.size && path.data[end] != '/')
            end++;
        if (end > i && !(end - i == 1 && path.data[i] == '.')) {
            (void)buf_append_char(out, '/');
            (void)buf_append(out, path.data + i, end - i);
        }
        i = end + 1;
    }
}

int paths_resolve(const struct tool_box *box, struct slice path, char **ret_path)
{
    struct buf out = BUF_LIMITED(2 * (size_t)PATH_MAX);
    bool is_home = path.size > 0 && path.data[0] == '~' && (path.size == 1 || path.data[1] == '/') && box->home[0];
    if (path.size == 0 || memchr(path.data, '\0', path.size))
        return -EINVAL;
    if (is_home)
        append_parts(&out, slice_of(box->home));
    else if (path.data[0] != '/')
        append_parts(&out, slice_of(box->cwd));
    append_parts(&out, is_home ? (struct slice){path.data + 1, path.size - 1} : path);
    if (out.size == 0)
        (void)buf_append_char(&out, '/');
    int r = buf_terminate(&out);
    if (r < 0 || out.size >= PATH_MAX) {
        buf_clear(&out);
        return r == -ENOMEM ? r : -ENAMETOOLONG;
    }
    *ret_path = out.data;
    return 0;
}

struct slice paths_in_arena(const struct tool_box *box, struct slice path, struct arena *arena)
{
    autofree char *text = NULL;
    return paths_resolve(box, path, &text) < 0 ? SLICE("") : arena_copy(arena, slice_of(text));
}

int paths_open_file(const char *path, int *ret_fd, struct stat *ret_stat)
{
    struct stat seen;
    /* Check the type first: opening some devices has side effects. */
    if (stat(path, &seen) < 0)
        return -errno;
    if (!S_ISREG(seen.st_mode))
        return S_ISDIR(seen.st_mode) ? -EISDIR : -EINVAL;
    autoclose int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, ret_stat) < 0)
        return -errno;
    if (!S_ISREG(ret_stat->st_mode))
        return S_ISDIR(ret_stat->st_mode) ? -EISDIR : -EINVAL;
    *ret_fd = take_fd(&fd);
    return 0;
}

const char *paths_problem(int error)
{
    switch (-error) {
    case ENOENT:
        return "no such file";
    case EISDIR:
        return "it is a directory";
    case ENOTDIR:
        return "a component of the path is not a directory";
    case EINVAL:
        return "it is not a regular file";
    case EACCES:
    case EPERM:
        return "permission denied by the file's mode or the sandbox";
    case EROFS:
        return "read-only in the sandbox or the file system";
    case ENOSPC:
    case EDQUOT:
        return "the disk is full";
    case ENAMETOOLONG:
        return "the path is too long";
    case ELOOP:
        return "the path has a loop of symbolic links";
    default:
        return strerror(-error);
    }
}

void paths_refuse(const char *field, int error, char problem[static TOOL_PROBLEM_SIZE])
{
    (void)snprintf(problem, TOOL_PROBLEM_SIZE, "the field %s is not a valid path: %s", field,
                   error == -EINVAL ? "it is empty or contains a NUL character" : paths_problem(error));
}

/* --- replace --- */

enum { LINKS_MAX = 40, NAME_TRIES = 8 };

/* --- target --- */

/* Reads one link; its target may not exist. */
static int follow_one(char path[static PATH_MAX])
{
    char target[PATH_MAX], next[2 * PATH_MAX];
    ssize_t n = readlink(path, target, sizeof target - 1);
    if (n < 0)
        return -errno;
    target[n] = '\0';
    size_t folder = target[0] == '/' ? 0 : (size_t)(strrchr(path, '/') + 1 - path);
    int size = snprintf(next, sizeof next, "%.*s%s", (int)folder, path, target);
    if (size >= PATH_MAX)
        return -ENAMETOOLONG;
    memcpy(path, next, (size_t)size + 1);
    return 0;
}

/* Returns 1 with *ret_stat set if the target exists, 0 if not. */
static int find_target(const char *path, char target[static PATH_MAX], struct stat *ret_stat)
{
    if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX)
        return -ENAMETOOLONG;
    for (int links = 0; links < LINKS_MAX; links++) {
        if (lstat(target, ret_stat) < 0)
            return errno == ENOENT ? 0 : -errno;
        if (!S_ISLNK(ret_stat->st_mode))
            return 1;
        int r = follow_one(target);
        if (r < 0)
            return r;
    }
    return -ELOOP;
}

static int make_folders(const char *path)
{
    char part[PATH_MAX];
    (void)snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        if (mkdir(part, 0777) < 0 && errno != EEXIST) {
            int error = errno;
            if (access(part, F_OK) < 0) /* a read-only file system reports that even for an existing directory */
                return -error;
        }
        *at = '/';
    }
    return 0;
}

/* --- content --- */

static int write_all(int fd, struct slice content)
{
    while (content.size > 0) {
        ssize_t n = write(fd, content.data, content.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        content.data += n;
        content.size -= (size_t)n;
    }
    return 0;
}

static bool is_as_seen(const struct stat *now, const struct stat *seen)
{
    return !seen || (now->st_dev == seen->st_dev && now->st_ino == seen->st_ino && now->st_size == seen->st_size &&
                     now->st_mtim.tv_sec == seen->st_mtim.tv_sec && now->st_mtim.tv_nsec == seen->st_mtim.tv_nsec &&
                     now->st_ctim.tv_sec == seen->st_ctim.tv_sec && now->st_ctim.tv_nsec == seen->st_ctim.tv_nsec);
}

/* The kernel applies the umask to a new file; reading the umask would change it. */
static int open_beside(const char *target, char temporary[static PATH_MAX])
{
    const char *slash = strrchr(target, '/');
    for (int i = 0; i < NAME_TRIES; i++) {
        uint64_t number = 0;
        if (getrandom(&number, sizeof number, 0) < 0)
            return -errno;
        if (snprintf(temporary, PATH_MAX, "%.*s/.weir-%016" PRIx64, (int)(slash - target), target, number) >= PATH_MAX)
            return -ENAMETOOLONG;
        int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd >= 0 ? fd : -errno;
    }
    return -EEXIST;
}

static int fill_temporary(int fd, struct slice content, const struct stat *old)
{
    int r = write_all(fd, content);
    if (r < 0 || !old)
        return r;
    /* If the file belonged to another user and cannot be given back, it belongs to this user and keeps its mode,
     * without set-user-ID and set-group-ID, as after writing in place: the new content would run with the owner's
     * rights. */
    (void)!fchown(fd, old->st_uid, old->st_gid);
    return fchmod(fd, old->st_mode & 01777) < 0 ? -errno : 0;
}

static int move_over(const char *temporary, const char *target, const struct stat *seen)
{
    struct stat now;
    if (seen && (lstat(target, &now) < 0 || !is_as_seen(&now, seen)))
        return -ESTALE;
    return rename(temporary, target) < 0 ? -errno : 0;
}

static int replace_beside(const char *target, struct slice content, const struct stat *old, const struct stat *seen)
{
    char temporary[PATH_MAX];
    int fd = open_beside(target, temporary);
    if (fd < 0)
        return fd;
    int r = fill_temporary(fd, content, old);
    if (close(fd) < 0 && r == 0) /* some file systems report a full disk only here */
        r = -errno;
    if (r == 0)
        r = move_over(temporary, target, seen);
    if (r < 0)
        (void)unlink(temporary);
    return r;
}

/* Reserves the space first. */
static int write_in_place(const char *target, struct slice content, const struct stat *seen)
{
    struct stat now;
    autoclose int fd = open(target, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &now) < 0)
        return -errno;
    if (!S_ISREG(now.st_mode) || !is_as_seen(&now, seen))
        return S_ISREG(now.st_mode) ? -ESTALE : -EINVAL;
    if (content.size > 0 && fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)content.size) < 0 && errno != EOPNOTSUPP)
        return -errno;
    int r = write_all(fd, content);
    return r == 0 && ftruncate(fd, (off_t)content.size) < 0 ? -errno : r;
}

int replace_file(const char *path, struct slice content, const struct stat *seen, struct replaced *ret_replaced)
{
    char target[PATH_MAX];
    struct stat old;
    int there = find_target(path, target, &old);
    if (there < 0)
        return there;
    if (there && !S_ISREG(old.st_mode))
        return S_ISDIR(old.st_mode) ? -EISDIR : -EINVAL;
    if (seen && (!there || !is_as_seen(&old, seen)))
        return -ESTALE;
    int r = there ? 0 : make_folders(target);
    if (r == 0)
        r = replace_beside(target, content, there ? &old : NULL, seen);
    if (there && (r == -EACCES || r == -EPERM || r == -EROFS || r == -EBUSY || r == -EXDEV))
        r = write_in_place(target, content, seen);
    if (r < 0)
        return r;
    *ret_replaced = (struct replaced){.is_new = !there, .old_size = there ? old.st_size : 0};
    return 0;
}
