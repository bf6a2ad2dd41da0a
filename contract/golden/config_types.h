/* Generated from contract/config.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/core_types.h"
#include "contract/session_types.h"

enum config_log_level {
    CONFIG_LOG_LEVEL_ERROR = 0,
    CONFIG_LOG_LEVEL_WARN = 1,
    CONFIG_LOG_LEVEL_INFO = 2,
    CONFIG_LOG_LEVEL_DEBUG = 3,
};

/* The program, found by PATH or by its path, and its arguments. */
struct config_executor_command {
    struct slice *items;
    size_t count;
};

/* Absolute paths that it sees besides the system's, read-only: where its program lies, say. */
struct config_executor_read {
    struct slice *items;
    size_t count;
};

/* Absolute paths that it sees and may change. */
struct config_executor_write {
    struct slice *items;
    size_t count;
};

struct config_executor {
    struct config_executor_command command;
    struct config_executor_read read;
    enum field_is read_is;
    struct config_executor_write write;
    enum field_is write_is;
    /* Where it is started: an absolute path, which it then sees; absent: /, and where the sandbox is off, the
     * directory of the configuration file. */
    struct slice cwd;
    enum field_is cwd_is;
};

/* How requests and usage are written; absent: as the service is known, else openai. */
enum config_provider_format {
    CONFIG_PROVIDER_FORMAT_ANTHROPIC = 0,
    CONFIG_PROVIDER_FORMAT_OPENAI = 1,
};

/* That every request carries besides. */
struct config_provider_headers {
    struct config_provider_headers_pair *items;
    size_t count;
};

struct config_provider_headers_pair {
    struct slice key;
    struct slice value;
};

