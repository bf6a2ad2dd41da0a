/* A thread pool for work on files.
 *
 * The jobs of a session run one at a time and in order: the state of files after a task is recorded before the
 * next task of the session can change them. Sessions take turns. A job that has been blocked by its disk for
 * WORK_SLOW_MS no longer counts against WORK_THREADS, so another thread can run. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "rpc/rpc.h"

enum {
    WORK_THREADS = 4,      /* running jobs that are not slow */
    WORK_THREADS_ALL = 64, /* including threads that are blocked by a disk */
    WORK_SLOW_MS = 4000,
};

struct work_pool {
    struct rpc *rpc;
    void (*settled)(void *user); /* the last job has ended */
    void *user;
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_thread_t threads[WORK_THREADS_ALL];
    size_t thread_count; /* threads are started only when all others are busy */
    uv_async_t back;
    bool is_open;       /* the handles are open */
    struct list handed; /* struct work_job: jobs for the threads; protected by the mutex */
    struct list done;   /* jobs that are done; protected by the mutex */
    bool closed;        /* the threads shall end; protected by the mutex */
    atomic_bool hurry;  /* the daemon stops: running jobs should end early */
    struct list queues; /* struct work_queue, in round-robin order */
    bool is_left;       /* running jobs were abandoned and never come back */
    size_t busy;        /* threads with a job */
    size_t slow;        /* busy threads whose job has exceeded WORK_SLOW_MS; they do not count against WORK_THREADS */
    size_t at_work;     /* jobs that are not done yet */
};

/* The jobs of a session, in order. */
struct work_queue {
    struct list link; /* in pool->queues */
    int64_t session;  /* 0: no session */
    struct list waiting;
    size_t count;           /* jobs that are not done, including the running one */
    struct work_job *first; /* the running job, or NULL */
};

struct work_job {
    /* Set by the owner: */
    int64_t session; /* whose queue the job waits in; 0: no session; negative: a queue that its owner has chosen */
    bool alone;      /* no task of the session may start during the job */
    /* On the loop, just before the job runs: checks that its input is still valid. Negative: the job is done
     * with this status. May be NULL. */
    int (*begin)(struct work_job *job);
    void (*work)(struct work_job *job); /* on a thread */
    void (*done)(struct work_job *job); /* on the loop; ownership returns to the caller */
    int status;                         /* the result of `work` */

    /* Private to the pool: */
    struct list link;
    struct work_pool *pool;
    struct work_queue *queue;
    bool is_handed; /* it was passed to the threads */
    bool is_slow;   /* it has run for WORK_SLOW_MS */
    struct deadline slow;
};

int work_pool_init(struct work_pool *pool, struct rpc *rpc, void (*settled)(void *user), void *user);

/* Queues the job after earlier ones of its session. Negative: it was not queued. */
int work_start(struct work_pool *pool, struct work_job *job);

/* Whether a running job of the session excludes tasks. */
bool work_is_alone(const struct work_pool *pool, int64_t session);

/* For a stop: running jobs end early, and waiting jobs are not started. `settled` is called when no job is left. */
void work_pool_hurry(struct work_pool *pool);
bool work_pool_is_idle(const struct work_pool *pool);
/* Abandons threads that are blocked by a file system. Their jobs are never done, and the pool counts as idle.
 * The process must then exit without work_pool_close(). */
void work_pool_leave(struct work_pool *pool);
bool work_pool_is_left(const struct work_pool *pool);

/* Ends the threads, which must be idle, and starts to close the handles. May be called again. */
void work_pool_close(struct work_pool *pool);
