/* daemon.stop, and how the daemon leaves. */
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/client.h"
#include "daemon/daemon.h"
#include "daemon/systemd.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* How long clients may take to read what was sent to them. */
enum { GRACE_MS = 3000, GRACE_FORCED_MS = 100 };

/* The worker thread may be stuck in a system call that never returns, and libuv would wait for it at exit. */
static void leave_now(struct daemon *daemon)
{
    log_warn("stop: leaving without waiting for what still runs");
    daemon_socket_close(&daemon->socket);
    _exit(DAEMON_EXIT_OK);
}

static void close_handles(struct daemon *daemon)
{
    daemon->closed = true;
    daemon_hold_signals(true);
    for (size_t i = 0; i < sizeof daemon->signals / sizeof *daemon->signals; i++)
        uv_close((uv_handle_t *)&daemon->signals[i], NULL);
    uv_close((uv_handle_t *)&daemon->stop_deadline, NULL);
    rpc_close(&daemon->rpc);
}

void daemon_stop_step(struct daemon *daemon)
{
    if (daemon->stopping && !daemon->closed && daemon->rpc.peer_count == 0 && daemon->rpc.large_jobs == 0)
        close_handles(daemon);
}

static void on_deadline(uv_timer_t *timer)
{
    struct daemon *daemon = timer->data;
    if (daemon->rpc.large_jobs > 0)
        leave_now(daemon);
    while (!list_is_empty(&daemon->rpc.peers))
        peer_close(list_member(daemon->rpc.peers.next, struct peer, link), "the daemon stops");
    daemon_stop_step(daemon);
}

static void drain(struct peer *peer, void *user)
{
    (void)user;
    peer_drain(peer, "the daemon stops");
}

void daemon_begin_stop(struct daemon *daemon, enum event_daemon_stopping_params_reason reason, bool force)
{
    if (daemon->stopping)
        leave_now(daemon);
    log_info("stop: %s%s", reason == EVENT_DAEMON_STOPPING_PARAMS_REASON_SIGNAL ? "signal" : "request",
             force ? ", forced" : "");
    daemon->stopping = true;
    systemd_notify("STOPPING=1");
    listener_close(&daemon->listener);
    (void)rpc_broadcast(
        &daemon->rpc, &event_daemon_stopping_event,
        &(struct event_daemon_stopping_params){.reason = reason, .force = force, .timestamp = clock_epoch_ms()});
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, force ? GRACE_FORCED_MS : GRACE_MS, 0);
    rpc_each_peer(&daemon->rpc, drain, NULL);
    daemon_stop_step(daemon);
}

int daemon_stop(struct call *call, const struct daemon_stop_params *params)
{
    struct daemon *daemon = client_of(call)->daemon;
    int r = daemon_stop_reply(call, &(struct daemon_stop_result){.stopping = true});
    if (!daemon->stopping)
        daemon_begin_stop(daemon, EVENT_DAEMON_STOPPING_PARAMS_REASON_REQUEST, params->force);
    return r;
}
