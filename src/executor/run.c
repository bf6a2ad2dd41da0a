/* Startup and shutdown. Nothing here blocks, and nothing unnecessary runs before listen(), because the daemon waits for
 * the socket. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/model.h"
#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/private_socket.h"
#include "executor/task.h"
#include "executor/terminal.h"

/* More than the one connection that is served, so that others get a reason for the refusal. */
enum { CONNECTIONS_MAX = 16 };

static int complain(int error, const char *path, const char *problem)
{
    (void)fprintf(stderr, "weir-executor: %s: %s\n", path, problem);
    return error;
}

static int check_directory(const char *path)
{
    autofree char *copy = strdup(path);
    if (!copy)
        return -ENOMEM;
    const char *directory = dirname(copy);
    int r = paths_check_private(directory);
    if (r == -EPERM)
        return complain(r, directory, "unsafe directory for a socket: another user owns it or can write to it");
    return r < 0 ? complain(r, directory, strerror(-r)) : 0;
}

static int listen_on(const char *path, int *ret_fd)
{
    int r = check_directory(path);
    if (r < 0)
        return r;
    r = private_socket_listen(path, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, ret_fd);
    if (r == -ENAMETOOLONG)
        return complain(r, path, "too long for the path of a Unix socket");
    return r < 0 ? complain(r, path, strerror(-r)) : 0;
}

/* weir-jail creates the listening socket where the agent cannot reach it, and passes it as descriptor 3, and the spool
 * as 4. Returns -ENOENT if it passed none. Unsets the variables, so that the agent does not use the descriptors. */
static int take_given(int *ret_fd, int *ret_spool_fd)
{
    enum { FIRST = 3 };
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    struct stat info;
    int listens = 0;
    socklen_t size = sizeof listens;
    bool has_spool = count && strcmp(count, "2") == 0;
    bool ours = count && pid && (has_spool || strcmp(count, "1") == 0) && strtol(pid, NULL, 10) == getpid();
    (void)unsetenv("LISTEN_FDS");
    (void)unsetenv("LISTEN_PID");
    (void)unsetenv("LISTEN_FDNAMES");
    if (!ours)
        return -ENOENT;
    if (getsockopt(FIRST, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0 || !listens ||
        fcntl(FIRST, F_SETFD, FD_CLOEXEC) < 0)
        return complain(-EINVAL, "LISTEN_FDS", "descriptor 3 is not a listening socket");
    if (has_spool &&
        (fstat(FIRST + 1, &info) < 0 || !S_ISREG(info.st_mode) || fcntl(FIRST + 1, F_SETFD, FD_CLOEXEC) < 0))
        return complain(-EINVAL, "LISTEN_FDS", "descriptor 4 (the spool) is not a regular file");
    *ret_fd = FIRST;
    *ret_spool_fd = has_spool ? FIRST + 1 : -1;
    return 0;
}

/* Ends the agent; its messages are still sent. */
static void on_signal(uv_signal_t *handle, int number)
{
    struct executor *executor = handle->data;
    struct task *task = task_at_work(executor);
    (void)number;
    if (task)
        task_kill(task, VERDICT_TERMINATED);
    executor_leave(executor, 0);
}

static void on_worker_idle(void *user)
{
    executor_leave_step(user);
}

static int start_loop(struct executor *executor, int fd)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int r = uv_loop_init(&executor->loop);
    executor->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&executor->rpc, &executor->loop, "weir-executor");
    if (r < 0) {
        close(fd);
        return r;
    }
    executor->rpc_is_open = true;
    executor->rpc.worker_idle = on_worker_idle;
    executor->rpc.user = executor;
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&executor->loop, &executor->signals[i]);
        executor->signals[i].data = executor;
        (void)uv_signal_start(&executor->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&executor->signals[i]);
    }
    (void)uv_idle_init(&executor->loop, &executor->last);
    executor->last.data = executor;
    executor_rest_init(executor);
    r = listener_init(&executor->listener, &executor->loop, fd, &executor->rpc.peer_count, CONNECTIONS_MAX,
                      executor_accept, executor);
    executor->listens = r == 0;
    return r;
}

int executor_run(struct executor *executor)
{
    int fd = -1;
    list_init(&executor->tasks);
    list_init(&executor->terminals);
    executor->line.limit = 16u << 20;
    log_set_level(LOG_WARN); /* stderr is kept for errors */
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "4", 0); /* AGENT_CALLS_AT_ONCE */
    int r = take_given(&fd, &executor->options.spool_fd);
    if (r == -ENOENT)
        r = listen_on(executor->options.socket, &fd);
    if (r < 0)
        return -EXECUTOR_EXIT_FAILED;
    r = start_loop(executor, fd);
    if (r < 0) {
        (void)unlink(executor->options.socket);
        (void)complain(r, executor->options.socket, strerror(-r));
        return -EXECUTOR_EXIT_FAILED;
    }
    executor_settle(executor);
    (void)uv_run(&executor->loop, UV_RUN_DEFAULT);
    return 0;
}

void executor_clear(struct executor *executor)
{
    buf_clear(&executor->line);
    executor_forget_kept(executor);
    if (!executor->loop_is_open)
        return;
    model_close(&executor->loop);
    (void)uv_run(&executor->loop, UV_RUN_NOWAIT);
    (void)uv_loop_close(&executor->loop);
}
