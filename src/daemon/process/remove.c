/* Removes the directory of a process with everything that the program has put into it. */
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
#include "base/fault.h"
#include "base/log.h"
#include "base/process.h"
#include "base/remove.h"
#include "base/tree.h"
#include "daemon/process/process.h"
#include "daemon/work/work.h"

enum { ATTEMPTS_MAX = 8, ROOM_MS = 100 /* between two attempts while descriptors are short */ };
enum { JAIL_WAIT_MS = 3000, JAIL_STEP_MS = 20, TREE_ROUNDS = 100, CGROUP_WAITS = 100, CGROUP_WAIT_MS = 5 };

/* The files that weir creates. Usually there are no others. */
static const char *const usual[] = {"view",       "view.new",      "control",   "record",     "record.new",
                                    "limits",     "limits.new",    "stderr",    "stderr.old", "status",
                                    "status.new", "cgroup",        "own/sock",  "own/spool",  "own/model.sock",
                                    "link/sock",  "link/sock.new", "link/spool"};
static const char *const usual_directories[] = {"own", "link", "tmp"};

/* --- jails without a record --- */

static bool is_running(pid_t pid, int64_t start_time, const char *boot_id)
{
    char now[PROCESS_BOOT_ID_SIZE];
    struct process_facts facts;
    return process_boot_id(now) == 0 && strcmp(now, boot_id) == 0 && process_look(pid, &facts) == 0 &&
           facts.start_time == start_time && facts.state != 'Z';
}

static bool is_short(int error)
{
    return error == -EMFILE || error == -ENFILE;
}

/* Returns a pidfd of the jail that runs in this directory; -ESRCH: none does; -EMFILE, -ENFILE: not known. */
static int find_jail(int directory_fd, pid_t *ret_pid)
{
    char word[128], *rest = NULL;
    ssize_t n = readlinkat(directory_fd, "jail", word, sizeof word - 1);
    if (n <= 0)
        return -ESRCH;
    word[n] = '\0';
    long pid = strtol(word, &rest, 10);
    int64_t start_time = strtoll(rest, &rest, 10);
    autoclose int pidfd = pid > 0 && pid <= INT32_MAX ? pidfd_open((pid_t)pid, 0) : -1;
    if (pid > 0 && pidfd < 0 && is_short(-errno))
        return -errno;
    if (pidfd >= 0 && *rest == ' ' && is_running((pid_t)pid, start_time, rest + 1)) {
        *ret_pid = (pid_t)pid;
        return take_fd(&pidfd);
    }
    (void)unlinkat(directory_fd, "jail", 0); /* only after it was read: see remove_usual() */
    return -ESRCH;
}

/* --- leftovers of a killed jail --- */

/* Kills the processes in its cgroup and removes the cgroup. Returns false if that takes longer. */
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

/* --- slow removal --- */

/* Runs on the work pool. libuv's own pool has only one thread, which long messages of all clients need. When
 * the daemon stops, jobs of the work pool are cut short, and that thread does the rest. */
struct removal {
    struct work_job job;
    struct process_table *table;
    uv_work_t rest;
    char directory[];
};

static bool is_hurried(const atomic_bool *hurry)
{
    return hurry && atomic_load(hurry);
}

static bool has_ended(int pidfd, int wait_ms)
{
    return poll(&(struct pollfd){.fd = pidfd, .events = POLLIN}, 1, wait_ms) != 0;
}

/* Kills a blocked jail without waiting for its end. The kernel then ends its PID namespace, if it has one. Without one,
 * its processes would outlive it, so they are killed first: as long as it exists, all of them are below it. A stopped
 * jail does not exit meanwhile, so its pid is not reused. */
static void kill_jail(int jail, pid_t pid)
{
    struct tree tree = {0};
    (void)pidfd_send_signal(jail, SIGSTOP, NULL, 0);
    for (int round = 0; round < TREE_ROUNDS && !has_ended(jail, 0); round++) {
        tree_end(&tree, pid);
        if (tree_living(&tree) == 0)
            break;
    }
    tree_clear(&tree);
    (void)pidfd_send_signal(jail, SIGKILL, NULL, 0);
}

void process_table_kill(struct process_table *table)
{
    for (struct list *link = table->all.next; link != &table->all; link = link->next) {
        const struct process *process = list_member(link, struct process, of_table);
        if (process->pid <= 0 || process->pidfd < 0 || process->is_gone || has_ended(process->pidfd, 0))
            continue;
        log_warn("executor %s: weir-jail (pid %d) did not exit; killing it and all of its processes", process->id,
                 (int)process->pid);
        kill_jail(process->pidfd, process->pid);
    }
}

