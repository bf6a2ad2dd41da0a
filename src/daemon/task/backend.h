/* What the queue asks of whatever runs tasks; job.h is what it is told. The queue knows nothing of executors but this.
 * Everything here happens on the loop thread. */
#pragma once

#include "base/slice.h"
#include "daemon/task/job.h"

struct handover_part;

/* What runs tasks. All but `start` may be called at any time until task_job_ended(), also from inside of
 * task_job_report() and its like. */
struct task_backend {
    const char *name;

    /* Begins to work. 0: it will call task_job_ended() once, later, never from inside of here. Negative, with a
     * sentence in `problem`: it cannot, and the task fails. */
    int (*start)(struct task_job *run, char problem[static 256]);

    /* Asks it to come to an end soon; the reason is a word: user_cancelled, timeout, daemon_stopped, … */
    void (*stop)(struct task_job *run, struct slice reason);

    /* Ends it now, whatever it does: task_job_ended() follows without its cooperation. */
    void (*kill)(struct task_job *run);

    /* Everything up to the message with this sequence is stored for good. */
    void (*confirmed)(struct task_job *run, int64_t sequence);

    /* Its end, after task_job_ended(), is stored for good: what was kept of it may go. The last that is heard of the
     * run, which is gone when this returns. May be NULL. */
    void (*stored)(struct task_job *run);

    /* More has come than was stored: report nothing until told to go on. What comes all the same is kept. */
    void (*pause)(struct task_job *run, bool paused);

    /* Once, when the store is open and before anything is adopted: time to look for what the daemon before this one
     * left. Negative: it could not, which is logged and no more. May be NULL. */
    int (*recover)(struct executor_pool *pool);

    /* A daemon before this one has started the task, and it was at work when that one ended. 0: there is somebody who
     * knows what became of it, and who will report the rest and its end, later, never from inside of here;
     * `run->reported` tells what is stored, `run->task->state` how far it was, and where it shall stop, stop() follows.
     * Negative: nobody does, and the task fails. May be NULL. */
    int (*adopt)(struct task_job *run);

    /* All that were at work were offered: nothing more is adopted. May come again. May be NULL. */
    void (*recovered)(struct executor_pool *pool);
    /* How what it runs goes over to a new program (daemon.restart), where `adopt` finds it again. NULL: it cannot, and
     * there is no restart while tasks are at work. */
    const struct handover_part *handover;
};

/* Of this program: weird runs executors, the daemon of the tests plays scripts. */
extern const struct task_backend task_backend;
