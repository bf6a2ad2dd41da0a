/* Generated from contract/automation.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/session_types.h"

enum automation_trigger_type {
    AUTOMATION_TRIGGER_TYPE_CRON = 0,
    AUTOMATION_TRIGGER_TYPE_INTERVAL = 1,
    AUTOMATION_TRIGGER_TYPE_AT = 2,
    AUTOMATION_TRIGGER_TYPE_EVENT = 3,
    AUTOMATION_TRIGGER_TYPE_FILE = 4,
    AUTOMATION_TRIGGER_TYPE_WEBHOOK = 5,
    AUTOMATION_TRIGGER_TYPE_MANUAL = 6,
};

/* How deliveries are signed. standard: the headers webhook-id, webhook-timestamp and webhook-signature of Standard
 * Webhooks. github: the header X-Hub-Signature-256. */
enum automation_webhook_scheme {
    AUTOMATION_WEBHOOK_SCHEME_STANDARD = 0,
    AUTOMATION_WEBHOOK_SCHEME_GITHUB = 1,
};

struct automation_trigger_cron {
    /* type: always present, not stored. */
    /* Minute, hour, day of the month, month and day of the week; or @daily and the like. */
    struct slice expression;
    /* An IANA name; absent: the zone of this machine. */
    struct slice timezone;
    enum field_is timezone_is;
};

struct automation_trigger_interval {
    /* type: always present, not stored. */
    int64_t seconds;
};

struct automation_trigger_at {
    /* type: always present, not stored. */
    /* Once, at this time. */
    struct slice time;
};

/* Fields of the event that must have these values. A name may have dots: run.state. */
struct automation_trigger_event_where {
    struct automation_trigger_event_where_pair *items;
    size_t count;
};

struct automation_trigger_event_where_pair {
    struct slice key;
    struct json_any value;
};

struct automation_trigger_event {
    /* type: always present, not stored. */
    /* An event of the log that says that something began, ended or changed its state. Not: messages, progress, and
     * changes of settings. */
    struct slice event;
    struct automation_trigger_event_where where;
    enum field_is where_is;
};

/* Absolute paths; they may have the wildcards *, ** and ?. */
struct automation_trigger_file_paths {
    struct slice *items;
    size_t count;
};

struct automation_trigger_file {
    /* type: always present, not stored. */
    struct automation_trigger_file_paths paths;
    /* How long nothing more must have changed. */
    int64_t settle_ms;
};

struct automation_trigger_webhook {
    /* type: always present, not stored. */
    enum automation_webhook_scheme scheme;
};

struct automation_trigger_manual {
    /* type: always present, not stored. */
    char unused;
};

enum automation_trigger_kind {
    AUTOMATION_TRIGGER_KIND_CRON = 0,
    AUTOMATION_TRIGGER_KIND_INTERVAL = 1,
    AUTOMATION_TRIGGER_KIND_AT = 2,
    AUTOMATION_TRIGGER_KIND_EVENT = 3,
    AUTOMATION_TRIGGER_KIND_FILE = 4,
    AUTOMATION_TRIGGER_KIND_WEBHOOK = 5,
    AUTOMATION_TRIGGER_KIND_MANUAL = 6,
};

/* What starts a rule. Every rule can also be started by hand. */
struct automation_trigger {
    enum automation_trigger_kind kind;
    union {
        struct automation_trigger_cron cron;
        struct automation_trigger_interval interval;
        struct automation_trigger_at at;
        struct automation_trigger_event event;
        struct automation_trigger_file file;
        struct automation_trigger_webhook webhook;
        struct automation_trigger_manual manual;
    } as;
};

struct automation_action_task {
    /* type: always present, not stored. */
    struct slice prompt;
    struct slice agent;
    enum field_is agent_is;
    /* Not together with sessionId. */
    struct slice model;
    enum field_is model_is;
    /* An absolute path; absent: as in task.submit. */
    struct slice cwd;
    enum field_is cwd_is;
    /* The session to work in; absent: a session of the rule's own. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Not together with sessionId. Absent: default. */
    enum session_permission_mode permission_mode;
    enum field_is permission_mode_is;
    struct session_tools tools;
    enum field_is tools_is;
    int64_t timeout_ms;
    enum field_is timeout_ms_is;
};

