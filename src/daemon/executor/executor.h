/* Between the queue and whatever runs tasks. The queue knows nothing of executors but this, and they nothing of the
 * queue. Everything here happens on the loop thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/session_types.h"
#include "contract/task_types.h"
#include "rpc/timers.h"

struct daemon;
struct handover_part;
struct sandbox_places;

/* A task at work. The queue owns it (src/daemon/task/run.c) until executor_ended(). */
struct executor_run {
    const struct task_record *task;       /* as it was when it started; lives as long as the run */
    const struct session_record *session; /* likewise */
    struct daemon *daemon;
    void *executor;        /* the back end's own */
    int64_t reported;      /* the last sequence that was taken */
    unsigned skipped;      /* programs that could have played its agent, and cannot be used: the back end's own */
    struct deadline later; /* likewise: when its start is tried again, */
    unsigned postponed;    /* and how often it was */
    struct sandbox_places *places; /* likewise: where the paths of the session lead; or NULL */
    bool is_looking;               /* that is still being found out */
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

    /* Its end, after executor_ended(), is stored for good: what was kept of it may go. The last that is heard of the
     * run, which is gone when this returns. May be NULL. */
    void (*stored)(struct executor_run *run);

    /* More has come than was stored: report nothing until told to go on. What comes all the same is kept. */
    void (*pause)(struct executor_run *run, bool paused);

    /* Once, when the store is open and before anything is adopted: time to look for what the daemon before this one
     * left. Negative: it could not, which is logged and no more. May be NULL. */
    int (*recover)(struct daemon *daemon);

    /* A daemon before this one has started the task, and it was at work when that one ended. 0: there is somebody who
     * knows what became of it, and who will report the rest and its end, later, never from inside of here;
     * `run->reported` tells what is stored, `run->task->state` how far it was, and where it shall stop, stop() follows.
     * Negative: nobody does, and the task fails. May be NULL. */
    int (*adopt)(struct executor_run *run);

    /* All that were at work were offered: nothing more is adopted. May come again. May be NULL. */
    void (*recovered)(struct daemon *daemon);
    /* How what it runs goes over to a new program (daemon.restart), where `adopt` finds it again. NULL: it cannot, and
     * there is no restart while tasks are at work. */
    const struct handover_part *handover;
};

/* The back end of this program. */
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
    int64_t processes;         /* that were ended with it; -1: nobody counted */
};

/* It works: starting → running. */
void executor_started(struct executor_run *run);

/* The largest number that every JSON reader takes for what it is: a sequence beyond it is -EPROTO. */
#define EXECUTOR_SEQUENCE_MAX ((INT64_C(1) << 53) - 1)

/* Messages with the sequences first, first + 1, …; what was reported before is dropped, a hole is -EPROTO. The messages
 * are copied. -ENOMEM: to be reported again. -ESHUTDOWN: nothing more is taken, since something could never be stored;
 * the run is being ended. */
int executor_report(struct executor_run *run, int64_t first, const struct executor_message *messages, size_t count);

/* One message of an executor that does not confirm: sequence 0 is numbered here, one that was reported before is
 * dropped, a hole is stored and flagged. Otherwise as above. */
int executor_report_loosely(struct executor_run *run, int64_t sequence, const struct executor_message *message);

/* A message that is answered once it is stored, outside of the sequences. With a key it is stored once: a repeat gets
 * the answer of the first. `stated` is called once, later, unless this fails, and maybe after executor_ended(); status
 * 0, or negative where it cannot be stored: -ECANCELED when the daemon stops before it could. Strings are copied. */
struct executor_statement {
    bool by_user; /* else by the assistant */
    struct slice type, data, key;
};
typedef void (*executor_stated_fn)(void *user, int status, const char *message_id, int64_t created_at_ms);
int executor_state(struct executor_run *run, const struct executor_statement *statement, executor_stated_fn stated,
                   void *user);

/* For what somebody else stores of the run and what was reported before has to precede: `go` is called as soon as all
 * of that is on its way to the store, or never where the daemon stops before. False: nothing is held back, go at once.
 */
bool executor_behind(struct executor_run *run, void (*go)(void *user), void *user);

/* It has used more than it may: the word becomes the reason of its failure (output_limit, token_limit). Asks it to end.
 */
void executor_over_limit(struct executor_run *run, struct slice reason);

/* The same, without sequences. -EINVAL: it is not what the contract allows. */
int executor_progress(struct executor_run *run, const struct task_progress *progress);

/* It waits for a permission, or goes on. */
void executor_waits(struct executor_run *run, bool waits);

/* It is over and nothing of it is left; the run must not be used any more by the back end. The outcome is copied. */
void executor_ended(struct executor_run *run, const struct executor_outcome *outcome);
