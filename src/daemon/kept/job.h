/* Work on files, away from the loop. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "daemon/kept/kept.h"

struct kept_job {
    struct list link;
    struct buf hide; /* set when it starts: kept_place.hide */
    struct daemon *daemon;
    void (*work)(struct kept_job *job); /* on the thread */
    void (*done)(struct kept_job *job); /* on the loop; the job is its own again */
    int status;                         /* of the work */
};

/* Behind those that were started before. -EAGAIN, -ENOMEM: there is no thread; then it is not started. */
int kept_job_start(struct kept_job *job);

/* A task of which something is kept: its end is to be taken down. */
struct kept_task {
    struct list link; /* in kept->tasks */
    int64_t no;       /* in the store */
    char id[];
};
int kept_task_add(struct daemon *daemon, int64_t no, const char *id);

/* end.c: takes down how things are, now that it has ended. `then`, which may be NULL, is called when that is done.
 * Negative: it is not done. */
int kept_task_end(struct daemon *daemon, const char *id, void (*then)(void *user), void *user);
