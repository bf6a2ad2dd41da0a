#include "executor/task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fault.h"
#include "base/secret.h"
#include "executor/choose.h"
#include "executor/relay.h"
#include "executor/survey.h"
#include "rpc/call.h"

/* --- lifetime --- */

/* Called when the connection was lost, and the work goes on, or when the daemon has cancelled the call, and the work
 * stops. */
static void on_abandoned(struct call *call)
{
    struct task *task = call->user;
    task->can_answer = false;
    if (!call->peer->closed && !task->ended)
        task_stop(task, VERDICT_STOPPED, SLICE("request_cancelled"), TASK_GRACE_MS);
}

static void on_deadline(struct deadline *deadline)
{
    struct task *task = list_member(deadline, struct task, deadline);
    if (task->verdict == VERDICT_NONE)
        task_stop(task, VERDICT_TIMEOUT, SLICE("timeout"), TASK_GRACE_MS);
    else
        task_kill(task, task->verdict);
}

void task_hold_time(struct task *task, bool stands)
{
    struct executor *executor = task->executor;
    if (task->verdict != VERDICT_NONE || task->ended || stands == task->time_stands)
        return;
    task->time_stands = stands;
    if (stands) {
        uint64_t now = uv_now(&executor->loop);
        task->time_left = task->deadline.at > now ? task->deadline.at - now : 0;
        timers_unset(&executor->rpc.timers, &task->deadline);
    } else {
        (void)timers_set(&executor->rpc.timers, &task->deadline, task->time_left); /* the daemon enforces it as well */
    }
}

int task_new(struct executor *executor, struct call *call, const struct adapter *adapter, struct task **ret_task)
{
    struct task *task = calloc(1, sizeof *task);
    if (!task)
        return -ENOMEM;
    int r = call_defer(call, on_abandoned, task, &task->call);
    if (r < 0) {
        free(task);
        return r;
    }
    call_hold(task->call);
    task->executor = executor;
    executor->task_count++;
    task->params = task->call->params;
    task->adapter = adapter;
    task->can_answer = true;
    task->deadline.expired = on_deadline;
    list_init(&task->messages);
    list_init(&task->asks);
    task->unsent = &task->messages;
    list_append(&executor->tasks, &task->link);
    r = task_set_token(task, task->params->session_token);
    if (r == 0)
        r = timers_set(&executor->rpc.timers, &task->deadline, (uint64_t)task->params->timeout_ms);
    if (r < 0) {
        (void)call_fail(task->call, ERROR_INTERNAL_ERROR, "Internal error: %s", strerror(-r));
        task_free(task);
        return r;
    }
    *ret_task = task;
    return 0;
}

struct task *task_free(struct task *task)
{
    if (!task)
        return NULL;
    list_remove(&task->link);
    task->relay = relay_end(task->relay);
    ask_clear(task);
    timers_unset(&task->executor->rpc.timers, &task->deadline);
    messages_clear(task);
    task->call = call_drop(task->call);
    free(task->token);
    free(task->error_code);
    free(task->error_message);
    free(task->text);
    free(task->model);
    free(task);
    return NULL;
}

struct task *task_at_work(const struct executor *executor)
{
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        struct task *task = list_member(link, struct task, link);
        if (!task->ended)
            return task;
    }
    return NULL;
}

struct task *task_find(const struct executor *executor, struct slice task_id)
{
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        struct task *task = list_member(link, struct task, link);
        if (slice_equal(task->params->task_id, task_id))
            return task;
    }
    return NULL;
}

int task_set_token(struct task *task, struct slice token)
{
    char *copy = strndup(token.data, token.size);
    if (!copy)
        return -ENOMEM;
    free(task->token);
    task->token = copy;
    return 0;
}

bool task_is_settled(const struct task *task)
{
    return task->ended && task->told && list_is_empty(&task->messages);
}

void task_forget_settled(struct executor *executor)
{
    for (struct list *link = executor->tasks.next, *next; link != &executor->tasks; link = next) {
        next = link->next;
        struct task *task = list_member(link, struct task, link);
        if (task_is_settled(task))
            task_free(task);
    }
}

/* --- end --- */

void task_stop(struct task *task, enum task_verdict verdict, struct slice reason, uint64_t grace_ms)
{
    if (task->ended)
        return;
    task_hold_time(task, false);
    if (task->verdict == VERDICT_NONE)
        task->verdict = verdict;
    if (grace_ms > 0)
        (void)timers_set(&task->executor->rpc.timers, &task->deadline, grace_ms);
    task->adapter->stop(task, reason);
}

void task_kill(struct task *task, enum task_verdict verdict)
{
    if (task->ended)
        return;
    if (task->verdict == VERDICT_NONE)
        task->verdict = verdict;
    task->adapter->kill(task);
}

static struct slice keep(char **place, struct slice text, size_t limit)
{
    *place = strndup(text.data ? text.data : "", text.size < limit ? text.size : limit);
    return slice_of(*place);
}

