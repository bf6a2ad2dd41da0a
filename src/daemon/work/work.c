#include "daemon/work/work.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

/* --- threads --- */

static struct work_job *next(struct work_pool *pool)
{
    struct work_job *job = NULL;
    uv_mutex_lock(&pool->mutex);
    while (list_is_empty(&pool->handed) && !pool->closed)
        uv_cond_wait(&pool->wake, &pool->mutex);
    if (!list_is_empty(&pool->handed)) {
        job = list_member(pool->handed.next, struct work_job, link);
        list_remove(&job->link);
    }
    uv_mutex_unlock(&pool->mutex);
    return job;
}

static void give_back(struct work_pool *pool, struct work_job *job)
{
    uv_mutex_lock(&pool->mutex);
    list_append(&pool->done, &job->link);
    uv_mutex_unlock(&pool->mutex);
    (void)uv_async_send(&pool->back);
}

static void work(void *user)
{
    struct work_pool *pool = user;
    struct work_job *job;
    while ((job = next(pool))) {
        job->work(job);
        give_back(pool, job);
    }
}

/* Starts a thread if all others are busy or blocked. Threads block all signals, so that the loop receives them.
 * Negative: there is no thread at all. */
static int start_thread(struct work_pool *pool)
{
    sigset_t all, before;
    if (pool->busy < pool->thread_count || pool->busy - pool->slow >= WORK_THREADS ||
        pool->thread_count == WORK_THREADS_ALL)
        return 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = uv_thread_create(&pool->threads[pool->thread_count], work, pool);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    pool->thread_count += r == 0;
    return pool->thread_count > 0 ? 0 : r;
}

/* --- queues, on the loop thread --- */

static struct work_queue *find_queue(const struct work_pool *pool, int64_t session)
{
    const struct list *all = &pool->queues;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct work_queue *queue = list_member(link, struct work_queue, link);
        if (queue->session == session)
            return queue;
    }
    return NULL;
}

static struct work_queue *make_queue(struct work_pool *pool, int64_t session)
{
    struct work_queue *queue = find_queue(pool, session);
    if (queue || !(queue = calloc(1, sizeof *queue)))
        return queue;
    queue->session = session;
    list_init(&queue->waiting);
    list_append(&pool->queues, &queue->link);
    return queue;
}

static void leave_queue(struct work_job *job)
{
    struct work_queue *queue = job->queue;
    job->queue = NULL;
    if (queue->first == job)
        queue->first = NULL;
    if (--queue->count > 0)
        return;
    list_remove(&queue->link);
    free(queue);
}

/* Round-robin: returns the first waiting job of the next queue, and moves that queue to the end. */
static struct work_job *next_in_turn(struct work_pool *pool)
{
    for (struct list *link = pool->queues.next; link != &pool->queues; link = link->next) {
        struct work_queue *queue = list_member(link, struct work_queue, link);
        if (queue->first || list_is_empty(&queue->waiting))
            continue;
        struct work_job *job = queue->first = list_member(queue->waiting.next, struct work_job, link);
        list_remove(&job->link);
        list_remove(&queue->link);
        list_append(&pool->queues, &queue->link);
        return job;
    }
    return NULL;
}

static bool has_free_thread(struct work_pool *pool)
{
    return start_thread(pool) == 0 && pool->busy < pool->thread_count && pool->busy - pool->slow < WORK_THREADS;
}

static void hand_over(struct work_pool *pool);

/* The job blocks its own session only: another thread may start meanwhile. */
static void on_slow(struct deadline *deadline)
{
    struct work_job *job = list_member(deadline, struct work_job, slow);
    struct work_pool *pool = job->pool;
    job->is_slow = true;
    pool->slow++;
    if (!pool->is_left)
        hand_over(pool);
}

static void hand_over(struct work_pool *pool)
{
    struct work_job *job;
    while (has_free_thread(pool) && (job = next_in_turn(pool))) {
        job->status = job->begin ? job->begin(job) : 0;
        if (job->status < 0) {
            give_back(pool, job);
            continue;
        }
        job->is_handed = true;
        job->slow.expired = on_slow;
        (void)timers_set(&job->pool->rpc->timers, &job->slow, WORK_SLOW_MS);
        pool->busy++;
        uv_mutex_lock(&pool->mutex);
        list_append(&pool->handed, &job->link);
        uv_cond_signal(&pool->wake);
        uv_mutex_unlock(&pool->mutex);
    }
}

