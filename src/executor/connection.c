/* The connection of the daemon; there is only one. The daemon authenticates itself, and gets what it has not stored. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/log.h"
#include "base/secret.h"
#include "contract/executor_dispatch.h"
#include "executor/task.h"
#include "executor/terminal.h"
#include "rpc/call.h"
#include "rpc/version.h"

static void on_closed(struct peer *peer, const char *reason)
{
    struct executor *executor = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    executor->daemon = NULL;
    executor->proved = false;
    executor->paused = false;
    /* Calls of the task may have been lost with the connection. */
    for (struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        struct task *task = list_member(link, struct task, link);
        messages_rewind(task);
        task->told = false;
    }
    executor_settle(executor);
    executor_leave_step(executor);
}

static void on_drained(struct peer *peer)
{
    messages_send(peer->user);
}

static const struct peer_events events = {.closed = on_closed, .drained = on_drained};

static bool has_hung_up(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd, .events = POLLRDHUP};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

void executor_accept(void *user, int fd)
{
    struct executor *executor = user;
    /* If a daemon is killed, the next one may connect before the end of the first connection is seen. A client that has
     * not completed the handshake must not keep the daemon out: an agent could connect too. */
    if (executor->daemon && (has_hung_up(executor->daemon) || !executor_is_heard(executor)))
        peer_close(executor->daemon, "another daemon takes over");
    if (executor->daemon || executor->leaving != LEAVING_NOT) {
        listener_refuse(&executor->listener, fd,
                        executor->daemon ? "another daemon is connected" : "the executor is about to exit");
        return;
    }
    int r = peer_new(&executor->rpc, fd, CALLER_DAEMON, &executor_dispatch, &events, executor, &executor->daemon);
    if (r < 0)
        return;
    executor_settle(executor);
    messages_send_soon(executor);
}

struct executor *executor_of(const struct call *call)
{
    return call->peer->user;
}

bool executor_is_heard(const struct executor *executor)
{
    return executor->daemon && !peer_is_over(executor->daemon) && (executor->proved || executor->hand_shake[0] == '\0');
}

bool executor_admits(struct call *call)
{
    const struct executor *executor = executor_of(call);
    if (executor->proved || executor->hand_shake[0] == '\0')
        return true;
    (void)call_fail(call, ERROR_HANDSHAKE_REFUSED, "call resume with the secret of the handshake first");
    return false;
}

/* --- resume, confirm_messages --- */

static const int64_t *confirmed_of(const struct resume_params *params, struct slice task_id)
{
    for (size_t i = 0; i < params->confirmed.count; i++)
        if (slice_equal(params->confirmed.items[i].key, task_id))
            return &params->confirmed.items[i].value;
    return NULL;
}

/* If the daemon names tasks, an ended task that it does not name is finished. If it names none at all, nothing is
 * known. */
static void forget_unnamed(struct executor *executor, const struct resume_params *params)
{
    if (params->confirmed_is != FIELD_SET)
        return;
    for (struct list *link = executor->tasks.next, *next; link != &executor->tasks; link = next) {
        next = link->next;
        struct task *task = list_member(link, struct task, link);
        const int64_t *sequence = confirmed_of(params, task->params->task_id);
        if (sequence)
            messages_confirmed(task, *sequence);
        else if (task->ended)
            task_free(task);
    }
}

static int take_tokens(struct executor *executor, const struct resume_params *params)
{
    int r = 0;
    for (size_t i = 0; r == 0 && params->tokens_is == FIELD_SET && i < params->tokens.count; i++) {
        struct task *task = task_find(executor, params->tokens.items[i].key);
        if (task)
            r = task_set_token(task, params->tokens.items[i].value);
    }
    return r;
}

static int list_tasks(struct executor *executor, struct arena *arena, struct resume_result_tasks *ret_tasks)
{
    size_t count = 0;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next)
        count++;
    struct executor_handed *items = arena_zeroed(arena, (count ? count : 1) * sizeof *items), *item = items;
    if (!items)
        return -ENOMEM;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next, item++) {
        const struct task *task = list_member(link, struct task, link);
        item->task_id = task->params->task_id;
        item->last_sequence = task->sequence;
        item->execution_is = task->ended ? FIELD_SET : FIELD_ABSENT;
        if (task->ended)
            item->execution = task->execution;
    }
    *ret_tasks = (struct resume_result_tasks){items, count};
    return 0;
}

int resume(struct call *call, const struct resume_params *params)
{
    struct executor *executor = executor_of(call);
    struct resume_result result = {.protocol_version = SLICE(VERSION_OF_EXECUTORS), .protocol_version_is = FIELD_SET};
    if (executor->hand_shake[0] != '\0' && !secret_equal(slice_of(executor->hand_shake), params->hand_shake))
        return call_fail(call, ERROR_HANDSHAKE_REFUSED, "the secret is not the one of the first handshake");
    if (!version_fits_executors(params->protocol_version))
        return call_fail(call, ERROR_UNSUPPORTED_PROTOCOL,
                         "this executor supports version " VERSION_OF_EXECUTORS ", not %.*s",
                         SLICE_ARG(params->protocol_version));
    if (params->hand_shake.size >= sizeof executor->hand_shake)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.hand_shake",
                           "Invalid params: params.hand_shake is too long (limit: 256 bytes)");
    memcpy(executor->hand_shake, params->hand_shake.data, params->hand_shake.size + 1);
    executor->proved = true;
    unsigned major;
    (void)version_parse(params->protocol_version, &major, &executor->daemon_minor);
    (void)fault_point("agent.before_resume");
    forget_unnamed(executor, params);
    int r = take_tokens(executor, params);
    if (r == 0)
        r = list_tasks(executor, &executor->rpc.scratch, &result.tasks);
    if (r == 0)
        r = terminal_hand_over(executor, &executor->rpc.scratch, &result.terminals.items, &result.terminals.count);
    if (r < 0)
        return r;
    r = resume_reply(call, &result);
    for (struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        struct task *task = list_member(link, struct task, link);
        messages_rewind(task);
        task->told = false;
    }
    messages_send_soon(executor);
    executor_settle(executor);
    return r;
}

int confirm_messages(struct call *call, const struct confirm_messages_params *params)
{
    struct executor *executor = executor_of(call);
    if (!executor_admits(call))
        return 0;
    struct task *task = task_find(executor, params->task_id);
    (void)fault_point("agent.before_drop");
    if (task)
        messages_confirmed(task, params->sequence);
    executor_settle(executor);
    return 0;
}
