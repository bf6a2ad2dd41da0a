/* The method close_terminal: sends SIGHUP, and kills remaining processes after a grace time. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "executor/terminal_internal.h"
#include "rpc/call.h"

/* Time for SIGHUP to work; the polling interval for remaining processes; the time after which to give up. */
enum { GRACE_MS = 200, LOOK_MS = 10, PATIENCE_MS = 5000 };

/* --- processes of a session --- */

/* Returns the number after `others` fields. */
static long number_behind(const char *text, int others)
{
    char *end = NULL;
    long number = strtol(text, &end, 10);
    for (; others > 0; others--)
        number = strtol(end, &end, 10);
    return number;
}

/* Returns false if the process has ended, is a zombie, or belongs to another session. */
static bool is_of_session(int proc, const char *pid, pid_t session)
{
    char path[32], text[512];
    (void)snprintf(path, sizeof path, "%.20s/stat", pid);
    autoclose int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (size <= 0)
        return false;
    text[size] = '\0';
    /* The process name may contain any characters, including brackets; the last bracket ends it. */
    const char *end = strrchr(text, ')');
    if (!end || strlen(end) < 4 || end[2] == 'Z' || end[2] == 'X')
        return false;
    return number_behind(end + 3, 2) == session; /* after the parent and the process group */
}

/* Checks again with the pidfd open, so that the signal cannot reach a process with a reused PID. */
static bool signal_one(int proc, const char *pid, pid_t session, int number)
{
    if (!is_of_session(proc, pid, session))
        return false;
    autoclose int pidfd = (int)syscall(SYS_pidfd_open, (pid_t)strtol(pid, NULL, 10), 0);
    if (pidfd < 0 || !is_of_session(proc, pid, session))
        return false;
    if (number > 0)
        (void)syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0);
    return true;
}

/* In a PID namespace that shares the outer /proc, its numbers are those of the outer namespace. */
static bool proc_is_ours(void)
{
    char own[24], seen[24] = "";
    (void)snprintf(own, sizeof own, "%d", (int)getpid());
    return readlink("/proc/self", seen, sizeof seen - 1) > 0 && strcmp(own, seen) == 0;
}

/* Signals the process groups that the kernel knows for the terminal. */
static size_t signal_groups(const struct terminal *terminal, int number)
{
    pid_t front = tcgetpgrp(terminal->pty.master);
    size_t found = 0;
    if (kill(-terminal->pty.pid, number) == 0)
        found++;
    if (front > 0 && front != terminal->pty.pid && kill(-front, number) == 0)
        found++;
    return terminal->exited ? 0 : found;
}

size_t terminal_signal(const struct terminal *terminal, int number)
{
    size_t found = 0;
    if (!proc_is_ours())
        return signal_groups(terminal, number);
    DIR *proc = opendir("/proc");
    if (!proc)
        return signal_groups(terminal, number);
    for (const struct dirent *entry = readdir(proc); entry; entry = readdir(proc))
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            found += signal_one(dirfd(proc), entry->d_name, terminal->pty.pid, number);
    (void)closedir(proc);
    return found;
}

/* --- close_terminal --- */

/* A closed terminal stays in the list as exited until the daemon wants it forgotten, for the next daemon. */
static void finish(struct terminal *terminal)
{
    terminal->closing_since_ms = 0;
    struct executor_handed_terminal result = terminal_describe(terminal);
    struct list closers;
    list_init(&closers);
    while (!list_is_empty(&terminal->closers)) {
        struct list *link = terminal->closers.next;
        list_remove(link);
        list_append(&closers, link);
    }
    if (terminal->forget)
        terminal_forget(terminal); /* the memory, to which the result points, is freed on the next turn of the loop */
    while (!list_is_empty(&closers)) {
        struct terminal_closer *closer = list_member(closers.next, struct terminal_closer, link);
        list_remove(&closer->link);
        (void)close_terminal_reply(closer->call, &result);
        free(closer);
    }
}

void terminal_look(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    uint64_t waited = uv_now(&executor->loop) - terminal->closing_since_ms;
    size_t left = terminal_signal(terminal, waited < GRACE_MS ? 0 : SIGKILL);
    if (left == 0 && terminal->exited) {
        finish(terminal);
    } else if (waited > PATIENCE_MS || timers_set(&executor->rpc.timers, &terminal->look, LOOK_MS) < 0) {
        log_warn("terminal %s: cannot end %zu processes", terminal->id, left);
        finish(terminal);
    }
}

static void on_look(struct deadline *deadline)
{
    terminal_look(list_member(deadline, struct terminal, look));
}

static void on_abandoned(struct call *call)
{
    struct terminal_closer *closer = call->user;
    list_remove(&closer->link);
    free(closer);
}

static void begin(struct terminal *terminal)
{
    terminal->closing_since_ms = uv_now(&terminal->executor->loop);
    terminal->look.expired = on_look;
    (void)terminal_signal(terminal, SIGHUP);
    (void)terminal_signal(terminal, SIGCONT); /* a stopped process would not handle SIGHUP */
    terminal_look(terminal);
}

int close_terminal(struct call *call, const struct close_terminal_params *params)
{
    if (!executor_admits(call))
        return 0;
    struct terminal *terminal = terminal_find(executor_of(call), params->terminal_id);
    if (!terminal)
        return call_fail(call, ERROR_TERMINAL_NOT_FOUND, "no such terminal: %.*s", SLICE_ARG(params->terminal_id));
    struct terminal_closer *closer = calloc(1, sizeof *closer);
    if (!closer)
        return -ENOMEM;
    int r = call_defer(call, on_abandoned, closer, &closer->call);
    if (r < 0) {
        free(closer);
        return r;
    }
    closer->terminal = terminal;
    list_append(&terminal->closers, &closer->link);
    terminal->forget = terminal->forget || params->forget;
    if (terminal->closing_since_ms == 0)
        begin(terminal);
    return 0;
}