static void on_back(uv_async_t *back)
{
    struct work_pool *pool = back->data;
    while (!pool->is_left) {
        struct work_job *job = NULL;
        uv_mutex_lock(&pool->mutex);
        if (!list_is_empty(&pool->done)) {
            job = list_member(pool->done.next, struct work_job, link);
            list_remove(&job->link);
        }
        uv_mutex_unlock(&pool->mutex);
        if (!job)
            break;
        pool->at_work--;
        timers_unset(&pool->rpc->timers, &job->slow);
        pool->busy -= job->is_handed;
        pool->slow -= job->is_slow;
        job->is_handed = job->is_slow = false;
        leave_queue(job);
        job->done(job);
    }
    if (!pool->is_left)
        hand_over(pool);
    if (pool->at_work == 0)
        pool->settled(pool->user);
}

int work_start(struct work_pool *pool, struct work_job *job)
{
    if (!pool->is_open || pool->is_left)
        return -EAGAIN;
    if (atomic_load(&pool->hurry))
        return -ECANCELED;
    int r = start_thread(pool);
    if (r < 0)
        return r;
    job->pool = pool;
    job->queue = make_queue(pool, job->session);
    if (!job->queue)
        return -ENOMEM;
    job->queue->count++;
    pool->at_work++;
    list_append(&job->queue->waiting, &job->link);
    hand_over(pool);
    return 0;
}

bool work_is_alone(const struct work_pool *pool, int64_t session)
{
    const struct work_queue *queue = find_queue(pool, session);
    return queue && queue->first && queue->first->alone;
}

bool work_pool_is_idle(const struct work_pool *pool)
{
    return pool->at_work == 0 || pool->is_left;
}

void work_pool_leave(struct work_pool *pool)
{
    log_warn("stop: %zu file jobs still run, abandoning them", pool->busy);
    pool->is_left = true;
}

bool work_pool_is_left(const struct work_pool *pool)
{
    return pool->is_left;
}

void work_pool_hurry(struct work_pool *pool)
{
    atomic_store(&pool->hurry, true);
    if (!pool->is_open)
        return;
    for (struct list *link = pool->queues.next; link != &pool->queues; link = link->next) {
        struct work_queue *queue = list_member(link, struct work_queue, link);
        while (!list_is_empty(&queue->waiting)) {
            struct work_job *job = list_member(queue->waiting.next, struct work_job, link);
            list_remove(&job->link);
            job->status = -ECANCELED;
            give_back(pool, job);
        }
    }
}

/* --- lifetime --- */

int work_pool_init(struct work_pool *pool, struct rpc *rpc, void (*settled)(void *user), void *user)
{
    pool->rpc = rpc;
    pool->settled = settled;
    pool->user = user;
    struct list *lists[] = {&pool->handed, &pool->done, &pool->queues};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        list_init(lists[i]);
    int r = uv_mutex_init(&pool->mutex);
    if (r < 0)
        return r;
    r = uv_cond_init(&pool->wake);
    if (r < 0) {
        uv_mutex_destroy(&pool->mutex);
        return r;
    }
    pool->back.data = pool;
    r = uv_async_init(pool->rpc->loop, &pool->back, on_back);
    if (r < 0) {
        uv_cond_destroy(&pool->wake);
        uv_mutex_destroy(&pool->mutex);
        return r;
    }
    uv_unref((uv_handle_t *)&pool->back);
    pool->is_open = true;
    return 0;
}

static void end_threads(struct work_pool *pool)
{
    uv_mutex_lock(&pool->mutex);
    pool->closed = true;
    uv_cond_broadcast(&pool->wake);
    uv_mutex_unlock(&pool->mutex);
    for (size_t i = 0; i < pool->thread_count; i++)
        (void)uv_thread_join(&pool->threads[i]);
}

void work_pool_close(struct work_pool *pool)
{
    if (!pool->is_open)
        return;
    pool->is_open = false;
    end_threads(pool);
    uv_close((uv_handle_t *)&pool->back, NULL);
    uv_cond_destroy(&pool->wake);
    uv_mutex_destroy(&pool->mutex);
}
