/* Startup and shutdown. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/private_socket.h"
#include "contract/watcher_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "watch/rule.h"
#include "watch/watch.h"

/* --- options --- */

static const char usage[] =
    "usage: weir-watch [OPTIONS] [SOCKET]\n"
    "\n"
    "Notices changes of files for rules of automation. The weir daemon starts it, connects to\n"
    "SOCKET (default: $EXECUTOR_SOCKET), and says which files.\n"
    "\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 10000)\n"
    "  --lock-ms MS        look at a lock of Git again after this time (default: 250)\n"
    "  --gone-ms MS        look this often whether a directory that the sandbox shows was removed (default: 2000)\n"
    "  --entries COUNT     read at most so many files for a rule (default: 1048576)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request or without the daemon, 1 an error at the start, 2 invalid "
    "usage.\n";

enum { OPTION_VERSION = 1, OPTION_HELP, OPTION_TIME };

static const struct option table[] = {
    {"orphan-ms", required_argument, NULL, OPTION_TIME},
    {"lock-ms", required_argument, NULL, OPTION_TIME},
    {"gone-ms", required_argument, NULL, OPTION_TIME},
    {"entries", required_argument, NULL, OPTION_TIME},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static bool read_ms(const char *text, uint64_t *ret_ms)
{
    char *end;
    errno = 0;
    unsigned long long ms = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || ms == 0 || ms > 24ull * 60 * 60 * 1000)
        return false;
    *ret_ms = ms;
    return true;
}

static int refuse(const char *what, const char *option)
{
    if (what)
        (void)fprintf(stderr, "weir-watch: %s%s%s\n", option ? "--" : "", option ? option : "", what);
    (void)fprintf(stderr, "Try 'weir-watch --help'.\n");
    return -WATCH_EXIT_USAGE;
}

int watch_configure(struct watch *watch, int argc, char **argv)
{
    uint64_t *const by_option[] = {&watch->orphan_ms, &watch->lock_ms, &watch->gone_ms, &watch->entries_max};
    watch->orphan_ms = 10000;
    watch->lock_ms = 250;
    watch->gone_ms = 2000;
    watch->entries_max = 1 << 20;
    optind = 1;
    for (int option, index = 0; (option = getopt_long(argc, argv, "", table, &index)) != -1;) {
        if (option == OPTION_VERSION) {
            (void)printf("weir-watch %s\n", WEIR_VERSION);
            return 1;
        }
        if (option == OPTION_HELP) {
            (void)fputs(usage, stdout);
            return 1;
        }
        if (option != OPTION_TIME)
            return refuse(NULL, NULL);
        if (!read_ms(optarg, by_option[index]))
            return refuse(" must be a number from 1 to 86400000", table[index].name);
    }
    watch->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc)
        return refuse("more than one socket", NULL);
    if (!watch->socket || !*watch->socket)
        return refuse("no socket; name it as the argument or in EXECUTOR_SOCKET", NULL);
    return 0;
}

/* --- shutdown --- */

static void on_last(uv_idle_t *idle)
{
    struct watch *watch = idle->data;
    while (!list_is_empty(&watch->rules))
        (void)watch_rule_free(list_member(watch->rules.next, struct watch_rule, link));
    timers_unset(&watch->rpc.timers, &watch->orphan);
    watch_tree_close(&watch->tree);
    for (size_t i = 0; i < sizeof watch->signals / sizeof *watch->signals; i++)
        uv_close((uv_handle_t *)&watch->signals[i], NULL);
    uv_close((uv_handle_t *)&watch->last, NULL);
    rpc_close(&watch->rpc);
}

static void leave_step(struct watch *watch)
{
    if (watch->leaving && !watch->daemon && !uv_is_active((uv_handle_t *)&watch->last) &&
        !uv_is_closing((uv_handle_t *)&watch->last))
        (void)uv_idle_start(&watch->last, on_last);
}

static void leave(struct watch *watch)
{
    if (watch->leaving)
        return;
    watch->leaving = true;
    if (watch->listens) {
        listener_close(&watch->listener);
        (void)unlink(watch->socket);
        watch->listens = false;
    }
    if (watch->daemon)
        peer_drain(watch->daemon, "weir-watch is stopping");
    leave_step(watch);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    leave(handle->data);
}

static void on_orphan(struct deadline *deadline)
{
    struct watch *watch = list_member(deadline, struct watch, orphan);
    log_warn("no daemon connected for %llu ms, exiting", (unsigned long long)watch->orphan_ms);
    leave(watch);
}

/* --- the daemon --- */

/* The next daemon starts a weir-watch of its own, and says since when nobody has watched. */
static void on_closed(struct peer *peer, const char *reason)
{
    struct watch *watch = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    watch->daemon = NULL;
    leave(watch);
    leave_step(watch);
}

static const struct peer_events events = {.closed = on_closed};

static void on_accepted(void *user, int fd)
{
    struct watch *watch = user;
    if (watch->daemon || watch->leaving) {
        listener_refuse(&watch->listener, fd,
                        watch->daemon ? "another daemon is connected" : "weir-watch is about to exit");
        return;
    }
    if (peer_new(&watch->rpc, fd, CALLER_DAEMON, &watcher_dispatch, &events, watch, &watch->daemon) == 0)
        timers_unset(&watch->rpc.timers, &watch->orphan);
}

/* --- startup --- */

enum { INHERITED_SOCKET = 3 };

static int complain(int error, const char *what)
{
    (void)fprintf(stderr, "weir-watch: %s: %s\n", what, strerror(-error));
    return error;
}

/* If the sandbox forbids creating the socket, weir-jail has created it (src/jail/PROTOCOL.md). */
static bool is_inherited(void)
{
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    return count && pid && strcmp(count, "1") == 0 && strtol(pid, NULL, 10) == (long)getpid();
}

static int start_loop(struct watch *watch)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int fd = INHERITED_SOCKET;
    int r = uv_loop_init(&watch->loop);
    watch->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&watch->rpc, &watch->loop, "weir-watch");
    if (r < 0)
        return complain(r, "cannot start");
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&watch->loop, &watch->signals[i]);
        watch->signals[i].data = watch;
        (void)uv_signal_start(&watch->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&watch->signals[i]);
    }
    (void)uv_idle_init(&watch->loop, &watch->last);
    watch->last.data = watch;
    r = watch_tree_init(&watch->tree, &watch->loop, watch->gone_ms);
    if (r < 0)
        return complain(r, "cannot start");
    if (!is_inherited()) {
        r = private_socket_listen(watch->socket, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, &fd);
        if (r < 0)
            return complain(r, watch->socket);
    }
    r = listener_init(&watch->listener, &watch->loop, fd, &watch->rpc.peer_count, 2, on_accepted, watch);
    watch->listens = r == 0;
    return r;
}

int watch_run(struct watch *watch)
{
    list_init(&watch->rules);
    watch->tree.fd = -1;
    watch->orphan.expired = on_orphan;
    log_set_level(LOG_INFO);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    if (start_loop(watch) < 0)
        return -WATCH_EXIT_FAILED;
    (void)timers_set(&watch->rpc.timers, &watch->orphan, watch->orphan_ms);
    (void)uv_run(&watch->loop, UV_RUN_DEFAULT);
    return 0;
}

void watch_clear(struct watch *watch)
{
    if (!watch->loop_is_open)
        return;
    watch_tree_clear(&watch->tree);
    (void)uv_loop_close(&watch->loop);
}
