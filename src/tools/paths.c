#include "tools/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"

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
