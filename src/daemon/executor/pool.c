/* The pool of executors: which exist, and which one a task gets. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "daemon/agent/agent.h"
#include "daemon/broker/broker.h"
#include "daemon/executor/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"

enum {
    REFILL_MS = 20, /* delays the start of warm executors so that the task that has just started runs first */
    REFILL_FAILED_MS = 1000,
    REFILL_FAILED_MAX_MS = 60000,
    SCRATCH_BYTES = 64 << 20, /* a message may be 16 MiB long, and grow when its characters are escaped */
};

/* --- lifetime --- */

struct executor *executor_of(const struct call *call)
{
    return call->peer->user;
}

struct executor *executor_new(struct executor_pool *pool, const char *name)
{
    struct executor *executor = calloc(1, sizeof *executor);
    char *copy = strdup(name);
    if (!executor || !copy) {
        free(executor);
        free(copy);
        return NULL;
    }
    executor->pool = pool;
    executor->name = copy;
    executor->process.session_id = &executor->session_id;
    executor->process.sandbox = &executor->sandbox;
    executor->process.pidfd = -1;
    executor->process.gone = executor_on_gone;
    list_init(&executor->terminal_waiters);
    list_append(&pool->executors, &executor->link);
    pool->count++;
    return executor;
}

struct executor *executor_free(struct executor *executor)
{
    struct timers *timers = &executor->pool->rpc->timers;
    executor_unlink(executor);
    broker_detach(&executor->model_socket);
    sandbox_clear(&executor->sandbox);
    if (executor->ended)
        executor->ended->executor = NULL;
    timers_unset(timers, &executor->phase_deadline);
    timers_unset(timers, &executor->confirm);
    list_remove(&executor->link);
    executor->pool->count--;
    if (executor->exit)
        free(executor->exit->stderr_tail);
    explicit_bzero(&executor->token, sizeof executor->token);
    explicit_bzero(executor->hand_shake, sizeof executor->hand_shake);
    buf_clear(&executor->last_text);
    free(executor->exit);
    free(executor->end);
    free(executor->handed);
    free(executor->replays);
    free(executor->inherited_task);
    free(executor->session_id);
    free(executor->agent);
    agent_program_free(executor->program);
    free(executor->name);
    struct executor_pool *pool = executor->pool;
    free(executor);
    executor_pool_changed(pool);
    return NULL;
}

void executor_pool_changed(const struct executor_pool *pool)
{
    if (pool->hooks.changed)
        pool->hooks.changed(pool->hooks.health);
}

/* --- getting an executor --- */

static bool is_free(const struct executor *executor)
{
    return executor->state != EXECUTOR_LEAVING && !executor->exit && !executor->job && !executor->ended &&
           !executor->inherited && !executor->is_searching;
}

static bool is_of_session(const struct executor *executor, struct slice session_id)
{
    return executor->session_id && slice_is(session_id, executor->session_id);
}

/* Whether its sandbox is exactly the one that these rules describe. */
static bool has_rules(const struct executor *executor, const char *rules)
{
    return !executor->stale && executor->sandbox.rules && strcmp(executor->sandbox.rules, rules) == 0;
}

/* Whether it is a warm executor whose general sandbox allows it to get the session's part. */
static bool can_serve(const struct executor *executor, const struct sandbox_spec *spec)
{
    const struct sandbox *sandbox = &executor->sandbox;
    const enum config_settings_sandbox wanted = executor->pool->settings->sandbox;
    if (executor->use != EXECUTOR_RECORD_USE_WARM || executor->stale || executor->state != EXECUTOR_READY ||
        !executor->peer || sandbox->state != SANDBOX_GENERAL)
        return false;
    if (wanted == CONFIG_SETTINGS_SANDBOX_OFF)
        return sandbox->level == SESSION_SANDBOX_LEVEL_OFF;
    return wanted == CONFIG_SETTINGS_SANDBOX_NAMESPACE && sandbox->level == SESSION_SANDBOX_LEVEL_NAMESPACE &&
           sandbox->closed == (spec->network != SESSION_NETWORK_FULL);
}

/* Finds an executor of this session with the same rules, else a warm one. Executors of the session with other rules are
 * asked to end, unless they have terminals. */
static struct executor *find(struct executor_pool *pool, const struct executor_order *order, const char *rules)
{
    struct executor *warm = NULL;
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (!is_free(executor) || strcmp(executor->name, order->name) != 0)
            continue;
        bool of_session =
            executor->use == order->use && order->session_id.size > 0 && is_of_session(executor, order->session_id);
        if (of_session && has_rules(executor, rules) && !order->cold)
            return executor;
        if (of_session && executor->terminals == 0 && list_is_empty(&executor->terminal_waiters))
            executor_leave(executor, SLICE("session_changed"), executor->pool->settings->pool.shutdown_ms);
        if (!warm && !order->cold && can_serve(executor, &order->spec))
            warm = executor;
    }
    return warm;
}

