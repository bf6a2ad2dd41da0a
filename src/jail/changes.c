#include "jail/changes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

static void look(const char *path, struct mark *mark)
{
    struct stat status;
    char target[PATH_MAX];
    if (lstat(path, &status) < 0)
        return;
    mark->device = status.st_dev;
    mark->number = status.st_ino;
    if (!S_ISLNK(status.st_mode))
        return;
    mark->changed = status.st_ctim;
    if (system_keeps_link(path, target) || stat(path, &status) < 0)
        return;
    mark->target_device = status.st_dev;
    mark->target_number = status.st_ino;
}

static bool is_bound(enum system_kind kind)
{
    return kind == SYSTEM_READ || kind == SYSTEM_DEVICE || kind == SYSTEM_TERMINAL;
}

void changes_begin(struct changes *changes)
{
    memset(changes, 0, sizeof *changes);
    for (size_t i = 0; i < system_count; i++)
        if (is_bound(system_table[i].kind))
            look(system_table[i].path, &changes->marks[i]);
}

bool changes_any(const struct changes *changes)
{
    static struct changes now;
    changes_begin(&now);
    return memcmp(&now, changes, sizeof now) != 0;
}

int changes_open_mounts(void)
{
    int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool changes_of_mounts(int fd)
{
    struct pollfd mounts = {.fd = fd, .events = POLLPRI};
    return poll(&mounts, 1, 0) != 0;
}
