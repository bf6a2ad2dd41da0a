/* Handles daemon.stop and stop signals, and shuts the daemon down in phases. */
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/core.h"
#include "contract/daemon_dispatch.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/systemd.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* How long clients have to read their remaining output. */
enum { GRACE_MS = 3000, GRACE_FORCED_MS = 100 };

/* Time limits: for tasks to end after they were asked to; for reports of killed tasks to be stored; for the
 * store to write what is queued. */
enum { GRACE_ASKED_MS = 2000, GRACE_ENDED_MS = 5000, GRACE_STORE_MS = 10000 };

/* Time limits: for executors to exit, and for killed executors to be gone. */
enum { GRACE_LEAVE_MS = 1000, GRACE_GONE_MS = 3000 };

/* Exits without closing libuv: a worker thread may be blocked in a system call, and libuv would wait for it.
 * Jails that were asked to end kill their process trees without the daemon. */
static void leave_now(struct daemon *daemon, const char *why)
{
    log_warn("stop: exiting without waiting for unfinished work: %s", why);
    executor_pool_close(&daemon->executors, true);
    broker_close(&daemon->broker, true);
    watch_hub_close(&daemon->watch, true);
    mcp_hub_close(&daemon->mcp, true);
    capture_close(&daemon->capture, true);
    daemon_socket_close(&daemon->socket);
    _exit(DAEMON_EXIT_OK);
}

static void close_handles(struct daemon *daemon)
{
    daemon_hold_signals(true);
    for (size_t i = 0; i < sizeof daemon->signals / sizeof *daemon->signals; i++)
        uv_close((uv_handle_t *)&daemon->signals[i], NULL);
    uv_close((uv_handle_t *)&daemon->stop_deadline, NULL);
    executor_pool_clear(&daemon->executors);
    automation_clear(&daemon->automation);
    apps_clear(&daemon->apps);
    capture_clear(&daemon->capture);
    chat_clear(&daemon->chat);
    mcp_hub_clear(&daemon->mcp);
    question_clear(&daemon->questions);
    process_table_clear(&daemon->processes);
    permission_clear(&daemon->permissions);
    snapshot_clear(&daemon->snapshots);
    work_pool_close(&daemon->work);
    daemon->leaves_thread = resolver_hangs(daemon->resolver);
    daemon->resolver = resolver_free(daemon->resolver);
    watch_hub_clear(&daemon->watch);
    broker_clear(&daemon->broker);
    handover_close(daemon);
    terminal_set_clear(&daemon->terminals);
    rpc_close(&daemon->rpc);
}

static void on_store_closed(void *user)
{
    daemon_stop_step(user);
}

/* --- connections during a stop --- */

static int refuse(struct call *call, const void *params)
{
    (void)params;
    return call_fail(call, ERROR_STOPPING,
                     "the daemon is stopping; try again later, or end it at once with daemon.stop and force");
}

/* Methods that report or hasten the stop. All others are refused. */
static bool is_served_while_stopping(const struct method *method)
{
    return method == &initialize_method || method == &ping_method || method == &daemon_status_method ||
           method == &daemon_stop_method;
}

static int limit_dispatch(struct dispatch *ret_dispatch)
{
    struct dispatch_entry *entries = calloc(daemon_dispatch.count, sizeof *entries);
    if (!entries)
        return -ENOMEM;
    for (uint32_t i = 0; i < daemon_dispatch.count; i++) {
        entries[i] = daemon_dispatch.entries[i];
        if (!is_served_while_stopping(entries[i].method))
            entries[i].handle = refuse;
    }
    *ret_dispatch = daemon_dispatch;
    ret_dispatch->entries = entries;
    return 0;
}

void daemon_stop_clear(struct daemon *daemon)
{
    free((void *)daemon->stop_dispatch.entries);
    daemon->stop_dispatch = (struct dispatch){0};
}

/* --- phases --- */

static void drain(struct peer *peer, void *user)
{
    (void)user;
    peer_drain(peer, "the daemon stops");
}

static void on_deadline(uv_timer_t *timer);

/* All tasks have ended. Idle executors were asked to exit when the stop began. */
static void let_executors_go(struct daemon *daemon)
{
    daemon->stop_phase = STOP_EXECUTORS;
    daemon->stop_insisted = 0;
    executor_pool_finish(&daemon->executors);
    executor_pool_close(&daemon->executors, daemon->stop_forced);
    broker_close(&daemon->broker, daemon->stop_forced);
    watch_hub_close(&daemon->watch, daemon->stop_forced);
    mcp_hub_close(&daemon->mcp, daemon->stop_forced);
    capture_close(&daemon->capture, daemon->stop_forced);
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, GRACE_LEAVE_MS, 0);
}