/* Starts an executor. Takes `rules`; NULL for a warm one. */
static int make(struct executor_pool *pool, const char *name, enum executor_record_use use,
                const struct sandbox_spec *spec, char *rules, struct executor **ret_executor, char problem[static 256])
{
    struct executor *executor = executor_new(pool, name);
    if (!executor) {
        free(rules);
        return -ENOMEM;
    }
    executor->use = use;
    executor->sandbox.rules = rules;
    int r = executor_launch(executor, spec, problem);
    if (r < 0)
        executor_free(executor);
    else
        *ret_executor = executor;
    return r;
}

static int find_or_make(struct executor_pool *pool, const struct executor_order *order, struct executor **ret_executor,
                        char problem[static 256])
{
    autofree char *rules = NULL;
    int r = sandbox_rules(pool->sandbox, &order->spec, &rules, problem);
    struct executor *executor = r < 0 ? NULL : find(pool, order, rules);
    if (executor && !executor->sandbox.rules) {
        r = executor_enter(executor, &order->spec);
        if (r < 0) { /* so no task can use it */
            executor_leave(executor, SLICE("failed"), 0);
            executor = NULL;
        } else {
            executor->sandbox.rules = take_pointer(rules);
        }
    }
    if (executor) {
        *ret_executor = executor;
        return 0;
    }
    return rules ? make(pool, order->name, order->use, &order->spec, take_pointer(rules), ret_executor, problem) : r;
}

int executor_pool_take(struct executor_pool *pool, const struct executor_order *order, struct executor **ret_executor,
                       char problem[static 256])
{
    struct executor *executor = NULL;
    /* The stop of the daemon waits only for the executors that it found, so nothing would end a new one. */
    if (pool->closed && (order->use != EXECUTOR_RECORD_USE_TASKS || pool->finished)) {
        (void)snprintf(problem, 256, "the daemon is stopping");
        return -ESHUTDOWN;
    }
    int r = find_or_make(pool, order, &executor, problem);
    if (r < 0 || !executor)
        return r < 0 ? r : -ENOMEM;
    if (!executor->session_id && order->session_id.size > 0) {
        executor->session_id = strndup(order->session_id.data, order->session_id.size);
        if (!executor->session_id) {
            executor_leave(executor, SLICE("no_memory"), 0);
            return -ENOMEM;
        }
    }
    executor->use = order->use;
    if (executor->state == EXECUTOR_READY)
        timers_unset(&pool->rpc->timers, &executor->phase_deadline); /* not idle any more */
    pool->wanted = true;
    executor_pool_refill(pool);
    *ret_executor = executor;
    return 0;
}

/* --- warm executors --- */

static size_t count_warm(struct executor_pool *pool)
{
    size_t count = 0;
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        count += executor->use == EXECUTOR_RECORD_USE_WARM && is_free(executor) && !executor->stale;
    }
    return count;
}

/* Without namespaces a warm executor cannot get a session's sandbox later. */
static bool warm_executors_are_usable(const struct executor_pool *pool)
{
    const struct sandbox_facts *facts = pool->sandbox;
    return pool->settings->sandbox != CONFIG_SETTINGS_SANDBOX_LANDLOCK &&
           !(facts->reached && facts->level == SESSION_SANDBOX_LEVEL_LANDLOCK && !sandbox_is_off(pool->sandbox));
}

static void on_refill(struct deadline *deadline)
{
    struct executor_pool *pool = list_member(deadline, struct executor_pool, refill);
    struct executor *executor = NULL;
    char problem[256] = "";
    const struct sandbox_spec spec = {.network = pool->settings->network};
    if (pool->closed || !warm_executors_are_usable(pool) || count_warm(pool) >= (size_t)pool->settings->pool.warm)
        return;
    int r = make(pool, EXECUTOR_BUILT_IN, EXECUTOR_RECORD_USE_WARM, &spec, NULL, &executor, problem);
    if (r < 0)
        log_warn("pool: cannot keep an executor warm: %s", *problem ? problem : strerror(-r));
    executor_pool_refill(pool); /* one at a time, to keep the loop responsive */
}

/* Schedules the next start, with a growing delay while starts fail. */
void executor_pool_refill(struct executor_pool *pool)
{
    uint64_t ms = REFILL_MS;
    if (pool->closed || !pool->wanted || pool->refill.index > 0 || pool->settings->pool.warm == 0)
        return;
    if (pool->failures > 0) {
        ms = (uint64_t)REFILL_FAILED_MS << (pool->failures < 8 ? pool->failures : 8);
        if (ms > REFILL_FAILED_MAX_MS)
            ms = REFILL_FAILED_MAX_MS;
    }
    pool->refill.expired = on_refill;
    (void)timers_set(&pool->rpc->timers, &pool->refill, ms);
}

/* --- idle executors --- */

static void on_idle_too_long(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    executor_leave(executor, SLICE("idle_timeout"), executor->pool->settings->pool.shutdown_ms);
}

static struct executor *oldest_idle(struct executor_pool *pool, size_t *ret_count)
{
    struct executor *oldest = NULL;
    *ret_count = 0;
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (executor->use != EXECUTOR_RECORD_USE_TASKS || !is_free(executor))
            continue;
        ++*ret_count;
        if (!oldest || executor->idle_since_ms < oldest->idle_since_ms)
            oldest = executor;
    }
    return oldest;
}

