/* daemon.restart: the phases of a restart in place, in the old and the new program. */
#include "daemon/handover/handover.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/systemd.h"
#include "daemon/task/backend.h"
#include "rpc/call.h"
#include "rpc/handover.h"

/* --- parts --- */

void handover_parts(struct daemon *daemon, struct handover_entry ret_parts[static HANDOVER_PARTS_MAX])
{
    size_t count = 0;
    if (task_backend.handover)
        ret_parts[count++] = (struct handover_entry){task_backend.handover, daemon ? &daemon->executors : NULL};
    /* After the executors, to which terminals refer. */
    ret_parts[count++] = (struct handover_entry){&terminal_handover, daemon ? &daemon->terminals : NULL};
    ret_parts[count++] = (struct handover_entry){&snapshot_handover, daemon ? &daemon->snapshots : NULL};
    ret_parts[count++] = (struct handover_entry){&mcp_handover, daemon ? &daemon->mcp : NULL};
    ret_parts[count++] = (struct handover_entry){&health_handover, daemon ? &daemon->health : NULL};
    ret_parts[count++] = (struct handover_entry){&chat_handover, daemon ? &daemon->chat : NULL};
    ret_parts[count++] = (struct handover_entry){&apps_handover, daemon ? &daemon->apps : NULL};
    ret_parts[count++] = (struct handover_entry){&automation_handover, daemon ? &daemon->automation : NULL};
    ret_parts[count] = (struct handover_entry){0};
}

/* The limits of the two phases: how long to wait for long operations while clients are served, and how long clients may
 * be left unserved while work in progress ends. */
enum { WAIT_MS = 5000, FROZEN_MS = 2000 };

/* The interval and the number of attempts to open the store again after a failed restart. */
enum { REOPEN_MS = 100, REOPEN_MAX = 100 };

static void on_turn(uv_prepare_t *turn);
static void on_deadline(uv_timer_t *timer);

/* --- conditions --- */

static int set_problem(struct daemon *daemon, int status, const char *sentence)
{
    (void)snprintf(daemon->handover.problem, sizeof daemon->handover.problem, "%s", sentence);
    return status;
}

/* While the restart waits, no task is started and no terminal opened: otherwise something would always be in
 * progress. */
static void hold_new_work(struct daemon *daemon, bool held)
{
    task_queue_hold(&daemon->tasks, held);
    terminal_set_hold(&daemon->terminals, held);
    if (held)
        mcp_hub_hold(&daemon->mcp);
}

static int check_parts(struct daemon *daemon)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    char problem[256] = "";
    int r = 0;
    handover_parts(daemon, parts);
    for (size_t i = 0; parts[i].part && (r == 0 || r == -EINPROGRESS); i++) {
        int one = parts[i].part->ready(parts[i].user, problem);
        r = one < 0 ? one : r;
    }
    return r < 0 ? set_problem(daemon, r, problem) : 0;
}

static int check_tasks(struct daemon *daemon)
{
    const struct task_backend *backend = daemon->tasks.backend;
    if (!list_is_empty(&daemon->tasks.runs) && !(backend && backend->handover))
        return set_problem(daemon, -EBUSY, "tasks are running, and their back end cannot be handed over");
    return 0;
}

struct progress {
    struct daemon *daemon;
    bool is_busy; /* something is still in progress */
};

static void note_waiting_call(struct progress *progress, const struct peer *peer, const struct call *call)
{
    progress->is_busy = true;
    (void)snprintf(progress->daemon->handover.problem, sizeof progress->daemon->handover.problem,
                   "connection %d waits for a call that cannot be handed over: %.*s", peer->fd,
                   SLICE_ARG(call && call->method ? call->method->name : SLICE("a long message")));
}

/* Notes a call that waits for something other than the store, and that cannot be replayed. */
static void check_calls(struct peer *peer, void *user)
{
    if (!client_of_peer(peer))
        return;
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
        const struct call *call = list_member(link, struct call, link);
        if (!call->held && handover_replay_call(call, NULL) < 0)
            note_waiting_call(user, peer, call);
    }
}

