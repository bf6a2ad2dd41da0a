/* Generated from contract/executor.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* What the user's plan with the service leaves, as the agent says. */
struct executor_quota {
    /* Which: five_hour, seven_day, … */
    struct slice name;
    enum field_is name_is;
    int64_t used_percent;
    enum field_is used_percent_is;
    /* Epoch milliseconds. */
    int64_t resets_at;
    enum field_is resets_at_is;
    /* The service refuses calls until then. */
    bool exceeded;
    enum field_is exceeded_is;
};

/* Tokens, in the long words or the short ones. */
struct executor_usage {
    int64_t input_tokens;
    enum field_is input_tokens_is;
    int64_t output_tokens;
    enum field_is output_tokens_is;
    int64_t cache_read_tokens;
    enum field_is cache_read_tokens_is;
    int64_t cache_write_tokens;
    enum field_is cache_write_tokens_is;
    int64_t input;
    enum field_is input_is;
    int64_t output;
    enum field_is output_is;
    /* In the model's context now. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* That fit into it. */
    int64_t context_limit;
    enum field_is context_limit_is;
    /* What the agent says that the task has cost so far, in millionths of reported_currency. */
    int64_t reported_cost_micros;
    enum field_is reported_cost_micros_is;
    /* USD, … */
    struct slice reported_currency;
    enum field_is reported_currency_is;
    struct executor_quota quota;
    enum field_is quota_is;
    /* The one with which all of it was used; absent: more than one, or not known. */
    struct slice model;
    enum field_is model_is;
};

struct executor_error {
    struct slice message;
    struct slice code;
    enum field_is code_is;
    struct slice stack;
    enum field_is stack_is;
};

/* What became of a prompt. */
struct executor_execution {
    /* completed, failed or cancelled. */
    struct slice status;
    /* How many messages were reported. */
    int64_t message_count;
    enum field_is message_count_is;
    struct executor_usage token_usage;
    enum field_is token_usage_is;
    struct executor_error error;
    enum field_is error_is;
    /* The agent's final text. */
    struct slice text;
    enum field_is text_is;
};

/* A task that an executor works on, or has worked on, as the daemon finds it when it comes back. */
struct executor_handed {
    struct slice task_id;
    /* Of what it has reported so far. */
    int64_t last_sequence;
    /* Absent: it is still at work. */
    struct executor_execution execution;
    enum field_is execution_is;
};

struct executor_handed_terminal {
    struct slice terminal_id;
    int64_t pty_pid;
    bool use_tmux;
    /* Where it was opened. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice shell;
    enum field_is shell_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    enum field_is created_at_is;
    /* Its process has ended; it is remembered until close_terminal says forget. */
    bool exited;
    int64_t exit_code;
    enum field_is exit_code_is;
    int64_t signal;
    enum field_is signal_is;
};

struct executor_notification {
    struct slice method;
    /* As the method has them. */
    struct json_any params;
    enum field_is params_is;
};

enum executor_said_role {
    EXECUTOR_SAID_ROLE_USER = 0,
    EXECUTOR_SAID_ROLE_ASSISTANT = 1,
};

/* Something that was said in the session before. */
struct executor_said {
    enum executor_said_role role;
    struct slice type;
    /* As the type has it. */
    struct json_any content;
    struct slice task_id;
    enum field_is task_id_is;
    /* Epoch milliseconds. */
    int64_t timestamp;
    enum field_is timestamp_is;
};

/* The program's path, and its arguments. */
struct executor_launch_command {
    struct slice *items;
    size_t count;
};

/* Besides the executor's own. */
struct executor_launch_env {
    struct executor_launch_env_pair *items;
    size_t count;
};

struct executor_launch_env_pair {
    struct slice key;
    struct slice value;
};

/* An agent that is a program: how it is started, and which of the executor's adapters speaks with it. */
struct executor_launch {
    struct slice name;
    /* stdio, acp, claude-code, … */
    struct slice adapter;
    struct executor_launch_command command;
    struct executor_launch_env env;
    enum field_is env_is;
    /* How long it may say nothing while it works, where its protocol has no other sign of life. */
    int64_t silence_ms;
};

/* An agent as the executor finds it from inside of its sandbox. */
struct executor_agent {
    struct slice name;
    struct slice adapter;
    bool usable;
    /* Why it is not usable; a sentence. */
    struct slice reason;
    enum field_is reason_is;
    /* That it would take, where that is known. */
    struct slice model;
    enum field_is model_is;
    /* Of the model. */
    struct slice service;
    enum field_is service_is;
    struct slice version;
    enum field_is version_is;
};

