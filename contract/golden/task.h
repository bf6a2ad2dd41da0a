/* Generated from contract/task.json by contract/generate; do not edit. */
/* Work for agents: submit it, watch it, stop it. */
#pragma once

#include "rpc/method.h"
#include "contract/task_types.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method task.submit: Queue a prompt for an agent.
 *
 * Without a session a new one is made, with the given working directory, or as session.create does without one.
 * Tasks of one session run one after another. A repeated idempotency key answers with the task that it made. */

struct task_submit_params {
    struct slice prompt;
    struct slice agent;
    enum field_is agent_is;
    /* Higher goes first. */
    int64_t priority;
    struct slice session_id;
    enum field_is session_id_is;
    /* An absolute path; absent: the session's. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice idempotency_key;
    enum field_is idempotency_key_is;
    /* How long it may run, once started; absent: as configured (600,000). */
    int64_t timeout_ms;
    enum field_is timeout_ms_is;
    struct task_limits limits;
    enum field_is limits_is;
    /* Absent: the session's. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: the agent reports whole messages only, no deltas. Absent: as the session has it. */
    bool stream;
    enum field_is stream_is;
    /* Files that come with the prompt. They are read when the task starts. */
    struct task_attachments attachments;
    enum field_is attachments_is;
};

struct task_submit_result {
    struct slice task_id;
    enum task_state state;
    struct slice session_id;
};

extern const struct shape task_submit_params_shape;
extern const struct shape task_submit_result_shape;
extern const struct method task_submit_method;
int task_submit(struct call *call, const struct task_submit_params *params);

static inline int task_submit_reply(struct call *call, const struct task_submit_result *result)
{
    return call_reply(call, result);
}

/* Method task.diff: What a task has changed of the files in its working directory, so far or in all.
 *
 * Changes that others made to the same files while it was at work are among them: who wrote is not known. */

/* Only these; absent: all. */
struct task_diff_params_paths {
    struct slice *items;
    size_t count;
};

struct task_diff_params {
    struct slice task_id;
    struct task_diff_params_paths paths;
    enum field_is paths_is;
    /* False: which files, without their content. */
    bool texts;
};

struct task_diff_result_files {
    struct task_file_change *items;
    size_t count;
};

struct task_diff_result {
    struct slice task_id;
    struct slice cwd;
    struct task_diff_result_files files;
    /* False: not all of the working directory could be kept before, so something may be missing. */
    bool complete;
    /* It was put back. */
    bool undone;
};

extern const struct shape task_diff_params_shape;
extern const struct shape task_diff_result_shape;
extern const struct method task_diff_method;
int task_diff(struct call *call, const struct task_diff_params *params);

static inline int task_diff_reply(struct call *call, const struct task_diff_result *result)
{
    return call_reply(call, result);
}

/* Method task.undo: Put back what a task has changed: what it changed and deleted is as before, what it made is
 * gone.
 *
 * A file that somebody has changed since is left as it is, and named. */

/* Only these; absent: all. */
struct task_undo_params_paths {
    struct slice *items;
    size_t count;
};

struct task_undo_params {
    struct slice task_id;
    struct task_undo_params_paths paths;
    enum field_is paths_is;
    /* Only say what would be done. */
    bool dry_run;
};

struct task_undo_result_restored {
    struct slice *items;
    size_t count;
};

struct task_undo_result_removed {
    struct slice *items;
    size_t count;
};

struct task_undo_result_left {
    struct task_left_file *items;
    size_t count;
};

/* Files and directories that were put back without their set-user-ID or set-group-ID bit. A file never gets them
 * back, since it now belongs to the daemon's user; a directory gets set-group-ID back where its owner and group are
 * as before. Absent: none. */
struct task_undo_result_without_set_id {
    struct slice *items;
    size_t count;
};

struct task_undo_result {
    struct task_undo_result_restored restored;
    struct task_undo_result_removed removed;
    struct task_undo_result_left left;
    struct task_undo_result_without_set_id without_set_id;
    enum field_is without_set_id_is;
};

extern const struct shape task_undo_params_shape;
extern const struct shape task_undo_result_shape;
extern const struct method task_undo_method;
int task_undo(struct call *call, const struct task_undo_params *params);

static inline int task_undo_reply(struct call *call, const struct task_undo_result *result)
{
    return call_reply(call, result);
}

/* Method task.cancel: Stop a task: at once where it waits; where it runs, the answer comes when nothing of it is
 * left. */

struct task_cancel_params {
    struct slice task_id;
    /* A word for the log; not timeout or daemon_stopped, which are the daemon's own. */
    struct slice reason;
};

struct task_cancel_result {
    /* False only where it ended by itself first. */
    bool cancelled;
    /* How many processes were ended with it; nothing of it is left. */
    int64_t processes;
    enum field_is processes_is;
};

extern const struct shape task_cancel_params_shape;
extern const struct shape task_cancel_result_shape;
extern const struct method task_cancel_method;
int task_cancel(struct call *call, const struct task_cancel_params *params);

static inline int task_cancel_reply(struct call *call, const struct task_cancel_result *result)
{
    return call_reply(call, result);
}

