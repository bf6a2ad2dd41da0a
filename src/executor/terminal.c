/* The terminals: their list, spawn_terminal, close_terminal, and the end of their processes. */
#include "executor/terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/log.h"
#include "base/scrollback.h"
#include "executor/terminal_internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- list --- */

struct terminal *terminal_find(const struct executor *executor, struct slice id)
{
    for (struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if (slice_is(id, terminal->id))
            return terminal;
    }
    return NULL;
}

size_t terminal_count(const struct executor *executor)
{
    size_t count = 0;
    for (const struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next)
        count++;
    return count;
}

struct executor_handed_terminal terminal_describe(const struct terminal *terminal)
{
    return (struct executor_handed_terminal){
        .terminal_id = slice_of(terminal->id),
        .pty_pid = terminal->pty.pid,
        .use_tmux = terminal->use_tmux,
        .cwd = slice_of(terminal->cwd),
        .cwd_is = FIELD_SET,
        .shell = slice_of(terminal->shell),
        .shell_is = FIELD_SET,
        .created_at = terminal->created_at_ms,
        .created_at_is = FIELD_SET,
        .exited = terminal->exited,
        .exit_code = terminal->exit_code,
        .exit_code_is = terminal->exited && terminal->exit_code >= 0 ? FIELD_SET : FIELD_ABSENT,
        .signal = terminal->signal,
        .signal_is = terminal->exited && terminal->signal > 0 ? FIELD_SET : FIELD_ABSENT,
    };
}

int terminal_hand_over(struct executor *executor, struct arena *arena, struct executor_handed_terminal **ret_items,
                       size_t *ret_count)
{
    size_t count = terminal_count(executor), at = 0;
    struct executor_handed_terminal *items = arena_zeroed(arena, (count ? count : 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next)
        items[at++] = terminal_describe(list_member(link, struct terminal, link));
    *ret_items = items;
    *ret_count = count;
    return 0;
}

/* --- exit --- */

static void report_exit(const struct terminal *terminal)
{
    const struct executor *executor = terminal->executor;
    struct report_terminal_exit_params params = {
        .session_token = slice_of(terminal->token),
        .session_token_is = terminal->token ? FIELD_SET : FIELD_ABSENT,
        .terminal_id = slice_of(terminal->id),
        .exit_code = terminal->exit_code,
        .exit_code_is = terminal->exit_code >= 0 ? FIELD_SET : FIELD_ABSENT,
        .signal = terminal->signal,
        .signal_is = terminal->signal > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    /* A daemon that misses this notification gets the exit in the answer to `resume`. */
    if (executor->daemon && (executor->proved || !executor->hand_shake[0]))
        (void)peer_notify(executor->daemon, &report_terminal_exit_method, &params);
}

/* Reads the exit status without reaping the process. */
static bool has_exited(struct terminal *terminal)
{
    siginfo_t about = {0};
    int r;
    do
        r = waitid(P_PID, (id_t)terminal->pty.pid, &about, WEXITED | WNOHANG | WNOWAIT);
    while (r < 0 && errno == EINTR);
    if (r == 0 && about.si_pid == 0)
        return false;
    terminal->exited = true;
    terminal->exit_code = r == 0 && about.si_code == CLD_EXITED ? about.si_status : -1;
    terminal->signal = r == 0 && about.si_code != CLD_EXITED ? about.si_status : 0;
    return true;
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct terminal *terminal = list_member(poll, struct terminal, watch);
    (void)status;
    (void)events;
    if (!has_exited(terminal))
        return;
    (void)uv_poll_stop(poll);
    report_exit(terminal);
    if (!list_is_empty(&terminal->closers))
        terminal_check_end(terminal);
}

/* --- lifetime --- */

static int add_dup(struct call *call, int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? -errno : call_attach_fd(call, copy);
}

int terminal_attach_fds(struct call *call, const struct terminal *terminal)
{
    int r = add_dup(call, terminal->pty.master);
    if (r == 0)
        r = add_dup(call, terminal->scrollback);
    if (r == 0)
        r = add_dup(call, terminal->pty.pidfd);
    return r;
}

struct terminal *terminal_free(struct terminal *terminal)
{
    if (!terminal)
        return NULL;
    if (terminal->pty.pid > 0) {
        (void)close(terminal->pty.master);
        (void)close(terminal->pty.pidfd);
        (void)waitpid(terminal->pty.pid, NULL, WNOHANG);
    }
    if (terminal->scrollback >= 0)
        (void)close(terminal->scrollback);
    free(terminal->token);
    free(terminal->cwd);
    free(terminal->shell);
    free(terminal);
    return NULL;
}

static void on_watch_closed(uv_handle_t *handle)
{
    (void)terminal_free(list_member(handle, struct terminal, watch));
}

void terminal_forget(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    list_remove(&terminal->link);
    timers_unset(&executor->rpc.timers, &terminal->poll);
    uv_close((uv_handle_t *)&terminal->watch, on_watch_closed);
    executor_settle(executor);
}

int terminal_add(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    int r = uv_poll_init(&executor->loop, &terminal->watch, terminal->pty.pidfd);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        (void)terminal_free(terminal);
        return r;
    }
    list_append(&executor->terminals, &terminal->link);
    r = uv_poll_start(&terminal->watch, UV_READABLE, on_readable);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        terminal_forget(terminal);
        return r;
    }
    executor_settle(executor);
    return 0;
}

