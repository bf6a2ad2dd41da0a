/* Connects to an executor: waits for its socket to appear, connects, and performs the handshake. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "daemon/executor/internal.h"
#include "daemon/process/process.h"
#include "rpc/handover.h"
#include "rpc/peer.h"
#include "rpc/version.h"

enum {
    RETRY_MIN_MS = 1,
    RETRY_MAX_MS = 50,
    RECONNECTS_MAX = 3,    /* connections in a row without a new message */
    TERMINALS_MAX = 10000, /* the maximum of terminals.max */
    WATCH_EVENTS_MAX = 64, /* directory events before polling replaces the watch */
};

static void try_connect(struct executor *executor);

/* --- waiting for the socket --- */

static void on_watch_closed(uv_handle_t *handle)
{
    free(handle);
}

static void stop_watching(struct executor *executor)
{
    timers_unset(&executor->pool->rpc->timers, &executor->retry);
    if (!executor->watch)
        return;
    executor->watch->data = NULL;
    uv_close((uv_handle_t *)executor->watch, on_watch_closed);
    executor->watch = NULL;
}

static void on_retry(struct deadline *deadline)
{
    try_connect(list_member(deadline, struct executor, retry));
}

/* Between bind() and listen() the kernel may send no event, so the daemon also retries by a timer. (weir-executor
 * updates the times of its socket after listen(); other executors do not.) */
static void retry_later(struct executor *executor)
{
    executor->retry_ms = executor->retry_ms ? 2 * executor->retry_ms : RETRY_MIN_MS;
    if (executor->retry_ms > RETRY_MAX_MS)
        executor->retry_ms = RETRY_MAX_MS;
    executor->retry.expired = on_retry;
    (void)timers_set(&executor->pool->rpc->timers, &executor->retry, executor->retry_ms);
}

/* libuv reads events until there are none, so a program that changes its directory faster than that would block the
 * loop forever. After WATCH_EVENTS_MAX events the watch ends. */
static void on_appeared(uv_fs_event_t *watch, const char *name, int events, int status)
{
    struct executor *executor = watch->data;
    (void)events;
    (void)status;
    if (!executor)
        return;
    if (++executor->watch_events > WATCH_EVENTS_MAX) {
        stop_watching(executor);
        retry_later(executor);
    } else if (!name || strcmp(name, "sock") == 0) {
        try_connect(executor);
    }
}

static int begin_watching(struct executor *executor)
{
    stop_watching(executor);
    uv_fs_event_t *watch = calloc(1, sizeof *watch);
    if (!watch)
        return -ENOMEM;
    int r = uv_fs_event_init(executor->pool->rpc->loop, watch);
    if (r < 0) {
        free(watch);
        return r;
    }
    watch->data = executor;
    executor->watch = watch;
    executor->watch_events = 0;
    r = uv_fs_event_start(watch, on_appeared, executor->process.link, 0);
    if (r < 0)
        stop_watching(executor);
    return r;
}

static void on_start_expired(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    char problem[256];
    (void)snprintf(problem, sizeof problem,
                   executor->peer ? "no response to resume within %lld ms (pool.startMs)"
                                  : "it did not listen on EXECUTOR_SOCKET within %lld ms (pool.startMs)",
                   (long long)executor->pool->settings->pool.start_ms);
    executor_failed(executor, problem);
}

/* --- handshake --- */

/* Passes on the terminals that the executor reports. An executor for tasks was never asked for a terminal. */
static void take_terminals(struct executor *executor, const struct resume_result *result)
{
    size_t count = executor->use == EXECUTOR_RECORD_USE_TERMINALS ? result->terminals.count : 0;
    if (count > TERMINALS_MAX)
        count = TERMINALS_MAX;
    if (count < result->terminals.count)
        log_warn("executor %s: handed over %zu terminals, taking only %zu", executor->process.id,
                 result->terminals.count, count);
    const struct executor_hooks *hooks = &executor->pool->hooks;
    for (size_t i = 0; i < count; i++)
        hooks->terminal_listed(hooks->terminals, executor, &result->terminals.items[i]);
    hooks->terminals_listed(hooks->terminals, executor);
}