/* Method task.list: Tasks, newest first, a page at a time.
 *
 * The next page begins after the last id of this one. A page may be shorter than its limit where the prompts are
 * long; the end is an empty one. Results are left to task.get. */

struct task_list_params {
    /* Only these. */
    enum task_state state;
    enum field_is state_is;
    /* Only those of a session. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Only those whose working directory is this one. */
    struct slice cwd;
    enum field_is cwd_is;
    int64_t limit;
    /* The last id of the page before. */
    struct slice after;
    enum field_is after_is;
};

struct task_list_result {
    struct task_record *items;
    size_t count;
};

extern const struct shape task_list_params_shape;
extern const struct shape task_list_result_shape;
extern const struct method task_list_method;
int task_list(struct call *call, const struct task_list_params *params);

static inline int task_list_reply(struct call *call, const struct task_list_result *result)
{
    return call_reply(call, result);
}

/* Method task.get: One task, with its result. */

struct task_get_params {
    struct slice task_id;
};

extern const struct shape task_get_params_shape;
extern const struct method task_get_method;
int task_get(struct call *call, const struct task_get_params *params);

static inline int task_get_reply(struct call *call, const struct task_record *result)
{
    return call_reply(call, result);
}

/* Method task.stats: How many tasks there are, by state. */

struct task_stats_params {
    char unused;
};

struct task_stats_result {
    int64_t total;
    /* All between queued and final. */
    int64_t running;
    int64_t queued;
    int64_t completed;
    int64_t failed;
    int64_t cancelled;
};

extern const struct shape task_stats_params_shape;
extern const struct shape task_stats_result_shape;
extern const struct method task_stats_method;
int task_stats(struct call *call, const struct task_stats_params *params);

static inline int task_stats_reply(struct call *call, const struct task_stats_result *result)
{
    return call_reply(call, result);
}

/* Method task.wait: Wait for the end of a task; its state tells whether it came in time. */

struct task_wait_params {
    struct slice task_id;
    /* Answer after this time with the task as it is then; absent: wait without end. */
    int64_t timeout_ms;
    enum field_is timeout_ms_is;
};

extern const struct shape task_wait_params_shape;
extern const struct method task_wait_method;
int task_wait(struct call *call, const struct task_wait_params *params);

static inline int task_wait_reply(struct call *call, const struct task_record *result)
{
    return call_reply(call, result);
}

/* Event event.taskQueued: A task was submitted and waits for its turn. */

struct event_task_queued_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    int64_t priority;
    /* How the prompt begins. */
    struct slice summary;
};

extern const struct shape event_task_queued_params_shape;
extern const struct event_type event_task_queued_event;

/* Event event.taskStarted: An agent works on the task. */

struct event_task_started_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
};

extern const struct shape event_task_started_params_shape;
extern const struct event_type event_task_started_event;

/* Event event.taskUpdated: A task went from one state to another that has no event of its own: starting,
 * awaiting_permission, running again, stopping. */

struct event_task_updated_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    enum task_state state;
};

extern const struct shape event_task_updated_params_shape;
extern const struct event_type event_task_updated_event;

/* Event event.taskProgress: How far a task is, says its agent. */

struct event_task_progress_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    struct task_progress progress;
};

extern const struct shape event_task_progress_params_shape;
extern const struct event_type event_task_progress_event;

/* Event event.taskCompleted: A task has ended well; task.get has its text. */

struct event_task_completed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    int64_t message_count;
    struct task_token_usage token_usage;
    enum field_is token_usage_is;
    /* As in its result. */
    int64_t unanswered;
    enum field_is unanswered_is;
};

extern const struct shape event_task_completed_params_shape;
extern const struct event_type event_task_completed_event;

/* Event event.taskFailed: A task has ended without success. */

struct event_task_failed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    struct task_failure error;
};

extern const struct shape event_task_failed_params_shape;
extern const struct event_type event_task_failed_event;

/* Event event.taskCancelled: A task was stopped. */

struct event_task_cancelled_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    struct slice reason;
};

extern const struct shape event_task_cancelled_params_shape;
extern const struct event_type event_task_cancelled_event;

/* Event event.messageCreated: A person or an agent said something, or an agent used a tool.
 *
 * A prompt is one of role user and type prompt, written when its task starts. What an agent reports is one of role
 * assistant each, with the agent's own type and data. */

enum event_message_created_params_role {
    EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER = 0,
    EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT = 1,
};

struct event_message_created_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    enum event_message_created_params_role role;
    /* prompt, tool_call, tool_result, content_block_delta, … */
    struct slice type;
    /* The agent's own number, from 1, of what it reports in one task; 0 for a prompt and for what was stored by
     * create_message. */
    int64_t sequence;
    /* So many messages before this one were announced by their numbers and never came. */
    int64_t missing;
    enum field_is missing_is;
    /* Of a message that was stored by create_message. */
    struct slice message_id;
    enum field_is message_id_is;
    /* As the type has it; of a prompt: {text}. */
    struct json_any data;
};

extern const struct shape event_message_created_params_shape;
extern const struct event_type event_message_created_event;
