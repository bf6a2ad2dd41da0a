/* daemon.restart, one phase after the other. */
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

/* --- the parts --- */

void handover_parts(struct daemon *daemon, struct handover_entry ret_parts[static HANDOVER_PARTS_MAX])
{
    size_t count = 0;
    if (task_backend.handover)
        ret_parts[count++] = (struct handover_entry){task_backend.handover, daemon ? &daemon->executors : NULL};
    /* Behind the executors, which have them. */
    ret_parts[count++] = (struct handover_entry){&terminal_handover, daemon ? &daemon->terminals : NULL};
    ret_parts[count++] = (struct handover_entry){&snapshot_handover, daemon ? &daemon->snapshots : NULL};
    ret_parts[count] = (struct handover_entry){0};
}

/* How long something that takes its time may go on while everybody is served; and how long everybody may wait for what
 * is at work. */
enum { WAIT_MS = 5000, FROZEN_MS = 2000 };

/* How often, and how many times, the store is opened again where the new program could not take over. */
enum { REOPEN_MS = 100, REOPEN_MAX = 100 };

static void on_turn(uv_prepare_t *turn);
static void on_deadline(uv_timer_t *timer);

/* --- what it has to wait for --- */

static int say(struct daemon *daemon, int status, const char *sentence)
{
    (void)snprintf(daemon->handover.problem, sizeof daemon->handover.problem, "%s", sentence);
    return status;
}

/* Until something has begun or ended no further task is begun and no terminal opened: else there would always be one.
 */
static void hold(struct daemon *daemon, bool held)
{
    task_queue_hold(&daemon->tasks, held);
    terminal_set_hold(&daemon->terminals, held);
}

static int look_at_parts(struct daemon *daemon)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    char problem[256] = "";
    int r = 0;
    handover_parts(daemon, parts);
    for (size_t i = 0; parts[i].part && (r == 0 || r == -EINPROGRESS); i++) {
        int one = parts[i].part->ready(parts[i].user, problem);
        r = one < 0 ? one : r;
    }
    return r < 0 ? say(daemon, r, problem) : 0;
}

static int look_at_tasks(struct daemon *daemon)
{
    const struct task_backend *backend = daemon->tasks.backend;
    if (!list_is_empty(&daemon->tasks.runs) && !(backend && backend->handover))
        return say(daemon, -EBUSY, "tasks are at work, and what runs them cannot be handed over");
    return 0;
}

struct rest {
    struct daemon *daemon;
    bool none; /* somebody is at work */
};

static void note_call(struct rest *rest, const struct peer *peer, const struct call *call)
{
    rest->none = true;
    (void)snprintf(rest->daemon->handover.problem, sizeof rest->daemon->handover.problem,
                   "connection %d has a call that waits and cannot be handed over: %.*s", peer->fd,
                   SLICE_ARG(call && call->method ? call->method->name : SLICE("a long one")));
}

/* What waits for something else than the store, and would not find it again. */
static void look_at_calls(struct peer *peer, void *user)
{
    if (!client_of_peer(peer))
        return;
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
        const struct call *call = list_member(link, struct call, link);
        if (!call->held && handover_replay_call(call, NULL) < 0)
            note_call(user, peer, call);
    }
}

static int look_at_all(struct daemon *daemon)
{
    const char *problem;
    struct rest rest = {.daemon = daemon};
    if (!store_is_open(daemon->store) || store_look(daemon->store, &problem) == STORE_OPENING)
        return say(daemon, -EAGAIN, "the store is being opened");
    if (daemon->db.busy)
        return say(daemon, -EAGAIN,
                   "a check, a backup or a compaction of the store is under way; try again when it is "
                   "over");
    if (!resolver_is_idle(daemon->resolver))
        return say(daemon, -EAGAIN, "a directory is being looked up");
    rpc_each_peer(&daemon->rpc, look_at_calls, &rest);
    int r = rest.none ? -EAGAIN : look_at_tasks(daemon);
    return r == 0 ? look_at_parts(daemon) : r;
}

