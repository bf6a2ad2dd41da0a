/* Generated from contract/task.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/session_types.h"

/* completed, failed and cancelled are final. A task that exceeds its time limit is failed, with the reason timeout. */
enum task_state {
    TASK_STATE_QUEUED = 0,
    TASK_STATE_STARTING = 1,
    TASK_STATE_RUNNING = 2,
    TASK_STATE_AWAITING_PERMISSION = 3,
    TASK_STATE_STOPPING = 4,
    TASK_STATE_COMPLETED = 5,
    TASK_STATE_FAILED = 6,
    TASK_STATE_CANCELLED = 7,
};

struct task_token_usage {
    int64_t input_tokens;
    int64_t output_tokens;
    int64_t cache_read_tokens;
    enum field_is cache_read_tokens_is;
    int64_t cache_write_tokens;
    enum field_is cache_write_tokens_is;
    /* The tokens in the model's context at the end, if the agent or the provider reports them. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* The size of the model's context window. */
    int64_t context_limit;
    enum field_is context_limit_is;
    /* The cost of the task as the agent reports it, in millionths of reported_currency. */
    int64_t reported_cost_micros;
    enum field_is reported_cost_micros_is;
    /* USD, … */
    struct slice reported_currency;
    enum field_is reported_currency_is;
    /* The cost by the price table, in millionths of its unit, if the agent called the provider itself. Only for a
     * completed task whose model has a price, including prices for the cache if it was used. budget.status has the
     * cost of calls through the broker. */
    int64_t cost_micros;
    enum field_is cost_micros_is;
};

struct task_failure {
    /* One word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed,
     * memory_limit, process_limit, output_limit, token_limit, … */
    struct slice reason;
    /* A sentence for people. */
    struct slice message;
    /* The error code of the agent, if it reported one. */
    struct slice code;
    enum field_is code_is;
    struct slice stack;
    enum field_is stack_is;
    /* The exit code of its executor. */
    int64_t exit_code;
    enum field_is exit_code_is;
    /* The signal that ended its executor. */
    int64_t signal;
    enum field_is signal_is;
    /* The last lines that its executor wrote to standard error. */
    struct slice stderr;
    enum field_is stderr_is;
};

/* The limits of a task. Absent: the configured value; 0: no limit. */
struct task_limits {
    /* The memory of all its processes together. */
    int64_t memory_bytes;
    enum field_is memory_bytes_is;
    /* The processes at a time. */
    int64_t processes;
    enum field_is processes_is;
    /* The bytes that it reports. */
    int64_t output_bytes;
    enum field_is output_bytes_is;
    /* Input and output tokens together. */
    int64_t tokens;
    enum field_is tokens_is;
};

/* At most 10 MiB together. */
struct task_attachments {
    struct task_attachment *items;
    size_t count;
};

/* The run of an automation rule that submitted a task. */
struct task_cause {
    struct slice rule_id;
    struct slice run_id;
    /* How many runs of rules led to this one. */
    int64_t depth;
};

/* The limits and the input of a task, stored as one value. */
struct task_terms {
    int64_t memory_bytes;
    enum field_is memory_bytes_is;
    int64_t processes;
    enum field_is processes_is;
    int64_t output_bytes;
    enum field_is output_bytes_is;
    int64_t tokens;
    enum field_is tokens_is;
    struct session_tools tools;
    enum field_is tools_is;
    bool stream;
    enum field_is stream_is;
    struct task_attachments attachments;
    enum field_is attachments_is;
    struct task_cause cause;
    enum field_is cause_is;
};

/* A file to send with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG, GIF, WebP) of at most 5 MiB. */
struct task_attachment {
    /* An absolute path that is visible in the session's sandbox. */
    struct slice path;
    /* The media type. Absent: detected from the content. The format of a picture is always detected from the
     * content. */
    struct slice mime;
    enum field_is mime_is;
};

