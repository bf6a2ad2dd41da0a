/* Generated from contract/task.json by contract/generate; do not edit. */
/* Tasks: prompts for agents. Submit, watch and stop them. */
#pragma once

#include "rpc/method.h"
#include "contract/task_types.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method task.submit: Submit a prompt for an agent to the queue.
 *
 * Without a session, a new one is created, with the given working directory or as session.create does without one.
 * The tasks of a session run one after another. If the idempotency key was used before, the response has the task of
 * that call. */

struct task_submit_params {
    struct slice prompt;
    struct slice agent;
    enum field_is agent_is;
    /* Tasks with a higher priority start first. */
    int64_t priority;
    struct slice session_id;
    enum field_is session_id_is;
    /* An absolute path; absent: the session's working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice idempotency_key;
    enum field_is idempotency_key_is;
    /* The longest run time, from the start of the task; absent: the configured value (600,000). */
    int64_t timeout_ms;
    enum field_is timeout_ms_is;
    struct task_limits limits;
    enum field_is limits_is;
    /* Absent: the session's tools. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: the agent reports only whole messages, no deltas. Absent: the session's setting. */
    bool stream;
    enum field_is stream_is;
    /* Files to send with the prompt. They are read when the task starts. */
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

/* Method task.diff: Show the files in the working directory that a task has changed so far.
 *
 * If other programs changed the same files while the task ran, those changes are included: weir does not know which
 * program wrote. */

/* Select these paths; absent: all. */
struct task_diff_params_paths {
    struct slice *items;
    size_t count;
};

struct task_diff_params {
    struct slice task_id;
    struct task_diff_params_paths paths;
    enum field_is paths_is;
    /* False: list the files without their content. */
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
    /* False: part of the working directory could not be saved before the task, and changes there may be missing. */
    bool complete;
    /* True: the changes were undone. */
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

/* Method task.undo: Undo the file changes of a task: restore changed and deleted files, remove new ones.
 *
 * Files that were changed after the task are left as they are and listed. */

/* Select these paths; absent: all. */
struct task_undo_params_paths {
    struct slice *items;
    size_t count;
};

struct task_undo_params {
    struct slice task_id;
    struct task_undo_params_paths paths;
    enum field_is paths_is;
    /* True: only report what would be done. */
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

/* Files and directories that were restored without their set-user-ID or set-group-ID bit. A restored file belongs to
 * the daemon's user and never gets the bits back; a directory gets set-group-ID back if its owner and group are
 * unchanged. Absent: none. */
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

/* Method task.cancel: Cancel a task. A queued task ends at once; for a running task, the response follows when all
 * its processes have ended. */

struct task_cancel_params {
    struct slice task_id;
    /* One word for the log. timeout and daemon_stopped are reserved for the daemon. */
    struct slice reason;
};

struct task_cancel_result {
    /* False: the task ended by itself before it could be cancelled. */
    bool cancelled;
    /* The number of processes that were ended; none is left. */
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

/* Method task.list: List tasks, newest first, in pages.
 *
 * To get the next page, pass the last id of this page as after. A page can be shorter than its limit if prompts are
 * long; an empty page is the end. Results are not included; see task.get. */

struct task_list_params {
    /* Select tasks in this state. */
    enum task_state state;
    enum field_is state_is;
    /* Select the tasks of this session. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Select tasks with this working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    int64_t limit;
    /* The last id of the previous page. */
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

/* Method task.get: Get a task, with its result. */

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

/* Method task.stats: Count tasks by state. */

struct task_stats_params {
    char unused;
};

struct task_stats_result {
    int64_t total;
    /* Tasks that are neither queued nor in a final state. */
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

/* Method task.wait: Wait for a task to end; its state says whether it ended in time. */

struct task_wait_params {
    struct slice task_id;
    /* After this time, the response has the task in its current state; absent: no limit. */
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

/* Event event.taskQueued: A task was submitted to the queue. */

struct event_task_queued_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    int64_t priority;
    /* The beginning of the prompt. */
    struct slice summary;
};

extern const struct shape event_task_queued_params_shape;
extern const struct event_type event_task_queued_event;

/* Event event.taskStarted: An agent has started to work on a task. */

struct event_task_started_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
};

extern const struct shape event_task_started_params_shape;
extern const struct event_type event_task_started_event;

/* Event event.taskUpdated: A task has changed to a state that has no event of its own: starting,
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

/* Event event.taskProgress: An agent reported the progress of a task. */

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

/* Event event.taskCompleted: A task was completed; task.get has its text. */

struct event_task_completed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice task_id;
    struct slice session_id;
    int64_t message_count;
    struct task_token_usage token_usage;
    enum field_is token_usage_is;
    /* As in the result of the task. */
    int64_t unanswered;
    enum field_is unanswered_is;
};

extern const struct shape event_task_completed_params_shape;
extern const struct event_type event_task_completed_event;

/* Event event.taskFailed: A task has failed. */

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

/* Event event.taskCancelled: A task was cancelled. */

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

/* Event event.messageCreated: A message of a session: a prompt of a person, or a report of an agent.
 *
 * A prompt has the role user and the type prompt, and is written when its task starts. Each report of an agent has
 * the role assistant, with the agent's own type and data. */

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
    /* The agent's own number of the message, from 1 in each task; 0 for a prompt and for messages from
     * create_message. */
    int64_t sequence;
    /* The number of earlier messages that the agent numbered but that never arrived. */
    int64_t missing;
    enum field_is missing_is;
    /* Set for messages from create_message. */
    struct slice message_id;
    enum field_is message_id_is;
    /* Its form depends on the type; for a prompt: {text}. */
    struct json_any data;
};

extern const struct shape event_message_created_params_shape;
extern const struct event_type event_message_created_event;
