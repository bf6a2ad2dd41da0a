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
#include "capture/capture.h"
#include "contract/recorder_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- options --- */

static const char usage[] =
    "usage: weir-capture [OPTIONS] [SOCKET]\n"
    "\n"
    "Records what the person does in an X11 session, as far as the person has consented. The weir daemon\n"
    "starts it, connects to SOCKET (default: $EXECUTOR_SOCKET), and says what to record.\n"
    "\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 60000)\n"
    "  --piece-ms MS       write a long stay in a window in pieces of this time (default: 60000)\n"
    "  --title-ms MS       a title that changes sooner makes no row of its own (default: 5000)\n"
    "  --idle-ms MS        without input for this time, the person is away (default: 300000)\n"
    "  --batch-ms MS       rows wait this time for others (default: 1000)\n"
    "  --give-up-ms MS     how long other programs have to answer (default: 2000)\n"
    "  --renew-ms MS       exit for a new sandbox after this time at the earliest (default: 120000)\n"
    "  --rows N            rows a minute of each type; further ones are dropped (default: 300)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request or without the daemon, 1 an error at the start, 2 invalid usage.\n";

enum { OPTION_VERSION = 1, OPTION_HELP, OPTION_NUMBER };

enum { ROWS_MAX = 300 };

static const struct option table[] = {
    {"orphan-ms", required_argument, NULL, OPTION_NUMBER},
    {"piece-ms", required_argument, NULL, OPTION_NUMBER},
    {"title-ms", required_argument, NULL, OPTION_NUMBER},
    {"idle-ms", required_argument, NULL, OPTION_NUMBER},
    {"batch-ms", required_argument, NULL, OPTION_NUMBER},
    {"give-up-ms", required_argument, NULL, OPTION_NUMBER},
    {"renew-ms", required_argument, NULL, OPTION_NUMBER},
    {"rows", required_argument, NULL, OPTION_NUMBER},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static bool read_number(const char *text, uint64_t *ret_number)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || number == 0 || number > 24ull * 60 * 60 * 1000)
        return false;
    *ret_number = number;
    return true;
}

static int refuse(const char *what, const char *option)
{
    if (what)
        (void)fprintf(stderr, "weir-capture: %s%s%s\n", option ? "--" : "", option ? option : "", what);
    (void)fprintf(stderr, "Try 'weir-capture --help'.\n");
    return -CAPTURE_EXIT_USAGE;
}

int capture_configure(struct capture *capture, int argc, char **argv)
{
    struct capture_times *times = &capture->times;
    uint64_t *const by_option[] = {&times->orphan_ms, &times->piece_ms,   &times->title_ms, &times->idle_ms,
                                   &times->batch_ms,  &times->give_up_ms, &times->renew_ms, &capture->rows_max};
    *times = (struct capture_times){
        .orphan_ms = 60000,
        .piece_ms = 60000,
        .title_ms = 5000,
        .idle_ms = 300000,
        .batch_ms = 1000,
        .renew_ms = 120000,
        .give_up_ms = 2000,
    };
    capture->rows_max = ROWS_MAX;
    optind = 1;
    for (int option, index = 0; (option = getopt_long(argc, argv, "", table, &index)) != -1;) {
        if (option == OPTION_VERSION) {
            (void)printf("weir-capture %s\n", WEIR_VERSION);
            return 1;
        }
        if (option == OPTION_HELP) {
            (void)fputs(usage, stdout);
            return 1;
        }
        if (option != OPTION_NUMBER)
            return refuse(NULL, NULL);
        if (!read_number(optarg, by_option[index]))
            return refuse(" must be a number from 1 to 86400000", table[index].name);
    }
    capture->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc)
        return refuse("more than one socket", NULL);
    if (!capture->socket || !*capture->socket)
        return refuse("no socket; name it as the argument or in EXECUTOR_SOCKET", NULL);
    return 0;
}

/* --- shutdown --- */

enum { LAST_ROWS_MS = 400 }; /* weir-jail waits 500 ms after SIGTERM */

static void on_last(uv_idle_t *idle)
{
    struct capture *capture = idle->data;
    struct timers *timers = &capture->rpc.timers;
    queue_clear(&capture->queue);
    keys_clear(&capture->keys);
    timers_unset(timers, &capture->orphan);
    timers_unset(timers, &capture->last_rows);
    for (size_t i = 0; i < sizeof capture->signals / sizeof *capture->signals; i++)
        uv_close((uv_handle_t *)&capture->signals[i], NULL);
    uv_close((uv_handle_t *)&capture->last, NULL);
    rpc_close(&capture->rpc);
}

static bool has_delivered(const struct capture *capture)
{
    return queue_is_empty(&capture->queue) || !capture->daemon || !capture->queue.may_send || !capture->last_rows.index;
}

void capture_leave_step(struct capture *capture)
{
    if (!capture->leaving || uv_is_active((uv_handle_t *)&capture->last) ||
        uv_is_closing((uv_handle_t *)&capture->last) || !has_delivered(capture))
        return;
    timers_unset(&capture->rpc.timers, &capture->last_rows);
    if (capture->daemon)
        peer_drain(capture->daemon, "weir-capture is stopping");
    if (!capture->daemon && !display_is_busy(&capture->display))
        (void)uv_idle_start(&capture->last, on_last);
}