static int check_all(struct daemon *daemon)
{
    const char *problem;
    struct progress progress = {.daemon = daemon};
    if (!store_is_open(daemon->store) || store_look(daemon->store, &problem) == STORE_OPENING)
        return set_problem(daemon, -EAGAIN, "the store is being opened");
    if (daemon->db.busy)
        return set_problem(daemon, -EAGAIN,
                           "a check, a backup or a compaction of the store is under way; try again when it has "
                           "ended");
    if (!resolver_is_idle(daemon->resolver))
        return set_problem(daemon, -EAGAIN, "a directory is being looked up");
    rpc_each_peer(&daemon->rpc, check_calls, &progress);
    int r = progress.is_busy ? -EAGAIN : check_tasks(daemon);
    return r == 0 ? check_parts(daemon) : r;
}

/* Checks the conditions while clients are still served. -EAGAIN: wait; nothing new is started until stop_handles(). */
static int check_served(struct daemon *daemon)
{
    int r = check_all(daemon);
    if (r == -EAGAIN)
        hold_new_work(daemon, true);
    return r == -EINPROGRESS ? 0 : r;
}

static void check_peer(struct peer *peer, void *user)
{
    struct progress *progress = user;
    const struct call *call = NULL;
    if (!client_of_peer(peer)) /* the part that owns the connection decides */
        return;
    if (!progress->is_busy && !peer_is_at_rest(peer, handover_replay_call, &call))
        note_waiting_call(progress, peer, call);
}

/* Checks whether all work is done, once nothing is read any more. */
static int check_frozen(struct daemon *daemon)
{
    struct progress progress = {.daemon = daemon};
    rpc_each_peer(&daemon->rpc, check_peer, &progress);
    if (progress.is_busy || daemon->rpc.large_jobs > 0)
        return -EAGAIN;
    if (!store_is_idle(daemon->store))
        return set_problem(daemon, -EAGAIN, "the store is busy");
    if (!task_queue_is_at_rest(&daemon->tasks))
        return set_problem(daemon, -EAGAIN, "reports of a running task are not stored yet");
    int r = check_tasks(daemon);
    return r < 0 ? r : check_parts(daemon);
}

/* --- freezing --- */

static void freeze(struct daemon *daemon, bool frozen)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    if (frozen)
        daemon_hold_signals(true);
    for (size_t i = 0; parts[i].part; i++)
        if (parts[i].part->freeze)
            parts[i].part->freeze(parts[i].user, frozen);
    listener_pause(&daemon->listener, frozen);
    rpc_freeze(&daemon->rpc, frozen);
    if (!frozen)
        daemon_hold_signals(false);
}

static struct call *first_restart(const struct daemon *daemon)
{
    for (const struct list *at = daemon->rpc.peers.next; at != &daemon->rpc.peers; at = at->next) {
        const struct peer *peer = list_member(at, struct peer, link);
        for (struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next)
            if (list_member(link, struct call, link)->method == &daemon_restart_method)
                return list_member(link, struct call, link);
    }
    return NULL;
}

static void stop_handles(struct daemon *daemon)
{
    daemon->handover.phase = HANDOVER_NONE;
    hold_new_work(daemon, false);
    (void)uv_prepare_stop(&daemon->handover.turn);
    (void)uv_timer_stop(&daemon->handover.deadline);
}

/* The daemon continues as before. */
static void fail(struct daemon *daemon)
{
    struct call *call;
    log_error("restart: %s; continuing as before", daemon->handover.problem);
    stop_handles(daemon);
    while ((call = first_restart(daemon)))
        (void)call_fail(call, ERROR_RESTART_FAILED, "%s; the daemon continues as before", daemon->handover.problem);
    task_queue_step(&daemon->tasks);
    terminal_release(&daemon->terminals);
}

static void resume_client(struct peer *peer, void *user)
{
    struct client *client = client_of_peer(peer);
    (void)user;
    if (!client)
        return;
    client->written = 0; /* a ticket of the closed store has no meaning for the new one */
    event_client_resume(client);
}

static void serve_again(struct daemon *daemon)
{
    freeze(daemon, false);
    rpc_each_peer(&daemon->rpc, resume_client, NULL);
    task_queue_step(&daemon->tasks);
}