struct config_provider {
    struct slice url;
    /* Which carries the key; absent: as the service is known, else Authorization. */
    struct slice header;
    enum field_is header_is;
    /* Before the key in that header; absent: as the service is known, else "Bearer ". */
    struct slice prefix;
    enum field_is prefix_is;
    enum config_provider_format format;
    enum field_is format_is;
    /* False: it wants none; absent: as the service is known, else it does. */
    bool key;
    enum field_is key_is;
    struct config_provider_headers headers;
    enum field_is headers_is;
    /* Where a session names none; absent: weir's choice for the services that it knows, else the first that the
     * service lists. */
    struct slice model;
    enum field_is model_is;
    int64_t connect_ms;
    /* How long a stream may bring nothing. */
    int64_t silence_ms;
    int64_t retries;
    /* That its models can take; close to it the history is summarised. Absent: 200000, of ollama 32000. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* That an answer may have. Absent: 16000, of ollama 8000. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
};

/* How it is spoken with. stdio: user_message, token, tool_use, done. acp: the Agent Client Protocol. claude-code:
 * Claude Code's stream-json. */
enum config_agent_adapter {
    CONFIG_AGENT_ADAPTER_STDIO = 0,
    CONFIG_AGENT_ADAPTER_ACP = 1,
    CONFIG_AGENT_ADAPTER_CLAUDE_CODE = 2,
};

/* The program, found by PATH or by its path, and its arguments. */
struct config_agent_command {
    struct slice *items;
    size_t count;
};

/* Besides PATH, HOME, LANG and TERM. No place for keys: every agent's program can be read by its tools. */
struct config_agent_env {
    struct config_agent_env_pair *items;
    size_t count;
};

struct config_agent_env_pair {
    struct slice key;
    struct slice value;
};

/* Paths that it sees besides the system's and its own program's: absolute, or ~/ for the home. */
struct config_agent_read {
    struct slice *items;
    size_t count;
};

/* Paths that it sees and may change: where it keeps its own settings, say. */
struct config_agent_write {
    struct slice *items;
    size_t count;
};

/* A program that is an agent. */
struct config_agent {
    enum config_agent_adapter adapter;
    struct config_agent_command command;
    struct config_agent_env env;
    enum field_is env_is;
    struct config_agent_read read;
    enum field_is read_is;
    struct config_agent_write write;
    enum field_is write_is;
    /* How long a stdio agent may say nothing while it works. */
    int64_t silence_ms;
    /* It may be taken where no agent is named. */
    bool automatic;
};

/* For a million tokens, in whatever unit all prices here are. */
struct config_price {
    double input;
    double output;
    /* Of input that the service had kept. Budgets count it as input. */
    double cache_read;
    enum field_is cache_read_is;
    /* Of input that the service keeps. Budgets count it as input. */
    double cache_write;
    enum field_is cache_write_is;
};

struct config_settings_log {
    enum config_log_level level;
    /* A longer log file becomes weird.log.1, and a new one begins. */
    int64_t max_bytes;
};

struct config_settings_limits {
    /* Clients at once. */
    int64_t connections;
    /* Of one message. */
    int64_t message_bytes;
    /* Of one batch. */
    int64_t batch_entries;
    /* Requests of one connection that wait for their answer. */
    int64_t waiting_requests;
    /* A client that leaves more than this unread is no longer read from. */
    int64_t output_pause_bytes;
    /* A client that leaves more than this unread is cut off. */
    int64_t output_bytes;
    /* Memory for one parsed message. */
    int64_t parse_bytes;
    /* Of one connection. */
    int64_t subscriptions;
    /* Clients of one user at once. */
    int64_t connections_per_user;
    /* Of all connections of one user together; who asks for more waits. 0: no limit. */
    int64_t requests_per_second;
};

struct config_settings_tasks {
    /* Tasks that may wait. */
    int64_t queue;
    /* Tasks that run at the same time; 0: as many as there are cores, at least 3. */
    int64_t at_once;
    /* How long a task may run that says nothing of it. */
    int64_t timeout_ms;
    /* How long a task that is asked to stop may take before it is ended. */
    int64_t stop_ms;
    /* How long a daemon that is asked to stop waits for tasks at work. */
    int64_t drain_ms;
    /* Of tasks and sessions that name none. */
    struct slice agent;
    enum field_is agent_is;
    /* Of all processes of a task together; 0: no limit. */
    int64_t memory_bytes;
    /* Of a task at the same time; 0: no limit. */
    int64_t processes;
    /* Of all that a task reports; 0: no limit. */
    int64_t output_bytes;
    /* That a task may use, in and out together; 0: no limit. */
    int64_t tokens;
};

/* Executors that others wrote, by the name with which a task or a session chooses one as its agent. Each listens on
 * EXECUTOR_SOCKET. */
struct config_settings_executors {
    struct config_settings_executors_pair *items;
    size_t count;
};

struct config_settings_executors_pair {
    struct slice key;
    struct config_executor value;
};

/* Agents that are programs, by their names; besides those that are known and found in PATH. */
struct config_settings_agents {
    struct config_settings_agents_pair *items;
    size_t count;
};

struct config_settings_agents_pair {
    struct slice key;
    struct config_agent value;
};

/* How executors are kept. */
struct config_settings_pool {
    /* Executors that are ready before a task needs them. */
    int64_t warm;
    /* Executors that wait for the next task of their session; more are ended, the oldest first. */
    int64_t idle;
    /* How long one may be idle before it is ended. */
    int64_t idle_ms;
    /* How long an executor may take until it listens. */
    int64_t start_ms;
    /* How long one that is asked to leave may take before it is ended. */
    int64_t shutdown_ms;
    /* Time between health checks of helper programs such as weir-broker. A helper that misses three in a row is
     * killed and restarted. */
    int64_t ping_ms;
    /* How long an executor waits for a daemon that is gone; then it puts down what it has and ends. */
    int64_t orphan_ms;
    /* Messages of one executor that wait to be stored: above, it is told to pause. */
    int64_t pause_at;
    /* Below, it is told to go on. */
    int64_t resume_at;
    /* That an executor sends as one. */
    int64_t batch_messages;
    /* How long one may gather what a single turn of its loop brings. */
    int64_t batch_ms;
};

/* The best level that is tried. namespace: namespaces, Landlock and seccomp, and where namespaces cannot be had,
 * landlock. landlock: Landlock and seccomp; where they cannot be had either, nothing is started. off: agents run
 * with all rights of the user. */
enum config_settings_sandbox {
    CONFIG_SETTINGS_SANDBOX_NAMESPACE = 0,
    CONFIG_SETTINGS_SANDBOX_LANDLOCK = 1,
    CONFIG_SETTINGS_SANDBOX_OFF = 2,
};

struct config_settings_view_read {
    struct slice *items;
    size_t count;
};

struct config_settings_view_write {
    struct slice *items;
    size_t count;
};

/* Below what they see; besides what is always hidden: ~/.ssh, ~/.gnupg, ~/.aws, browser profiles, weir's own state,
 * … */
struct config_settings_view_hide {
    struct slice *items;
    size_t count;
};

/* What agents see of the disk besides their working directory and the system's programs. Absolute paths, or ~/ for
 * the home. */
struct config_settings_view {
    struct config_settings_view_read read;
    enum field_is read_is;
    struct config_settings_view_write write;
    enum field_is write_is;
    struct config_settings_view_hide hide;
    enum field_is hide_is;
};

struct config_settings_permissions {
    /* How long a request waits for an answer, in all; 0: without limit. */
    int64_t timeout_ms;
    /* How long it waits for a front end that can approve, where none is connected; once one was, only timeoutMs
     * counts. */
    int64_t approver_ms;
    /* That there may be. */
    int64_t rules;
};

struct config_settings_keys {
    /* Of sessions that do not say. */
    enum session_keys access;
    /* How often one session may ask for a key. */
    int64_t per_minute;
};

/* Services with models, by the name of their key. anthropic, openai and ollama are known. */
struct config_settings_providers {
    struct config_settings_providers_pair *items;
    size_t count;
};

struct config_settings_providers_pair {
    struct slice key;
    struct config_provider value;
};

/* What model calls through weir-broker may use; 0: no limit. */
struct config_settings_budget {
    int64_t day_tokens;
    /* In the unit of the prices. A day ends at midnight, UTC. */
    double day_cost;
    /* Of sessions that do not say. */
    int64_t session_tokens;
    double session_cost;
    /* Reserved for a call that does not say how much it wants at most. */
    int64_t output_tokens;
};

/* By model; a name that ends in * is for all that begin so, and the longest that fits counts. A model without a
 * price is refused where a budget is in money. */
struct config_settings_prices {
    struct config_settings_prices_pair *items;
    size_t count;
};

struct config_settings_prices_pair {
    struct slice key;
    struct config_price value;
};

struct config_settings_terminals {
    /* At once. */
    int64_t max;
};

struct config_settings_sessions {
    /* Sessions that were made for one prompt (closeWhenIdle, as weir run makes them) are closed when nothing has
     * been at work in them for so long; 0: never. */
    int64_t close_idle_ms;
};

/* What the store keeps. Sessions stay until they are deleted. */
struct config_settings_retention {
    /* Events, and tasks that have ended, are removed when they are older; 0: never. */
    int64_t days;
    /* When the store is larger, the oldest events are removed, and the tasks that ended with them; 0: no limit. */
    int64_t bytes;
    /* When more is kept of files as they were before tasks changed them, that of the oldest tasks is removed; 0: no
     * limit. */
    int64_t kept_bytes;
};

/* The whole file. Every setting has a default; an unknown one is an error. */
struct config_settings {
    struct config_settings_log log;
    struct config_settings_limits limits;
    struct config_settings_tasks tasks;
    struct config_settings_executors executors;
    enum field_is executors_is;
    struct config_settings_agents agents;
    enum field_is agents_is;
    /* That a model may think before it answers, in sessions that do not say; 0: none. */
    int64_t thinking_tokens;
    struct config_settings_pool pool;
    enum config_settings_sandbox sandbox;
    /* Of sessions that do not say. */
    enum session_network network;
    /* How front ends call a person who looks elsewhere. */
    enum core_notify notify;
    struct config_settings_view view;
    struct config_settings_permissions permissions;
    struct config_settings_keys keys;
    struct config_settings_providers providers;
    enum field_is providers_is;
    struct config_settings_budget budget;
    struct config_settings_prices prices;
    enum field_is prices_is;
    struct config_settings_terminals terminals;
    struct config_settings_sessions sessions;
    struct config_settings_retention retention;
};

extern const struct shape config_log_level_shape;
extern const struct shape config_executor_shape;
extern const struct shape config_provider_shape;
extern const struct shape config_agent_shape;
extern const struct shape config_price_shape;
extern const struct shape config_settings_shape;
