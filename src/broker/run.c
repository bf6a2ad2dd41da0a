/* Startup and shutdown. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/log.h"
#include "broker/broker.h"
#include "broker/exchange.h"
#include "contract/broker_dispatch.h"
#include "helper/helper.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- options --- */

static const char usage[] =
    "usage: weir-broker [OPTIONS] [SOCKET]\n"
    "\n"
    "Makes the model calls of executors that hold no key. The weir daemon starts it, and connects once\n"
    "to SOCKET (default: $EXECUTOR_SOCKET).\n"
    "\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request, 1 error, 2 invalid usage.\n";

int broker_configure(struct broker *broker, int argc, char **argv)
{
    return helper_configure("weir-broker", usage, NULL, 0, argc, argv, &broker->socket);
}

/* --- shutdown --- */

static void on_last(uv_idle_t *idle)
{
    struct broker *broker = idle->data;
    while (!list_is_empty(&broker->served))
        served_free(list_member(broker->served.next, struct served, link));
    upstream_close(broker);
    for (size_t i = 0; i < sizeof broker->signals / sizeof *broker->signals; i++)
        uv_close((uv_handle_t *)&broker->signals[i], NULL);
    uv_close((uv_handle_t *)&broker->orphan, NULL);
    uv_close((uv_handle_t *)&broker->last, NULL);
    rpc_close(&broker->rpc);
}

void broker_leave_step(struct broker *broker)
{
    if (broker->leaving && broker->exchange_count == 0 && !broker->daemon &&
        !uv_is_active((uv_handle_t *)&broker->last) && !uv_is_closing((uv_handle_t *)&broker->last))
        (void)uv_idle_start(&broker->last, on_last);
}

static void stop_listening(struct broker *broker)
{
    if (!broker->listens)
        return;
    listener_close(&broker->listener);
    (void)unlink(broker->socket);
    broker->listens = false;
}

/* Ends the running exchanges, and settles them if the daemon is still connected. */
static void on_signal(uv_signal_t *handle, int number)
{
    struct broker *broker = handle->data;
    (void)number;
    broker->leaving = true;
    stop_listening(broker);
    while (!list_is_empty(&broker->served))
        served_free(list_member(broker->served.next, struct served, link));
    if (broker->daemon)
        peer_drain(broker->daemon, "the broker is stopping");
    broker_leave_step(broker);
}

static void on_orphan(uv_timer_t *timer)
{
    on_signal(&((struct broker *)timer->data)->signals[0], SIGTERM);
}

/* --- the daemon --- */

/* Without the daemon nothing can be decided, but running calls continue until their end, because agents depend on them.
 * The next daemon starts its own broker. */
static void on_closed(struct peer *peer, const char *reason)
{
    struct broker *broker = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    broker->daemon = NULL;
    broker->leaving = true;
    stop_listening(broker);
    for (struct list *link = broker->served.next; link != &broker->served; link = link->next)
        served_quiesce(list_member(link, struct served, link));
    (void)uv_timer_start(&broker->orphan, on_orphan, BROKER_ORPHAN_MS, 0);
    broker_leave_step(broker);
}

static const struct peer_events events = {.closed = on_closed};

struct broker *broker_of(const struct call *call)
{
    return call->peer->user;
}

static void on_connected(uv_timer_t *timer)
{
    stop_listening(timer->data);
}

/* The first client is the daemon, which checks whose process listens here and connects at once; no other one is
 * accepted. The listener cannot be closed while it accepts. */
static void on_accepted(void *user, int fd)
{
    struct broker *broker = user;
    if (broker->daemon || broker->leaving) {
        close(fd);
        return;
    }
    if (peer_new(&broker->rpc, fd, CALLER_DAEMON, &broker_dispatch, &events, broker, &broker->daemon) == 0)
        (void)uv_timer_start(&broker->orphan, on_connected, 0, 0);
}

/* --- startup --- */

static int complain(int error, const char *what)
{
    (void)fprintf(stderr, "weir-broker: %s: %s\n", what, strerror(-error));
    return error;
}

enum { WIPE = 0x5a };

/* Keys pass through this process: disables core dumps and tracing, and wipes freed memory, including that of libraries.
 */
static void keep_secrets(void)
{
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    (void)prctl(PR_SET_DUMPABLE, 0);
    (void)mallopt(M_PERTURB, WIPE);
}

static int start_loop(struct broker *broker)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int fd = -1;
    int r = uv_loop_init(&broker->loop);
    broker->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&broker->rpc, &broker->loop, "weir-broker");
    if (r < 0)
        return complain(r, "cannot start");
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&broker->loop, &broker->signals[i]);
        broker->signals[i].data = broker;
        (void)uv_signal_start(&broker->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&broker->signals[i]);
    }
    (void)uv_timer_init(&broker->loop, &broker->orphan);
    broker->orphan.data = broker;
    (void)uv_idle_init(&broker->loop, &broker->last);
    broker->last.data = broker;
    r = upstream_open(broker);
    if (r == 0)
        r = helper_listen("weir-broker", broker->socket, &fd);
    if (r == 0)
        r = listener_init(&broker->listener, &broker->loop, fd, &broker->rpc.peer_count, 1, on_accepted, broker);
    broker->listens = r == 0;
    return r;
}

int broker_run(struct broker *broker)
{
    list_init(&broker->served);
    list_init(&broker->exchanges);
    list_init(&broker->inquiries);
    keep_secrets();
    log_set_level(LOG_WARN);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return -HELPER_EXIT_FAILED;
    if (start_loop(broker) < 0)
        return -HELPER_EXIT_FAILED;
    (void)uv_run(&broker->loop, UV_RUN_DEFAULT);
    return 0;
}

void broker_clear(struct broker *broker)
{
    if (broker->loop_is_open)
        (void)uv_loop_close(&broker->loop);
    curl_global_cleanup();
}
