/* The methods shutdown and terminate, and the end of the program. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "executor/task.h"
#include "executor/terminal.h"
#include "rpc/call.h"

enum { SEND_GRACE_MS = 2000 };

/* --- leaving --- */

static void interrupt(struct executor *executor)
{
    executor->leaving_status = "interrupted";
    task_stop(task_at_work(executor), executor->gives_up ? VERDICT_DAEMON_GONE : VERDICT_STOPPED, SLICE("shutdown"),
              TASK_GRACE_MS);
}

/* The time limit of the phase was reached. */
static void on_deadline(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, leave);
    if (executor->leaving == LEAVING_TASK && task_at_work(executor))
        interrupt(executor);
    else if (executor->daemon)
        peer_close(executor->daemon, "it does not read its messages");
}

static bool has_told_all(const struct executor *executor)
{
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        const struct task *task = list_member(link, struct task, link);
        if (task->unsent != &task->messages || !task->told)
            return false;
    }
    return true;
}

void executor_leave(struct executor *executor, uint64_t timeout_ms)
{
    struct timers *timers = &executor->rpc.timers;
    if (executor->leaving == LEAVING_NOT) {
        executor->leaving = LEAVING_TASK;
        executor->leaving_status = has_told_all(executor) ? "idle" : "completed";
        executor->leave.expired = on_deadline;
        listener_close(&executor->listener);
        (void)unlink(executor->options.socket);
        executor_settle(executor);
    }
    if (executor->leaving == LEAVING_TASK && task_at_work(executor)) {
        if (timeout_ms == 0)
            interrupt(executor);
        else if (executor->leave.index == 0 || executor->leave.at > uv_now(&executor->loop) + timeout_ms)
            (void)timers_set(timers, &executor->leave, timeout_ms);
    }
    executor_leave_step(executor);
}

static void answer_shutdown(struct executor *executor)
{
    char text[64];
    (void)snprintf(text, sizeof text, "{\"status\":\"%s\"}", executor->leaving_status);
    while (executor->shutdown_call_count > 0)
        (void)call_reply_text(executor->shutdown_calls[--executor->shutdown_call_count], slice_of(text));
}

static void close_all(uv_idle_t *idle)
{
    struct executor *executor = idle->data;
    uv_close((uv_handle_t *)idle, NULL);
    while (!list_is_empty(&executor->tasks))
        task_free(list_member(executor->tasks.next, struct task, link));
    timers_unset(&executor->rpc.timers, &executor->leave);
    /* Closing the handles restores the default action, which would kill the program during its orderly end. */
    sigset_t set;
    (void)sigfillset(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (size_t i = 0; i < sizeof executor->signals / sizeof *executor->signals; i++)
        uv_close((uv_handle_t *)&executor->signals[i], NULL);
    rpc_close(&executor->rpc);
}

void executor_leave_step(struct executor *executor)
{
    if (executor->sending)
        return;
    if (executor->leaving == LEAVING_TASK && !task_at_work(executor)) {
        executor->leaving = LEAVING_SEND;
        (void)timers_set(&executor->rpc.timers, &executor->leave, SEND_GRACE_MS);
        messages_send_soon(executor);
    }
    if (executor->leaving == LEAVING_SEND && (!executor_is_heard(executor) || has_told_all(executor))) {
        executor->leaving = LEAVING_DRAIN;
        int r = executor_spool(executor);
        if (r < 0)
            log_error("cannot write unconfirmed messages to the spool: %s", strerror(-r));
        answer_shutdown(executor);
        terminal_end_all(executor);
        if (executor->daemon)
            peer_drain(executor->daemon, "the executor is stopping");
    }
    if (executor->leaving == LEAVING_DRAIN && executor->rpc.peer_count == 0 && executor->rpc.large_jobs == 0) {
        executor->leaving = LEAVING_DONE;
        (void)uv_idle_start(&executor->last, close_all);
    }
}

/* --- methods --- */

static void on_abandoned(struct call *call)
{
    struct executor *executor = executor_of(call);
    for (size_t i = 0; i < executor->shutdown_call_count; i++)
        if (executor->shutdown_calls[i] == call) {
            executor->shutdown_calls[i] = executor->shutdown_calls[--executor->shutdown_call_count];
            return;
        }
}

static int shut_down(struct call *call, int64_t timeout_ms)
{
    struct executor *executor = executor_of(call);
    struct call *deferred = NULL;
    if (!executor_admits(call))
        return 0;
    if (executor->shutdown_call_count == EXECUTOR_SHUTDOWN_CALLS)
        return call_fail(call, ERROR_STOPPING, "too many shutdown calls (limit: %d)", EXECUTOR_SHUTDOWN_CALLS);
    int r = call_defer(call, on_abandoned, NULL, &deferred);
    if (r < 0)
        return r;
    executor->shutdown_calls[executor->shutdown_call_count++] = deferred;
    executor_leave(executor, (uint64_t)timeout_ms);
    return 0;
}

int executor_shutdown(struct call *call, const struct executor_shutdown_params *params)
{
    return shut_down(call, params->timeout_ms);
}

int terminate(struct call *call, const struct terminate_params *params)
{
    return shut_down(call, params->timeout_ms);
}