/* The arguments of the tool. */
struct automation_action_tool_input {
    struct automation_action_tool_input_pair *items;
    size_t count;
};

struct automation_action_tool_input_pair {
    struct slice key;
    struct json_any value;
};

struct automation_action_tool {
    /* type: always present, not stored. */
    /* The id of an MCP server. */
    struct slice server;
    struct slice tool;
    struct automation_action_tool_input input;
    enum field_is input_is;
};

struct automation_action_notify {
    /* type: always present, not stored. */
    struct slice title;
    struct slice body;
};

enum automation_action_kind {
    AUTOMATION_ACTION_KIND_TASK = 0,
    AUTOMATION_ACTION_KIND_TOOL = 1,
    AUTOMATION_ACTION_KIND_NOTIFY = 2,
};

/* What a rule does. In prompt, title, body and the strings of input, {{name}} is replaced by a field of the cause:
 * rule.id, rule.name, run.id and time always; event and its fields, paths, body and its fields, input and its fields
 * according to the trigger. */
struct automation_action {
    enum automation_action_kind kind;
    union {
        struct automation_action_task task;
        struct automation_action_tool tool;
        struct automation_action_notify notify;
    } as;
};

/* Done in order. The first that fails ends the run. */
struct automation_actions {
    struct automation_action *items;
    size_t count;
};

/* What to do when the rule is due while it still runs: skip this time, start after the run, or cancel the run and
 * start. */
enum automation_overlap {
    AUTOMATION_OVERLAP_SKIP = 0,
    AUTOMATION_OVERLAP_QUEUE = 1,
    AUTOMATION_OVERLAP_REPLACE = 2,
};

/* What to do about due times at which the daemon did not run, or the machine slept: nothing, run once for the
 * latest, or run once for each. */
enum automation_missed {
    AUTOMATION_MISSED_SKIP = 0,
    AUTOMATION_MISSED_LATEST = 1,
    AUTOMATION_MISSED_ALL = 2,
};

/* What one run may use. The run is stopped when its tasks exceed it. */
struct automation_run_budget {
    /* Input and output tokens together. */
    int64_t tokens;
    enum field_is tokens_is;
    /* In millionths of the unit of the price table. For models that are called through the broker. */
    int64_t cost_micros;
    enum field_is cost_micros_is;
};

struct automation_policy {
    enum automation_overlap overlap;
    enum automation_missed missed;
    /* A due time that is longer ago is not made up for. */
    int64_t window_seconds;
    /* The runs that events, files and webhooks may start in an hour. */
    int64_t max_per_hour;
    /* Disable the rule after so many failed runs in a row. 0: never. */
    int64_t disable_after_failures;
    /* Start up to so much later than due, by an amount that is the same for the same due time. */
    int64_t jitter_seconds;
    struct automation_run_budget budget;
    enum field_is budget_is;
};

/* queued: waits for an earlier run of the rule. skipped: not run, as the policy says. refused: not run, because it
 * could not be or must not be. */
enum automation_run_state {
    AUTOMATION_RUN_STATE_QUEUED = 0,
    AUTOMATION_RUN_STATE_RUNNING = 1,
    AUTOMATION_RUN_STATE_COMPLETED = 2,
    AUTOMATION_RUN_STATE_FAILED = 3,
    AUTOMATION_RUN_STATE_SKIPPED = 4,
    AUTOMATION_RUN_STATE_REFUSED = 5,
    AUTOMATION_RUN_STATE_CANCELLED = 6,
};

/* Why a run began. */
struct automation_cause {
    enum automation_trigger_type type;
    /* The name of the event. */
    struct slice event;
    enum field_is event_is;
    /* Its number in the log. */
    int64_t seq;
    enum field_is seq_is;
    /* The id of the webhook's message. */
    struct slice message_id;
    enum field_is message_id_is;
    /* The front end that started it by hand, by the name that it gave in initialize. */
    struct slice client;
    enum field_is client_is;
    /* The event's fields, the body of the webhook, the input, or {"paths": […]}. Left out if it exceeds 64 KiB. */
    struct json_any data;
    enum field_is data_is;
    /* How many runs of rules led to this one. */
    int64_t depth;
    enum field_is depth_is;
};