enum task_file_change_change {
    TASK_FILE_CHANGE_CHANGE_CREATED = 0,
    TASK_FILE_CHANGE_CHANGE_MODIFIED = 1,
    TASK_FILE_CHANGE_CHANGE_DELETED = 2,
};

/* The change of a file by a task. */
struct task_file_change {
    /* The path below the task's working directory. */
    struct slice path;
    enum task_file_change_change change;
    int64_t before_bytes;
    enum field_is before_bytes_is;
    int64_t after_bytes;
    enum field_is after_bytes_is;
    /* Permission bits. task.undo does not restore the set-user-ID and set-group-ID bits of a file. */
    int64_t before_mode;
    enum field_is before_mode_is;
    int64_t after_mode;
    enum field_is after_mode_is;
    /* True: it is a symbolic link, and the texts are its targets. */
    bool link;
    /* True: the file is not text, and its content is not included. */
    bool binary;
    /* False: the file was too large to save. It cannot be shown or restored. */
    bool kept;
    /* The old text. Absent: there was no file, it is not text, or the response would be too large; then request this
     * path alone. */
    struct slice before;
    enum field_is before_is;
    /* The new text. Absent: as for before. */
    struct slice after;
    enum field_is after_is;
};

/* changed_since: the file was changed after the task. not_kept: the file was too large to save. not_possible:
 * message has the reason. */
enum task_left_file_reason {
    TASK_LEFT_FILE_REASON_CHANGED_SINCE = 0,
    TASK_LEFT_FILE_REASON_NOT_KEPT = 1,
    TASK_LEFT_FILE_REASON_NOT_POSSIBLE = 2,
};

struct task_left_file {
    struct slice path;
    enum task_left_file_reason reason;
    struct slice message;
    enum field_is message_is;
};

struct task_progress {
    double percent;
    enum field_is percent_is;
    struct slice message;
    enum field_is message_is;
    int64_t completed_steps;
    enum field_is completed_steps_is;
    int64_t total_steps;
    enum field_is total_steps_is;
};

struct task_result {
    /* The final text of the agent. */
    struct slice text;
    enum field_is text_is;
    int64_t message_count;
    struct task_token_usage token_usage;
    enum field_is token_usage_is;
    /* The number of its permission requests that were denied because they timed out (timeout) or no front end that
     * can approve was connected (no_approver); absent: none. */
    int64_t unanswered;
    enum field_is unanswered_is;
    struct task_failure error;
    enum field_is error_is;
};

struct task_record {
    struct slice id;
    struct slice session_id;
    struct slice prompt;
    enum task_state state;
    /* Tasks with a higher priority start first. */
    int64_t priority;
    /* Absent: the session's agent. */
    struct slice agent;
    enum field_is agent_is;
    struct slice cwd;
    int64_t timeout_ms;
    struct slice idempotency_key;
    enum field_is idempotency_key_is;
    struct task_limits limits;
    enum field_is limits_is;
    /* Absent: the session's tools. */
    struct session_tools tools;
    enum field_is tools_is;
    /* Absent: the session's setting. */
    bool stream;
    enum field_is stream_is;
    struct task_attachments attachments;
    enum field_is attachments_is;
    /* Absent: a person submitted it. */
    struct task_cause cause;
    enum field_is cause_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t started_at;
    enum field_is started_at_is;
    /* Epoch milliseconds. */
    int64_t ended_at;
    enum field_is ended_at_is;
    struct task_progress progress;
    enum field_is progress_is;
    /* Set when the task is in a final state. */
    struct task_result result;
    enum field_is result_is;
};

extern const struct shape task_state_shape;
extern const struct shape task_token_usage_shape;
extern const struct shape task_failure_shape;
extern const struct shape task_limits_shape;
extern const struct shape task_terms_shape;
extern const struct shape task_cause_shape;
extern const struct shape task_attachment_shape;
extern const struct shape task_attachments_shape;
extern const struct shape task_file_change_shape;
extern const struct shape task_left_file_shape;
extern const struct shape task_progress_shape;
extern const struct shape task_result_shape;
extern const struct shape task_record_shape;
