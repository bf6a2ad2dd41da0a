/* Startup and shutdown. Nothing here blocks, and nothing unnecessary runs before listen(), because the daemon waits for
 * the socket. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
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
#include "executor/executor.h"
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

/* --- options --- */

static const char usage[] =
    "usage: weir-executor [OPTIONS] [SOCKET]\n"
    "\n"
    "Runs an agent for the weir daemon, which connects to SOCKET (default: $EXECUTOR_SOCKET).\n"
    "\n"
    "  --batch N           send at most N messages at once (default: 10)\n"
    "  --batch-ms MS       gather messages for at most MS milliseconds (default: 100)\n"
    "  --idle-ms MS        exit after MS milliseconds without work (default: 0, never)\n"
    "  --orphan-ms MS      exit after MS milliseconds without a daemon (default: 600000; 0: never)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request, 1 error, 2 invalid usage.\n";

enum { OPTION_BATCH = 1, OPTION_BATCH_MS, OPTION_IDLE_MS, OPTION_ORPHAN_MS, OPTION_VERSION, OPTION_HELP };

enum { BATCH_MAX = 1000, DURATION_MAX_MS = 7 * 24 * 60 * 60 * 1000 };

static const struct option table[] = {
    {"batch", required_argument, NULL, OPTION_BATCH},
    {"batch-ms", required_argument, NULL, OPTION_BATCH_MS},
    {"idle-ms", required_argument, NULL, OPTION_IDLE_MS},
    {"orphan-ms", required_argument, NULL, OPTION_ORPHAN_MS},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static int read_number(const char *text, uint64_t min, uint64_t max, uint64_t *ret_number)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno || number < min || number > max) {
        (void)fprintf(stderr, "weir-executor: expected a number from %llu to %llu, not: %s\n", (unsigned long long)min,
                      (unsigned long long)max, text);
        return -EINVAL;
    }
    *ret_number = number;
    return 0;
}

static int apply(struct executor_options *options, int option)
{
    uint64_t number = 0;
    int r = 0;
    switch (option) {
    case OPTION_BATCH:
        r = read_number(optarg, 1, BATCH_MAX, &number);
        options->batch_messages = (size_t)number;
        return r;
    case OPTION_BATCH_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->batch_ms);
    case OPTION_IDLE_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->idle_ms);
    case OPTION_ORPHAN_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->orphan_ms);
    case OPTION_VERSION:
        (void)printf("weir-executor %s\n", WEIR_VERSION);
        return 1;
    case OPTION_HELP:
        (void)fputs(usage, stdout);
        return 1;
    default:
        (void)fprintf(stderr, "Try 'weir-executor --help'.\n");
        return -EINVAL;
    }
}

int executor_configure(struct executor *executor, int argc, char **argv)
{
    struct executor_options *options = &executor->options;
    *options = (struct executor_options){.batch_messages = 10, .batch_ms = 100, .orphan_ms = 600000, .spool_fd = -1};
    int r = 0;
    optind = 1;
    for (int option; r == 0 && (option = getopt_long(argc, argv, "", table, NULL)) != -1;)
        r = apply(options, option);
    if (r != 0)
        return r > 0 ? 1 : -EXECUTOR_EXIT_USAGE;
    options->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc || !options->socket || !*options->socket) {
        (void)fprintf(stderr, optind < argc
                                  ? "weir-executor: too many arguments: only one socket\nTry 'weir-executor --help'.\n"
                                  : "weir-executor: no socket; name it as the argument or in EXECUTOR_SOCKET\n");
        return -EXECUTOR_EXIT_USAGE;
    }
    const char *own = getenv("WEIR_MODEL_SOCKET");
    options->own = own && *own ? own : options->socket;
    return 0;
}
