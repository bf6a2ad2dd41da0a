/* A task at work, and what executors tell the queue of it. The other direction is backend.h. Everything here happens on
 * the loop thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/session_types.h"
#include "contract/task_types.h"
#include "rpc/timers.h"

struct executor_pool;
struct sandbox_places;
struct task_queue;

/* A task at work. The queue owns it (src/daemon/task/run.c) until task_job_ended(). */
struct task_job {
    const struct task_record *task;       /* as it was when it started; lives as long as the run */
    const struct session_record *session; /* likewise */
    struct task_queue *queue;
    struct executor_pool *pool; /* of the back end */
    void *executor;             /* the back end's own */
    int64_t reported;           /* the last sequence that was taken */
    unsigned skipped;           /* programs that could have played its agent, and cannot be used: the back end's own */
    struct deadline later;      /* likewise: when its start is tried again, */
    unsigned postponed;         /* and how often it was */
    struct sandbox_places *places; /* likewise: where the paths of the session lead; or NULL */
    bool is_looking;               /* that is still being found out */
};

struct task_message {
    int64_t timestamp; /* epoch milliseconds */
    struct slice type; /* tool_call, content_block_delta, … */
    struct slice data; /* JSON text */
};

enum task_outcome_status { TASK_OUTCOME_COMPLETED, TASK_OUTCOME_FAILED, TASK_OUTCOME_CANCELLED };

struct task_outcome {
    enum task_outcome_status status;
    struct task_result result; /* with `error` where it failed */
    int64_t processes;         /* that were ended with it; -1: nobody counted */
};

/* It works: starting → running. */
void task_job_started(struct task_job *run);

/* The largest number that every JSON reader takes for what it is: a sequence beyond it is -EPROTO. */
#define TASK_SEQUENCE_MAX ((INT64_C(1) << 53) - 1)

/* Messages with the sequences first, first + 1, …; what was reported before is dropped, a hole is -EPROTO. The messages
 * are copied. -ENOMEM: to be reported again. -ESHUTDOWN: nothing more is taken, since something could never be stored;
 * the run is being ended. */
int task_job_report(struct task_job *run, int64_t first, const struct task_message *messages, size_t count);

/* One message of an executor that does not confirm: sequence 0 is numbered here, one that was reported before is
 * dropped, a hole is stored and flagged. Otherwise as above. */
int task_job_report_loosely(struct task_job *run, int64_t sequence, const struct task_message *message);

/* A message that is answered once it is stored, outside of the sequences. With a key it is stored once: a repeat gets
 * the answer of the first. `stated` is called once, later, unless this fails, and maybe after task_job_ended(); status
 * 0, or negative where it cannot be stored: -ECANCELED when the daemon stops before it could. Strings are copied. */
struct task_statement {
    bool by_user; /* else by the assistant */
    struct slice type, data, key;
};
typedef void (*task_stated_fn)(void *user, int status, const char *message_id, int64_t created_at_ms);
int task_job_state(struct task_job *run, const struct task_statement *statement, task_stated_fn stated, void *user);

/* For what somebody else stores of the run and what was reported before has to precede: `go` is called as soon as all
 * of that is on its way to the store, or never where the daemon stops before. False: nothing is held back, go at once.
 */
bool task_job_behind(struct task_job *run, void (*go)(void *user), void *user);

/* It has used more than it may: the word becomes the reason of its failure (output_limit, token_limit). Asks it to end.
 */
void task_job_over_limit(struct task_job *run, struct slice reason);

/* The same, without sequences. -EINVAL: it is not what the contract allows. */
int task_job_progress(struct task_job *run, const struct task_progress *progress);

/* It waits for a permission, or goes on. */
void task_job_waits(struct task_job *run, bool waits);

/* It is over and nothing of it is left; the run must not be used any more by the back end. The outcome is copied. */
void task_job_ended(struct task_job *run, const struct task_outcome *outcome);
