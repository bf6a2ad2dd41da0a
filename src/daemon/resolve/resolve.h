/* A thread pool for file system access that may block.
 *
 * A path that a user or an agent chooses may be on a network mount whose server does not respond. System calls
 * on such a path block indefinitely. So the loop and the threads of the store look up such paths only in the
 * kernel's caches (base/cached.h), and start a job of the resolver on a cache miss.
 *
 * Jobs with the same key form a lane. A lane runs its jobs one at a time, in the order in which they were
 * started. So a directory that blocks occupies one thread, and delays only jobs of its own lane. Each job has a
 * time limit of RESOLVE_MS. After that, its owner gets -ETIMEDOUT, and until the thread returns, new jobs of
 * the lane are refused at once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/list.h"
#include "rpc/timers.h"

enum {
    RESOLVE_MS = 4000,       /* shorter than the time that a restart waits for running work */
    RESOLVE_THREADS = 64,    /* so many lanes can block before others must wait */
    RESOLVE_LANE_JOBS = 512, /* jobs that may wait in one lane */
};

struct resolver;
struct resolve_lane;

struct resolve_job {
    /* Set by the owner. `work` runs on a thread, may never return, and must access nothing but the job: */
    void (*work)(struct resolve_job *job);
    /* On the loop, once, unless the job was forgotten: 0 or -ETIMEDOUT. `work` may still be running. */
    void (*done)(struct resolve_job *job, int status);
    /* On the loop, last: the job is not used any more. A job that still blocks when the daemon ends is never
     * released. */
    void (*release)(struct resolve_job *job);

    /* Private to the resolver: */
    struct list link;      /* in lane->jobs, or resolver->back */
    struct list unsettled; /* in resolver->unsettled */
    struct resolver *resolver;
    struct resolve_lane *lane; /* NULL: `work` has returned */
    struct deadline deadline;
    bool at_work;
    bool settled; /* `done` was called, or will never be */
};

int resolver_new(uv_loop_t *loop, struct timers *timers, struct resolver **ret_resolver);

/* Takes the job. -ETIMEDOUT: its lane is blocked. -EBUSY: the lane is full. -ESHUTDOWN: the daemon stops.
 * -ENOMEM, -EAGAIN: no thread could be created. After an error, the caller still owns the job. */
int resolver_start(struct resolver *resolver, const char *key, struct resolve_job *job);

/* For a job that takes microseconds unless its file system blocks: the loop waits up to `ms` for it. If that is
 * enough, `done` and `release` have been called on return. Otherwise the job continues like any other. */
void resolver_await(struct resolve_job *job, unsigned ms);

/* The owner is being freed: `done` will not be called, only `release`. */
void resolver_forget(struct resolve_job *job);

/* For a stop or a handover: ends all waiting jobs with -ETIMEDOUT, and refuses new ones until `again`. */
void resolver_give_up(struct resolver *resolver, bool again);

/* No job has an owner that waits for it. */
bool resolver_is_idle(const struct resolver *resolver);

/* A thread runs a job, possibly one that was given up. */
bool resolver_hangs(struct resolver *resolver);

/* Starts to close the handles. A blocked thread is left behind and ends with the process. Returns NULL. */
struct resolver *resolver_free(struct resolver *resolver);
