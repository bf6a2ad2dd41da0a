/* Functions that the files of this folder share. */
#pragma once

#include "contract/handover_types.h"
#include "daemon/executor/executor.h"

struct arena;
struct reply;

#define EXECUTOR_BUILT_IN "weir"
#define REASON_CRASHED "EXECUTOR_CRASHED"
#define REASON_LOST "EXECUTOR_LOST"
/* Why the next daemon kills an executor that cannot resume. */
#define EXECUTOR_LOST_PROBLEM "the daemon ended during its task, and this executor cannot resume"

/* Requests that were waiting when a new program took over; the daemon handles them again. */
struct executor_replays {
    struct handover_peer state;
    struct slice pieces;
    max_align_t block[]; /* memory for the strings of `state` */
};

/* --- tokens --- */

enum { EXECUTOR_TOKEN_MS = 24 * 60 * 60 * 1000 };

int executor_token_make(struct executor_token *token);

/* Whether the text is this token and the token has not expired. Compares in constant time. */
bool executor_token_fits(const struct executor_token *token, struct slice text);

/* --- pool.c --- */

/* The session is closed or deleted: its idle executors are asked to end. */
void executor_pool_drop_session(struct executor_pool *pool, struct slice session_id);

/* Adds an executor without a process to the pool. NULL: out of memory. */
struct executor *executor_new(struct executor_pool *pool, const char *name);
/* Removes and frees it. Its process must have ended, or never have been started. */
struct executor *executor_free(struct executor *executor);

/* A request to the pool for an executor. */
struct executor_order {
    const char *name;
    enum executor_record_use use;
    struct slice session_id; /* empty: no session */
    struct sandbox_spec spec;
    bool cold; /* start a new executor in any case */
};

/* Gets an executor that fits the order: ready, or about to be. Fails with a reason in `problem`. */
int executor_pool_take(struct executor_pool *pool, const struct executor_order *order, struct executor **ret_executor,
                       char problem[static 256]);

/* The executor has no task any more: keeps it idle, or asks it to end. */
void executor_pool_give_back(struct executor *executor);

/* Schedules the start of warm executors. */
void executor_pool_refill(struct executor_pool *pool);

/* Calls hooks.settled. */
void executor_pool_settled(struct executor_pool *pool);
/* Calls hooks.changed. */
void executor_pool_changed(const struct executor_pool *pool);

/* --- begin.c --- */

/* task_backend.start */
int executor_begin(struct task_job *job, char problem[static 256]);
/* The agent that a task is to use; empty: none is named. */
struct slice executor_agent_of(const struct task_job *job);
/* Sets the agent of an executor that already works on the task. */
int executor_name_agent(struct executor *executor, const struct task_job *job);
/* Starts the task again with a new executor, because the assigned one is not usable. */
void executor_begin_again(struct task_job *job);
/* Takes the task away from its executor. */
struct task_job *executor_detach(struct executor *executor);
/* Retries the start of a task that has no executor, or fails it if no timer can be set. */
void executor_begin_later(struct task_job *job, const char *problem);
/* Cancels a task that still waits for an executor. */
void executor_begin_never(struct task_job *job);

/* --- launch.c --- */

/* Starts the program of executor->name in the sandbox that `spec` describes, and begins to connect to it. */
int executor_launch(struct executor *executor, const struct sandbox_spec *spec, char problem[static 256]);
/* Writes the record by which the next daemon finds this executor. */
int executor_note(struct executor *executor);
/* Whether the configuration defines an executor of this name. */
bool executor_is_configured(const struct executor_pool *pool, struct slice name);

/* Records that the executor begins to work for a session: in the audit log, and its sandbox in the session's record. */
void executor_note_begin(struct executor *executor, struct slice session_id, struct slice task_id);
/* Records its end in the audit log. */
void executor_note_end(const struct executor *executor);

/* Asks its jail for the sandbox that is in force. executor_ready() or executor_failed() follows. */
void executor_enter_ask(struct executor *executor);
/* Applies the sandbox of a session to a warm executor. executor_ready() follows, or another executor replaces it.
 * Negative: nothing was sent. */
int executor_enter(struct executor *executor, const struct sandbox_spec *spec);
/* It has ended. If it was about to apply a session's sandbox, another executor replaces it. */
void executor_enter_gone(struct executor *executor);
/* Whether its sandbox is applied, so that it may get work. */
bool executor_has_entered(const struct executor *executor);

/* --- link.c --- */

