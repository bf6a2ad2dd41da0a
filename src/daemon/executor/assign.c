/* Assigns work to executors: a task with its prompt, or the terminals of a session. Also stops a task in steps:
 * stop_task, cancel_task, shutdown, then SIGTERM to its processes, each after a part of tasks.stopMs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/wildcard.h"
#include "daemon/agent/agent.h"
#include "daemon/broker/broker.h"
#include "daemon/executor/internal.h"
#include "rpc/handover.h"
#include "rpc/peer.h"
#include "json/copy.h"
#include "json/read.h"

/* --- stopping a task --- */

static void on_stop_due(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    int64_t ms = executor->pool->settings->tasks.stop_ms / 8;
    if (!executor->peer || executor->stop > RUN_CANCELLED) {
        executor_ask(executor);
        return;
    }
    (void)timers_set(&executor->pool->rpc->timers, &executor->phase_deadline, (uint64_t)ms);
    if (executor->stop == RUN_ASKED) {
        executor_cancel(executor);
    } else {
        executor->stop = RUN_TOLD_TO_LEAVE;
        (void)peer_call(executor->peer, &executor_shutdown_method,
                        &(struct executor_shutdown_params){.reason = SLICE("task_stopped"), .timeout_ms = ms}, 0, NULL,
                        NULL, NULL);
    }
}

void executor_cancel(struct executor *executor)
{
    executor->stop = RUN_CANCELLED;
    (void)peer_notify(executor->peer, &cancel_task_method,
                      &(struct cancel_task_params){.session_token = slice_of(executor->token.text),
                                                   .task_id = executor->job->task->id,
                                                   .reason = slice_of(executor->stop_reason),
                                                   .reason_is = executor->stop_reason[0] ? FIELD_SET : FIELD_ABSENT});
}

static void send_stop(struct executor *executor)
{
    executor->phase_deadline.expired = on_stop_due;
    if (timers_set(&executor->pool->rpc->timers, &executor->phase_deadline,
                   (uint64_t)executor->pool->settings->tasks.stop_ms / 2) < 0)
        executor_ask(executor);
    else
        (void)peer_call(executor->peer, &stop_task_method,
                        &(struct stop_task_params){.session_token = slice_of(executor->token.text),
                                                   .task_id = executor->job->task->id,
                                                   .reason = slice_of(executor->stop_reason),
                                                   .reason_is = FIELD_SET},
                        0, NULL, NULL, NULL);
}

void executor_stop(struct task_job *job, struct slice reason)
{
    struct executor *executor = job->executor;
    if (!executor)
        executor_begin_never(job);
    if (!executor || executor->stop != RUN_GOES_ON)
        return;
    executor->stop = RUN_ASKED;
    (void)snprintf(executor->stop_reason, sizeof executor->stop_reason, "%.*s",
                   (int)(reason.size < sizeof executor->stop_reason ? reason.size : sizeof executor->stop_reason - 1),
                   reason.data);
    if (executor->state == EXECUTOR_READY && executor->peer && executor->prompted)
        send_stop(executor);
    else if (executor->state != EXECUTOR_STARTING || !executor->prompted || !executor->resumes || executor->exit)
        executor_ask(executor);
    /* Otherwise the executor is reconnecting, and executor_ready() sends stop_task. */
}

/* --- the response to execute_prompt --- */

static struct slice stack_of(const yyjson_val *error)
{
    const yyjson_val *stack = yyjson_obj_get(yyjson_obj_get((yyjson_val *)error, "data"), "stack");
    return yyjson_is_str((yyjson_val *)stack) ? json_text(stack) : SLICE("");
}

static bool wants_next_agent(const struct executor *executor, const struct executor_execution *execution)
{
    return executor->program && executor->program->has_more && !executor->agent && executor->stop == RUN_GOES_ON &&
           executor->job->reported == 0 && execution->error_is == FIELD_SET && execution->error.code_is == FIELD_SET &&
           slice_is(execution->error.code, "agent_not_usable");
}