/* Waits for the end of a jail that was asked to end, and of the processes in its cgroup. A jail that has not
 * ended after JAIL_WAIT_MS is blocked, and is killed. -EMFILE, -ENFILE: it cannot be looked at. */
static int await_end(const char *directory, const atomic_bool *hurry)
{
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    pid_t pid = 0;
    autoclose int jail = fd < 0 ? -errno : find_jail(fd, &pid);
    if (is_short(jail))
        return jail;
    bool ended = jail < 0;
    for (int waited_ms = 0; !ended && waited_ms < JAIL_WAIT_MS && !is_hurried(hurry); waited_ms += JAIL_STEP_MS)
        ended = has_ended(jail, JAIL_STEP_MS);
    if (!ended && !is_hurried(hurry)) {
        log_warn("executor: weir-jail (pid %d) of an earlier daemon did not exit within %d ms; killing it and all of "
                 "its processes (%s)",
                 (int)pid, JAIL_WAIT_MS, directory);
        kill_jail(jail, pid);
        (void)has_ended(jail, JAIL_WAIT_MS);
    }
    for (int i = 0; fd >= 0 && !end_cgroup(fd) && i < CGROUP_WAITS && !is_hurried(hurry); i++)
        (void)poll(NULL, 0, CGROUP_WAIT_MS);
    return 0;
}

static void remove_slowly(struct work_job *job)
{
    const struct removal *removal = list_member(job, struct removal, job);
    const atomic_bool *hurry = &job->pool->hurry;
    (void)fault_point("executor.remove");
    int r = -EMFILE;
    while (is_short(r) && !is_hurried(hurry)) {
        r = await_end(removal->directory, hurry);
        if (r == 0 && !is_hurried(hurry))
            r = remove_tree(AT_FDCWD, removal->directory, hurry);
        if (is_short(r))
            (void)poll(NULL, 0, ROOM_MS);
    }
    job->status = is_hurried(hurry) ? -ECANCELED : r;
}

static void remove_rest(uv_work_t *rest)
{
    const struct removal *removal = rest->data;
    (void)await_end(removal->directory, NULL);
    (void)remove_tree(AT_FDCWD, removal->directory, NULL);
}

static void on_rest_removed(uv_work_t *rest, int status)
{
    (void)status;
    free(rest->data);
}

static void on_removed(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    removal->rest.data = removal;
    if (job->status != -ECANCELED ||
        uv_queue_work(removal->table->loop, &removal->rest, remove_rest, on_rest_removed) < 0)
        free(removal);
}

static void remove_later(struct process_table *table, const char *directory)
{
    size_t size = strlen(directory) + 1;
    struct removal *removal = calloc(1, sizeof *removal + size);
    if (!removal)
        return; /* the next daemon removes it */
    memcpy(removal->directory, directory, size);
    removal->table = table;
    removal->job = (struct work_job){.work = remove_slowly, .done = on_removed};
    if (work_start(table->work, &removal->job) < 0) {
        removal->job.status = -ECANCELED;
        on_removed(&removal->job);
    }
}

/* A jail creates the link `jail` before it does anything else, and exits if the directory does not exist. So
 * once the directory is removed, and every link in it was read, no jail runs or will run there. -EBUSY: the
 * removal takes longer, because processes must end first or there are many files. -EMFILE, -ENFILE: it has to wait. */
static int remove_usual(const char *directory)
{
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    pid_t pid = 0;
    autoclose int jail = find_jail(fd, &pid);
    if (is_short(jail))
        return jail;
    if (jail >= 0) {
        log_warn(
            "executor: weir-jail (pid %d) of an earlier daemon still runs, but its record cannot be used; ending it "
            "and all of its processes (%s)",
            (int)pid, directory);
        (void)pidfd_send_signal(jail, SIGINT, NULL, 0);
    }
    if (jail >= 0 || !end_cgroup(fd))
        return -EBUSY;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        (void)unlinkat(fd, usual[i], 0);
    for (size_t i = 0; i < sizeof usual_directories / sizeof *usual_directories; i++)
        if (unlinkat(fd, usual_directories[i], AT_REMOVEDIR) < 0 && errno != ENOENT)
            return -EBUSY;
    return rmdir(directory) < 0 ? -errno : 0;
}

void process_directory_remove(struct process_table *table, const char *directory)
{
    int r = -ENOTEMPTY;
    for (int attempt = 0; r == -ENOTEMPTY && attempt < ATTEMPTS_MAX; attempt++)
        r = remove_usual(directory);
    if (r == -EBUSY || r == -ENOTEMPTY || is_short(r))
        remove_later(table, directory);
    else if (r < 0 && r != -ENOENT)
        log_warn("executor: cannot remove %s: %s", directory, strerror(-r));
}
