/* The working directory that is meant. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/sandbox/sandbox.h"

/* Where a link may be, it is followed now. */
static int follow(const char *path, char **ret_path)
{
    *ret_path = realpath(path, NULL);
    return *ret_path ? 0 : -errno;
}

/* Opened in one step, so that nobody puts a link there between looking and resolving. */
static int open_directory(const char *path)
{
    struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
    int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    return fd < 0 ? -errno : fd;
}

int sandbox_find_cwd(const struct sandbox_wish *wish, char **ret_path)
{
    char link[64], path[PATH_MAX];
    const char *known = NULL;
    if (wish->places) {
        int r = sandbox_places_cwd(wish->places, &known);
        *ret_path = r == 0 ? strdup(known) : NULL;
        return r < 0 || *ret_path ? r : -ENOMEM;
    }
    if (!wish->is_resolved)
        return follow(wish->cwd.data, ret_path);
    autoclose int fd = open_directory(wish->cwd.data);
    if (fd == -ENOSYS) /* then there is no sandbox that would show it */
        return follow(wish->cwd.data, ret_path);
    if (fd < 0)
        return fd;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path);
    if (n < 0 || n == (ssize_t)sizeof path)
        return n < 0 ? -errno : -ENAMETOOLONG;
    *ret_path = strndup(path, (size_t)n);
    return *ret_path ? 0 : -ENOMEM;
}
