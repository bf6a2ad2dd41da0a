/* What the files of this folder know of each other. */
#pragma once

#include "contract/handover_types.h"
#include "daemon/executor/executor.h"

struct arena;
struct reply;

#define EXECUTOR_BUILT_IN "weir"
#define REASON_CRASHED "EXECUTOR_CRASHED"
#define REASON_LOST "EXECUTOR_LOST"
/* Why one that keeps nothing is ended by the next daemon. */
#define EXECUTOR_LOST_PROBLEM "the daemon ended during its task, and this executor cannot resume"

/* Calls of its that waited when a new program took over, to be heard once more. */
struct executor_replays {
    struct handover_peer state;
    struct slice pieces;
    max_align_t block[]; /* what they point to */
};

/* --- pool.c --- */

/* In the pool, without a process. NULL: no memory. */
struct executor *executor_new(struct executor_pool *pool, const char *name);
/* Its process is gone, or was never there. */
struct executor *executor_free(struct executor *executor);

/* Who wants one, and for what. */
struct executor_order {
    const char *name;
    enum executor_record_use use;
    struct slice session_id; /* empty: none */
    struct sandbox_wish wish;
    bool cold; /* a new one, in any case */
};

/* One that may be given to a task or the terminals of this session: ready, or about to be. -ENOMEM and the like, with a
 * sentence. */
int executor_pool_take(struct executor_pool *pool, const struct executor_order *order, struct executor **ret_executor,
                       char problem[static 256]);

/* It has no task any more. */
void executor_pool_give_back(struct executor *executor);

/* Some more are to be kept warm, soon. */
void executor_pool_refill(struct executor_pool *pool);

/* For hooks.settled. */
void executor_pool_settled(struct executor_pool *pool);

/* --- begin.c --- */

/* For the back end. */
int executor_begin(struct task_job *run, char problem[static 256]);
/* The agent of a run; empty: none is named. */
struct slice executor_agent_of(const struct task_job *run);
/* Of one that works on it already. */
int executor_name_agent(struct executor *executor, const struct task_job *run);
/* With a new executor, since the one that it was given to is not to be had. */
void executor_begin_again(struct task_job *run);
/* The run is nobody's again. */
struct task_job *executor_detach(struct executor *executor);
/* Whether only time heals the error: no descriptor, memory or room on the disk is left. */
bool executor_is_shortage(int error);
/* The run has no executor; it gets one later, or ends where that cannot be. */
void executor_begin_later(struct task_job *run, const char *problem);
/* It waits for an executor, and shall not any more: it ends. */
void executor_begin_never(struct task_job *run);

/* --- launch.c --- */

/* Starts the program of executor->name in a sandbox as wished for, and goes on to connect. */
int executor_launch(struct executor *executor, const struct sandbox_wish *wish, char problem[static 256]);
/* Writes down what the next daemon has to know. */
int executor_note(struct executor *executor);
/* Whether the configuration has an executor of this name. */
bool executor_is_configured(const struct executor_pool *pool, struct slice name);

/* It has begun to work for a session: for the audit log; and what holds it there, for the session's record. */
void executor_note_begin(struct executor *executor, struct slice session_id, struct slice task_id);
/* It has ended: for the audit log. */
void executor_note_end(const struct executor *executor);

/* Asks its jail what is in force. executor_ready() follows, or executor_failed(). */
void executor_enter_ask(struct executor *executor);
/* One that is warm becomes the session's of `wish`; executor_ready() follows, or somebody else takes its place.
 * Negative: it does not. */
int executor_enter(struct executor *executor, const struct sandbox_wish *wish);
/* It is gone: where it was about to become a session's, somebody else takes its place. */
void executor_enter_gone(struct executor *executor);
/* Whether it may be given something to do. */
bool executor_has_entered(const struct executor *executor);

/* --- link.c --- */

/* Connects as soon as it listens, and shakes hands; executor_ready() follows, or executor_failed(). */
void executor_link(struct executor *executor);
/* Closes the connection, since something is missing; another one follows. */
void executor_relink(struct executor *executor, const char *reason);
/* Its connection is gone while it is at work: makes another, or ends it where several in a row brought nothing. */
void executor_link_again(struct executor *executor, const char *reason);
/* Nothing more is waited for. */
void executor_unlink(struct executor *executor);