/* The offered program cannot be used. The next program needs other paths in its sandbox, and so another executor. */
static void offer_next(struct executor *executor, struct slice why)
{
    log_info("executor %s: %.*s; trying the next agent", executor->process.id, why.size < 300 ? (int)why.size : 300,
             why.data ? why.data : "");
    struct task_job *job = executor_detach(executor);
    job->skipped++;
    executor_leave(executor, SLICE("agent_not_usable"), 0);
    executor_begin_again(job);
}

/* The executor does not know the programs of this machine, and cannot suggest one of them. */
static void suggest_agent(const struct executor *executor, struct slice word, struct buf *message)
{
    bool is_unknown = strcmp(executor->name, EXECUTOR_BUILT_IN) == 0 && slice_is(word, "agent_not_found");
    const char *nearest = is_unknown && executor->agent ? agent_nearest(executor->pool->agents, executor->agent) : NULL;
    if (nearest)
        (void)buf_printf(message, "no agent %s; did you mean %s? See: weir agents", executor->agent, nearest);
}

static void on_answered(void *user, const struct reply *reply)
{
    struct executor *executor = user;
    executor->prompt = NULL;
    if (!executor->job || reply->status == -ECONNRESET || reply->status == -ECANCELED)
        return; /* executor_lost_peer() handles the end of the connection */
    if (reply->status == 0 && wants_next_agent(executor, reply->result)) {
        offer_next(executor, ((const struct executor_execution *)reply->result)->error.message);
        return;
    }
    if (reply->status == 0) {
        executor_conclude(executor, reply->result);
        return;
    }
    struct task_outcome outcome = {.status = TASK_OUTCOME_FAILED, .processes = -1};
    struct task_failure *error = &outcome.result.error;
    struct buf message = BUF_LIMITED(1024);
    outcome.result.error_is = FIELD_SET;
    error->reason = SLICE("error");
    error->message = reply->status == -EREMOTEIO ? reply->message
                                                 : SLICE("the response to execute_prompt does not match the contract");
    if (reply->status == -EREMOTEIO) {
        error->code = reply->word;
        error->code_is = reply->word.size > 0 ? FIELD_SET : FIELD_ABSENT;
        error->stack = stack_of(reply->value);
        error->stack_is = error->stack.size > 0 ? FIELD_SET : FIELD_ABSENT;
        suggest_agent(executor, reply->word, &message);
    }
    if (message.size > 0 && !message.error)
        error->message = buf_slice(&message);
    executor_conclude_with(executor, &outcome);
    buf_clear(&message);
}

/* --- sending the prompt --- */

static struct slice own_tools[] = {SLICE_INIT("Read"), SLICE_INIT("Write"), SLICE_INIT("Edit"),  SLICE_INIT("Bash"),
                                   SLICE_INIT("Grep"), SLICE_INIT("Glob"),  SLICE_INIT("mcp__*")};
static struct slice all_tools[] = {SLICE_INIT("*")};

/* The tools of the task, else those of the session. Otherwise the built-in agent gets its own tools and those of
 * MCP servers, and any other agent gets all, decided by rules and modes. If no agent is named, the executor may choose
 * any agent; the built-in agent then uses the same out of all. */
static struct execute_prompt_params_tools tools_of(const struct task_job *job)
{
    const struct task_record *task = job->task;
    const struct session_record *session = job->session;
    if (task->tools_is == FIELD_SET)
        return (struct execute_prompt_params_tools){task->tools.items, task->tools.count};
    if (session->tools_is == FIELD_SET)
        return (struct execute_prompt_params_tools){session->tools.items, session->tools.count};
    if (slice_is(executor_agent_of(job), "builtin"))
        return (struct execute_prompt_params_tools){own_tools, sizeof own_tools / sizeof *own_tools};
    return (struct execute_prompt_params_tools){all_tools, sizeof all_tools / sizeof *all_tools};
}

bool executor_lists_tool(const struct task_job *job, struct slice tool)
{
    struct execute_prompt_params_tools tools = tools_of(job);
    for (size_t i = 0; i < tools.count; i++)
        if (wildcard_fits(tools.items[i], tool))
            return true;
    return false;
}

static bool streams(const struct task_job *job)
{
    if (job->task->stream_is == FIELD_SET)
        return job->task->stream;
    return job->session->stream_is != FIELD_SET || job->session->stream;
}