/* While everybody is served: 0, -EAGAIN, or it cannot be. Whatever is waited for, nothing else begins meanwhile, until
 * rest_handles(). */
static int look(struct daemon *daemon)
{
    int r = look_at_all(daemon);
    if (r == -EAGAIN)
        hold(daemon, true);
    return r == -EINPROGRESS ? 0 : r;
}

static void look_at_peer(struct peer *peer, void *user)
{
    struct rest *rest = user;
    const struct call *call = NULL;
    if (!client_of_peer(peer)) /* its owner says whether it can be handed over, or do without */
        return;
    if (!rest->none && !peer_is_at_rest(peer, handover_replay_call, &call))
        note_call(rest, peer, call);
}

/* When nothing is read any more. */
static int look_for_rest(struct daemon *daemon)
{
    struct rest rest = {.daemon = daemon};
    rpc_each_peer(&daemon->rpc, look_at_peer, &rest);
    if (rest.none || daemon->rpc.large_jobs > 0)
        return -EAGAIN;
    if (!store_is_idle(daemon->store))
        return say(daemon, -EAGAIN, "the store is at work");
    if (!task_queue_is_at_rest(&daemon->tasks))
        return say(daemon, -EAGAIN, "something of a task at work is not stored yet");
    int r = look_at_tasks(daemon);
    return r < 0 ? r : look_at_parts(daemon);
}

/* --- nobody is served, or everybody again --- */

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

static void rest_handles(struct daemon *daemon)
{
    daemon->handover.phase = HANDOVER_NONE;
    hold(daemon, false);
    (void)uv_prepare_stop(&daemon->handover.turn);
    (void)uv_timer_stop(&daemon->handover.deadline);
}

/* The daemon goes on as it was. */
static void fail(struct daemon *daemon)
{
    struct call *call;
    log_error("restart: %s; going on as before", daemon->handover.problem);
    rest_handles(daemon);
    while ((call = first_restart(daemon)))
        (void)call_fail(call, ERROR_RESTART_FAILED, "%s; the daemon goes on as it was", daemon->handover.problem);
    task_queue_step(&daemon->tasks);
    terminal_release(&daemon->terminals);
}

static void resume_client(struct peer *peer, void *user)
{
    struct client *client = client_of_peer(peer);
    (void)user;
    if (!client)
        return;
    client->written = 0; /* a ticket of the store that was closed */
    event_client_resume(client);
}

static void serve_again(struct daemon *daemon)
{
    freeze(daemon, false);
    rpc_each_peer(&daemon->rpc, resume_client, NULL);
    task_queue_step(&daemon->tasks);
}

/* --- the phases --- */

static void on_reopen(uv_timer_t *timer);

/* A thread, a descriptor or memory is missing, which may be there again in a moment: nobody is served until then. Where
 * it stays so, the daemon ends; its executors go on, and the next daemon finds them. */
static void reopen(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int r = fault_point("handover.reopen");
    if (r == 0)
        r = daemon_open_store(daemon);
    if (r == 0)
        return;
    if (handover->reopened++ == 0)
        log_error("restart: %s, and the store cannot be opened again: %s; trying for %d s", handover->problem,
                  strerror(-r), REOPEN_MS * REOPEN_MAX / 1000);
    if (handover->reopened < REOPEN_MAX) {
        (void)uv_timer_start(&handover->deadline, on_reopen, REOPEN_MS, 0);
        return;
    }
    log_error("restart: the store cannot be opened again, and the daemon ends: %s", strerror(-r));
    daemon_socket_close(&daemon->socket);
    _exit(DAEMON_EXIT_FAILED);
}

static void on_reopen(uv_timer_t *timer)
{
    reopen(timer->data);
}

/* Not from inside of what the store calls: it is gone when this is done. */
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