/* The connection that the program before this one had. */
int executor_link_import(struct executor *executor, const struct handover_peer *state, struct slice pieces);

/* --- assign.c --- */

/* The run is this executor's from now on. */
int executor_assign(struct executor *executor, struct task_job *run);
/* The same, of one that has been working on it all the time: nothing was asked anew. */
void executor_carry_on(struct executor *executor, struct task_job *run);
/* It is known whose it is: it is heard. */
void executor_carried(struct executor *executor);
/* An answer to execute_prompt of the program before this one. */
int executor_expect(struct executor *executor, uint64_t id);
/* It has shaken hands. */
void executor_ready(struct executor *executor);
/* What a hand-shake brought of tasks that it worked on. */
void executor_take_over(struct executor *executor, const struct resume_result *result);

/* For the back end. */
void executor_stop(struct task_job *run, struct slice reason);
/* Its task shall end at once, is what it is told. */
void executor_cancel(struct executor *executor);

/* Those who wait for it are told: it is ready (NULL), or why it is not. */
void executor_tell_terminals(struct executor *executor, const char *problem);
/* They wait for another one, that does not serve any yet. */
int executor_move_terminals(struct executor *executor, struct executor *other);

/* --- report.c --- */

/* For the back end: messages of the run are stored up to `sequence`. It is told soon. */
void executor_confirm(struct task_job *run, int64_t sequence);
/* The run's end is stored: it is told at once. */
void executor_confirm_all(struct task_job *run);

/* It shall report nothing, or go on. */
void executor_pause(struct executor *executor, bool paused);
/* It has said so much more: where it was told to pause and goes on all the same, it is not read any more. */
void executor_mind_pause(struct executor *executor, size_t bytes);

/* Something that it said is outside of the contract: where it was a message, its number will be missing. */
void executor_refuse(struct executor *executor, const char *why);

/* One notification that the executor has put down in a file: its token is not looked at. */
void executor_hear(struct executor *executor, const struct executor_notification *notification, struct arena *arena);

/* --- outcome.c --- */

struct executor_end {
    struct task_outcome outcome;
    max_align_t block[]; /* what it points to */
};

/* For the back end. */
void executor_stored(struct task_job *run);

/* The task has ended with this. */
void executor_conclude(struct executor *executor, const struct executor_execution *execution);
void executor_conclude_with(struct executor *executor, const struct task_outcome *outcome);
/* Its messages up to the end that was handed over are all there now: it ends. */
void executor_conclude_handed(struct executor *executor);
/* The task fails, or ends as it was to end, since its executor is gone. */
void executor_conclude_gone(struct executor *executor);

/* What the task uses with this message: bytes, tokens; and what it said. */
void executor_count(struct executor *executor, struct slice type, const struct json_any *data, size_t bytes);
/* The same, of anything else that it says. */
void executor_count_bytes(struct executor *executor, size_t bytes);

/* --- shutdown.c --- */

/* It shall go: by itself within `ms`, else it is made to. */
void executor_leave(struct executor *executor, struct slice reason, int64_t ms);
/* Its processes are asked to end, or ended now. A sentence says why, where nobody wished it. */
void executor_ask(struct executor *executor);
void executor_end_now(struct executor *executor, const char *problem);
/* It could not be made ready. */
void executor_failed(struct executor *executor, const char *problem);
/* The connection is gone. */
void executor_lost_peer(struct executor *executor, const char *reason);
/* It is gone, and all that it said was heard: its task ends, and it is forgotten. */
void executor_bury(struct executor *executor);
/* For executor->process.gone. */
void executor_on_gone(struct process *process, const struct process_exit *exit);

/* --- recover.c --- */

extern const struct handover_part executor_handover;

int executor_recover(struct executor_pool *pool);
int executor_adopt(struct task_job *run);
/* All tasks that were at work were offered: what is left over is idle, or goes. */
void executor_recovered(struct executor_pool *pool);