void terminal_end_all(struct executor *executor)
{
    while (!list_is_empty(&executor->terminals)) {
        struct terminal *terminal = list_member(executor->terminals.next, struct terminal, link);
        (void)terminal_signal(terminal, SIGKILL);
        while (!list_is_empty(&terminal->closers)) {
            struct terminal_closer *closer = list_member(terminal->closers.next, struct terminal_closer, link);
            list_remove(&closer->link);
            (void)call_fail(closer->call, ERROR_STOPPING, "the executor is stopping and ends its terminals");
            free(closer);
        }
        terminal_forget(terminal);
    }
}

/* --- get_terminal --- */

int get_terminal(struct call *call, const struct get_terminal_params *params)
{
    if (!executor_admits(call))
        return 0;
    struct terminal *terminal = terminal_find(executor_of(call), params->terminal_id);
    if (!terminal)
        return call_fail(call, ERROR_TERMINAL_NOT_FOUND, "no such terminal: %.*s", SLICE_ARG(params->terminal_id));
    int r = terminal_attach_fds(call, terminal);
    if (r < 0)
        return call_fail(call, ERROR_INTERNAL_ERROR, "cannot pass the terminal: %s", strerror(-r));
    /* The token was chosen by an earlier daemon; the current one does not know it. */
    free(terminal->token);
    terminal->token = NULL;
    struct executor_handed_terminal result = terminal_describe(terminal);
    return get_terminal_reply(call, &result);
}

/* --- spawn_terminal --- */

enum { ARENA_BYTES = 32 << 20 };

static int choose_id(struct executor *executor, const struct spawn_terminal_params *params, char id[static ID_SIZE],
                     struct slice *ret_id)
{
    if (params->terminal_id_is == FIELD_SET) {
        *ret_id = params->terminal_id;
        return terminal_find(executor, params->terminal_id) ? -EEXIST : 0;
    }
    struct id_source source = {0};
    int r = id_make(&source, "term_", id);
    *ret_id = slice_of(id);
    return r;
}

static struct terminal *make(struct executor *executor, const struct spawn_terminal_params *params, struct slice id)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    if (!terminal)
        return NULL;
    terminal->executor = executor;
    terminal->scrollback = -1;
    terminal->exit_code = -1;
    terminal->use_tmux = params->use_tmux;
    terminal->created_at_ms = clock_epoch_ms();
    memcpy(terminal->id, id.data, id.size < TERMINAL_ID_MAX ? id.size : TERMINAL_ID_MAX);
    list_init(&terminal->link);
    list_init(&terminal->closers);
    terminal->token = strdup(params->session_token.data);
    terminal->cwd = strdup(params->cwd.data);
    terminal->shell = strdup(params->shell.data);
    if (!terminal->token || !terminal->cwd || !terminal->shell || scrollback_make(&terminal->scrollback) < 0)
        return terminal_free(terminal);
    return terminal;
}

