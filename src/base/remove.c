#include "base/remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

/* each level keeps a descriptor open */
enum { DEPTH_MAX = 128 };

struct walk {
    const atomic_bool *hurry;
    int root_fd;
    unsigned moved;   /* directories that were too deep and were moved to the top, for the next round */
    uint64_t changes; /* in this round */
};

static bool is_over(const struct walk *walk)
{
    return walk->hurry && atomic_load(walk->hurry);
}

/* Opens a directory and gives its owner all permissions. Uses a descriptor for that: the name may have become a link.
 */
static int open_directory(int parent_fd, const char *name)
{
    char path[sizeof "/proc/self/fd/" + 11];
    autoclose int fd = openat(parent_fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    (void)!chmod(path, 0700);
    int opened = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return opened < 0 ? -errno : opened;
}

static void remove_entries(struct walk *walk, int fd, int depth);

static void remove_directory(struct walk *walk, int parent_fd, const char *name, int depth)
{
    int fd =
        open_directory(parent_fd, name); /* users other than root cannot move a directory that they may not write to */
    if (fd < 0)
        return;
    if (depth == DEPTH_MAX) {
        char top[32];
        close(fd);
        (void)snprintf(top, sizeof top, "moved-%u", walk->moved++);
        walk->changes += renameat(parent_fd, name, walk->root_fd, top) == 0;
        return;
    }
    remove_entries(walk, fd, depth + 1);
    walk->changes += unlinkat(parent_fd, name, AT_REMOVEDIR) == 0;
}

/* Takes fd. */
static void remove_entries(struct walk *walk, int fd, int depth)
{
    DIR *entries = fdopendir(fd);
    if (!entries) {
        close(fd);
        return;
    }
    for (const struct dirent *entry; !is_over(walk) && (entry = readdir(entries));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlinkat(fd, entry->d_name, 0) == 0)
            walk->changes++;
        else if (errno == EISDIR)
            remove_directory(walk, fd, entry->d_name, depth);
    }
    (void)closedir(entries);
}

int remove_tree(int parent_fd, const char *name, const atomic_bool *hurry)
{
    struct walk walk = {.hurry = hurry};
    do {
        if (unlinkat(parent_fd, name, 0) == 0 || errno == ENOENT)
            return 0;
        int fd = open_directory(parent_fd, name);
        if (fd < 0)
            return fd == -ENOENT ? 0 : fd;
        autoclose int root_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
        if (root_fd < 0) {
            int r = -errno;
            close(fd);
            return r;
        }
        walk.root_fd = root_fd;
        walk.changes = 0;
        remove_entries(&walk, fd, 0);
        if (unlinkat(parent_fd, name, AT_REMOVEDIR) == 0)
            return 0;
        if (is_over(&walk))
            return -ECANCELED;
    } while (walk.changes > 0);
    return -ENOTEMPTY;
}
