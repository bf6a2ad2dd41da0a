/* Work on files, away from the loop.
 *
 * A few threads serve all. The jobs of a session are done one after another, so that the end of a task is taken down
 * before the next one of its session is asked what it will change; the sessions take turns. A job that its disk holds
 * for WORK_SLOW_MS gives its place to another thread. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "rpc/rpc.h"

enum {
    WORK_THREADS = 4,      /* that work at once */
    WORK_THREADS_ALL = 64, /* with those that a disk which does not answer holds */
    WORK_SLOW_MS = 4000,
};

struct work_pool {
    struct rpc *rpc;
    void (*settled)(void *user); /* no job is left */
    void *user;
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_thread_t threads[WORK_THREADS_ALL];
    size_t thread_count; /* each is started when all others have something to do */
    uv_async_t back;
    bool is_open;       /* the handles are there */
    struct list handed; /* struct work_job that a thread shall take; behind the mutex */
    struct list done;   /* likewise: those that are back */
    bool closed;        /* likewise: the threads shall end */
    atomic_bool hurry;  /* the daemon stops: what is at work comes to its end */
    struct list queues; /* struct work_queue, in the order of their turns */
    bool is_left;       /* those that are at work never come back */
    size_t busy;        /* threads that have a job */
    size_t slow;        /* of them, those that have had it for WORK_SLOW_MS: others work in their place */
    size_t at_work;     /* jobs that are not back yet */
};

/* The jobs of a session, in their order. */
struct work_queue {
    struct list link; /* in pool->queues */
    int64_t session;  /* 0: of nobody's */
    struct list waiting;
    size_t count;           /* of those that are not back, the one at work included */
    struct work_job *first; /* the one at work, or NULL */
};

struct work_job {
    /* Of the owner: */
    int64_t session; /* whose queue it waits in; 0: of nobody's */
    bool alone;      /* no task of the session begins meanwhile */
    /* On the loop, when its turn has come; what it says when it was started may not hold any more. Negative: it is done
     * with this status. May be NULL. */
    int (*begin)(struct work_job *job);
    void (*work)(struct work_job *job); /* on the thread */
    void (*done)(struct work_job *job); /* on the loop; the job is its owner's again */
    int status;                         /* of the work */

    /* Of the pool: */
    struct list link;
    struct work_pool *pool;
    struct work_queue *queue;
    bool is_handed; /* a thread has it, or had it */
    bool is_slow;   /* and for long */
    struct deadline slow;
};

int work_pool_init(struct work_pool *pool, struct rpc *rpc, void (*settled)(void *user), void *user);

/* Behind those of its session that were started before. Negative: it is not started. */
int work_start(struct work_pool *pool, struct work_job *job);

/* A job of the session is at work that wants it alone. */
bool work_is_alone(const struct work_pool *pool, int64_t session);

/* The daemon stops: whatever is at work ends soon, and what waits is not begun; `settled` is called when nothing is any
 * more. */
void work_pool_hurry(struct work_pool *pool);
bool work_pool_is_idle(const struct work_pool *pool);
/* A thread does not come back, since a file system does not answer: nobody hears of its job any more, and it is as
 * idle. The process must be left without work_pool_close(). */
void work_pool_leave(struct work_pool *pool);
bool work_pool_is_left(const struct work_pool *pool);

/* Ends the threads, which must be idle, and begins to close the handles. May be called again. */
void work_pool_close(struct work_pool *pool);