static void on_last_rows(struct deadline *deadline)
{
    capture_leave_step(list_member(deadline, struct capture, last_rows));
}

static void stop_listening(struct capture *capture)
{
    if (!capture->listens)
        return;
    listener_close(&capture->listener);
    (void)unlink(capture->socket);
    capture->listens = false;
}

void capture_leave(struct capture *capture)
{
    if (capture->leaving)
        return;
    capture->leaving = true;
    stop_listening(capture);
    field_close(&capture->field);
    display_close(&capture->display); /* ends the rows */
    (void)timers_set(&capture->rpc.timers, &capture->last_rows, LAST_ROWS_MS);
    queue_hurry(&capture->queue);
    capture_leave_step(capture);
}

void capture_renew(struct capture *capture)
{
    if (capture->leaving || uv_now(&capture->loop) - capture->began_ms < capture->times.renew_ms)
        return;
    log_info("the sandbox does not show what the display needs now, exiting for a new one");
    capture_leave(capture);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    capture_leave(handle->data);
}

static void on_orphan(struct deadline *deadline)
{
    struct capture *capture = list_member(deadline, struct capture, orphan);
    log_warn("no daemon connected for %llu ms, exiting", (unsigned long long)capture->times.orphan_ms);
    capture_leave(capture);
}

/* --- the daemon --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct capture *capture = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    capture->daemon = NULL;
    queue_lost(&capture->queue);
    if (!capture->leaving)
        (void)timers_set(&capture->rpc.timers, &capture->orphan, capture->times.orphan_ms);
    capture_leave_step(capture);
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
    struct capture *capture = user;
    if (capture->daemon && has_hung_up(capture->daemon))
        peer_close(capture->daemon, "another daemon takes over");
    if (capture->daemon || capture->leaving) {
        listener_refuse(&capture->listener, fd,
                        capture->daemon ? "another daemon is connected" : "weir-capture is about to exit");
        return;
    }
    if (peer_new(&capture->rpc, fd, CALLER_DAEMON, &recorder_dispatch, &events, capture, &capture->daemon) < 0)
        return;
    timers_unset(&capture->rpc.timers, &capture->orphan);
}

/* --- startup --- */

enum { INHERITED_SOCKET = 3 };

static int complain(int error, const char *what)
{
    (void)fprintf(stderr, "weir-capture: %s: %s\n", what, strerror(-error));
    return error;
}

/* If the sandbox forbids creating the socket, weir-jail has created it (src/jail/PROTOCOL.md). */
static bool is_inherited(void)
{
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    return count && pid && strcmp(count, "1") == 0 && strtol(pid, NULL, 10) == (long)getpid();
}

static int start_loop(struct capture *capture)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int fd = INHERITED_SOCKET;
    int r = uv_loop_init(&capture->loop);
    capture->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&capture->rpc, &capture->loop, "weir-capture");
    if (r < 0)
        return complain(r, "cannot start");
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&capture->loop, &capture->signals[i]);
        capture->signals[i].data = capture;
        (void)uv_signal_start(&capture->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&capture->signals[i]);
    }
    (void)uv_idle_init(&capture->loop, &capture->last);
    capture->last.data = capture;
    display_init(&capture->display, capture);
    if (!is_inherited()) {
        r = private_socket_listen(capture->socket, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, &fd);
        if (r < 0)
            return complain(r, capture->socket);
    }
    /* The one connection of the daemon, and a moment in which the next daemon's is there too. */
    r = listener_init(&capture->listener, &capture->loop, fd, &capture->rpc.peer_count, 2, on_accepted, capture);
    capture->listens = r == 0;
    return r;
}

int capture_run(struct capture *capture)
{
    front_init(&capture->front, capture);
    stay_init(&capture->stay, capture);
    idle_init(&capture->idle, capture);
    keys_init(&capture->keys, capture);
    field_init(&capture->field, capture);
    clipboard_init(&capture->clipboard, capture);
    capture->orphan.expired = on_orphan;
    capture->last_rows.expired = on_last_rows;
    secret_forbid_dumps(); /* what a person writes passes through this process */
    log_set_level(LOG_INFO);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "2", 0);
    if (queue_init(&capture->queue, capture) < 0 || start_loop(capture) < 0)
        return -CAPTURE_EXIT_FAILED;
    capture->began_ms = uv_now(&capture->loop);
    (void)timers_set(&capture->rpc.timers, &capture->orphan, capture->times.orphan_ms);
    (void)uv_run(&capture->loop, UV_RUN_DEFAULT);
    return 0;
}

void capture_clear(struct capture *capture)
{
    clipboard_clear(&capture->clipboard);
    keys_clear(&capture->keys);
    buf_clear(&capture->keys.kept);
    buf_clear(&capture->keys.pending);
    if (capture->loop_is_open)
        (void)uv_loop_close(&capture->loop);
}