static void send_prompt(struct executor *executor)
{
    struct task_job *job = executor->job;
    const struct task_record *task = job->task;
    bool built_in = strcmp(executor->name, EXECUTOR_BUILT_IN) == 0;
    const char *cwd = sandbox_rules_cwd(executor->sandbox.rules); /* the sandbox shows only the resolved path */
    struct execute_prompt_params params = {
        .session_token = slice_of(executor->token.text),
        .session_id = task->session_id,
        .task_id = task->id,
        .prompt = task->prompt,
        .cwd = cwd ? slice_of(cwd) : task->cwd,
        .tools = tools_of(job),
        .tools_is = FIELD_SET,
        .permission_mode = job->session->permission_mode,
        .timeout_ms = task->timeout_ms,
        .stream = streams(job),
        .attachments = task->attachments,
        .attachments_is = task->attachments_is,
        .agent = slice_of(executor->agent),
        .agent_is = built_in && executor->agent ? FIELD_SET : FIELD_ABSENT,
    };
    if (built_in && executor->program) {
        params.launches = (struct execute_prompt_params_launches){&executor->program->launch, 1};
        params.launches_is = FIELD_SET;
        params.more_launches = executor->program->has_more;
        params.more_launches_is = executor->program->has_more ? FIELD_SET : FIELD_ABSENT;
    }
    int r = executor_note(executor);
    if (r < 0) {
        /* Without a record the next daemon would not find the executor, and would settle the task while it runs. */
        (void)executor_detach(executor);
        executor_leave(executor, SLICE("failed"), 0);
        executor_begin_later(job, "cannot write the record of its executor");
        return;
    }
    executor_note_begin(executor, task->session_id, task->id);
    session_keep_agent(executor->pool->sessions, job->session, slice_of(executor->agent));
    executor->prompted = true;
    r = fault_point("executor.before_prompt");
    if (r == 0)
        r = peer_call(executor->peer, &execute_prompt_method, &params, 0, on_answered, executor, &executor->prompt);
    if (r < 0) {
        executor_end_now(executor, strerror(-r));
        return;
    }
    log_debug("executor %s: sent the prompt after %llu us", executor->process.id,
              (unsigned long long)(clock_monotonic_ns() - executor->assigned_ns) / 1000);
    task_job_started(job);
}

void executor_ready(struct executor *executor)
{
    if (executor->state != EXECUTOR_READY || !executor->peer || !executor_has_entered(executor))
        return;
    if (executor->job && !executor->prompted) {
        send_prompt(executor);
        return;
    }
    if (executor->job && executor->stop == RUN_ASKED)
        send_stop(executor);
    if (executor->job) { /* it continues the task over a new connection */
        if (executor->pool->hooks.reconnected)
            executor->pool->hooks.reconnected(executor->pool->hooks.permissions, executor->job->task->id);
        return;
    }
    if (executor->ended) /* its end is not stored yet; until then the next daemon must find the task in the record */
        return;
    (void)executor_note(executor);
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && !executor->inherited)
        executor_note_begin(executor, slice_of(executor->session_id), (struct slice){0});
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS)
        executor_tell_terminals(executor, NULL);
    else if (executor->use == EXECUTOR_RECORD_USE_TASKS)
        executor_pool_give_back(executor);
}

/* --- assigning --- */

static int set_limits(struct executor *executor, const struct task_record *task)
{
    const struct config_settings_tasks *settings = &executor->pool->settings->tasks;
    const struct task_limits *limits = &task->limits;
    bool named = task->limits_is == FIELD_SET;
    int64_t memory = named && limits->memory_bytes_is == FIELD_SET ? limits->memory_bytes : settings->memory_bytes;
    int64_t processes = named && limits->processes_is == FIELD_SET ? limits->processes : settings->processes;
    return process_limit(&executor->process, memory, processes);
}

