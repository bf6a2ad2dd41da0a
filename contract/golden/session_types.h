/* Generated from contract/session.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* default: ask before anything that changes something. acceptEdits: file edits in the working directory need no
 * question. bypassPermissions: nothing does. plan: change nothing. */
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

/* full: as the user's own. model-only: none but the socket of weir-broker. none: none at all. */
enum session_network {
    SESSION_NETWORK_FULL = 0,
    SESSION_NETWORK_MODEL_ONLY = 1,
    SESSION_NETWORK_NONE = 2,
};

/* direct: get_api_key gives the executor a key. broker: it gets none, and weir-broker makes its calls. none:
 * neither. */
enum session_keys {
    SESSION_KEYS_DIRECT = 0,
    SESSION_KEYS_BROKER = 1,
    SESSION_KEYS_NONE = 2,
};

/* What the model calls of a session may use through the broker, over its whole life. */
struct session_budget {
    /* In and out together. */
    int64_t tokens;
    enum field_is tokens_is;
    /* Millionths of the unit of the price table. */
    int64_t cost_micros;
    enum field_is cost_micros_is;
};

/* Files that an agent is given to read before its first prompt: absolute paths, or below the working directory.
 * AGENTS.md and CLAUDE.md there are always among them. */
struct session_context_files {
    struct slice *items;
    size_t count;
};

/* Tools that an agent may use; * stands for any characters (mcp__github__*). An empty list: none. A tool that is not
 * listed is refused, whatever rules and modes say. */
struct session_tools {
    struct slice *items;
    size_t count;
};

/* A slash command of an agent. */
struct session_command {
    /* Without its slash. */
    struct slice name;
    struct slice description;
    enum field_is description_is;
    /* What may stand behind its name. */
    struct slice hint;
    enum field_is hint_is;
};

struct session_commands {
    struct session_command *items;
    size_t count;
};

struct session_found_file {
    /* Below the session's directory. */
    struct slice path;
    bool directory;
};

/* The slash commands that the session's agent reported last. */
struct session_agent_commands {
    /* Whose they are. */
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

/* namespace: namespaces, Landlock and seccomp. landlock: the last two. off: nothing, since the configuration says
 * so. */
enum session_sandbox_level {
    SESSION_SANDBOX_LEVEL_NAMESPACE = 0,
    SESSION_SANDBOX_LEVEL_LANDLOCK = 1,
    SESSION_SANDBOX_LEVEL_OFF = 2,
};

/* Paths that it sees. */
struct session_sandbox_read {
    struct slice *items;
    size_t count;
};

/* Paths that it sees and may change. */
struct session_sandbox_write {
    struct slice *items;
    size_t count;
};

/* Paths below those that it does not see. */
struct session_sandbox_hidden {
    struct slice *items;
    size_t count;
};

/* What this level cannot hold, in words. */
struct session_sandbox_not_held {
    struct slice *items;
    size_t count;
};

/* What was in force the last time an executor of the session was started. */
struct session_sandbox {
    enum session_sandbox_level level;
    enum session_network network;
    /* The version that the kernel has; 0: none. */
    int64_t landlock;
    struct session_sandbox_read read;
    struct session_sandbox_write write;
    struct session_sandbox_hidden hidden;
    struct session_sandbox_not_held not_held;
};

/* What of a session is kept as one piece. */
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
    /* The working directory, with the links in it resolved when it was named. */
    struct slice cwd;
    enum session_permission_mode permission_mode;
    /* Absent: the default agent. */
    struct slice agent;
    enum field_is agent_is;
    /* Absent: the agent's own choice. */
    struct slice model;
    enum field_is model_is;
    /* Absent: none was given, and it had no task yet; its first one gives it a title, the first line of the prompt.
     * No event tells of that, event.taskQueued has the same line. */
    struct slice title;
    enum field_is title_is;
    /* Whatever the front end keeps with the session: JSON that the daemon does not look into. */
    struct json_any metadata;
    enum field_is metadata_is;
    enum session_network network;
    enum session_keys keys;
    /* Whose keys it may use; absent: all that there are. */
    struct session_services services;
    enum field_is services_is;
    /* How long a permission request waits for an answer; 0: without limit; absent: as configured
     * (permissions.timeoutMs). */
    int64_t permission_timeout_ms;
    enum field_is permission_timeout_ms_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* That the model may think before it answers; absent: as configured. */
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct session_context_files context_files;
    enum field_is context_files_is;
    /* Absent: the built-in agent's own, and for other agents all that rules and modes allow. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: agents report whole messages only, no deltas. Absent: true. */
    bool stream;
    enum field_is stream_is;
    /* True: it was made for a prompt, and the daemon closes it when no task of it has been at work for
     * sessions.closeIdleMs. Absent: it stays open until somebody closes it. */
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_sandbox sandbox;
    enum field_is sandbox_is;
    /* Absent: none were reported; and in session.list. */
    struct session_agent_commands agent_commands;
    enum field_is agent_commands_is;
    /* Absent: none were reported; and in session.list. */
    struct session_agent_models agent_models;
    enum field_is agent_models_is;
    /* Who worked in it last, named or chosen; absent: nobody yet. */
    struct slice last_agent;
    enum field_is last_agent_is;
    /* When its last task was submitted; epoch milliseconds. Absent: it had none. */
    int64_t last_task_at;
    enum field_is last_task_at_is;
    /* The session that this one was forked from. */
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
