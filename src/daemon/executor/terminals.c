/* Executors for terminals. */
#include <errno.h>
#include <stdlib.h>

#include "daemon/executor/internal.h"

/* Somebody who wants to open one. */
struct waiter {
    struct list link; /* in executor->terminal_waiters */
    struct executor *executor;
    struct deadline soon; /* where the executor is ready already */
    void (*ready)(void *user, struct executor *executor, const char *problem);
    void *user;
};

static void tell(struct waiter *waiter, const char *problem)
{
    struct executor *executor = waiter->executor;
    timers_unset(&executor->pool->rpc->timers, &waiter->soon);
    list_remove(&waiter->link);
    waiter->ready(waiter->user, problem ? NULL : executor, problem);
    free(waiter);
}

static void on_soon(struct deadline *deadline)
{
    tell(list_member(deadline, struct waiter, soon), NULL);
}

void executor_tell_terminals(struct executor *executor, const char *problem)
{
    while (!list_is_empty(&executor->terminal_waiters))
        tell(list_member(executor->terminal_waiters.next, struct waiter, link), problem);
}

int executor_move_terminals(struct executor *executor, struct executor *other)
{
    int r = executor_token_make(&other->terminal_token);
    while (r == 0 && !list_is_empty(&executor->terminal_waiters)) {
        struct waiter *waiter = list_member(executor->terminal_waiters.next, struct waiter, link);
        list_remove(&waiter->link);
        timers_unset(&executor->pool->rpc->timers, &waiter->soon);
        waiter->executor = other;
        list_append(&other->terminal_waiters, &waiter->link);
    }
    return r;
}

int executor_for_terminals(struct executor_pool *pool, struct slice session_id, const struct sandbox_wish *wish,
                           void (*ready)(void *user, struct executor *executor, const char *problem), void *user,
                           char problem[static 256])
{
    struct executor *executor = NULL;
    const struct executor_order order = {
        .name = EXECUTOR_BUILT_IN, .use = EXECUTOR_RECORD_USE_TERMINALS, .session_id = session_id, .wish = *wish};
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter)
        return -ENOMEM;
    int r = executor_pool_take(pool, &order, &executor, problem);
    if (r == 0 && executor->terminal_token.expires_ms == 0)
        r = executor_token_make(&executor->terminal_token);
    if (r == 0 && executor->state == EXECUTOR_READY && executor_has_entered(executor)) {
        waiter->soon.expired = on_soon;
        r = timers_set(&pool->rpc->timers, &waiter->soon, 0);
        executor_note_begin(executor, session_id, (struct slice){0});
        (void)executor_note(executor);
    }
    if (r < 0) {
        if (executor && executor->terminals == 0) /* it was taken, and nobody waits for it */
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

bool executor_hands_over(const struct executor_pool *pool)
{
    const char *problem;
    bool may_be_found = store_is_open(pool->store) && store_look(pool->store, &problem) != STORE_BROKEN;
    if (pool->left.count > 0)
        return may_be_found;
    for (const struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        if (executor->hands_over && executor->state == EXECUTOR_STARTING && !executor->exit)
            return true;
    }
    return false;
}

void executor_drop_terminals(struct executor *executor)
{
    if (list_is_empty(&executor->terminal_waiters))
        executor_ask(executor);
}
