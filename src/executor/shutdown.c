/* The methods shutdown and terminate, and the end of the program: what must be done first, the timers that lead to it,
 * and the messages that it leaves for the next daemon. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
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

/* --- timers --- */

/* Timers that end an executor without work or without daemon. */

static void on_idle(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, idle);
    log_info("idle for %llu ms, stopping", (unsigned long long)executor->options.idle_ms);
    executor_leave(executor, 0);
}

static void on_orphan(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, orphan);
    log_warn("no daemon connected for %llu ms, stopping", (unsigned long long)executor->options.orphan_ms);
    executor->gives_up = true;
    executor_leave(executor, 0);
}

void executor_rest_init(struct executor *executor)
{
    executor->idle.expired = on_idle;
    executor->orphan.expired = on_orphan;
}

static bool is_idle(const struct executor *executor)
{
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next)
        if (!task_is_settled(list_member(link, struct task, link)))
            return false;
    return executor_is_heard(executor) && terminal_count(executor) == 0;
}

static void want(struct executor *executor, struct deadline *deadline, bool wanted, uint64_t delay_ms)
{
    if (!wanted || delay_ms == 0)
        timers_unset(&executor->rpc.timers, deadline);
    else if (deadline->index == 0)
        (void)timers_set(&executor->rpc.timers, deadline, delay_ms);
}

void executor_settle(struct executor *executor)
{
    bool leaves = executor->leaving != LEAVING_NOT;
    want(executor, &executor->orphan, !leaves && !executor_is_heard(executor), executor->options.orphan_ms);
    want(executor, &executor->idle, !leaves && is_idle(executor), executor->options.idle_ms);
}

/* --- spool --- */

static int write_all(int fd, struct slice text)
{
    while (text.size > 0) {
        ssize_t n = write(fd, text.data, text.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        text.data += n;
        text.size -= (size_t)n;
    }
    return 0;
}

static bool is_owed(const struct task *task)
{
    return !list_is_empty(&task->messages) || (task->ended && !task->told);
}

static int write_line(int fd, struct buf *line, const struct task *task, const struct message *message)
{
    buf_reset(line, 64 << 10);
    buf_append_text(line, "{\"jsonrpc\":\"2.0\",");
    (void)(message ? message_write(line, task, message, SLICE("")) : message_write_completion(line, task, SLICE("")));
    int r = buf_append_char(line, '\n');
    return r < 0 ? r : write_all(fd, buf_slice(line));
}

static int write_task(int fd, struct buf *line, const struct task *task)
{
    int r = 0;
    for (const struct list *link = task->messages.next; link != &task->messages && r == 0; link = link->next) {
        const struct message *message = list_member(link, struct message, link);
        if (message->what == MESSAGE_EVENT)
            r = write_line(fd, line, task, message);
    }
    return r == 0 && task->ended ? write_line(fd, line, task, NULL) : r;
}

static int write_tasks(struct executor *executor, int fd)
{
    int r = 0;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks && r == 0; link = link->next)
        r = write_task(fd, &executor->line, list_member(link, struct task, link));
    return r == 0 && fsync(fd) < 0 ? -errno : r;
}

/* An empty line marks the file as complete for the daemon. */
static int write_given(struct executor *executor, int fd)
{
    int r = fault_point("agent.before_spool");
    if (r == 0)
        r = write_tasks(executor, fd);
    if (r == 0)
        r = fault_point("agent.before_spool_ends");
    if (r == 0)
        r = write_all(fd, SLICE("\n"));
    return r == 0 && fsync(fd) < 0 ? -errno : r;
}

/* Renames the file only when it is complete. */
static int write_file(struct executor *executor, const char *directory)
{
    autoclose int place = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -errno;
    autoclose int fd = openat(place, "spool.new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = fault_point("agent.before_spool");
    if (r == 0)
        r = write_tasks(executor, fd);
    if (r == 0)
        r = fault_point("agent.before_spool_ends");
    if (r == 0 && renameat(place, "spool.new", place, "spool") < 0)
        r = -errno;
    if (r < 0)
        (void)unlinkat(place, "spool.new", 0);
    return r == 0 && fsync(place) < 0 ? -errno : r;
}

int executor_spool(struct executor *executor)
{
    bool owed = false;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next)
        owed = owed || is_owed(list_member(link, struct task, link));
    if (!owed)
        return 0;
    if (executor->options.spool_fd >= 0)
        return write_given(executor, executor->options.spool_fd);
    autofree char *copy = strdup(executor->options.socket);
    return copy ? write_file(executor, dirname(copy)) : -ENOMEM;
}