enum automation_action_state {
    AUTOMATION_ACTION_STATE_WAITING = 0,
    AUTOMATION_ACTION_STATE_RUNNING = 1,
    AUTOMATION_ACTION_STATE_COMPLETED = 2,
    AUTOMATION_ACTION_STATE_FAILED = 3,
    AUTOMATION_ACTION_STATE_CANCELLED = 4,
};

enum automation_action_run_type {
    AUTOMATION_ACTION_RUN_TYPE_TASK = 0,
    AUTOMATION_ACTION_RUN_TYPE_TOOL = 1,
    AUTOMATION_ACTION_RUN_TYPE_NOTIFY = 2,
};

struct automation_action_run {
    enum automation_action_run_type type;
    enum automation_action_state state;
    struct slice task_id;
    enum field_is task_id_is;
    struct slice session_id;
    enum field_is session_id_is;
    /* The result of a tool or a task, or why the action failed; cut after 2,000 characters. */
    struct slice message;
    enum field_is message_is;
    /* What the task has used, if it is known. */
    int64_t tokens;
    enum field_is tokens_is;
    /* Epoch milliseconds. */
    int64_t started_at;
    enum field_is started_at_is;
    /* Epoch milliseconds. */
    int64_t ended_at;
    enum field_is ended_at_is;
};

struct automation_run_actions {
    struct automation_action_run *items;
    size_t count;
};

/* The receipt of a due time: written before anything happens. */
struct automation_run {
    struct slice run_id;
    struct slice rule_id;
    /* The name of the rule. */
    struct slice name;
    /* Epoch milliseconds. When the trigger was due, or came. */
    int64_t due_at;
    /* Epoch milliseconds. */
    int64_t started_at;
    enum field_is started_at_is;
    /* Epoch milliseconds. */
    int64_t ended_at;
    enum field_is ended_at_is;
    enum automation_run_state state;
    /* overlap, missed, too_many, rate, loop, template, queue_full, session_not_found, session_closed, replaced,
     * deleted, disabled, interrupted, budget, task_failed, tool_failed, tool_denied, notify_failed, trigger_invalid,
     * unreadable, … */
    struct slice reason;
    enum field_is reason_is;
    /* The reason as a sentence. */
    struct slice message;
    enum field_is message_is;
    struct automation_cause cause;
    struct automation_run_actions actions;
    /* Of a receipt for several due times that were not run: the first. Epoch milliseconds. */
    int64_t from;
    enum field_is from_is;
    /* The last. */
    int64_t to;
    enum field_is to_is;
    /* How many they are. */
    int64_t count;
    enum field_is count_is;
};

struct automation_last_run {
    struct slice run_id;
    /* Epoch milliseconds. */
    int64_t due_at;
    /* Epoch milliseconds. */
    int64_t ended_at;
    enum field_is ended_at_is;
    enum automation_run_state state;
    struct slice reason;
    enum field_is reason_is;
};

struct automation_rule {
    struct slice rule_id;
    struct slice name;
    bool enabled;
    struct automation_trigger trigger;
    struct automation_actions actions;
    struct automation_policy policy;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t updated_at;
    struct automation_last_run last_run;
    enum field_is last_run_is;
    /* Epoch milliseconds. Absent: it has no due time, or is disabled. */
    int64_t next_due;
    enum field_is next_due_is;
    /* How many runs in a row have failed; absent: none. */
    int64_t failures;
    enum field_is failures_is;
    /* Why the trigger does not work; absent: it does. */
    struct slice problem;
    enum field_is problem_is;
};

extern const struct shape automation_trigger_type_shape;
extern const struct shape automation_webhook_scheme_shape;
extern const struct shape automation_trigger_shape;
extern const struct shape automation_action_shape;
extern const struct shape automation_actions_shape;
extern const struct shape automation_overlap_shape;
extern const struct shape automation_missed_shape;
extern const struct shape automation_run_budget_shape;
extern const struct shape automation_policy_shape;
extern const struct shape automation_run_state_shape;
extern const struct shape automation_cause_shape;
extern const struct shape automation_action_state_shape;
extern const struct shape automation_action_run_shape;
extern const struct shape automation_run_shape;
extern const struct shape automation_last_run_shape;
extern const struct shape automation_rule_shape;
