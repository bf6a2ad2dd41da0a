/* The interface between the task queue and the program that runs tasks: what the queue asks for. job.h has the other
 * direction. The queue knows nothing else about executors. Everything runs on the loop thread. */
#pragma once

#include "base/slice.h"
#include "daemon/task/job.h"

struct handover_part;

/* A task back end. All functions but `start` may be called at any time until task_job_ended(), also from inside of
 * task_job_report() and similar functions. */
struct task_backend {
    const char *name;

    /* Starts the task. 0: task_job_ended() will be called once, later, never from inside of this function. Negative,
     * with a reason in `problem`: the task fails. */
    int (*start)(struct task_job *job, char problem[static 256]);

    /* Asks the task to end soon. The reason is a word: user_cancelled, timeout, daemon_stopped, … */
    void (*stop)(struct task_job *job, struct slice reason);

    /* Ends the task now; task_job_ended() follows even if the task does not cooperate. */
    void (*kill)(struct task_job *job);

    /* All messages up to this sequence are stored durably. */
    void (*confirmed)(struct task_job *job, int64_t sequence);

    /* The end of the task is stored durably, after task_job_ended(), so nothing need be kept for it. This is the last
     * call for the job, which is freed when it returns. May be NULL. */
    void (*stored)(struct task_job *job);

    /* Back-pressure: asks the back end to stop reporting, or to resume. Messages that arrive anyway are accepted. */
    void (*pause)(struct task_job *job, bool paused);

    /* Called once, when the store is open and before any `adopt`: looks for what the previous daemon left. Negative: it
     * failed, which is logged. May be NULL. */
    int (*recover)(struct executor_pool *pool);

    /* Takes over a task that was running when the previous daemon ended. 0: the back end will report the rest and the
     * end of the task, later, never from inside of this function. `job->reported` is the last stored sequence,
     * `job->task->state` the stored state; stop() follows if the task is to stop. Negative: the task fails. May be
     * NULL. */
    int (*adopt)(struct task_job *job);

    /* All running tasks have been offered to `adopt`. May be called again. May be NULL. */
    void (*recovered)(struct executor_pool *pool);
    /* How running tasks are handed over to a new program (daemon.restart), whose `adopt` then finds them. NULL: not
     * possible, so there is no restart while tasks are running. */
    const struct handover_part *handover;
};

/* weird has the back end that runs executors; the daemon of the tests has one that plays scripts. */
extern const struct task_backend task_backend;
