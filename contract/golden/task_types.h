/* Generated from contract/task.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/session_types.h"

/* completed, failed and cancelled are final. A time-out is failed with the reason timeout. */
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
    /* In the model's context in the end, where the agent or the provider says so. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* That fit into it. */
    int64_t context_limit;
    enum field_is context_limit_is;
    /* What the agent says that the task cost, in millionths of reported_currency. */
    int64_t reported_cost_micros;
    enum field_is reported_cost_micros_is;
    /* USD, … */
    struct slice reported_currency;
    enum field_is reported_currency_is;
    /* What all of that costs by the price table, in millionths of its unit, where the agent called the service
     * itself: of a task that has completed, with a model whose price is known, that of its cache too where it was
     * used. What goes through the broker is in budget.status. */
    int64_t cost_micros;
    enum field_is cost_micros_is;
};

struct task_failure {
    /* A word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed,
     * memory_limit, process_limit, output_limit, token_limit, … */
    struct slice reason;
    /* A sentence for people. */
    struct slice message;
    /* The agent's own word, where it had one. */
    struct slice code;
    enum field_is code_is;
    struct slice stack;
    enum field_is stack_is;
    /* With which its executor ended. */
    int64_t exit_code;
    enum field_is exit_code_is;
    /* That ended its executor. */
    int64_t signal;
    enum field_is signal_is;
    /* The last lines that its executor wrote there. */
    struct slice stderr;
    enum field_is stderr_is;
};

/* What a task may use; what is absent is as configured, 0 is without limit. */
struct task_limits {
    /* Of all its processes together. */
    int64_t memory_bytes;
    enum field_is memory_bytes_is;
    /* At the same time. */
    int64_t processes;
    enum field_is processes_is;
    /* Of all that it reports. */
    int64_t output_bytes;
    enum field_is output_bytes_is;
    /* In and out together. */
    int64_t tokens;
    enum field_is tokens_is;
};

/* At most 10 MiB together. */
struct task_attachments {
    struct task_attachment *items;
    size_t count;
};

/* What of a task is kept as one piece: its limits, and what it was given. */
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
};

/* A file that comes with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG, GIF, WebP) of at most 5 MiB. */
struct task_attachment {
    /* An absolute path, which the session's sandbox must show. */
    struct slice path;
    /* Its media type. Absent: as its content says. The content also decides which kind of picture it is. */
    struct slice mime;
    enum field_is mime_is;
};

enum task_file_change_change {
    TASK_FILE_CHANGE_CHANGE_CREATED = 0,
    TASK_FILE_CHANGE_CHANGE_MODIFIED = 1,
    TASK_FILE_CHANGE_CHANGE_DELETED = 2,
};

/* What a task did to a file. */
struct task_file_change {
    /* Below the task's working directory. */
    struct slice path;
    enum task_file_change_change change;
    int64_t before_bytes;
    enum field_is before_bytes_is;
    int64_t after_bytes;
    enum field_is after_bytes_is;
    /* Permission bits. task.undo never restores set-user-ID and set-group-ID of a file. */
    int64_t before_mode;
    enum field_is before_mode_is;
    int64_t after_mode;
    enum field_is after_mode_is;
    /* It is a symbolic link; the texts are where it leads. */
    bool link;
    /* It is not text, so none is here. */
    bool binary;
    /* False: it was too large, and cannot be shown or put back. */
    bool kept;
    /* The text; absent where there was none, where it is not text, and where the answer would be too long: ask for
     * the path alone. */
    struct slice before;
    enum field_is before_is;
    /* Likewise. */
    struct slice after;
    enum field_is after_is;
};

/* changed_since: somebody has changed it after the task. not_kept: its old content was too large. not_possible:
 * message says why. */
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
    /* The agent's final text. */
    struct slice text;
    enum field_is text_is;
    int64_t message_count;
    struct task_token_usage token_usage;
    enum field_is token_usage_is;
    /* So many permission requests of it were refused because their time was over (timeout) or no front end that can
     * approve was connected (no_approver); absent: none. */
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
    /* Higher goes first. */
    int64_t priority;
    /* Absent: the session's. */
    struct slice agent;
    enum field_is agent_is;
    struct slice cwd;
    int64_t timeout_ms;
    struct slice idempotency_key;
    enum field_is idempotency_key_is;
    struct task_limits limits;
    enum field_is limits_is;
    /* Absent: the session's. */
    struct session_tools tools;
    enum field_is tools_is;
    /* Absent: as the session has it. */
    bool stream;
    enum field_is stream_is;
    struct task_attachments attachments;
    enum field_is attachments_is;
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
    /* Of a task in a final state. */
    struct task_result result;
    enum field_is result_is;
};

extern const struct shape task_state_shape;
extern const struct shape task_token_usage_shape;
extern const struct shape task_failure_shape;
extern const struct shape task_limits_shape;
extern const struct shape task_terms_shape;
extern const struct shape task_attachment_shape;
extern const struct shape task_attachments_shape;
extern const struct shape task_file_change_shape;
extern const struct shape task_left_file_shape;
extern const struct shape task_progress_shape;
extern const struct shape task_result_shape;
extern const struct shape task_record_shape;