static uint64_t client_grace(const struct daemon *daemon)
{
    return daemon->stop_forced ? GRACE_FORCED_MS : GRACE_MS;
}

/* No work is left, so clients will get no further events. New connections can still force the stop. */
static void let_clients_go(struct daemon *daemon)
{
    daemon->stop_phase = STOP_CLIENTS;
    daemon->clients.lets_go = true;
    chat_end(&daemon->chat);
    work_pool_hurry(&daemon->work);
    resolver_give_up(daemon->resolver, false);
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, client_grace(daemon), 0);
    rpc_each_peer(&daemon->rpc, drain, NULL);
}

static void close_the_store(struct daemon *daemon)
{
    daemon->stop_phase = STOP_STORE;
    listener_close(&daemon->listener);
    rpc_each_peer(&daemon->rpc, drain, NULL); /* connections accepted since the last phase */
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, GRACE_STORE_MS, 0);
    audit_note_refusals(&daemon->audit);
    audit_close(&daemon->audit);
    if (!store_is_closed(daemon->store))
        store_close(daemon->store, on_store_closed, daemon);
}

static void close_peers(struct daemon *daemon)
{
    while (!list_is_empty(&daemon->rpc.peers))
        peer_close(list_member(daemon->rpc.peers.next, struct peer, link), "the daemon stops");
}

/* Advances through the phases as far as possible: tasks, executors, clients, store, loop. */
void daemon_stop_step(void *user)
{
    struct daemon *daemon = user;
    if (daemon->stop_phase == STOP_TASKS && daemon->tasks.run_count == 0)
        let_executors_go(daemon);
    if (daemon->stop_phase == STOP_EXECUTORS && daemon->executors.count == 0 && broker_is_gone(&daemon->broker) &&
        watch_hub_is_gone(&daemon->watch) && mcp_hub_is_gone(&daemon->mcp) && capture_is_gone(&daemon->capture) &&
        apps_is_at_rest(&daemon->apps))
        let_clients_go(daemon);
    if (daemon->stop_phase == STOP_CLIENTS && daemon->rpc.peer_count == daemon->clients.late &&
        daemon->rpc.large_jobs == 0 && work_pool_is_idle(&daemon->work))
        close_the_store(daemon);
    if (daemon->stop_phase == STOP_STORE && store_is_closed(daemon->store)) {
        daemon->stop_phase = STOP_DONE;
        close_peers(daemon);
        if (work_pool_is_left(&daemon->work))
            leave_now(daemon, "a file system does not respond");
        close_handles(daemon);
    }
}

/* Asks running tasks to end, then kills them. Tasks that are left after that are failed at the next start. */
static void insist(struct daemon *daemon)
{
    if (daemon->stop_insisted++ == 2) {
        let_executors_go(daemon);
        return;
    }
    bool now = daemon->stop_insisted == 2;
    log_warn("stop: %zu tasks are still running, %s", daemon->tasks.run_count,
             now ? "killing them" : "asking them to stop");
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, now ? GRACE_ENDED_MS : GRACE_ASKED_MS, 0);
    if (now)
        work_pool_hurry(&daemon->work);
    task_queue_stop_all(&daemon->tasks, SLICE("daemon_stopped"), now);
}

static void end_executors(struct daemon *daemon)
{
    log_warn("stop: %zu executors have not exited, killing them", daemon->executors.count);
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, GRACE_GONE_MS, 0);
    executor_pool_close(&daemon->executors, true);
    broker_close(&daemon->broker, true);
    watch_hub_close(&daemon->watch, true);
    mcp_hub_close(&daemon->mcp, true);
    capture_close(&daemon->capture, true);
}

/* A jail that is blocked or stopped does not react to process_end(). */
static void kill_jails(struct daemon *daemon)
{
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline, GRACE_GONE_MS, 0);
    process_table_kill(&daemon->processes);
}

