/* Work on files, away from the loop. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "daemon/kept/kept.h"

/* The jobs of a session, in their order. */
struct kept_queue {
    struct list link; /* in kept->queues */
    int64_t session;  /* 0: of nobody's */
    struct list waiting;
    size_t count;           /* of those that are not back, the one at work included */
    struct kept_job *first; /* the one at work, or NULL */
};

struct kept_job {
    struct list link;
    struct daemon *daemon;
    int64_t session; /* whose queue it waits in; 0: of nobody's */
    bool undoes;     /* no task of the session begins meanwhile */
    bool is_handed;  /* a thread has it, or had it */
    bool is_slow;    /* and for long */
    struct deadline slow;
    struct kept_queue *queue;
    struct buf hide; /* set when its turn has come: kept_place.hide */
    /* On the loop, when its turn has come; what it says when it was started may not hold any more. Negative: it is done
     * with this status. May be NULL. */
    int (*begin)(struct kept_job *job);
    void (*work)(struct kept_job *job); /* on the thread */
    void (*done)(struct kept_job *job); /* on the loop; the job is its own again */
    int status;                         /* of the work */
};

/* Behind those of its session that were started before. Negative: it is not started. */
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
int kept_task_add(struct daemon *daemon, int64_t no, int64_t session, const char *id);
struct kept_task *kept_task_find(const struct daemon *daemon, int64_t no);

/* end.c: takes down how things are, now that it has ended. `then`, which may be NULL, is called when that is done.
 * Negative: it is not done. */
int kept_task_end(struct daemon *daemon, const struct kept_task *task, void (*then)(void *user), void *user);
