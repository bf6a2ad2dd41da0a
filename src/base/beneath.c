#include "base/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 16 };

int beneath_open_with(int directory, const char *path, int flags, uint64_t resolve)
{
    struct open_how how = {.flags = (uint64_t)(unsigned)flags | O_CLOEXEC, .resolve = resolve};
    long fd;
    int tries = 0;
    do /* EAGAIN: a concurrent rename prevented the check of ".." */
        fd = syscall(SYS_openat2, directory, path, &how, sizeof how);
    while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++tries < TRIES)));
    return fd < 0 ? -errno : (int)fd;
}
