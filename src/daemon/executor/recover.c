/* The executors of a daemon before this one: those that run are taken over, of the others it is told how they ended. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/broker/broker.h"
#include "daemon/executor/internal.h"

static char *copy_of(struct slice text, enum field_is is)
{
    return is == FIELD_SET ? strndup(text.data, text.size) : NULL;
}

/* What one that is warm was told: a session's part is added to that. */
static void read_view(struct executor *executor)
{
    struct buf *view = &executor->sandbox.view;
    autofree char *path = NULL;
    *view = (struct buf)BUF_LIMITED(SANDBOX_VIEW_MAX);
    autoclose int fd =
        paths_join(executor->process.directory, "view", &path) < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    for (ssize_t n = 1; fd >= 0 && n > 0 && buf_reserve(view, 4096) == 0; view->size += n > 0 ? (size_t)n : 0)
        n = read(fd, view->data + view->size, 4096);
}

static int take_back(struct executor *executor, const char *id, const struct executor_record *record)
{
    executor->found = true;
    executor->resumes = record->resumes;
    executor->use = record->use;
    executor->hands_over = executor->use == EXECUTOR_RECORD_USE_TERMINALS;
    executor->state = EXECUTOR_STARTING;
    executor->session_id = copy_of(record->session_id, record->session_id_is);
    executor->found_task = copy_of(record->task_id, record->task_id_is);
    executor->sandbox.rules = copy_of(record->rules, record->rules_is);
    executor->sandbox.closed = record->closed;
    executor->sandbox.told = executor->sandbox.rules != NULL;
    if (record->level_is == FIELD_SET) {
        executor->sandbox.level = (enum session_sandbox_level)record->level;
        executor->sandbox.state = executor->sandbox.rules ? SANDBOX_WHOLE : SANDBOX_GENERAL;
    }
    if (record->settings_is == FIELD_SET && record->settings.size < sizeof executor->settings)
        memcpy(executor->settings, record->settings.data, record->settings.size);
    executor->stale = strcmp(executor->settings, executor->pool->settings_sum) != 0;
    if (record->hand_shake.size >= sizeof executor->hand_shake)
        return -EINVAL;
    memcpy(executor->hand_shake, record->hand_shake.data, record->hand_shake.size);
    executor->process.is_given = strcmp(executor->name, EXECUTOR_BUILT_IN) == 0;
    int r = process_adopt(&executor->process, executor->pool->processes, id, record);
    if (r == 0 && executor->use == EXECUTOR_RECORD_USE_WARM)
        read_view(executor);
    return r;
}

static void on_found(void *user, const char *id, const struct executor_record *record)
{
    struct executor_pool *pool = user;
    if (record->use == EXECUTOR_RECORD_USE_BROKER) {
        broker_found(pool->broker, id, record);
        return;
    }
    struct executor *executor = executor_new(pool, record->executor.data);
    int r = executor ? take_back(executor, id, record) : -ENOMEM;
    if (r < 0) {
        log_warn("executor %s: of a daemon before this one, cannot be taken over: %s", id, strerror(-r));
        if (executor)
            executor_free(executor);
        return;
    }
    log_info("executor %s: a daemon before this one has started it", id);
}

int executor_recover(struct executor_pool *pool)
{
    int r = pool->left_status < 0 ? pool->left_status : process_find(pool->processes, &pool->left, on_found, pool);
    free(pool->left.items);
    pool->left = (struct process_ids){0};
    return r;
}

/* --- those at work ------------------------------------------------------------------------------- */

static struct executor *find(struct executor_pool *pool, struct slice task_id)
{
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (executor->found_task && slice_is(task_id, executor->found_task))
            return executor;
    }
    return NULL;
}

static void on_bury(struct deadline *deadline)
{
    executor_bury(list_member(deadline, struct executor, start));
}

int executor_adopt(struct task_job *run)
{
    struct executor_pool *pool = run->pool;
    struct executor *executor = find(pool, run->task->id);
    if (!executor)
        return -ENOENT;
    if (executor->carried) {
        free(executor->found_task);
        executor->found_task = NULL;
        executor_carry_on(executor, run);
        return 0;
    }
    int r = executor_assign(executor, run);
    if (r < 0)
        return r;
    (void)fault_point("executor.before_adopt");
    pool->wanted = true;
    free(executor->found_task);
    executor->found_task = NULL;
    executor->prompted = true;
    if (executor->exit) {
        executor->start.expired = on_bury;
        r = timers_set(&pool->rpc->timers, &executor->start, 0);
    } else if (executor->resumes) {
        executor_link(executor);
    } else {
        executor_end_now(executor, EXECUTOR_LOST_PROBLEM);
    }
    return r;
}

/* --- the others ----------------------------------------------------------------------------------- */

void executor_recovered(struct executor_pool *pool)
{
    for (struct list *link = pool->executors.next, *next; link != &pool->executors; link = next) {
        struct executor *executor = list_member(link, struct executor, link);
        next = link->next;
        if (!executor->found || executor->run)
            continue;
        bool idle = executor->carried && !executor->prompt;
        bool carried = executor->carried;
        executor->found = false;
        free(executor->found_task);
        executor->found_task = NULL;
        if (carried)
            executor_carried(executor);
        /* Of ours it is known, even where that daemon had no time to ask. */
        if (strcmp(executor->name, EXECUTOR_BUILT_IN) == 0)
            executor->resumes = true;
        if (executor->exit)
            executor_bury(executor);
        else if (idle)
            executor_pool_give_back(executor);
        else if (executor->resumes && !pool->closed)
            executor_link(executor);
        else
            executor_ask(executor);
    }
    executor_pool_settled(pool);
}