int executor_assign(struct executor *executor, struct task_job *job)
{
    executor->assigned_ns = clock_monotonic_ns();
    int r = executor_token_make(&executor->token);
    if (r == 0)
        r = set_limits(executor, job->task);
    if (r < 0)
        return r;
    broker_attach(executor->pool->broker, &executor->model_socket, &executor->process, job->session);
    broker_set_task(executor->model_socket, job->task->id);
    executor->job = job;
    job->executor = executor;
    executor->stop = RUN_GOES_ON;
    executor->output_bytes = executor->tokens = 0;
    executor->over_limit = false;
    executor->command_lists = 0;
    executor->reconnects = 0;
    executor->refusal[0] = '\0';
    buf_reset(&executor->last_text, 0);
    if (executor->state == EXECUTOR_READY && executor->peer && !executor->inherited && executor_has_entered(executor))
        send_prompt(executor);
    return 0;
}

int executor_expect(struct executor *executor, uint64_t id)
{
    return peer_expect(executor->peer, id, &execute_prompt_method, 0, on_answered, executor, &executor->prompt);
}

void executor_unfreeze(struct executor *executor)
{
    struct executor_replays *replays = executor->replays;
    executor->replays = NULL;
    executor->imported = executor->inherited = false;
    process_rest(&executor->process, false);
    if (executor->paused) /* everything it reported is stored by now */
        executor_pause(executor, false);
    else if (executor->peer)
        peer_stop_reading(executor->peer, false);
    if (replays && executor->peer)
        peer_replay(executor->peer, &replays->state, replays->pieces);
    free(replays);
}

void executor_reattach(struct executor *executor, struct task_job *job)
{
    broker_attach(executor->pool->broker, &executor->model_socket, &executor->process, job->session);
    broker_set_task(executor->model_socket, job->task->id);
    executor->job = job;
    job->executor = executor;
    executor->prompted = true;
    executor_unfreeze(executor);
}

/* --- tasks from an earlier daemon --- */

static const struct executor_handed *find_handed(const struct resume_result *result, struct slice task_id)
{
    for (size_t i = 0; i < result->tasks.count; i++)
        if (slice_equal(result->tasks.items[i].task_id, task_id))
            return &result->tasks.items[i];
    return NULL;
}

static int keep_handed(struct executor *executor, const struct executor_handed *handed)
{
    size_t more = json_copy_size(&executor_handed_shape, handed);
    struct executor_handed *copy = malloc(sizeof *copy + more);
    if (!copy)
        return -ENOMEM;
    json_copy(&executor_handed_shape, handed, copy, copy + 1);
    free(executor->handed);
    executor->handed = copy;
    return 0;
}

/* The executor works on a task that this daemon does not know, because the record was lost or the task was settled
 * meanwhile. Its reports would belong to nothing. */
static void end_unclaimed(struct executor *executor, const struct resume_result *result)
{
    for (size_t i = 0; i < result->tasks.count; i++)
        if (result->tasks.items[i].execution_is != FIELD_SET) {
            executor_end_now(executor, "it works on a task that has ended");
            return;
        }
}

void executor_take_over(struct executor *executor, const struct resume_result *result)
{
    const struct task_job *job = executor->job;
    if (!job)
        end_unclaimed(executor, result);
    if (!job || !executor->prompted)
        return;
    const struct executor_handed *handed = find_handed(result, job->task->id);
    if (!handed && job->reported == 0) {
        executor->prompted = false; /* the prompt was lost on its way; executor_ready() sends it again */
        return;
    }
    /* The previous daemon may have ended before it stored that the task runs. */
    if (handed && job->task->state == TASK_STATE_STARTING)
        task_job_started(executor->job);
    if (!handed) {
        executor_conclude_with(executor,
                               &(struct task_outcome){
                                   .status = TASK_OUTCOME_FAILED,
                                   .result = {.error = {.reason = SLICE(REASON_LOST),
                                                        .message = SLICE("the executor does not know the task")},
                                              .error_is = FIELD_SET},
                                   .processes = -1,
                               });
    } else if (handed->execution_is == FIELD_SET) {
        if (keep_handed(executor, handed) < 0)
            executor_end_now(executor, "out of memory for the end of its task");
        else
            executor_conclude_handed(executor);
    }
}

/* --- executors for terminals --- */

/* A caller that wants to open a terminal. */
struct terminal_waiter {
    struct list link; /* in executor->terminal_waiters */
    struct executor *executor;
    struct deadline soon; /* for an executor that is ready already */
    void (*ready)(void *user, struct executor *executor, const char *problem);
    void *user;
};