enum executor_provider_format {
    EXECUTOR_PROVIDER_FORMAT_ANTHROPIC = 0,
    EXECUTOR_PROVIDER_FORMAT_OPENAI = 1,
};

/* Besides. */
struct executor_provider_headers {
    struct executor_provider_headers_pair *items;
    size_t count;
};

struct executor_provider_headers_pair {
    struct slice key;
    struct slice value;
};

/* A service with models, and how it is spoken to. */
struct executor_provider {
    struct slice service;
    enum executor_provider_format format;
    /* Without a / at its end. */
    struct slice url;
    /* Which carries the key; empty: it needs none. */
    struct slice header;
    /* Before the key in that header. */
    struct slice prefix;
    struct executor_provider_headers headers;
    enum field_is headers_is;
    /* Where the session names none; absent: the first that the service lists. */
    struct slice model;
    enum field_is model_is;
    /* One is stored, and the session may use it. */
    bool has_key;
    int64_t connect_ms;
    /* How long a stream may bring nothing. */
    int64_t silence_ms;
    int64_t retries;
    /* That the model can take; close to it the history is summarised. */
    int64_t context_tokens;
    /* That an answer may have. */
    int64_t output_tokens;
};

struct executor_mcp_server_args {
    struct slice *items;
    size_t count;
};

struct executor_mcp_server_env {
    struct executor_mcp_server_env_pair *items;
    size_t count;
};

struct executor_mcp_server_env_pair {
    struct slice key;
    struct slice value;
};

struct executor_mcp_server {
    struct slice name;
    struct slice command;
    struct executor_mcp_server_args args;
    struct executor_mcp_server_env env;
    enum field_is env_is;
};

enum executor_record_use {
    EXECUTOR_RECORD_USE_WARM = 0,
    EXECUTOR_RECORD_USE_TASKS = 1,
    EXECUTOR_RECORD_USE_TERMINALS = 2,
    EXECUTOR_RECORD_USE_BROKER = 3,
};

/* That its sandbox reached; absent: not known yet. */
enum executor_record_level {
    EXECUTOR_RECORD_LEVEL_NAMESPACE = 0,
    EXECUTOR_RECORD_LEVEL_LANDLOCK = 1,
    EXECUTOR_RECORD_LEVEL_OFF = 2,
};

/* What the daemon notes of an executor on the disk, so that the next daemon finds it. Not sent to anybody. */
struct executor_record {
    /* Of its weir-jail. */
    int64_t pid;
    /* Of that process, in clock ticks since boot. */
    int64_t start_time;
    struct slice boot_id;
    /* Which: a name of the configuration's executors; weir is the built-in one. */
    struct slice executor;
    /* The secret with which the daemon proves itself. */
    struct slice hand_shake;
    /* It knows resume: it keeps what is not confirmed. */
    bool resumes;
    enum executor_record_use use;
    struct slice session_id;
    enum field_is session_id_is;
    /* That it works on. */
    struct slice task_id;
    enum field_is task_id_is;
    /* A terminal without a session. */
    bool own_session;
    /* What its sandbox was made for: level, network, rights, working directory; absent: for no session yet. */
    struct slice rules;
    enum field_is rules_is;
    enum executor_record_level level;
    enum field_is level_is;
    /* It has no network. */
    bool closed;
    /* A sum of the configuration that it was started with. */
    struct slice settings;
    enum field_is settings_is;
    /* Of the process that listened when the daemon first connected; absent where weir-jail listens, or nobody did
     * yet. */
    int64_t listener_pid;
    enum field_is listener_pid_is;
    /* Of that process, in clock ticks since boot. */
    int64_t listener_start_time;
    enum field_is listener_start_time_is;
};

extern const struct shape executor_quota_shape;
extern const struct shape executor_usage_shape;
extern const struct shape executor_error_shape;
extern const struct shape executor_execution_shape;
extern const struct shape executor_handed_shape;
extern const struct shape executor_handed_terminal_shape;
extern const struct shape executor_notification_shape;
extern const struct shape executor_said_shape;
extern const struct shape executor_launch_shape;
extern const struct shape executor_agent_shape;
extern const struct shape executor_provider_shape;
extern const struct shape executor_mcp_server_shape;
extern const struct shape executor_record_shape;