static void fail(struct task *task, struct slice code, struct slice message)
{
    task->execution.status = SLICE("failed");
    task->execution.error_is = FIELD_SET;
    task->execution.error = (struct executor_error){
        .code = keep(&task->error_code, code, 128),
        .code_is = FIELD_SET,
        .message = keep(&task->error_message, message, 64 << 10),
    };
}

/* The cause of the end has precedence over the agent's own report. */
static void judge(struct task *task, enum task_status status, struct slice code, struct slice message)
{
    if (task->verdict == VERDICT_TIMEOUT)
        fail(task, SLICE("TIMEOUT"), SLICE("the task reached its time limit"));
    else if (task->verdict == VERDICT_DAEMON_GONE && status != TASK_COMPLETED)
        fail(task, SLICE("DAEMON_GONE"), SLICE("no daemon reconnected, so the executor stopped the agent"));
    else if (task->verdict == VERDICT_TERMINATED && status != TASK_COMPLETED)
        fail(task, SLICE("EXECUTOR_TERMINATED"), SLICE("a signal stopped the executor"));
    else if (status == TASK_FAILED)
        fail(task, code.size > 0 ? code : SLICE("ERROR"), message);
    else
        task->execution.status = status == TASK_COMPLETED ? SLICE("completed") : SLICE("cancelled");
}

void task_ended(struct task *task, enum task_status status, struct slice code, struct slice message, struct slice text)
{
    if (task->ended)
        return;
    task->ended = true;
    task->agent = NULL;
    task->relay = relay_end(task->relay);
    task_watch_mcp(task, NULL, NULL);
    timers_unset(&task->executor->rpc.timers, &task->deadline);
    ask_clear(task);
    judge(task, status, code, message);
    task->execution.message_count = task->sequence;
    task->execution.message_count_is = FIELD_SET;
    if (text.size > 0) {
        task->execution.text = keep(&task->text, text, TASK_TEXT_MAX);
        task->execution.text_is = FIELD_SET;
    }
    messages_send_soon(task->executor);
    executor_settle(task->executor);
    executor_leave_step(task->executor);
}

void task_tell_end(struct task *task)
{
    struct executor *executor = task->executor;
    if (!task->ended || task->told)
        return;
    (void)fault_point("agent.before_tell");
    int r = 0;
    if (task->can_answer) {
        task->can_answer = false;
        r = execute_prompt_reply(task->call, &task->execution);
    } else {
        buf_reset(&executor->line, 64 << 10);
        buf_append_text(&executor->line, "{\"jsonrpc\":\"2.0\",");
        (void)message_write_completion(&executor->line, task, slice_of(task->token));
        r = buf_append_char(&executor->line, '\n');
        if (r == 0)
            r = peer_push(executor->daemon, buf_slice(&executor->line));
    }
    task->told = r == 0 || r == -EMSGSIZE; /* otherwise reports it on the next connection */
}

/* --- functions for adapters --- */

const struct execute_prompt_params *task_params(const struct task *task)
{
    return task->params;
}

const struct executor_launch *task_launch(const struct task *task)
{
    return task->launch;
}

uv_loop_t *task_loop(const struct task *task)
{
    return &task->executor->loop;
}

struct timers *task_timers(const struct task *task)
{
    return &task->executor->rpc.timers;
}

void task_set_agent(struct task *task, void *agent)
{
    task->agent = agent;
}

void *task_agent(const struct task *task)
{
    return task->agent;
}

static bool copy_name(char *place, size_t size, struct slice name)
{
    if (name.size >= size)
        return false;
    slice_copy(place, name);
    place[name.size] = '\0';
    return true;
}

void task_remember(struct task *task, struct slice conversation)
{
    struct executor_memory *memory = &task->executor->memory;
    bool fits = conversation.size > 0 && task->launch &&
                copy_name(memory->session, sizeof memory->session, task->params->session_id) &&
                copy_name(memory->agent, sizeof memory->agent, task->launch->name) &&
                copy_name(memory->conversation, sizeof memory->conversation, conversation);
    memory->task = fits ? task->executor->task_count : 0;
}

struct slice task_remembered(const struct task *task)
{
    const struct executor_memory *memory = &task->executor->memory;
    bool is_ours = memory->task > 0 && memory->task + 1 == task->executor->task_count && task->launch &&
                   slice_is(task->params->session_id, memory->session) && slice_is(task->launch->name, memory->agent);
    return is_ours ? slice_of(memory->conversation) : (struct slice){0};
}

void executor_forget_kept(struct executor *executor)
{
    if (executor->kept.what)
        executor->kept.free(executor->kept.what);
    executor->kept = (struct executor_kept_agent){0};
}

void task_keep(struct task *task, void *what, void (*free_it)(void *what))
{
    struct executor_kept_agent *kept = &task->executor->kept;
    executor_forget_kept(task->executor);
    *kept = (struct executor_kept_agent){.adapter = task->adapter, .what = what, .free = free_it};
    if (!copy_name(kept->session, sizeof kept->session, task->params->session_id) ||
        !copy_name(kept->task, sizeof kept->task, task->params->task_id))
        executor_forget_kept(task->executor);
}

