/* The test worker: runs tasks inside of the daemon itself, by playing their prompts as scripts. It implements
 * daemon/task/backend.h like any back end. No installed program contains it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "daemon/task/job.h"
#include "script/language.h"

/* --- verbs.c ------------------------------------------------------------------------- */

enum verb {
    VERB_SAY,
    VERB_MESSAGE,
    VERB_EVENTS,
    VERB_FLOOD,
    VERB_RATE,
    VERB_AGAIN,
    VERB_HOLE,
    VERB_PROGRESS,
    VERB_USAGE,
    VERB_HOLD,
    VERB_READ,
    VERB_LATE,
    VERB_PERMISSION,
    VERB_RESUME,
    VERB_FAIL,
    VERB_REFUSE,
    VERB_DONE,
    VERB_COUNT,
};

extern const char *const worker_verbs[VERB_COUNT];

/* --- play.c --------------------------------------------------------------------------- */

struct worker {
    struct task_job *job;
    uv_idle_t idle; /* active while there is something to do */
    uv_timer_t timer;
    uv_poll_t poll;
    bool polls;
    int fd;
    unsigned open_handles;

    struct slice script; /* the rest of the prompt */
    bool started;        /* task_job_started() was called */
    int64_t sequence;    /* of the last reported message */
    int64_t left;        /* messages of the current statement that are left */
    size_t size;         /* of each message */
    int64_t per_second;
    uint64_t rate_began;
    int64_t rate_sent;
    struct slice hold; /* the argument of `hold`; data is NULL outside of a hold */
    bool paused, ignores_pause;
    bool stopped, stop_begun, killed;
    struct slice said; /* the last text; points into the prompt */
    struct task_token_usage usage;
    bool has_usage;
    struct question *question; /* owned by more.c: the statement that waits for a response; or NULL */
    int64_t processes;         /* to report as killed at the end; -1: unknown */
    struct task_failure failure;
    char *lines; /* stderr of a failure */
    bool ended;
};

/* Something has changed: continues the script, or ends the task. */
void worker_wake(struct worker *worker);

/* Reports a text message, and remembers it as the last text. */
void worker_say(struct worker *worker, struct slice text);

/* Calls task_job_ended() and frees the worker. */
void worker_end(struct worker *worker, enum task_outcome_status status, struct slice reason, struct slice message);

void worker_on_idle(uv_idle_t *idle);

/* --- more.c --------------------------------------------------------------------------- */

/* Performs a statement that verbs.c does not know. False: it is unknown here, too. */
bool worker_perform(struct worker *worker, struct slice line);

/* The worker ends: detaches it from the statement that waits. */
void worker_forget_question(struct worker *worker);