/* Connects once the executor listens, and performs the handshake. executor_ready() or executor_failed() follows. */
void executor_link(struct executor *executor);
/* Closes the connection because a message is missing, and connects again. */
void executor_relink(struct executor *executor, const char *reason);
/* The connection of a working executor was lost: connects again, or kills the executor after several connections in a
 * row that brought nothing new. */
void executor_link_again(struct executor *executor, const char *reason);
/* Stops connecting and cancels its timers. */
void executor_unlink(struct executor *executor);

/* Imports the connection that the previous program handed over. */
int executor_link_import(struct executor *executor, const struct handover_peer *state, struct slice pieces);

/* --- assign.c --- */

/* Assigns the task to this executor. */
int executor_assign(struct executor *executor, struct task_job *job);
/* The same for an executor that kept working on the task during a restart in place: nothing is sent. */
void executor_reattach(struct executor *executor, struct task_job *job);
/* Resumes reading a handed-over executor, now that its task is known. */
void executor_unfreeze(struct executor *executor);
/* Expects the response to an execute_prompt request of the previous program. */
int executor_expect(struct executor *executor, uint64_t id);
/* Continues after the handshake and the sandbox: sends the prompt, or offers the executor for work. */
void executor_ready(struct executor *executor);
/* Handles the tasks that the handshake reported. */
void executor_take_over(struct executor *executor, const struct resume_result *result);

/* task_backend.stop */
void executor_stop(struct task_job *job, struct slice reason);
/* Tells the executor to cancel its task at once. */
void executor_cancel(struct executor *executor);

/* Tells waiting terminals that the executor is ready (`problem` NULL), or why it is not. */
void executor_tell_terminals(struct executor *executor, const char *problem);
/* Moves waiting terminals to another executor, one that serves none yet. */
int executor_move_terminals(struct executor *executor, struct executor *other);

/* --- report.c --- */

/* task_backend.confirmed: messages up to `sequence` are stored. The confirmation is sent soon, cumulatively. */
void executor_confirm(struct task_job *job, int64_t sequence);
/* The end of the task is stored: the confirmation is sent at once. */
void executor_confirm_all(struct task_job *job);

/* Asks the executor to pause its reports, or to resume them. */
void executor_pause(struct executor *executor, bool paused);
/* Counts bytes that a paused executor sends anyway, and stops reading from it above a limit. */
void executor_count_while_paused(struct executor *executor, size_t bytes);

/* Remembers why a message was rejected as violating the contract; its sequence will be missing. */
void executor_refuse(struct executor *executor, const char *why);

/* Handles a notification from the executor's spool file. Its token is not checked. */
void executor_handle(struct executor *executor, const struct executor_notification *notification, struct arena *arena);

/* --- outcome.c --- */

struct executor_end {
    struct task_outcome outcome;
    max_align_t block[]; /* memory for the strings of `outcome` */
};

/* task_backend.stored */
void executor_stored(struct task_job *job);

/* The task has ended with the result that the executor reports. */
void executor_conclude(struct executor *executor, const struct executor_execution *execution);
void executor_conclude_with(struct executor *executor, const struct task_outcome *outcome);
/* Ends the task with the handed-over outcome if all messages before it have arrived. */
void executor_conclude_handed(struct executor *executor);
/* The executor is gone: fails its task, or ends it as its stop intended. */
void executor_conclude_gone(struct executor *executor);

/* Counts the bytes and tokens of a message against the limits of the task, and remembers its text. */
void executor_count(struct executor *executor, struct slice type, const struct json_any *data, size_t bytes);
/* Counts the bytes of any other report. */
void executor_count_bytes(struct executor *executor, size_t bytes);

/* --- shutdown.c --- */

/* Asks the executor to shut down within `ms`; after that its processes are asked to end. */
void executor_leave(struct executor *executor, struct slice reason, int64_t ms);
/* Asks all processes of the executor to end, or kills them. `problem` says why if it is an error; empty: it is
 * intended. */
void executor_ask(struct executor *executor);
void executor_end_now(struct executor *executor, const char *problem);
/* The executor could not be made ready: records the reason and kills it. */
void executor_failed(struct executor *executor, const char *problem);
/* The connection was closed. */
void executor_lost_peer(struct executor *executor, const char *reason);
/* The process is gone and all its output is read: ends its task and frees the executor. */
void executor_bury(struct executor *executor);
/* executor->process.gone */
void executor_on_gone(struct process *process, const struct process_exit *exit);

/* --- recover.c --- */

extern const struct handover_part executor_handover;

int executor_recover(struct executor_pool *pool);
int executor_adopt(struct task_job *job);
/* All running tasks have been offered for adoption: the remaining executors become idle or are asked to
 * end. */
void executor_recovered(struct executor_pool *pool);
