#include "daemon/process/process.h"

#include <errno.h>
#include <fcntl.h>
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
#include "base/paths.h"
#include "base/process.h"
#include "daemon/process/exit.h"

enum { PARENTS_MAX = 4096, LIMITS_SIZE = 96 };

/* --- table --- */

void process_table_init(struct process_table *table, uv_loop_t *loop, struct work_pool *work, const char *state_dir)
{
    *table = (struct process_table){.loop = loop, .work = work, .state_dir = state_dir};
    list_init(&table->all);
    jailer_init(&table->jailer, loop);
}

void process_table_clear(struct process_table *table)
{
    jailer_clear(&table->jailer);
}

/* --- end --- */

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static void stop_watching(struct process *process)
{
    if (process->poll)
        uv_close((uv_handle_t *)process->poll, on_poll_closed);
    process->poll = NULL;
    if (process->pidfd > 0) /* 0 if the process was never started */
        close(process->pidfd);
    process->pidfd = -1;
}

static void on_end(uv_poll_t *poll, int status, int events)
{
    (void)events;
    struct process *process = poll->data;
    siginfo_t info = {0};
    if (process->is_child && status == 0 && waitid(P_PIDFD, (id_t)process->pidfd, &info, WEXITED | WNOHANG) == 0 &&
        info.si_pid == 0)
        return; /* not reaped yet */
    stop_watching(process);
    process->is_gone = true;
    struct process_exit exit;
    process_exit_read(process->directory, &exit);
    char nothing[] = "";
    autofree char *tail = exit.stderr_tail;
    if (!tail)
        exit.stderr_tail = nothing;
    log_debug("executor %s: jail process %d has ended", process->id, (int)process->pid);
    process->gone(process, &exit); /* may free the process */
}

static int watch(struct process *process)
{
    process->poll = calloc(1, sizeof *process->poll);
    if (!process->poll)
        return -ENOMEM;
    int r = uv_poll_init(process->table->loop, process->poll, process->pidfd);
    if (r < 0) {
        free(take_pointer(process->poll));
        return r;
    }
    process->poll->data = process;
    return uv_poll_start(process->poll, UV_READABLE, on_end);
}

/* --- start --- */

static void begin(struct process *process, struct process_table *table)
{
    process->table = table;
    list_append(&table->all, &process->of_table);
    process->pid = 0;
    process->pidfd = -1;
    process->is_child = process->is_gone = false;
    process->listener.pid = 0;
    process->poll = NULL;
}

/* Only this daemon can reap its child, so the pid cannot be reused before that. */
static int take_child(struct process *process, pid_t pid)
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

/* Kills a jail that cannot be watched, before it can start anything that would survive it. */
static void abandon(struct process *process, pid_t pid)
{
    stop_watching(process);
    process->pid = 0;
    process->is_child = false;
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

bool process_is_shortage(int error)
{
    return error == -EMFILE || error == -ENFILE || error == -ENOMEM || error == -ENOSPC || error == -EDQUOT ||
           error == -EAGAIN || /* process or thread limit reached (RLIMIT_NPROC, pids.max) */
           error == -EBUSY;    /* the template process of the jails is busy */
}

int process_start(struct process *process, struct process_table *table, const struct process_command *command,
                  char problem[static 256])
{
    begin(process, table);
    int r = fault_point("executor.before_start");
    if (r == 0)
        r = process_directory_make(process, table);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot create its directory: %s", strerror(-r));
        process_clear(process);
        return r;
    }
    pid_t pid = 0;
    if (command->prepare)
        r = command->prepare(command->user, process, problem);
    if (r == 0)
        r = process_spawn(process, command, &pid, problem);
    if (r == 0) {
        r = take_child(process, pid);
        if (r < 0) {
            (void)snprintf(problem, 256, "cannot watch the process: %s", strerror(-r));
            abandon(process, pid);
        }
    }
    if (r < 0)
        process_clear(process);
    return r;
}

/* Opens the process of a record if it still exists. Its pid, start time and boot id identify it. */
static bool take_noted(struct process *process, const struct executor_record *record)
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
    process->is_child = facts.parent == getpid(); /* after a handover by exec, processes are still children */
    return true;
}

int process_adopt(struct process *process, struct process_table *table, const char *id,
                  const struct executor_record *record)
{
    begin(process, table);
    int r = process_directory_set(process, table, id);
    if (r < 0) {
        process_leave(process);
        return r;
    }
    if (record->listener_pid_is == FIELD_SET && record->listener_pid > 0 && record->listener_pid <= INT32_MAX) {
        process->listener.pid = (pid_t)record->listener_pid;
        process->listener.start_time = record->listener_start_time;
    }
    if (!take_noted(process, record)) {
        /* The process has ended already: this eventfd is readable at once, so its end is reported in the next
         * turn of the loop. */
        process->pidfd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
        if (process->pidfd < 0)
            r = -errno;
    }
    if (r == 0)
        r = watch(process);
    if (r < 0)
        process_leave(process);
    return r;
}

/* --- running processes --- */

static void send_signal(const struct process *process, int number)
{
    if (process->pid > 0 && process->pidfd >= 0 && !process->is_gone &&
        pidfd_send_signal(process->pidfd, number, NULL, 0) < 0 && errno != ESRCH)
        log_error("executor %s: cannot send signal %d to process %d: %s", process->id, number, (int)process->pid,
                  strerror(errno));
}

void process_ask(struct process *process)
{
    send_signal(process, SIGTERM);
}

void process_end(struct process *process)
{
    send_signal(process, SIGINT);
}

void process_rest(struct process *process, bool paused)
{
    if (!process->poll)
        return;
    if (paused)
        (void)uv_poll_stop(process->poll);
    else
        (void)uv_poll_start(process->poll, UV_READABLE, on_end);
}

/* Whether the jail already has these limits. */
static bool has_limits(const struct process *process, struct slice text)
{
    char found[LIMITS_SIZE];
    autofree char *path = NULL;
    if (paths_join(process->directory, "limits", &path) < 0)
        return false;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : read(fd, found, sizeof found);
    return n >= 0 && slice_equal((struct slice){found, (size_t)n}, text);
}

/* Does not write unchanged limits: taking over a task must also work on a full disk. */
int process_limit(struct process *process, int64_t memory_bytes, int64_t processes)
{
    char buffer[LIMITS_SIZE];
    int size = snprintf(buffer, sizeof buffer, "memory %" PRId64 "\nprocesses %" PRId64 "\n", memory_bytes, processes);
    struct slice text = {buffer, (size_t)size};
    int r = has_limits(process, text) ? 0 : process_write_file(process->directory, "limits", text);
    if (r == 0)
        send_signal(process, SIGHUP);
    return r;
}

int process_has(const struct process *process, pid_t pid)
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

/* --- release --- */

void process_clear(struct process *process)
{
    stop_watching(process);
    if (process->of_table.next)
        list_remove(&process->of_table);
    if (process->directory)
        process_directory_remove(process->table, process->directory);
    process_directory_clear(process);
}

void process_leave(struct process *process)
{
    stop_watching(process);
    if (process->of_table.next)
        list_remove(&process->of_table);
    process_directory_clear(process);
}
