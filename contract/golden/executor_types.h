/* Generated from contract/executor.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* The rest of the user's plan with the provider, as the agent reports it. */
struct executor_quota {
    /* The name of the limit: five_hour, seven_day, … */
    struct slice name;
    enum field_is name_is;
    int64_t used_percent;
    enum field_is used_percent_is;
    /* Epoch milliseconds. */
    int64_t resets_at;
    enum field_is resets_at_is;
    /* True: the provider refuses calls until resets_at. */
    bool exceeded;
    enum field_is exceeded_is;
};

/* Token counts, under the long names or the short ones. */
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
    /* The tokens in the model's context now. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* The size of the model's context window. */
    int64_t context_limit;
    enum field_is context_limit_is;
    /* The cost of the task so far as the agent reports it, in millionths of reported_currency. */
    int64_t reported_cost_micros;
    enum field_is reported_cost_micros_is;
    /* USD, … */
    struct slice reported_currency;
    enum field_is reported_currency_is;
    struct executor_quota quota;
    enum field_is quota_is;
    /* The model that used all of these tokens; absent: several models, or not known. */
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

/* The result of a prompt. */
struct executor_execution {
    /* completed, failed or cancelled. */
    struct slice status;
    /* The number of messages that were reported. */
    int64_t message_count;
    enum field_is message_count_is;
    struct executor_usage token_usage;
    enum field_is token_usage_is;
    struct executor_error error;
    enum field_is error_is;
    /* The final text of the agent. */
    struct slice text;
    enum field_is text_is;
};

/* A task that an executor works on or has worked on, as reported to a daemon that reconnects. */
struct executor_handed {
    struct slice task_id;
    /* The sequence number of the last message that the executor has reported. */
    int64_t last_sequence;
    /* The result; absent: the task is still running. */
    struct executor_execution execution;
    enum field_is execution_is;
};

struct executor_handed_terminal {
    struct slice terminal_id;
    int64_t pty_pid;
    bool use_tmux;
    /* The directory in which it was opened. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice shell;
    enum field_is shell_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    enum field_is created_at_is;
    /* True: its process has ended. The executor remembers it until close_terminal with forget. */
    bool exited;
    int64_t exit_code;
    enum field_is exit_code_is;
    int64_t signal;
    enum field_is signal_is;
};

struct executor_notification {
    struct slice method;
    /* The parameters of that method. */
    struct json_any params;
    enum field_is params_is;
};

enum executor_said_role {
    EXECUTOR_SAID_ROLE_USER = 0,
    EXECUTOR_SAID_ROLE_ASSISTANT = 1,
};

/* A message of the session's history. */
struct executor_said {
    enum executor_said_role role;
    struct slice type;
    /* Its content depends on the type. */
    struct json_any content;
    struct slice task_id;
    enum field_is task_id_is;
    /* Epoch milliseconds. */
    int64_t timestamp;
    enum field_is timestamp_is;
};

/* The path of the program, and its arguments. */
struct executor_launch_command {
    struct slice *items;
    size_t count;
};

/* Environment variables in addition to the executor's own. */
struct executor_launch_env {
    struct executor_launch_env_pair *items;
    size_t count;
};

struct executor_launch_env_pair {
    struct slice key;
    struct slice value;
};

/* A program that is an agent: how to start it, and which adapter of the executor speaks with it. */
struct executor_launch {
    struct slice name;
    /* stdio, acp, claude-code, … */
    struct slice adapter;
    struct executor_launch_command command;
    struct executor_launch_env env;
    enum field_is env_is;
    /* The longest time for which a working agent may send nothing, if its protocol has no other sign of life. */
    int64_t silence_ms;
};

/* The state of an agent as the executor sees it inside its sandbox. */
struct executor_agent {
    struct slice name;
    struct slice adapter;
    bool usable;
    /* Why the agent is not usable; a sentence. */
    struct slice reason;
    enum field_is reason_is;
    /* The model that the agent would use, if known. */
    struct slice model;
    enum field_is model_is;
    /* The provider of that model. */
    struct slice service;
    enum field_is service_is;
    struct slice version;
    enum field_is version_is;
};

enum executor_provider_format {
    EXECUTOR_PROVIDER_FORMAT_ANTHROPIC = 0,
    EXECUTOR_PROVIDER_FORMAT_OPENAI = 1,
};

/* Further headers of every request. */
struct executor_provider_headers {
    struct executor_provider_headers_pair *items;
    size_t count;
};

struct executor_provider_headers_pair {
    struct slice key;
    struct slice value;
};

