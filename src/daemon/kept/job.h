/* Jobs of the threads of daemon/work. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "daemon/kept/kept.h"
#include "daemon/work/work.h"

struct kept_job {
    struct work_job job;
    struct kept *kept;
    int64_t session; /* whose queue it waits in; 0: of nobody's */
    bool undoes;     /* no task of the session begins meanwhile */
    struct buf hide; /* set when its turn has come: kept_place.hide */
    int (*begin)(struct kept_job *job);
    void (*work)(struct kept_job *job);
    void (*done)(struct kept_job *job);
    int status;
};

/* As work_start(), with a copy of what the configuration hides. */
int kept_job_start(struct kept_job *job);

/* A task of which something is kept: its end is to be taken down. */
struct kept_task {
    struct list link;    /* in kept->tasks */
    int64_t no, session; /* in the store */
    /* All of its working directory is kept, or was too much: it is not walked through again. */
    bool is_captured;
    bool complete; /* of the answer then */
    int64_t kept;
    char id[];
};
int kept_task_add(struct kept *kept, int64_t no, int64_t session, const char *id);
struct kept_task *kept_task_find(const struct kept *kept, int64_t no);

/* end.c: takes down how things are, now that it has ended. `then`, which may be NULL, is called when that is done.
 * Negative: it is not done. */
int kept_task_end(struct kept *kept, const struct kept_task *task, void (*then)(void *user), void *user);