/* The time limit of the current phase has expired. */
static void on_deadline(uv_timer_t *timer)
{
    struct daemon *daemon = timer->data;
    if (daemon->stop_phase == STOP_TASKS) {
        insist(daemon);
    } else if (daemon->stop_phase == STOP_EXECUTORS) {
        unsigned expired = daemon->stop_insisted++;
        if (expired == 0)
            end_executors(daemon);
        else if (expired == 1)
            kill_jails(daemon);
        else
            let_clients_go(daemon);
    } else if (daemon->stop_phase == STOP_CLIENTS && daemon->rpc.large_jobs == 0) {
        if (!work_pool_is_idle(&daemon->work))
            work_pool_leave(&daemon->work);
        if (daemon->rpc.peer_count > daemon->clients.late)
            log_warn("stop: %zu clients have not read their output within %llu ms, disconnecting them",
                     daemon->rpc.peer_count - daemon->clients.late, (unsigned long long)client_grace(daemon));
        close_peers(daemon);
    } else {
        leave_now(daemon, "its time limit has expired");
    }
    daemon_stop_step(daemon);
}

/* --- begin --- */

static void announce(struct daemon *daemon, struct call *call, bool force)
{
    audit_note_stopping(&daemon->audit, call, force);
    log_info("stop: %s%s", call ? "request" : "signal", force ? ", forced" : "");
    (void)rpc_broadcast(
        &daemon->rpc, &event_daemon_stopping_event,
        &(struct event_daemon_stopping_params){
            .reason = call ? EVENT_DAEMON_STOPPING_PARAMS_REASON_REQUEST : EVENT_DAEMON_STOPPING_PARAMS_REASON_SIGNAL,
            .force = force,
            .timestamp = clock_epoch_ms(),
        });
}

static void notify_concerns(struct daemon *daemon)
{
    audit_stop(&daemon->audit);
    key_ring_stop(daemon->keys);
    session_keeper_stop(&daemon->sessions);
    snapshot_stop(&daemon->snapshots);
    db_keeper_stop(&daemon->db);
    terminal_set_stop(&daemon->terminals);
    chat_stop(&daemon->chat);
    apps_stop(&daemon->apps);
    automation_stop(&daemon->automation);
    daemon->health.stopping = true;
}

static void begin_stop(struct daemon *daemon, struct call *call, bool force)
{
    daemon->stopping = true;
    daemon->stop_phase = STOP_TASKS;
    daemon->stop_forced = force;
    handover_cancel(daemon);
    systemd_notify("STOPPING=1");
    if (limit_dispatch(&daemon->stop_dispatch) < 0)
        listener_close(&daemon->listener);
    else
        daemon->clients.dispatch = &daemon->stop_dispatch;
    notify_concerns(daemon);
    announce(daemon, call, force);
    task_queue_close(&daemon->tasks);
    executor_pool_close(&daemon->executors, false);
    if (force)
        daemon->stop_insisted = 1;
    (void)uv_timer_start(&daemon->stop_deadline, on_deadline,
                         force ? 0 : (uint64_t)daemon->config.settings.tasks.drain_ms, 0);
    daemon_stop_step(daemon);
}

/* Shortens the current phase and the following ones to the time limits of a forced stop. */
static void force_stop(struct daemon *daemon, struct call *call)
{
    if (daemon->stop_forced || daemon->stop_phase >= STOP_STORE)
        return; /* the store only writes what is queued, which cannot be shortened */
    daemon->stop_forced = true;
    announce(daemon, call, true);
    if (daemon->stop_phase == STOP_CLIENTS) {
        (void)uv_timer_start(&daemon->stop_deadline, on_deadline, GRACE_FORCED_MS, 0);
    } else if (daemon->stop_insisted < (daemon->stop_phase == STOP_TASKS ? 2 : 1)) {
        daemon->stop_insisted = daemon->stop_phase == STOP_TASKS ? 1 : 0;
        (void)uv_timer_start(&daemon->stop_deadline, on_deadline, 0, 0);
    }
}

void daemon_on_stop_signal(struct daemon *daemon)
{
    if (!daemon->stopping) {
        begin_stop(daemon, NULL, false);
    } else if (!daemon->stop_pressed) {
        daemon->stop_pressed = true;
        force_stop(daemon, NULL);
    } else {
        leave_now(daemon, "third signal");
    }
}

int daemon_stop(struct call *call, const struct daemon_stop_params *params)
{
    struct daemon *daemon = daemon_of(call);
    int r = daemon_stop_reply(call, &(struct daemon_stop_result){.stopping = true});
    if (!daemon->stopping)
        begin_stop(daemon, call, params->force);
    else if (params->force)
        force_stop(daemon, call);
    return r;
}
