/* Between the queue and whatever runs tasks. The queue knows nothing of executors but this, and they nothing of the
 * queue. Everything here happens on the loop thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/session_types.h"
#include "contract/task_types.h"

struct daemon;

/* A task at work. The queue owns it (src/daemon/task/run.c) until executor_ended(). */
struct executor_run {
    const struct task_record *task;       /* as it was when it started; lives as long as the run */
    const struct session_record *session; /* likewise */
    struct daemon *daemon;
    void *executor; /* the back end's own */
};

/* What runs tasks. All but `start` may be called at any time until executor_ended(), also from inside of
 * executor_report() and its like. */
struct executor_backend {
    const char *name;

    /* Begins to work. 0: it will call executor_ended() once, later, never from inside of here. Negative, with a
     * sentence in `problem`: it cannot, and the task fails. */
    int (*start)(struct executor_run *run, char problem[static 256]);

    /* Asks it to come to an end soon; the reason is a word: user_cancelled, timeout, daemon_stopped, … */
    void (*stop)(struct executor_run *run, struct slice reason);

    /* Ends it now, whatever it does: executor_ended() follows without its cooperation. */
    void (*kill)(struct executor_run *run);

    /* Everything up to the message with this sequence is stored for good. */
    void (*confirmed)(struct executor_run *run, int64_t sequence);

    /* More has come than was stored: report nothing until told to go on. What comes all the same is kept. */
    void (*pause)(struct executor_run *run, bool paused);
};

/* The back end of this program; NULL: it has none, and tasks wait in the queue. */
const struct executor_backend *executor_backend(void);

/* --- what a back end says of a run ------------------------------------------------- */

struct executor_message {
    int64_t timestamp; /* epoch milliseconds */
    struct slice type; /* tool_call, content_block_delta, … */
    struct slice data; /* JSON text */
};

enum executor_status { EXECUTOR_COMPLETED, EXECUTOR_FAILED, EXECUTOR_CANCELLED };

struct executor_outcome {
    enum executor_status status;
    struct task_result result; /* with `error` where it failed */
};

/* It works: starting → running. */
void executor_started(struct executor_run *run);

/* Messages with the sequences first, first + 1, …; what was reported before is dropped, a hole is -EPROTO. The messages
 * are copied. -ENOMEM: to be reported again. -ESHUTDOWN: nothing more is taken, since something could never be stored;
 * the run is being ended. */
int executor_report(struct executor_run *run, int64_t first, const struct executor_message *messages, size_t count);

/* The same, without sequences. -EINVAL: it is not what the contract allows. */
int executor_progress(struct executor_run *run, const struct task_progress *progress);

/* It waits for a permission, or goes on. */
void executor_waits(struct executor_run *run, bool waits);

/* It is over and nothing of it is left; the run must not be used any more by the back end. The outcome is copied. */
void executor_ended(struct executor_run *run, const struct executor_outcome *outcome);