static void wait_for_rest(struct daemon *daemon)
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
        r = look(daemon);
        if (r == 0)
            wait_for_rest(daemon);
    }
    if (handover->phase == HANDOVER_FROZEN) {
        rpc_flush(&daemon->rpc); /* what it closes makes a difference */
        r = look_for_rest(daemon);
        if (r == 0) {
            close_store(daemon);
        } else if (r == -EAGAIN && look(daemon) == -EAGAIN) { /* what was read last is something that takes long */
            thaw(daemon);
            wait_longer(daemon);
        }
    }
    if (r < 0 && r != -EAGAIN && r != -EINPROGRESS)
        give_up(daemon);
}

/* Whatever may make a difference happens in a turn of the loop, and this comes at the end of each. */
static void on_turn(uv_prepare_t *turn)
{
    step(turn->data);
}

static void on_deadline(uv_timer_t *timer)
{
    give_up(timer->data);
}

/* --- in the new program --- */

struct taken {
    struct slice pieces;
    struct daemon_restart_result result;
};

static void replay_client(struct peer *peer, void *user)
{
    const struct taken *taken = user;
    struct client *client = client_of_peer(peer);
    const struct handover_client *state = client ? client->handed : NULL;
    if (!state)
        return;
    client->handed = NULL;
    for (size_t i = 0; i < state->peer.owed.count; i++) {
        struct call call = {.peer = peer, .method = &daemon_restart_method, .id = state->peer.owed.items[i]};
        (void)daemon_restart_reply(&call, &taken->result);
    }
    peer_replay(peer, &state->peer, taken->pieces);
}

static void resume_parts(struct daemon *daemon, const struct handover_in *in)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    for (size_t i = 0; parts[i].part; i++)
        if (in->parts[i] && parts[i].part->resume)
            parts[i].part->resume(parts[i].user, in->parts[i], in->pieces);
}

static void resume_taken(struct daemon *daemon)
{
    struct handover *handover = &daemon->handover;
    int64_t pause_ms = (int64_t)((clock_monotonic_ns() - handover->frozen_ns) / 1000000);
    struct taken taken = {
        .pieces = handover->in->pieces,
        .result = {.version = SLICE(WEIR_VERSION), .pause_ms = pause_ms > 0 ? pause_ms : 0},
    };
    log_info("restart: weird %s has taken over from %.*s with %zu connections; nobody was served for %lld ms",
             WEIR_VERSION, SLICE_ARG(handover->in->state.program), handover->in->state.clients.count,
             (long long)pause_ms);
    audit_note_started(&daemon->audit, daemon->options.config_path, &handover->in->state.program);
    rpc_each_peer(&daemon->rpc, replay_client, &taken);
    resume_parts(daemon, handover->in);
    rest_handles(daemon);
    serve_again(daemon);
    handover->in = handover_in_free(handover->in);
}

void handover_resume(struct daemon *daemon)
{
    if (daemon->handover.phase == HANDOVER_TAKES) {
        resume_taken(daemon);
    } else if (daemon->handover.phase == HANDOVER_REOPENS) {
        serve_again(daemon);
        fail(daemon);
    }
}

/* --- life --- */

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
        rest_handles(daemon);
}

bool handover_is_frozen(const struct daemon *daemon)
{
    return daemon->handover.phase > HANDOVER_WAITS;
}

int daemon_restart(struct call *call, const struct daemon_restart_params *params)
{
    (void)params; /* declared without fields */
    struct daemon *daemon = daemon_of(call);
    struct handover *handover = &daemon->handover;
    struct call *deferred;
    if (daemon->stopping)
        return call_fail(call, ERROR_STOPPING, "the daemon stops");
    if (call->batch)
        return call_fail(call, ERROR_RESTART_FAILED,
                         "daemon.restart has to be a request of its own, not one of a batch");
    if (!handover->program)
        return call_fail(call, ERROR_RESTART_FAILED, "the daemon does not know where its program is");
    int r = call_defer(call, NULL, NULL, &deferred);
    if (r < 0)
        return r;
    if (handover->phase != HANDOVER_NONE)
        return 0; /* it is answered with the others */
    log_info("restart: asked for, with %s", handover->program);
    handover->asked_ns = clock_monotonic_ns();
    (void)uv_prepare_start(&handover->turn, on_turn);
    wait_longer(daemon);
    return 0;
}