static void tell_waiter(struct terminal_waiter *waiter, const char *problem)
{
    struct executor *executor = waiter->executor;
    timers_unset(&executor->pool->rpc->timers, &waiter->soon);
    list_remove(&waiter->link);
    waiter->ready(waiter->user, problem ? NULL : executor, problem);
    free(waiter);
}

static void on_waiter_due(struct deadline *deadline)
{
    tell_waiter(list_member(deadline, struct terminal_waiter, soon), NULL);
}

void executor_tell_terminals(struct executor *executor, const char *problem)
{
    while (!list_is_empty(&executor->terminal_waiters))
        tell_waiter(list_member(executor->terminal_waiters.next, struct terminal_waiter, link), problem);
}

int executor_move_terminals(struct executor *executor, struct executor *other)
{
    int r = executor_token_make(&other->terminal_token);
    while (r == 0 && !list_is_empty(&executor->terminal_waiters)) {
        struct terminal_waiter *waiter = list_member(executor->terminal_waiters.next, struct terminal_waiter, link);
        list_remove(&waiter->link);
        timers_unset(&executor->pool->rpc->timers, &waiter->soon);
        waiter->executor = other;
        list_append(&other->terminal_waiters, &waiter->link);
    }
    return r;
}

static int take(struct executor_pool *pool, const struct executor_order *order,
                void (*ready)(void *user, struct executor *executor, const char *problem), void *user,
                char problem[static 256])
{
    struct executor *executor = NULL;
    struct terminal_waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter)
        return -ENOMEM;
    int r = executor_pool_take(pool, order, &executor, problem);
    if (r == 0 && executor->terminal_token.expires_ms == 0)
        r = executor_token_make(&executor->terminal_token);
    if (r == 0 && executor->state == EXECUTOR_READY && executor_has_entered(executor)) {
        waiter->soon.expired = on_waiter_due;
        r = timers_set(&pool->rpc->timers, &waiter->soon, 0);
        executor_note_begin(executor, order->session_id, (struct slice){0});
        (void)executor_note(executor);
    }
    if (r < 0) {
        if (executor && executor->terminals == 0) /* it was taken from the pool but has no user */
            executor_drop_terminals(executor);
        free(waiter);
        return r;
    }
    waiter->executor = executor;
    waiter->ready = ready;
    waiter->user = user;
    list_append(&executor->terminal_waiters, &waiter->link);
    return 0;
}

int executor_for_terminals(struct executor_pool *pool, struct slice session_id, const struct sandbox_spec *spec,
                           void (*ready)(void *user, struct executor *executor, const char *problem), void *user,
                           char problem[static 256])
{
    const struct executor_order order = {
        .name = EXECUTOR_BUILT_IN, .use = EXECUTOR_RECORD_USE_TERMINALS, .session_id = session_id, .spec = *spec};
    return take(pool, &order, ready, user, problem);
}

static void on_tried(void *user, struct executor *executor, const char *problem)
{
    (void)user;
    (void)problem; /* the pool has it */
    if (executor)
        executor_drop_terminals(executor);
}

int executor_pool_try(struct executor_pool *pool)
{
    const struct executor_order order = {
        .name = EXECUTOR_BUILT_IN,
        .use = EXECUTOR_RECORD_USE_TERMINALS,
        .cold = true,
        .spec = {.cwd = SLICE("/usr"), .read_only = true, .network = pool->settings->network},
    };
    char problem[256] = "";
    pool->failures = 0; /* warm executors are started soon again */
    int r = take(pool, &order, on_tried, pool, problem);
    if (r < 0 && *problem)
        (void)snprintf(pool->problem, sizeof pool->problem, "%s", problem);
    return r;
}

bool executor_terminals_pending(const struct executor_pool *pool)
{
    const char *problem;
    bool may_be_found = store_is_open(pool->store) && store_look(pool->store, &problem) != STORE_BROKEN;
    if (pool->earlier.count > 0)
        return may_be_found;
    for (const struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        if (executor->terminals_pending && executor->state == EXECUTOR_STARTING && !executor->exit)
            return true;
    }
    return false;
}

void executor_drop_terminals(struct executor *executor)
{
    if (list_is_empty(&executor->terminal_waiters))
        executor_ask(executor);
}
