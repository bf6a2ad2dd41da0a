/* Timers that end an executor without work or without daemon. */
#include "base/log.h"
#include "executor/task.h"
#include "executor/terminal.h"

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