/* A provider (a service that offers models): its address and the form of its requests. */
struct executor_provider {
    struct slice service;
    enum executor_provider_format format;
    /* The base URL, without a final /. */
    struct slice url;
    /* The header that carries the key; empty: the provider needs none. */
    struct slice header;
    /* The text before the key in that header. */
    struct slice prefix;
    struct executor_provider_headers headers;
    enum field_is headers_is;
    /* The model of sessions that name none; absent: the first model that the provider lists. */
    struct slice model;
    enum field_is model_is;
    /* True: a key is stored, and the session may use it. */
    bool has_key;
    int64_t connect_ms;
    /* The longest pause in a stream. After it the call fails. */
    int64_t silence_ms;
    int64_t retries;
    /* The context window of the model; near it, the executor summarizes the history. */
    int64_t context_tokens;
    /* The most tokens that an answer may have. */
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

struct executor_mcp_tool_input_schema {
    struct executor_mcp_tool_input_schema_pair *items;
    size_t count;
};

struct executor_mcp_tool_input_schema_pair {
    struct slice key;
    struct json_any value;
};

struct executor_mcp_tool_output_schema {
    struct executor_mcp_tool_output_schema_pair *items;
    size_t count;
};

struct executor_mcp_tool_output_schema_pair {
    struct slice key;
    struct json_any value;
};

struct executor_mcp_tool_annotations {
    struct executor_mcp_tool_annotations_pair *items;
    size_t count;
};

struct executor_mcp_tool_annotations_pair {
    struct slice key;
    struct json_any value;
};

struct executor_mcp_tool {
    struct slice name;
    struct slice server;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    struct executor_mcp_tool_input_schema input_schema;
    struct executor_mcp_tool_output_schema output_schema;
    enum field_is output_schema_is;
    struct executor_mcp_tool_annotations annotations;
    enum field_is annotations_is;
};

/* An MCP server that a task may use. */
struct executor_mcp_host {
    struct slice id;
    struct slice name;
    struct slice instructions;
    enum field_is instructions_is;
    int64_t tool_count;
    int64_t prompt_count;
    enum field_is prompt_count_is;
    int64_t resource_count;
    enum field_is resource_count_is;
};

enum executor_record_use {
    EXECUTOR_RECORD_USE_WARM = 0,
    EXECUTOR_RECORD_USE_TASKS = 1,
    EXECUTOR_RECORD_USE_TERMINALS = 2,
    EXECUTOR_RECORD_USE_BROKER = 3,
    EXECUTOR_RECORD_USE_MCP = 4,
    EXECUTOR_RECORD_USE_RECORDER = 5,
    EXECUTOR_RECORD_USE_UNPACKER = 6,
    EXECUTOR_RECORD_USE_WATCHER = 7,
};

/* The level that its sandbox reached; absent: not known yet. */
enum executor_record_level {
    EXECUTOR_RECORD_LEVEL_NAMESPACE = 0,
    EXECUTOR_RECORD_LEVEL_LANDLOCK = 1,
    EXECUTOR_RECORD_LEVEL_OFF = 2,
};

/* The record of an executor on disk, with which the next daemon finds the executor. Never sent. */
struct executor_record {
    /* The process id of its weir-jail. */
    int64_t pid;
    /* The start time of that process, in clock ticks since boot. */
    int64_t start_time;
    struct slice boot_id;
    /* The name of an executor in the configuration; weir: the built-in one. */
    struct slice executor;
    /* The secret with which the daemon identifies itself. */
    struct slice hand_shake;
    /* True: the executor supports resume, and keeps every message until it is confirmed. */
    bool resumes;
    enum executor_record_use use;
    struct slice session_id;
    enum field_is session_id_is;
    /* The MCP server that it runs. */
    struct slice server_id;
    enum field_is server_id_is;
    /* The task that it works on. */
    struct slice task_id;
    enum field_is task_id_is;
    /* True: it runs a terminal without a session. */
    bool own_session;
    /* The properties of its sandbox: level, network, rights, working directory; absent: no session has used it yet. */
    struct slice rules;
    enum field_is rules_is;
    enum executor_record_level level;
    enum field_is level_is;
    /* True: it has no network. */
    bool closed;
    /* A checksum of the configuration that it was started with. */
    struct slice settings;
    enum field_is settings_is;
    /* The process that listened when the daemon first connected; absent: weir-jail listens, or no process did yet. */
    int64_t listener_pid;
    enum field_is listener_pid_is;
    /* The start time of that process, in clock ticks since boot. */
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
extern const struct shape executor_mcp_tool_shape;
extern const struct shape executor_mcp_host_shape;
extern const struct shape executor_record_shape;
