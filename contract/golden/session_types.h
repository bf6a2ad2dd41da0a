/* Generated from contract/session.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* default: ask before every change. acceptEdits: edits of files in the working directory need no permission.
 * bypassPermissions: nothing needs permission. plan: change nothing. */
enum session_permission_mode {
    SESSION_PERMISSION_MODE_DEFAULT = 0,
    SESSION_PERMISSION_MODE_ACCEPT_EDITS = 1,
    SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS = 2,
    SESSION_PERMISSION_MODE_PLAN = 3,
};

enum session_state {
    SESSION_STATE_OPEN = 0,
    SESSION_STATE_CLOSED = 1,
};

/* full: the user's network. model-only: only the socket of weir-broker. none: no network. */
enum session_network {
    SESSION_NETWORK_FULL = 0,
    SESSION_NETWORK_MODEL_ONLY = 1,
    SESSION_NETWORK_NONE = 2,
};

/* direct: get_api_key gives the executor a key. broker: the executor gets no key, and weir-broker makes its model
 * calls. none: no keys and no broker. */
enum session_keys {
    SESSION_KEYS_DIRECT = 0,
    SESSION_KEYS_BROKER = 1,
    SESSION_KEYS_NONE = 2,
};

/* The budget of the session's model calls through the broker, for its whole life. */
struct session_budget {
    /* Input and output tokens together. */
    int64_t tokens;
    enum field_is tokens_is;
    /* In millionths of the unit of the price table. */
    int64_t cost_micros;
    enum field_is cost_micros_is;
};

/* Files that the agent reads before its first prompt: absolute paths, or paths below the working directory.
 * AGENTS.md and CLAUDE.md in the working directory are always included. */
struct session_context_files {
    struct slice *items;
    size_t count;
};

/* The tools that an agent may use; * matches any characters (mcp__github__*). An empty list: none. A tool that is
 * not listed is denied, whatever rules and modes say. */
struct session_tools {
    struct slice *items;
    size_t count;
};

/* A slash command of an agent. */
struct session_command {
    /* The name without its slash. */
    struct slice name;
    struct slice description;
    enum field_is description_is;
    /* The arguments that the command expects. */
    struct slice hint;
    enum field_is hint_is;
};

struct session_commands {
    struct session_command *items;
    size_t count;
};

struct session_found_file {
    /* A path below the session's directory. */
    struct slice path;
    bool directory;
};

/* The slash commands that the session's agent last reported. */
struct session_agent_commands {
    /* The agent that offers the commands. */
    struct slice agent;
    struct session_commands commands;
};

/* A model that an agent offers. */
struct session_model {
    /* As the agent names it; a task or a session chooses it by this name. */
    struct slice name;
    /* For people. */
    struct slice title;
    enum field_is title_is;
    /* The agent uses it where no model is named. */
    bool is_default;
};

struct session_models {
    struct session_model *items;
    size_t count;
};

/* The models that the session's agent reported last. */
struct session_agent_models {
    /* Whose they are. */
    struct slice agent;
    struct session_models models;
};

struct session_services {
    struct slice *items;
    size_t count;
};

/* namespace: namespaces, Landlock and seccomp. landlock: Landlock and seccomp. off: no sandbox, as configured. */
enum session_sandbox_level {
    SESSION_SANDBOX_LEVEL_NAMESPACE = 0,
    SESSION_SANDBOX_LEVEL_LANDLOCK = 1,
    SESSION_SANDBOX_LEVEL_OFF = 2,
};

/* Paths that the agent can read. */
struct session_sandbox_read {
    struct slice *items;
    size_t count;
};

/* Paths that the agent can read and write. */
struct session_sandbox_write {
    struct slice *items;
    size_t count;
};

/* Paths below those that the agent does not see. */
struct session_sandbox_hidden {
    struct slice *items;
    size_t count;
};

/* The protections that this level does not provide, as text. */
struct session_sandbox_not_held {
    struct slice *items;
    size_t count;
};

/* The sandbox of the session's most recently started executor. */
struct session_sandbox {
    enum session_sandbox_level level;
    enum session_network network;
    /* The version of Landlock in the kernel; 0: none. */
    int64_t landlock;
    struct session_sandbox_read read;
    struct session_sandbox_write write;
    struct session_sandbox_hidden hidden;
    struct session_sandbox_not_held not_held;
};