/* --- phases --- */

static void on_reopen(uv_timer_t *timer);

/* Opening the store can fail for lack of a thread, a descriptor or memory. This may pass, so the daemon retries for
 * some seconds without serving anybody. If it does not, the daemon exits; the executors keep running, and the next
 * daemon finds them. */
static void reopen(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int r = fault_point("handover.reopen");
    if (r == 0)
        r = daemon_open_store(daemon);
    if (r == 0)
        return;
    if (handover->reopened++ == 0)
        log_error("restart: %s, and cannot open the store again: %s; retrying for %d s", handover->problem,
                  strerror(-r), REOPEN_MS * REOPEN_MAX / 1000);
    if (handover->reopened < REOPEN_MAX) {
        (void)uv_timer_start(&handover->deadline, on_reopen, REOPEN_MS, 0);
        return;
    }
    log_error("restart: cannot open the store again, exiting: %s", strerror(-r));
    daemon_socket_close(&daemon->socket);
    _exit(DAEMON_EXIT_FAILED);
}

static void on_reopen(uv_timer_t *timer)
{
    reopen(timer->data);
}

/* The threads of the store have ended and its file is closed, so it may be opened again here. */
static void on_store_closed(void *user)
{
    struct daemon *daemon = user;
    struct handover *handover = &daemon->handover;
    handover_become(daemon, handover->problem, sizeof handover->problem);
    handover->phase = HANDOVER_REOPENS;
    handover->reopened = 0;
    reopen(daemon);
}

static void close_store(struct daemon *daemon)
{
    daemon->handover.phase = HANDOVER_CLOSING;
    (void)uv_prepare_stop(&daemon->handover.turn);
    (void)uv_timer_stop(&daemon->handover.deadline);
    audit_close(&daemon->audit);
    store_close(daemon->store, on_store_closed, daemon);
}

static void begin_freeze(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    char usec[64];
    (void)snprintf(usec, sizeof usec, "RELOADING=1\nMONOTONIC_USEC=%llu",
                   (unsigned long long)(clock_monotonic_ns() / 1000));
    systemd_notify(usec);
    handover->phase = HANDOVER_FROZEN;
    handover->frozen_ns = clock_monotonic_ns();
    (void)uv_timer_start(&handover->deadline, on_deadline, FROZEN_MS, 0);
    freeze(daemon, true);
}

static void thaw(struct daemon *daemon)
{
    serve_again(daemon);
    systemd_notify("READY=1");
}

static void give_up(struct daemon *daemon)
{
    if (daemon->handover.phase == HANDOVER_FROZEN)
        thaw(daemon);
    fail(daemon);
}

static void wait_longer(struct daemon *daemon)
{
    uint64_t waited = (clock_monotonic_ns() - daemon->handover.asked_ns) / 1000000;
    daemon->handover.phase = HANDOVER_WAITS;
    (void)uv_timer_start(&daemon->handover.deadline, on_deadline, waited < WAIT_MS ? WAIT_MS - waited : 1, 0);
}

static void step(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int r = 0;
    if (handover->phase == HANDOVER_WAITS) {
        r = check_served(daemon);
        if (r == 0)
            begin_freeze(daemon);
    }
    if (handover->phase == HANDOVER_FROZEN) {
        rpc_flush(&daemon->rpc); /* it closes connections, which may be all that the restart waits for */
        r = check_frozen(daemon);
        if (r == 0) {
            close_store(daemon);
        } else if (r == -EAGAIN && check_served(daemon) == -EAGAIN) {
            /* The last messages that were read started a long operation. */
            thaw(daemon);
            wait_longer(daemon);
        }
    }
    if (r < 0 && r != -EAGAIN && r != -EINPROGRESS)
        give_up(daemon);
}

/* Runs at the end of each turn of the loop, when something may have changed. */
static void on_turn(uv_prepare_t *turn)
{
    step(turn->data);
}

static void on_deadline(uv_timer_t *timer)
{
    give_up(timer->data);
}

/* --- in the new program --- */

