/* The test worker: runs tasks inside of the daemon itself, by playing their prompts as scripts. It stands behind
 * daemon/task/backend.h like any back end, and is in no program that is shipped. */
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
    struct task_job *run;
    uv_idle_t idle; /* runs while there is something to do */
    uv_timer_t timer;
    uv_poll_t poll;
    bool polls;
    int fd;
    unsigned open_handles;

    struct slice script; /* what is left of the prompt */
    bool started;        /* task_job_started() was called */
    int64_t sequence;    /* the last that was reported */
    int64_t left;        /* messages of the statement at hand */
    size_t size;         /* of each */
    int64_t per_second;
    uint64_t rate_began;
    int64_t rate_sent;
    struct slice hold; /* what follows `hold`; its data is NULL while it does not hold */
    bool paused, ignores_pause;
    bool stopped, stop_begun, killed;
    struct slice said; /* the last text, part of the prompt */
    struct task_token_usage usage;
    bool has_usage;
    struct question *question; /* of more.c: it waits for the answer; or NULL */
    int64_t processes;         /* that end with it; -1: nobody counts */
    struct task_failure failure;
    char *lines; /* of the failure's stderr */
    bool ended;
};

/* Something has changed: go on. Ends the worker where its time has come. */
void worker_wake(struct worker *worker);

/* One message of text, which is then what was said last. */
void worker_say(struct worker *worker, struct slice text);

/* Calls task_job_ended() and gives everything back. */
void worker_end(struct worker *worker, enum task_outcome_status status, struct slice reason, struct slice message);

void worker_on_idle(uv_idle_t *idle);

/* --- more.c --------------------------------------------------------------------------- */

/* A statement that script.c does not know. False: it is not one of these either. */
bool worker_perform(struct worker *worker, struct slice line);

/* Nobody waits for an answer any more. */
void worker_forget_question(struct worker *worker);
