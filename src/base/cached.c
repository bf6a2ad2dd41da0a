#include "base/cached.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"

#ifndef RESOLVE_CACHED
#define RESOLVE_CACHED 0x20
#endif

/* A mount or a rename anywhere in the system makes such a lookup fail with EAGAIN, several times in a row during many
 * mounts. This many tries, about 0.1 ms, distinguish that from a name that is not cached. */
enum { TRIES = 64 };

/* Kernels without RESOLVE_CACHED (ENOSYS, EINVAL), seccomp filters that reject openat2 (EPERM) and a lack of
 * descriptors are treated as "not cached". O_PATH: with any other mode a network file system asks its server about the
 * root of a mount. */
static int look(const char *path, unsigned long long resolve)
{
    struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_CACHED | resolve};
    int error = EAGAIN;
    for (int i = 0; i < TRIES && error == EAGAIN; i++) {
        if (fault_point("cached.look") < 0)
            continue;
        int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
        if (fd >= 0)
            return fd;
        error = errno;
    }
    bool is_unable = error == ENOSYS || error == EINVAL || error == EPERM || error == EMFILE || error == ENFILE;
    return is_unable ? -EAGAIN : -error;
}

/* Returns false if the name is not known. */
static bool name_of(int fd, char ret_path[static PATH_MAX])
{
    char link[64];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, ret_path, PATH_MAX);
    if (size <= 0 || size == PATH_MAX || ret_path[0] != '/')
        return false;
    ret_path[size] = '\0';
    return true;
}

int cached_resolve(const char *path, char **ret_path)
{
    char real[PATH_MAX];
    autoclose int fd = look(path, 0);
    if (fd < 0)
        return fd;
    if (!name_of(fd, real))
        return -EAGAIN;
    *ret_path = strdup(real);
    return *ret_path ? 0 : -ENOMEM;
}

void cached_reach(const char *path, char ret_place[static PATH_MAX])
{
    char place[PATH_MAX];
    autoclose int last = -1;
    for (size_t end = 1; path[end - 1] && end < sizeof place; end++) {
        if (path[end] && path[end] != '/')
            continue;
        memcpy(place, path, end);
        place[end] = '\0';
        int fd = look(place, 0);
        if (fd < 0)
            break;
        if (last >= 0)
            close(last);
        last = fd;
    }
    if (last < 0 || !name_of(last, ret_place))
        memcpy(ret_place, "/", 2);
}

int cached_is_plain(const char *path)
{
    autoclose int fd = look(path, RESOLVE_NO_SYMLINKS);
    return fd < 0 ? fd : 0;
}