/* The settings of a session, stored as one value. */
struct session_terms {
    enum session_network network;
    enum session_keys keys;
    struct session_services services;
    enum field_is services_is;
    int64_t permission_timeout_ms;
    enum field_is permission_timeout_ms_is;
    struct session_budget budget;
    enum field_is budget_is;
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct session_context_files context_files;
    enum field_is context_files_is;
    struct session_tools tools;
    enum field_is tools_is;
    bool stream;
    enum field_is stream_is;
    bool use_context;
    enum field_is use_context_is;
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_sandbox sandbox;
    enum field_is sandbox_is;
    struct session_agent_commands agent_commands;
    enum field_is agent_commands_is;
    struct session_agent_models agent_models;
    enum field_is agent_models_is;
    struct slice last_agent;
    enum field_is last_agent_is;
};

struct session_record {
    struct slice id;
    enum session_state state;
    /* The working directory, with its links resolved when the session was created. */
    struct slice cwd;
    enum session_permission_mode permission_mode;
    /* Absent: the default agent. */
    struct slice agent;
    enum field_is agent_is;
    /* Absent: the agent's default. */
    struct slice model;
    enum field_is model_is;
    /* A title. Absent: none was given, and the session has had no task. The first task sets it to the first line of
     * its prompt; event.taskQueued has the same line, and there is no event.sessionUpdated for this. */
    struct slice title;
    enum field_is title_is;
    /* JSON that the front end stores with the session; the daemon does not interpret it. */
    struct json_any metadata;
    enum field_is metadata_is;
    enum session_network network;
    enum session_keys keys;
    /* The providers whose keys the session may use; absent: all. */
    struct session_services services;
    enum field_is services_is;
    /* How long a permission request can be pending; 0: no limit; absent: permissions.timeoutMs. */
    int64_t permission_timeout_ms;
    enum field_is permission_timeout_ms_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* The most tokens that the model may use for thinking before it answers; absent: the configured value. */
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct session_context_files context_files;
    enum field_is context_files_is;
    /* Absent: for the built-in agent its own tools and those of MCP servers, for other agents every tool that rules
     * and modes allow. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: agents report only whole messages, no deltas. Absent: true. */
    bool stream;
    enum field_is stream_is;
    /* Whether its agents get recent activity of the person (context:getRecentActivity): windows, focus and pages of
     * the last hour. Absent: the setting chat.context. */
    bool use_context;
    enum field_is use_context_is;
    /* True: the session was made for one prompt. The daemon closes it when no task has run in it for
     * sessions.closeIdleMs. Absent: it stays open until a client closes it. */
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_sandbox sandbox;
    enum field_is sandbox_is;
    /* Absent: the agent has reported none. Not included in session.list. */
    struct session_agent_commands agent_commands;
    enum field_is agent_commands_is;
    /* Absent: the agent has reported none. Not included in session.list. */
    struct session_agent_models agent_models;
    enum field_is agent_models_is;
    /* The agent of the last task, named or default; absent: there was none. */
    struct slice last_agent;
    enum field_is last_agent_is;
    /* The app for which the session was created. Absent: none. */
    struct slice app_id;
    enum field_is app_id_is;
    /* When the last task was submitted, epoch milliseconds; absent: there was none. */
    int64_t last_task_at;
    enum field_is last_task_at_is;
    /* The session from which this one was forked. */
    struct slice parent_id;
    enum field_is parent_id_is;
    /* The last event of the parent that belongs to this session's history. */
    int64_t fork_seq;
    enum field_is fork_seq_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t updated_at;
    /* Epoch milliseconds. */
    int64_t closed_at;
    enum field_is closed_at_is;
};

extern const struct shape session_permission_mode_shape;
extern const struct shape session_state_shape;
extern const struct shape session_network_shape;
extern const struct shape session_keys_shape;
extern const struct shape session_budget_shape;
extern const struct shape session_context_files_shape;
extern const struct shape session_tools_shape;
extern const struct shape session_command_shape;
extern const struct shape session_commands_shape;
extern const struct shape session_found_file_shape;
extern const struct shape session_agent_commands_shape;
extern const struct shape session_model_shape;
extern const struct shape session_models_shape;
extern const struct shape session_agent_models_shape;
extern const struct shape session_services_shape;
extern const struct shape session_sandbox_shape;
extern const struct shape session_terms_shape;
extern const struct shape session_record_shape;
