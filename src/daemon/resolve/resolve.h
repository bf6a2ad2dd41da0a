/* Threads that may wait for a file system, so that nobody else has to.
 *
 * A path that a user or an agent chose may lie on a network mount whose server is gone: a system call that touches it
 * then takes for ever. The loop and the store's threads therefore look at such paths only in the kernel's caches
 * (base/cached.h); what is not there they give to the resolver as a job.
 *
 * Jobs with the same key form a lane: they run one after another, in the order in which they came, and a lane has one
 * thread at most. So a directory that hangs holds one thread and the jobs of its own lane. A job has RESOLVE_MS; after
 * that its owner hears -ETIMEDOUT, and until the thread comes back every further job of the lane is refused at once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/list.h"
#include "rpc/timers.h"

enum {
    RESOLVE_MS = 4000,       /* less than a restart waits for what is at work */
    RESOLVE_THREADS = 64,    /* so many lanes may hang before others have to wait */
    RESOLVE_LANE_JOBS = 512, /* that wait in one lane */
};

struct resolver;
struct resolve_lane;

struct resolve_job {
    /* Of the owner. `work` runs on a thread, may never return, and touches nothing but the job: */
    void (*work)(struct resolve_job *job);
    /* On the loop, once, unless it was forgotten: 0 or -ETIMEDOUT; then `work` may still be running. */
    void (*done)(struct resolve_job *job, int status);
    /* On the loop, last: nobody uses the job any more. A job that hangs when the daemon ends is never released. */
    void (*release)(struct resolve_job *job);

    /* Of the resolver: */
    struct list link;   /* in lane->jobs, or resolver->back */
    struct list untold; /* in resolver->untold */
    struct resolver *resolver;
    struct resolve_lane *lane; /* NULL: `work` has returned */
    struct deadline deadline;
    bool at_work;
    bool told; /* `done` was called, or will not be */
};

int resolver_new(uv_loop_t *loop, struct timers *timers, struct resolver **ret_resolver);

/* Takes the job. -ETIMEDOUT: its lane hangs. -EBUSY: too many wait in it. -ESHUTDOWN: the daemon ends. -ENOMEM,
 * -EAGAIN: there can be no thread. The job stays the caller's then. */
int resolver_start(struct resolver *resolver, const char *key, struct resolve_job *job);

/* For a job that takes microseconds unless its file system hangs: the loop waits for it, `ms` at most. Then its `done`
 * has been called, and it is released; or it goes on as any other. */
void resolver_await(struct resolve_job *job, unsigned ms);

/* Its owner is gone: `done` is not called any more, `release` is. */
void resolver_forget(struct resolve_job *job);

/* The daemon stops, or another program takes over: whoever waits is told -ETIMEDOUT now, and no job is taken any more
 * until `again`. */
void resolver_give_up(struct resolver *resolver, bool again);

/* Nobody waits for a job. */
bool resolver_is_idle(const struct resolver *resolver);

/* A thread is at work, on a job that somebody waits for or that was given up. */
bool resolver_hangs(struct resolver *resolver);

/* Begins to close its handles. A thread that hangs is left behind; it ends with the process. NULL. */
struct resolver *resolver_free(struct resolver *resolver);
