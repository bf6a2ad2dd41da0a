/* A running task, and the functions by which the back end reports to the queue. backend.h has the other direction.
 * Everything runs on the loop thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/session_types.h"
#include "contract/task_types.h"
#include "rpc/timers.h"

struct executor_pool;
struct sandbox_resolved;
struct task_queue;

/* A running task. The queue owns it (src/daemon/task/run.c) until task_job_ended(). */
struct task_job {
    const struct task_record *task;       /* as it was when the task started; valid as long as the job */
    const struct session_record *session; /* likewise */
    struct task_queue *queue;
    struct executor_pool *pool;        /* for the back end */
    void *executor;                    /* private to the back end */
    int64_t reported;                  /* the last accepted sequence */
    unsigned skipped;                  /* for the back end: agent programs that turned out to be unusable */
    struct deadline later;             /* for the back end: when to retry the start */
    unsigned postponed;                /* for the back end: retries so far */
    struct sandbox_resolved *resolved; /* for the back end: the resolved paths of the session; or NULL */
    bool is_resolving;                 /* the paths are being resolved */
};

struct task_message {
    int64_t timestamp; /* epoch milliseconds */
    struct slice type; /* tool_call, content_block_delta, … */
    struct slice data; /* JSON text */
};

enum task_outcome_status { TASK_OUTCOME_COMPLETED, TASK_OUTCOME_FAILED, TASK_OUTCOME_CANCELLED };

struct task_outcome {
    enum task_outcome_status status;
    struct task_result result; /* `error` is set if it failed */
    int64_t processes;         /* processes that were killed at its end; -1: unknown */
};

/* starting → running. */
void task_job_started(struct task_job *job);

/* The largest number that every JSON reader represents exactly. A larger sequence is -EPROTO. */
#define TASK_SEQUENCE_MAX ((INT64_C(1) << 53) - 1)

/* Reports messages with the sequences first, first + 1, … Messages that were reported before are ignored; a gap is
 * -EPROTO. Copies the messages. -ENOMEM: report them again. -ESHUTDOWN: no message is accepted any more, because one
 * could not be stored; the task is being ended. */
int task_job_report(struct task_job *job, int64_t first, const struct task_message *messages, size_t count);

/* Reports one message of an executor without confirmations. Sequence 0 is numbered here; a sequence that was reported
 * before is ignored; a gap is stored with a mark. Otherwise as above. */
int task_job_report_loosely(struct task_job *job, int64_t sequence, const struct task_message *message);

/* Reports a message outside of the sequences, and calls `stated` once it is stored. A key makes this idempotent: a
 * repeated message gets the result of the first. `stated` is called once, later, unless this function fails; it may be
 * called after task_job_ended(). Its status is 0 or negative, such as -ECANCELED if the daemon stops before. Strings
 * are copied. */
struct task_statement {
    bool by_user; /* otherwise by the assistant */
    struct slice type, data, key;
};
typedef void (*task_stated_fn)(void *user, int status, const char *message_id, int64_t created_at_ms);
int task_job_state(struct task_job *job, const struct task_statement *statement, task_stated_fn stated, void *user);

/* For a write that must come after all that was reported before: calls `go` as soon as all of that was given to the
 * store, or never if the daemon stops. False: nothing is held back, so the caller goes on at once. */
bool task_job_call_in_order(struct task_job *job, void (*go)(void *user), void *user);

/* The task has exceeded a limit: asks it to end, and makes the word (output_limit, token_limit) the reason of its
 * failure. */
void task_job_over_limit(struct task_job *job, struct slice reason);

/* Reports progress; without a sequence. -EINVAL: it violates the contract. */
int task_job_progress(struct task_job *job, const struct task_progress *progress);

/* The task waits for a permission, or has got the answer. */
void task_job_waits(struct task_job *job, bool waits);

/* The task has ended, and all its processes are gone. The back end must not use the job any more. Copies the
 * outcome. */
void task_job_ended(struct task_job *job, const struct task_outcome *outcome);