static int start(struct executor *executor, const struct spawn_terminal_params *params, struct terminal *terminal,
                 char problem[static TERMINAL_PROBLEM_SIZE], const char **ret_path)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct terminal_command command;
    int r = terminal_program(executor, params, &arena, &command, problem, ret_path);
    if (r == 0)
        r = terminal_pty_start(&command, &terminal->pty, problem);
    arena_clear(&arena);
    return r;
}

int spawn_terminal(struct call *call, const struct spawn_terminal_params *params)
{
    char problem[TERMINAL_PROBLEM_SIZE] = "", id[ID_SIZE];
    const char *path = NULL;
    struct slice chosen;
    if (!executor_admits(call))
        return 0;
    struct executor *executor = executor_of(call);
    if (executor->leaving)
        return call_fail(call, ERROR_TERMINAL_FAILED, "the executor is stopping");
    if (terminal_count(executor) >= TERMINALS_MAX)
        return call_fail(call, ERROR_TERMINAL_FAILED, "too many terminals (limit: %d)", TERMINALS_MAX);
    int r = choose_id(executor, params, id, &chosen);
    if (r < 0)
        return call_fail(call, ERROR_TERMINAL_FAILED, "%s",
                         r == -EEXIST ? "a terminal with this id exists already" : "cannot generate an id");
    struct terminal *terminal = make(executor, params, chosen);
    if (!terminal)
        return -ENOMEM;
    r = start(executor, params, terminal, problem, &path);
    if (r < 0) {
        (void)terminal_free(terminal);
        if (path)
            return call_refuse(call, ERROR_INVALID_PARAMS, path, problem);
        return call_fail(call, ERROR_TERMINAL_FAILED, "%s", problem);
    }
    r = terminal_add(terminal);
    if (r < 0)
        return call_fail(call, ERROR_TERMINAL_FAILED, "cannot watch the shell: %s", strerror(-r));
    r = terminal_attach_fds(call, terminal);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        terminal_forget(terminal);
        return call_fail(call, ERROR_TERMINAL_FAILED, "cannot pass the terminal: %s", strerror(-r));
    }
    return spawn_terminal_reply(call, &(struct spawn_terminal_result){.terminal_id = slice_of(terminal->id),
                                                                      .pty_pid = terminal->pty.pid,
                                                                      .created_at = terminal->created_at_ms,
                                                                      .created_at_is = FIELD_SET});
}

/* Time for SIGHUP to work; the polling interval for remaining processes; the time after which to give up. */
enum { GRACE_MS = 200, POLL_MS = 10, PATIENCE_MS = 5000 };

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

void terminal_check_end(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    uint64_t waited = uv_now(&executor->loop) - terminal->closing_since_ms;
    size_t left = terminal_signal(terminal, waited < GRACE_MS ? 0 : SIGKILL);
    if (left == 0 && terminal->exited) {
        finish(terminal);
    } else if (waited > PATIENCE_MS || timers_set(&executor->rpc.timers, &terminal->poll, POLL_MS) < 0) {
        log_warn("terminal %s: cannot end %zu processes", terminal->id, left);
        finish(terminal);
    }
}

static void on_poll_end(struct deadline *deadline)
{
    terminal_check_end(list_member(deadline, struct terminal, poll));
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
    terminal->poll.expired = on_poll_end;
    (void)terminal_signal(terminal, SIGHUP);
    (void)terminal_signal(terminal, SIGCONT); /* a stopped process would not handle SIGHUP */
    terminal_check_end(terminal);
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