/* An executor that names no version speaks the first one. */
static bool speaks_our_version(struct executor *executor, const struct reply *reply)
{
    const struct resume_result *result = reply->result;
    bool named = result && result->protocol_version_is == FIELD_SET;
    char problem[128] = "it refuses version " VERSION_OF_EXECUTORS " of the executor protocol";
    if (named ? version_fits_executors(result->protocol_version) : !slice_is(reply->word, "unsupported_protocol"))
        return true;
    if (named)
        (void)snprintf(problem, sizeof problem,
                       "it speaks version %.16s of the executor protocol, the daemon speaks " VERSION_OF_EXECUTORS,
                       result->protocol_version.data);
    executor_failed(executor, problem);
    return false;
}

static void on_resumed(void *user, const struct reply *reply)
{
    struct executor *executor = user;
    struct executor_pool *pool = executor->pool;
    const struct resume_result *result = reply->result;
    if (reply->status == -ECONNRESET || executor->state != EXECUTOR_STARTING)
        return; /* executor_lost_peer() handles the end of the connection */
    (void)fault_point("executor.resumed");
    if (!speaks_our_version(executor, reply))
        return;
    bool known = executor->resumes;
    executor->resumes = reply->status == 0;
    if (known && !executor->resumes) {
        executor_failed(executor, "it refused to resume after a reconnect");
        return;
    }
    if (!executor->resumes)
        log_debug("executor %s: cannot resume (error %d)", executor->process.id, reply->code);
    if (executor->started_ns > 0 && !known)
        log_debug("executor %s: ready after %llu us", executor->process.id,
                  (unsigned long long)(clock_monotonic_ns() - executor->started_ns) / 1000);
    timers_unset(&pool->rpc->timers, &executor->phase_deadline);
    executor->state = EXECUTOR_READY;
    pool->failures = 0;
    pool->problem[0] = '\0';
    executor_pool_changed(pool);
    if (result) {
        executor_take_over(executor, result);
        take_terminals(executor, result);
    }
    executor_ready(executor); /* may free the executor */
    executor_pool_settled(pool);
    process_spawn_prepare(pool->processes);
}

static void shake_hands(struct executor *executor)
{
    const struct task_job *job = executor->prompted ? executor->job : NULL;
    struct resume_params_confirmed_pair confirmed;
    struct resume_params_tokens_pair token;
    /* The executor may forget every task that is not named: it has ended, and its end is stored. */
    struct resume_params params = {.hand_shake = slice_of(executor->hand_shake),
                                   .protocol_version = SLICE(VERSION_OF_EXECUTORS),
                                   .confirmed_is = FIELD_SET};
    if (job) {
        confirmed = (struct resume_params_confirmed_pair){job->task->id, job->reported};
        token = (struct resume_params_tokens_pair){job->task->id, slice_of(executor->token.text)};
        params.confirmed = (struct resume_params_confirmed){&confirmed, 1};
        params.tokens = (struct resume_params_tokens){&token, 1};
        params.tokens_is = FIELD_SET;
    }
    /* An executor that does not answer at all does not support resume. */
    uint64_t ms = (uint64_t)executor->pool->settings->pool.start_ms;
    (void)timers_set(&executor->pool->rpc->timers, &executor->phase_deadline, 2 * ms);
    int r = fault_point("executor.before_resume");
    if (r == 0)
        r = peer_call(executor->peer, &resume_method, &params, ms, on_resumed, executor, NULL);
    if (r < 0 && executor->peer)
        peer_close(executor->peer, strerror(-r));
}

/* --- connecting --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct executor *executor = peer->user;
    executor->pool->peers--;
    executor->peer = NULL;
    executor_lost_peer(executor, reason);
}

/* The message may contain a key that the executor was given, so it is not logged. */
static void on_complained(struct peer *peer, int code, struct slice message)
{
    const struct executor *executor = peer->user;
    log_debug("executor %s: reported a protocol error (code %d, %zu bytes)", executor->process.id, code, message.size);
}

