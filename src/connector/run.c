/* Startup and shutdown. */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/private_socket.h"
#include "base/secret.h"
#include "connector/connector.h"
#include "contract/connector_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "transfer/curl.h"

/* --- options --- */

static const char usage[] =
    "usage: weir-mcp [OPTIONS] [SOCKET]\n"
    "       weir-mcp --proxy SERVER DIRECTORY\n"
    "\n"
    "Runs one MCP server for all its users. The weir daemon starts it, connects to SOCKET (default:\n"
    "$EXECUTOR_SOCKET), and says which server.\n"
    "\n"
    "  --proxy SERVER DIRECTORY\n"
    "                      be an MCP server on standard input and output, for an agent in a sandbox; pass everything "
    "on\n"
    "                      to the weir-executor that has made DIRECTORY\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 60000)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request, 1 the server ended or cannot be used, 2 invalid usage.\n";

enum { OPTION_VERSION = 1, OPTION_HELP, OPTION_ORPHAN_MS };

static const struct option table[] = {
    {"orphan-ms", required_argument, NULL, OPTION_ORPHAN_MS},
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

static int refuse(const char *what)
{
    if (what)
        (void)fprintf(stderr, "weir-mcp: %s\n", what);
    (void)fprintf(stderr, "Try 'weir-mcp --help'.\n");
    return -CONNECTOR_EXIT_USAGE;
}

int connector_configure(struct connector *connector, int argc, char **argv)
{
    connector->orphan_ms = CONNECTOR_ORPHAN_MS;
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        if (option == OPTION_VERSION) {
            (void)printf("weir-mcp %s\n", WEIR_VERSION);
            return 1;
        }
        if (option == OPTION_HELP) {
            (void)fputs(usage, stdout);
            return 1;
        }
        if (option != OPTION_ORPHAN_MS)
            return refuse(NULL);
        if (!read_ms(optarg, &connector->orphan_ms))
            return refuse("--orphan-ms must be a number from 1 to 86400000");
    }
    connector->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc)
        return refuse("more than one socket");
    if (!connector->socket || !*connector->socket)
        return refuse("no socket; name it as the argument or in EXECUTOR_SOCKET");
    return 0;
}

/* --- shutdown --- */

static void on_last(uv_idle_t *idle)
{
    struct connector *connector = idle->data;
    struct timers *timers = &connector->rpc.timers;
    questions_clear(connector);
    calls_clear(connector);
    fetches_clear(connector);
    lists_clear(connector);
    timers_unset(timers, &connector->orphan);
    timers_unset(timers, &connector->start);
    timers_unset(timers, &connector->check);
    for (size_t i = 0; i < sizeof connector->signals / sizeof *connector->signals; i++)
        uv_close((uv_handle_t *)&connector->signals[i], NULL);
    uv_close((uv_handle_t *)&connector->last, NULL);
    rpc_close(&connector->rpc);
}

void connector_leave_step(struct connector *connector)
{
    if (connector->leaving && !connector->daemon && server_is_gone(&connector->server) &&
        !uv_is_active((uv_handle_t *)&connector->last) && !uv_is_closing((uv_handle_t *)&connector->last))
        (void)uv_idle_start(&connector->last, on_last);
}

static void stop_listening(struct connector *connector)
{
    if (!connector->listens)
        return;
    listener_close(&connector->listener);
    (void)unlink(connector->socket);
    connector->listens = false;
}

void connector_leave(struct connector *connector)
{
    if (connector->leaving)
        return;
    connector->leaving = true;
    stop_listening(connector);
    server_end(&connector->server);
    if (connector->daemon)
        peer_drain(connector->daemon, "weir-mcp is stopping");
    connector_leave_step(connector);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    connector_leave(handle->data);
}

static void on_orphan(struct deadline *deadline)
{
    struct connector *connector = list_member(deadline, struct connector, orphan);
    log_warn("no daemon connected for %llu ms, ending the server", (unsigned long long)connector->orphan_ms);
    connector_leave(connector);
}

/* --- the daemon --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct connector *connector = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    connector->daemon = NULL;
    if (!connector->leaving)
        (void)timers_set(&connector->rpc.timers, &connector->orphan, connector->orphan_ms);
    connector_leave_step(connector);
}

static const struct peer_events events = {.closed = on_closed};

static bool has_hung_up(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd, .events = POLLRDHUP};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

/* A restarted daemon may connect before the end of the first connection is seen. */
static void on_accepted(void *user, int fd)
{
    struct connector *connector = user;
    if (connector->daemon && has_hung_up(connector->daemon))
        peer_close(connector->daemon, "another daemon takes over");
    if (connector->daemon || connector->leaving) {
        listener_refuse(&connector->listener, fd,
                        connector->daemon ? "another daemon is connected" : "weir-mcp is about to exit");
        return;
    }
    if (peer_new(&connector->rpc, fd, CALLER_DAEMON, &connector_dispatch, &events, connector, &connector->daemon) < 0)
        return;
    timers_unset(&connector->rpc.timers, &connector->orphan);
    questions_repeat(connector);
}

/* --- startup --- */

enum { INHERITED_SOCKET = 3 };

static int complain(int error, const char *what)
{
    (void)fprintf(stderr, "weir-mcp: %s: %s\n", what, strerror(-error));
    return error;
}

/* If the sandbox forbids creating the socket, weir-jail has created it (src/jail/PROTOCOL.md). */
static bool is_inherited(void)
{
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    return count && pid && strcmp(count, "1") == 0 && strtol(pid, NULL, 10) == (long)getpid();
}

static int start_loop(struct connector *connector)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int fd = INHERITED_SOCKET;
    int r = uv_loop_init(&connector->loop);
    connector->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&connector->rpc, &connector->loop, "weir-mcp");
    if (r < 0)
        return complain(r, "cannot start");
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&connector->loop, &connector->signals[i]);
        connector->signals[i].data = connector;
        (void)uv_signal_start(&connector->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&connector->signals[i]);
    }
    (void)uv_idle_init(&connector->loop, &connector->last);
    connector->last.data = connector;
    if (!is_inherited()) {
        r = private_socket_listen(connector->socket, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, &fd);
        if (r < 0)
            return complain(r, connector->socket);
    }
    /* The one connection of the daemon, and a moment in which the next daemon's is there too. */
    r = listener_init(&connector->listener, &connector->loop, fd, &connector->rpc.peer_count, 2, on_accepted,
                      connector);
    connector->listens = r == 0;
    return r;
}

int connector_run(struct connector *connector)
{
    list_init(&connector->fetches);
    calls_init(connector);
    lists_init(connector);
    questions_init(connector);
    connector_open_init(connector);
    server_init(&connector->server, connector);
    connector->orphan.expired = on_orphan;
    secret_forbid_dumps(); /* keys of the server pass through this process */
    log_set_level(LOG_INFO);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || start_loop(connector) < 0)
        return -CONNECTOR_EXIT_FAILED;
    (void)timers_set(&connector->rpc.timers, &connector->orphan, connector->orphan_ms);
    (void)uv_run(&connector->loop, UV_RUN_DEFAULT);
    return connector->has_failed ? -CONNECTOR_EXIT_FAILED : 0;
}

void connector_clear(struct connector *connector)
{
    server_clear(&connector->server);
    if (connector->params)
        explicit_bzero(connector->params, connector->params_bytes);
    free(connector->params);
    if (connector->loop_is_open)
        (void)uv_loop_close(&connector->loop);
    curl_global_cleanup();
}