struct imported {
    struct slice pieces;
    struct daemon_restart_result result;
};

static void replay_client(struct peer *peer, void *user)
{
    const struct imported *imported = user;
    struct client *client = client_of_peer(peer);
    const struct handover_client *state = client ? client->handed : NULL;
    if (!state)
        return;
    client->handed = NULL;
    for (size_t i = 0; i < state->peer.owed.count; i++) {
        struct call call = {
            .rpc = peer->rpc, .peer = peer, .method = &daemon_restart_method, .id = state->peer.owed.items[i]};
        (void)daemon_restart_reply(&call, &imported->result);
    }
    peer_replay(peer, &state->peer, imported->pieces);
}

static void resume_parts(struct daemon *daemon, const struct handover_in *in)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    for (size_t i = 0; parts[i].part; i++)
        if (in->parts[i] && parts[i].part->resume)
            parts[i].part->resume(parts[i].user, in->parts[i], in->pieces);
}

static void resume_imported(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int64_t pause_ms = (int64_t)((clock_monotonic_ns() - handover->frozen_ns) / 1000000);
    struct imported imported = {
        .pieces = handover->in->pieces,
        .result = {.version = SLICE(WEIR_VERSION), .pause_ms = pause_ms > 0 ? pause_ms : 0},
    };
    log_info("restart: weird %s has taken over from %.*s with %zu connections; clients waited for %lld ms",
             WEIR_VERSION, SLICE_ARG(handover->in->state.program), handover->in->state.clients.count,
             (long long)pause_ms);
    audit_note_started(&daemon->audit, daemon->options.config_path, &handover->in->state.program);
    rpc_each_peer(&daemon->rpc, replay_client, &imported);
    resume_parts(daemon, handover->in);
    stop_handles(daemon);
    serve_again(daemon);
    handover->in = handover_in_free(handover->in);
}

void handover_resume(struct daemon *daemon)
{
    if (daemon->handover.phase == HANDOVER_TAKES) {
        resume_imported(daemon);
    } else if (daemon->handover.phase == HANDOVER_REOPENS) {
        serve_again(daemon);
        fail(daemon);
    }
}

/* --- lifetime --- */

int handover_init(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int r = uv_prepare_init(&daemon->loop, &handover->turn);
    if (r == 0)
        r = uv_timer_init(&daemon->loop, &handover->deadline);
    handover->turn.data = handover->deadline.data = daemon;
    return r;
}

void handover_close(struct daemon *daemon)
{
    uv_close((uv_handle_t *)&daemon->handover.turn, NULL);
    uv_close((uv_handle_t *)&daemon->handover.deadline, NULL);
}

void handover_clear(struct daemon *daemon)
{
    free(daemon->handover.program);
    free(daemon->handover.name);
    daemon->handover.program = daemon->handover.name = NULL;
    daemon->handover.in = handover_in_free(daemon->handover.in);
}

void handover_cancel(struct daemon *daemon)
{
    if (daemon->handover.phase == HANDOVER_WAITS)
        stop_handles(daemon);
}

bool handover_is_frozen(const struct daemon *daemon)
{
    return daemon->handover.phase > HANDOVER_WAITS;
}

int daemon_restart(struct call *call, const struct daemon_restart_params *params)
{
    (void)params; /* it has no fields */
    struct daemon *daemon = daemon_of(call);
    struct handover *handover = &daemon->handover;
    struct call *deferred;
    if (daemon->stopping)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping");
    if (call->batch)
        return call_fail(call, ERROR_RESTART_FAILED,
                         "daemon.restart is not allowed in a batch; send it as a single request");
    if (!handover->program)
        return call_fail(call, ERROR_RESTART_FAILED, "the path of the daemon's program is unknown");
    int r = call_defer(call, NULL, NULL, &deferred);
    if (r < 0)
        return r;
    if (handover->phase != HANDOVER_NONE)
        return 0; /* answered together with the first request */
    log_info("restart: requested, with %s", handover->program);
    handover->asked_ns = clock_monotonic_ns();
    (void)uv_prepare_start(&handover->turn, on_turn);
    wait_longer(daemon);
    return 0;
}