void executor_pool_give_back(struct executor *executor)
{
    struct executor_pool *pool = executor->pool;
    const struct config_settings_pool *settings = &pool->settings->pool;
    size_t count = 0;
    if (!is_free(executor))
        return;
    if (executor->stale) {
        executor_leave(executor, SLICE("settings_changed"), settings->shutdown_ms);
        return;
    }
    if (pool->closed) {
        executor_leave(executor, SLICE("server_stop"), settings->shutdown_ms);
        return;
    }
    executor->idle_since_ms = clock_epoch_ms();
    executor->phase_deadline.expired = on_idle_too_long;
    if (timers_set(&pool->rpc->timers, &executor->phase_deadline, (uint64_t)settings->idle_ms) < 0)
        executor_leave(executor, SLICE("no_memory"), settings->shutdown_ms);
    struct executor *oldest;
    while ((oldest = oldest_idle(pool, &count)) && count > (size_t)settings->idle)
        executor_leave(oldest, SLICE("idle_timeout"), settings->shutdown_ms);
}

/* --- change of configuration --- */

/* FNV-1a of the whole configuration. It changes seldom, so there is no need to know which settings matter. */
static void sum_settings(const struct executor_pool *pool, char ret_sum[static 17])
{
    struct buf text = BUF_LIMITED(SCRATCH_BYTES);
    uint64_t sum = 14695981039346656037u;
    (void)json_encode(&text, &config_settings_shape, pool->settings);
    for (size_t i = 0; i < text.size; i++)
        sum = (sum ^ (unsigned char)text.data[i]) * 1099511628211u;
    buf_clear(&text);
    (void)snprintf(ret_sum, 17, "%016llx", (unsigned long long)sum);
}

void executor_pool_reload(struct executor_pool *pool)
{
    sum_settings(pool, pool->settings_sum);
    for (struct list *link = pool->executors.next; link && link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        executor->stale = strcmp(executor->settings, pool->settings_sum) != 0;
        if (executor->stale && is_free(executor) && executor->terminals == 0 &&
            list_is_empty(&executor->terminal_waiters))
            executor_leave(executor, SLICE("settings_changed"), pool->settings->pool.shutdown_ms);
    }
    executor_pool_refill(pool);
}

struct executor_counts executor_pool_count(const struct executor_pool *pool)
{
    struct executor_counts counts = {0};
    for (const struct list *link = pool->executors.next; link && link != &pool->executors; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        counts.starting += executor->state == EXECUTOR_STARTING;
        counts.ready += executor->state == EXECUTOR_READY && executor->peer;
    }
    return counts;
}

struct executor *executor_find(struct executor_pool *pool, struct slice id)
{
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (slice_is(id, executor->process.id))
            return executor;
    }
    return NULL;
}

void executor_pool_drop_session(struct executor_pool *pool, struct slice session_id)
{
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (executor->use != EXECUTOR_RECORD_USE_WARM && is_free(executor) && is_of_session(executor, session_id) &&
            executor->terminals == 0)
            executor_leave(executor, SLICE("session_closed"), pool->settings->pool.shutdown_ms);
    }
}

/* --- lifetime of the pool --- */

static void on_session_over(void *user, struct slice session_id)
{
    executor_pool_drop_session(user, session_id);
}

void executor_pool_init(struct executor_pool *pool)
{
    pool->scratch = (struct buf)BUF_LIMITED(SCRATCH_BYTES);
    list_init(&pool->executors);
    list_init(&pool->contexts);
    list_init(&pool->agent_waiting);
    pool->earlier_status = process_list(pool->processes, &pool->earlier); /* before any process is started */
    sum_settings(pool, pool->settings_sum);
    pool->watcher = (struct session_watcher){.user = pool, .over = on_session_over};
    session_add_watcher(pool->sessions, &pool->watcher);
}

void executor_pool_settled(struct executor_pool *pool)
{
    if (pool->hooks.settled)
        pool->hooks.settled(pool->hooks.terminals);
}

void executor_pool_finish(struct executor_pool *pool)
{
    pool->finished = true;
}

/* The queue ends the executors that are running tasks. */
void executor_pool_close(struct executor_pool *pool, bool now)
{
    pool->closed = true;
    timers_unset(&pool->rpc->timers, &pool->refill);
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (now)
            executor_end_now(executor, "");
        else if (!executor->job && !executor->ended)
            executor_leave(executor, SLICE("server_stop"), pool->settings->pool.shutdown_ms);
    }
}

/* Leaves the executors that did not end in time for the next daemon. */
void executor_pool_clear(struct executor_pool *pool)
{
    while (pool->executors.next && !list_is_empty(&pool->executors)) {
        struct executor *executor = list_member(pool->executors.next, struct executor, link);
        executor_tell_terminals(executor, "the daemon is stopping");
        if (executor->process.directory)
            process_leave(&executor->process);
        executor_free(executor);
    }
    free(pool->earlier.items);
    pool->earlier = (struct process_ids){0};
    buf_clear(&pool->scratch);
}