void *task_take_kept(struct task *task, char ret_task[static TASK_ID_SIZE])
{
    struct executor_kept_agent *kept = &task->executor->kept;
    void *what = kept->what;
    if (!what || kept->adapter != task->adapter || !slice_is(task->params->session_id, kept->session))
        return NULL;
    memcpy(ret_task, kept->task, TASK_ID_SIZE);
    *kept = (struct executor_kept_agent){0};
    return what;
}

/* --- execute_prompt, stop_task, cancel_task --- */

static const struct executor_launch *find_launch(const struct execute_prompt_params *params)
{
    for (size_t i = 0; params->agent_is == FIELD_SET && i < params->launches.count; i++)
        if (slice_equal(params->launches.items[i].name, params->agent))
            return &params->launches.items[i];
    return NULL;
}

/* Returns the adapter to start, which may be a placeholder; NULL: no such agent. */
static const struct adapter *find_adapter(const struct execute_prompt_params *params)
{
    const struct executor_launch *launch = find_launch(params);
    if (params->agent_is != FIELD_SET)
        return &choose_adapter;
    const struct adapter *adapter = adapter_find(launch ? launch->adapter : params->agent, launch != NULL);
    return adapter && adapter->is_program ? &choose_program_adapter : adapter;
}

static int refuse_agent(struct call *call, const struct execute_prompt_params *params)
{
    const struct executor_launch *launch = find_launch(params);
    struct buf names = BUF_LIMITED(1024);
    if (launch)
        return call_fail(call, ERROR_AGENT_NOT_FOUND,
                         "agent %.*s needs the adapter %.*s, which this executor does not have",
                         SLICE_ARG(launch->name), SLICE_ARG(launch->adapter));
    for (const struct adapter *const *adapter = adapters; *adapter; adapter++)
        if (!(*adapter)->is_program && !(*adapter)->hidden)
            buf_printf(&names, "%s%s", names.size ? ", " : "", (*adapter)->name);
    for (size_t i = 0; i < params->launches.count; i++)
        buf_printf(&names, ", %.*s", SLICE_ARG(params->launches.items[i].name));
    (void)buf_terminate(&names);
    int r = call_fail(call, ERROR_AGENT_NOT_FOUND, "no such agent: %.*s; available: %s; see: weir agents",
                      SLICE_ARG(params->agent), names.error ? "" : names.data);
    buf_clear(&names);
    return r;
}

int execute_prompt(struct call *call, const struct execute_prompt_params *params)
{
    struct executor *executor = executor_of(call);
    const struct task *at_work = task_at_work(executor);
    const struct adapter *adapter = find_adapter(params);
    char problem[256] = "";
    if (!executor_admits(call))
        return 0;
    if (executor->leaving != LEAVING_NOT)
        return call_fail(call, ERROR_STOPPING, "the executor is stopping");
    if (at_work)
        return call_fail(call, ERROR_EXECUTOR_BUSY, "the executor is busy with task %.*s",
                         SLICE_ARG(at_work->params->task_id));
    if (!adapter)
        return refuse_agent(call, params);
    task_forget_settled(executor);
    if (task_find(executor, params->task_id))
        return call_fail(call, ERROR_EXECUTOR_BUSY, "messages of task %.*s are not confirmed yet",
                         SLICE_ARG(params->task_id));
    struct task *task = NULL;
    int r = task_new(executor, call, adapter, &task);
    if (r < 0)
        return r;
    task->launch = find_launch(task->params);
    r = adapter->start(task, problem);
    if (r < 0) {
        (void)call_fail(task->call, ERROR_AGENT_FAILED, "%s", problem);
        task_free(task);
    }
    executor_settle(executor);
    return 0;
}

/* Returns the task with this id if it is running and the token matches. */
static struct task *addressed(const struct executor *executor, struct slice task_id, struct slice token,
                              bool *ret_refused)
{
    struct task *task = task_at_work(executor);
    bool is_it = task && slice_equal(task->params->task_id, task_id);
    *ret_refused = is_it && !secret_equal(slice_of(task->token), token);
    return is_it && !*ret_refused ? task : NULL;
}

int stop_task(struct call *call, const struct stop_task_params *params)
{
    bool refused;
    if (!executor_admits(call))
        return 0;
    struct task *task = addressed(executor_of(call), params->task_id, params->session_token, &refused);
    if (refused)
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token does not belong to the task");
    int r = stop_task_reply(call, &(struct stop_task_result){
                                      .stopped = task != NULL,
                                      .message = task ? SLICE("asked the agent to stop")
                                                      : SLICE("the task is not running in this executor"),
                                      .message_is = FIELD_SET,
                                  });
    if (task)
        task_stop(task, VERDICT_STOPPED, params->reason_is == FIELD_SET ? params->reason : SLICE(""), 0);
    return r;
}

int cancel_task(struct call *call, const struct cancel_task_params *params)
{
    bool refused;
    if (!executor_admits(call))
        return 0;
    struct task *task = addressed(executor_of(call), params->task_id, params->session_token, &refused);
    if (refused)
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token does not belong to the task");
    if (task)
        task_kill(task, VERDICT_STOPPED);
    return 0;
}
