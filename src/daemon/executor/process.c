#include "daemon/executor/process.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/process.h"
#include "daemon/daemon.h"
#include "daemon/executor/exit.h"
#include "daemon/executor/place.h"
#include "daemon/executor/spawn.h"

enum { PARENTS_MAX = 4096 };

/* --- its end ---------------------------------------------------------------------- */

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static void stop_watching(struct executor_process *process)
{
    if (process->poll)
        uv_close((uv_handle_t *)process->poll, on_poll_closed);
    process->poll = NULL;
    if (process->pidfd > 0) /* in one that was never started it is 0 */
        close(process->pidfd);
    process->pidfd = -1;
}

static void on_end(uv_poll_t *poll, int status, int events)
{
    (void)events;
    struct executor_process *process = poll->data;
    siginfo_t info = {0};
    if (process->is_child && status == 0 && waitid(P_PIDFD, (id_t)process->pidfd, &info, WEXITED | WNOHANG) == 0 &&
        info.si_pid == 0)
        return; /* not yet */
    stop_watching(process);
    process->is_gone = true;
    struct executor_exit exit;
    executor_exit_read(process->directory, &exit);
    char nothing[] = "";
    autofree char *tail = exit.stderr_tail;
    if (!tail)
        exit.stderr_tail = nothing;
    log_debug("executor %s: its jail, process %d, is gone", process->id, (int)process->pid);
    process->gone(process, &exit); /* which may free it */
}

static int watch(struct executor_process *process)
{
    process->poll = calloc(1, sizeof *process->poll);
    if (!process->poll)
        return -ENOMEM;
    int r = uv_poll_init(&process->daemon->loop, process->poll, process->pidfd);
    if (r < 0) {
        free(take_pointer(process->poll));
        return r;
    }
    process->poll->data = process;
    return uv_poll_start(process->poll, UV_READABLE, on_end);
}

/* --- its beginning ------------------------------------------------------------------- */

static void begin(struct executor_process *process, struct daemon *daemon)
{
    process->daemon = daemon;
    process->pid = 0;
    process->pidfd = -1;
    process->is_child = process->is_gone = false;
    process->listener.pid = 0;
    process->poll = NULL;
}

/* Nobody but us can reap it, so its number is its own until then. */
static int take_child(struct executor_process *process, pid_t pid)
{
    struct process_facts facts;
    int r = process_look(pid, &facts);
    if (r < 0)
        return r;
    process->pid = pid;
    process->is_child = true;
    process->start_time = facts.start_time;
    process->pidfd = pidfd_open(pid, 0);
    return process->pidfd < 0 ? -errno : watch(process);
}

/* A jail that cannot be watched. It has no time to start anything that it would not end. */
static void abandon(struct executor_process *process, pid_t pid)
{
    stop_watching(process);
    process->pid = 0;
    process->is_child = false;
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

int executor_process_start(struct executor_process *process, struct daemon *daemon,
                           const struct executor_command *command, char problem[static 256])
{
    begin(process, daemon);
    int r = fault_point("executor.before_start");
    if (r == 0)
        r = executor_place_make(process, daemon);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot make a directory for it: %s", strerror(-r));
        return r;
    }
    pid_t pid = 0;
    if (command->prepare)
        r = command->prepare(command->user, process, problem);
    if (r == 0)
        r = executor_spawn(process, command, &pid, problem);
    if (r == 0) {
        r = take_child(process, pid);
        if (r < 0) {
            (void)snprintf(problem, 256, "cannot watch it: %s", strerror(-r));
            abandon(process, pid);
        }
    }
    if (r < 0)
        executor_process_clear(process);
    return r;
}

/* Whether the process of a record is there still, and whose it is. */
static bool take_noted(struct executor_process *process, const struct executor_record *record)
{
    char boot_id[PROCESS_BOOT_ID_SIZE];
    struct process_facts facts;
    if (record->pid <= 0 || record->pid > INT32_MAX || process_boot_id(boot_id) < 0 ||
        !slice_is(record->boot_id, boot_id))
        return false;
    process->pidfd = pidfd_open((pid_t)record->pid, 0);
    if (process->pidfd < 0)
        return false;
    if (process_look((pid_t)record->pid, &facts) < 0 || facts.start_time != record->start_time) {
        close(take_fd(&process->pidfd));
        return false;
    }
    process->pid = (pid_t)record->pid;
    process->start_time = facts.start_time;
    process->is_child = facts.parent == getpid(); /* a daemon that went on by exec has its children still */
    return true;
}

int executor_process_adopt(struct executor_process *process, struct daemon *daemon, const char *id,
                           const struct executor_record *record)
{
    begin(process, daemon);
    int r = executor_place_set(process, daemon, id);
    if (r < 0)
        return r;
    if (record->listener_pid_is == FIELD_SET && record->listener_pid > 0 && record->listener_pid <= INT32_MAX) {
        process->listener.pid = (pid_t)record->listener_pid;
        process->listener.start_time = record->listener_start_time;
    }
    if (!take_noted(process, record)) {
        /* Its end is told like any other's, in the loop's next turn: this is readable at once. */
        process->pidfd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
        if (process->pidfd < 0)
            r = -errno;
    }
    if (r == 0)
        r = watch(process);
    if (r < 0)
        executor_process_leave(process);
    return r;
}

/* --- while it runs ------------------------------------------------------------------------ */

static void send_signal(const struct executor_process *process, int number)
{
    if (process->pid > 0 && process->pidfd >= 0 && !process->is_gone &&
        pidfd_send_signal(process->pidfd, number, NULL, 0) < 0 && errno != ESRCH)
        log_error("executor %s: cannot send signal %d to process %d: %s", process->id, number, (int)process->pid,
                  strerror(errno));
}

void executor_process_ask(struct executor_process *process)
{
    send_signal(process, SIGTERM);
}

void executor_process_end(struct executor_process *process)
{
    send_signal(process, SIGINT);
}

void executor_process_rest(struct executor_process *process, bool rests)
{
    if (!process->poll)
        return;
    if (rests)
        (void)uv_poll_stop(process->poll);
    else
        (void)uv_poll_start(process->poll, UV_READABLE, on_end);
}

int executor_process_limit(struct executor_process *process, int64_t memory_bytes, int64_t processes)
{
    char text[96];
    int size = snprintf(text, sizeof text, "memory %" PRId64 "\nprocesses %" PRId64 "\n", memory_bytes, processes);
    int r = executor_place_write(process->directory, "limits", (struct slice){text, (size_t)size});
    if (r == 0)
        send_signal(process, SIGHUP);
    return r;
}

int executor_process_has(const struct executor_process *process, pid_t pid)
{
    struct process_facts facts;
    for (int i = 0; process->pid > 0 && pid > 1 && i < PARENTS_MAX; i++) {
        if (pid == process->pid)
            return 1;
        if (process_look(pid, &facts) < 0)
            return -ESRCH;
        pid = facts.parent;
    }
    return 0;
}

/* --- forgetting ----------------------------------------------------------------------------- */

void executor_process_clear(struct executor_process *process)
{
    stop_watching(process);
    if (process->directory)
        executor_place_remove(process->daemon, process->directory);
    executor_place_clear(process);
}

void executor_process_leave(struct executor_process *process)
{
    stop_watching(process);
    executor_place_clear(process);
}