static void on_refused(struct peer *peer, const char *why)
{
    executor_refuse(peer->user, why);
}

static const struct peer_events events = {.closed = on_closed, .complained = on_complained, .refused = on_refused};

int executor_link_import(struct executor *executor, const struct handover_peer *state, struct slice pieces)
{
    struct executor_pool *pool = executor->pool;
    int r = peer_import(pool->rpc, state, pieces, &daemon_dispatch, &events, executor, &executor->peer);
    if (r < 0)
        return r;
    executor->peer->label = executor->process.label;
    pool->peers++;
    executor->state = EXECUTOR_READY;
    return 0;
}

/* The process that listens first is the executor. Its identity is recorded for the next daemon before any secret is
 * sent. */
static int connect_to(struct executor *executor, int *ret_fd)
{
    struct process *process = &executor->process;
    bool is_known = process->is_given || process->listener.pid > 0;
    autoclose int fd = -1;
    int r = fault_point("executor.before_connect");
    if (r == 0)
        r = process_connect(process, &fd);
    if (r == 0 && !is_known)
        r = executor_note(executor);
    if (r == 0)
        *ret_fd = take_fd(&fd);
    return r;
}

static void try_connect(struct executor *executor)
{
    struct executor_pool *pool = executor->pool;
    int fd = -1;
    if (executor->peer || executor->state != EXECUTOR_STARTING)
        return;
    int r = connect_to(executor, &fd);
    if (r == -ENOENT && executor->watch)
        return;
    executor->starved = process_is_shortage(r);
    if (r == -ECONNREFUSED || r == -EAGAIN || r == -ENOENT || executor->starved) {
        retry_later(executor);
        return;
    }
    stop_watching(executor);
    if (r == 0)
        r = peer_new(pool->rpc, fd, CALLER_EXECUTOR, &daemon_dispatch, &events, executor, &executor->peer);
    if (r < 0) {
        executor_failed(executor, r == -EPERM     ? "another user listens on its socket"
                                  : r == -EREMOTE ? "a process outside its process tree listens on its socket"
                                                  : strerror(-r));
        return;
    }
    executor->peer->label = executor->process.label;
    pool->peers++;
    executor_enter_ask(executor);
    if (executor->peer && executor->state == EXECUTOR_STARTING)
        shake_hands(executor);
}

void executor_link(struct executor *executor)
{
    struct executor_pool *pool = executor->pool;
    executor->state = EXECUTOR_STARTING;
    executor->retry_ms = 0;
    executor->reported_before = executor->job ? executor->job->reported : 0;
    executor->phase_deadline.expired = on_start_expired;
    int r = timers_set(&pool->rpc->timers, &executor->phase_deadline, (uint64_t)pool->settings->pool.start_ms);
    if (r == 0)
        r = begin_watching(executor);
    if (r < 0)
        log_debug("executor %s: cannot watch its directory: %s", executor->process.id, strerror(-r));
    /* The socket may exist already. The attempt is made by the timer, because the caller is not done yet and a failure
     * may free the executor. */
    retry_later(executor);
    executor->retry_ms = 0;
}

void executor_relink(struct executor *executor, const char *reason)
{
    if (executor->exit || !executor->peer)
        return; /* it has ended, or is reconnecting already */
    log_warn("executor %s: reconnecting: %s", executor->process.id, reason);
    peer_close(executor->peer, reason); /* calls executor_link_again() */
}

void executor_link_again(struct executor *executor, const char *reason)
{
    const struct task_job *job = executor->job;
    if (job && job->reported > executor->reported_before)
        executor->reconnects = 0;
    if (++executor->reconnects <= RECONNECTS_MAX) {
        executor_link(executor);
        return;
    }
    char problem[256];
    (void)snprintf(problem, sizeof problem, "%.50s%s%.199s", reason, executor->refusal[0] ? ": " : "",
                   executor->refusal);
    executor_end_now(executor, problem);
}

void executor_unlink(struct executor *executor)
{
    sandbox_control_clear(&executor->sandbox.control);
    stop_watching(executor);
}
