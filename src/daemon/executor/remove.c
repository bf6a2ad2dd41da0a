/* The directory of a process, removed with whatever the program has put into it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/process.h"
#include "daemon/daemon.h"
#include "daemon/executor/place.h"

enum { DEPTH_MAX = 128, ATTEMPTS_MAX = 8 };
enum { JAIL_WAIT_MS = 3000, CGROUP_WAITS = 100, CGROUP_WAIT_MS = 5 };

/* What is always there, and mostly nothing else is. */
static const char *const usual[] = {"view",       "view.new",   "control",  "record",     "record.new",
                                    "limits",     "limits.new", "stderr",   "stderr.old", "status",
                                    "status.new", "cgroup",     "own/sock", "own/spool",  "own/model.sock"};

/* --- a jail that was not noted ---------------------------------------------------------- */

static bool is_running(pid_t pid, int64_t start_time, const char *boot_id)
{
    char now[PROCESS_BOOT_ID_SIZE];
    struct process_facts facts;
    return process_boot_id(now) == 0 && strcmp(now, boot_id) == 0 && process_look(pid, &facts) == 0 &&
           facts.start_time == start_time && facts.state != 'Z';
}

/* A pidfd of the jail that stands over this directory; -ESRCH: nobody does. */
static int find_jail(int directory_fd)
{
    char word[128], *rest = NULL;
    ssize_t n = readlinkat(directory_fd, "jail", word, sizeof word - 1);
    if (n <= 0)
        return -ESRCH;
    word[n] = '\0';
    long pid = strtol(word, &rest, 10);
    int64_t start_time = strtoll(rest, &rest, 10);
    autoclose int pidfd = pid > 0 && pid <= INT32_MAX ? pidfd_open((pid_t)pid, 0) : -1;
    if (pidfd >= 0 && *rest == ' ' && is_running((pid_t)pid, start_time, rest + 1))
        return take_fd(&pidfd);
    (void)unlinkat(directory_fd, "jail", 0); /* only one that was read: see remove_usual() */
    return -ESRCH;
}

/* --- what a jail that was killed has left -------------------------------------------------- */

/* Ends its cgroup with whatever is still in there. False: that takes a moment. */
static bool end_cgroup(int directory_fd)
{
    char path[4096], kill_path[sizeof path + sizeof "/cgroup.kill"];
    autoclose int fd = openat(directory_fd, "cgroup", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t n = fd < 0 ? -1 : read(fd, path, sizeof path - 1);
    if (n <= 0)
        return true;
    path[n] = '\0';
    const char *name = strrchr(path, '/');
    if (!name || strncmp(name, "/weir-", 6) != 0)
        return true;
    (void)snprintf(kill_path, sizeof kill_path, "%s/cgroup.kill", path);
    autoclose int kill_fd = open(kill_path, O_WRONLY | O_CLOEXEC);
    if (kill_fd >= 0)
        (void)!write(kill_fd, "1", 1);
    return rmdir(path) == 0 || errno != EBUSY;
}

/* --- all the rest ----------------------------------------------------------------------------- */

struct walk {
    int root_fd;
    unsigned moved; /* directories that lay too deep, to the top; the next round goes on with them */
};

static void remove_entries(struct walk *walk, int fd, int depth);

/* What it was not allowed to read or to change it is not in the way of either. Never follows a link: what is a
 * directory here stays one, since nobody is left. */
static void remove_directory(struct walk *walk, int parent_fd, const char *name, int depth)
{
    (void)!fchmodat(parent_fd, name, 0700, 0); /* who is not root moves none either that he may not write to */
    if (depth == DEPTH_MAX) {
        char top[32];
        (void)snprintf(top, sizeof top, "moved-%u", walk->moved);
        walk->moved += renameat(parent_fd, name, walk->root_fd, top) == 0;
        return;
    }
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    remove_entries(walk, fd, depth + 1);
    (void)unlinkat(parent_fd, name, AT_REMOVEDIR);
}

/* Takes fd. */
static void remove_entries(struct walk *walk, int fd, int depth)
{
    DIR *entries = fdopendir(fd);
    if (!entries) {
        close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && unlinkat(fd, entry->d_name, 0) < 0 &&
            errno == EISDIR)
            remove_directory(walk, fd, entry->d_name, depth);
    (void)closedir(entries);
}

static void remove_all(const char *directory)
{
    for (unsigned moved = 0;;) {
        int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        struct walk walk = {.root_fd = fd, .moved = moved};
        if (fd < 0)
            return;
        remove_entries(&walk, fd, 0);
        if (rmdir(directory) == 0 || walk.moved == moved)
            return;
        moved = walk.moved;
    }
}

struct removal {
    uv_work_t work;
    char directory[];
};

/* On the worker: what is ended needs a moment to be gone, and writes to the directory until then. */
static void await_end(const char *directory)
{
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    autoclose int jail = fd < 0 ? -1 : find_jail(fd);
    if (jail >= 0)
        (void)poll(&(struct pollfd){.fd = jail, .events = POLLIN}, 1, JAIL_WAIT_MS);
    for (int i = 0; fd >= 0 && !end_cgroup(fd) && i < CGROUP_WAITS; i++)
        (void)poll(NULL, 0, CGROUP_WAIT_MS);
}

static void remove_slowly(uv_work_t *work)
{
    const struct removal *removal = work->data;
    await_end(removal->directory);
    remove_all(removal->directory);
}

static void on_removed(uv_work_t *work, int status)
{
    (void)status;
    free(work->data);
}

static void remove_later(struct daemon *daemon, const char *directory)
{
    size_t size = strlen(directory) + 1;
    struct removal *removal = calloc(1, sizeof *removal + size);
    if (!removal)
        return; /* the next daemon finds it */
    removal->work.data = removal;
    memcpy(removal->directory, directory, size);
    if (uv_queue_work(&daemon->loop, &removal->work, remove_slowly, on_removed) < 0)
        free(removal);
}

/* A jail leaves its word in `jail` before it does anything; where it finds no directory any more, it leaves. So once
 * the directory is gone, without a word in it that was not read, no jail is there or will be. -EBUSY: it takes longer,
 * since something is still to end, or the program's own files are many. */
static int remove_usual(const char *directory)
{
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    autoclose int jail = find_jail(fd);
    if (jail >= 0) {
        log_warn("executor: %s has a jail that no daemon has noted; it is ended", directory);
        (void)pidfd_send_signal(jail, SIGINT, NULL, 0);
    }
    if (jail >= 0 || !end_cgroup(fd))
        return -EBUSY;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        (void)unlinkat(fd, usual[i], 0);
    if ((unlinkat(fd, "own", AT_REMOVEDIR) < 0 && errno != ENOENT) ||
        (unlinkat(fd, "tmp", AT_REMOVEDIR) < 0 && errno != ENOENT))
        return -EBUSY;
    return rmdir(directory) < 0 ? -errno : 0;
}

void executor_place_remove(struct daemon *daemon, const char *directory)
{
    int r = -ENOTEMPTY;
    for (int attempt = 0; r == -ENOTEMPTY && attempt < ATTEMPTS_MAX; attempt++)
        r = remove_usual(directory);
    if (r == -EBUSY || r == -ENOTEMPTY)
        remove_later(daemon, directory);
    else if (r < 0 && r != -ENOENT)
        log_warn("executor: cannot remove %s: %s", directory, strerror(-r));
}
