/* Jobs of the threads of daemon/work. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "daemon/snapshot/snapshot.h"
#include "daemon/work/work.h"

struct snapshot_job {
    struct work_job job;
    struct snapshots *kept;
    int64_t session; /* whose queue it waits in; 0: of nobody's */
    bool undoes;     /* no task of the session begins meanwhile */
    struct buf hide; /* set when its turn has come: snapshot_place.hide */
    int (*begin)(struct snapshot_job *job);
    void (*work)(struct snapshot_job *job);
    void (*done)(struct snapshot_job *job);
    int status;
};

/* As work_start(), with a copy of what the configuration hides. */
int snapshot_job_start(struct snapshot_job *job);

/* A task of which something is kept: its end is to be taken down. */
struct snapshot_task {
    struct list link;    /* in kept->tasks */
    int64_t no, session; /* in the store */
    /* All of its working directory is kept, or was too much: it is not walked through again. */
    bool is_captured;
    bool complete; /* of the answer then */
    int64_t kept;
    char id[];
};
int snapshot_task_add(struct snapshots *kept, int64_t no, int64_t session, const char *id);
struct snapshot_task *snapshot_task_find(const struct snapshots *kept, int64_t no);

/* end.c: takes down how things are, now that it has ended. `then`, which may be NULL, is called when that is done.
 * Negative: it is not done. */
int snapshot_task_end(struct snapshots *kept, const struct snapshot_task *task, void (*then)(void *user), void *user);
