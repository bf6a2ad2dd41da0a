/* Generated from contract/executor.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

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
};

extern const struct shape executor_usage_shape;
extern const struct shape executor_error_shape;
extern const struct shape executor_execution_shape;
extern const struct shape executor_handed_shape;
extern const struct shape executor_handed_terminal_shape;
extern const struct shape executor_notification_shape;
extern const struct shape executor_said_shape;
extern const struct shape executor_mcp_server_shape;
extern const struct shape executor_record_shape;
