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

/* The program, as a path or as a name to find in PATH, and its arguments. */
struct config_executor_command {
    struct slice *items;
    size_t count;
};

/* Further absolute paths that the executor can read, such as the directory of its program. It always sees the
 * system's directories. */
struct config_executor_read {
    struct slice *items;
    size_t count;
};

/* Absolute paths that the executor can read and write. */
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
    /* The directory in which the executor starts: an absolute path, visible in its sandbox. Absent: /, or with the
     * sandbox off, the directory of the configuration file. */
    struct slice cwd;
    enum field_is cwd_is;
};

/* The format of requests and usage; absent: the default of a known provider, else openai. */
enum config_provider_format {
    CONFIG_PROVIDER_FORMAT_ANTHROPIC = 0,
    CONFIG_PROVIDER_FORMAT_OPENAI = 1,
};

/* Further headers of every request. */
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
    /* The header that carries the key; absent: the default of a known provider, else Authorization. */
    struct slice header;
    enum field_is header_is;
    /* The text before the key in that header; absent: the default of a known provider, else "Bearer ". */
    struct slice prefix;
    enum field_is prefix_is;
    enum config_provider_format format;
    enum field_is format_is;
    /* Whether the provider needs a key; absent: the default of a known provider, else true. */
    bool key;
    enum field_is key_is;
    struct config_provider_headers headers;
    enum field_is headers_is;
    /* The model of sessions that name none; absent: weir's default for a known provider, else the first model that
     * the provider lists. */
    struct slice model;
    enum field_is model_is;
    int64_t connect_ms;
    /* The longest pause in a stream. After it the call fails. */
    int64_t silence_ms;
    int64_t retries;
    /* The context window of the models; near it, weir summarizes the history. Absent: 200000, for ollama 32000. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* The most tokens that an answer may have. Absent: 16000, for ollama 8000. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
};

/* The protocol of the agent. stdio: user_message, token, tool_use, done. acp: the Agent Client Protocol. claude-
 * code: the stream-json format of Claude Code. */
enum config_agent_adapter {
    CONFIG_AGENT_ADAPTER_STDIO = 0,
    CONFIG_AGENT_ADAPTER_ACP = 1,
    CONFIG_AGENT_ADAPTER_CLAUDE_CODE = 2,
};

/* The program, as a path or as a name to find in PATH, and its arguments. */
struct config_agent_command {
    struct slice *items;
    size_t count;
};

/* Environment variables in addition to PATH, HOME, LANG and TERM. Do not put keys here: the tools of an agent can
 * read its environment. */
struct config_agent_env {
    struct config_agent_env_pair *items;
    size_t count;
};

struct config_agent_env_pair {
    struct slice key;
    struct slice value;
};

/* Further paths that the agent can read, absolute or beginning with ~/. It always sees the system's directories and
 * its own program. */
struct config_agent_read {
    struct slice *items;
    size_t count;
};

/* Paths that the agent can read and write, such as the directory of its own settings. */
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
    /* The longest time for which a working stdio agent may send nothing. */
    int64_t silence_ms;
    /* Whether weir may use this agent when no agent is named. */
    bool automatic;
};

/* The price of a million tokens, in any unit that all prices share. */
struct config_price {
    double input;
    double output;
    /* The price of input from the provider's cache. Budgets count it as input. */
    double cache_read;
    enum field_is cache_read_is;
    /* The price of input that the provider writes to its cache. Budgets count it as input. */
    double cache_write;
    enum field_is cache_write_is;
};

struct config_settings_log {
    enum config_log_level level;
    /* A log file that exceeds this size is renamed to weird.log.1, and a new one begins. */
    int64_t max_bytes;
};

struct config_settings_limits {
    /* The most clients that can be connected at a time. */
    int64_t connections;
    /* The largest size of a message. */
    int64_t message_bytes;
    /* The most entries of a batch. */
    int64_t batch_entries;
    /* The most unanswered requests of a connection. */
    int64_t waiting_requests;
    /* With more unread output than this, the daemon pauses reading from the client. */
    int64_t output_pause_bytes;
    /* With more unread output than this, the daemon closes the connection. */
    int64_t output_bytes;
    /* The most memory for one parsed message. */
    int64_t parse_bytes;
    /* The most subscriptions of a connection. */
    int64_t subscriptions;
    /* The most clients of one user that can be connected at a time. */
    int64_t connections_per_user;
    /* The most requests per second on all connections of one user; further requests are delayed. 0: no limit. */
    int64_t requests_per_second;
};

struct config_settings_tasks {
    /* The most tasks that can be queued. */
    int64_t queue;
    /* The most tasks that run at a time; 0: the number of cores, at least 3. */
    int64_t at_once;
    /* The longest run time of a task that sets no timeout of its own. */
    int64_t timeout_ms;
    /* How long a task that was told to stop may take before it is killed. */
    int64_t stop_ms;
    /* How long a stopping daemon waits for running tasks. */
    int64_t drain_ms;
    /* The agent of tasks and sessions that name none. */
    struct slice agent;
    enum field_is agent_is;
    /* The most memory of all processes of a task together; 0: no limit. */
    int64_t memory_bytes;
    /* The most processes of a task at a time; 0: no limit. */
    int64_t processes;
    /* The most output that a task may report; 0: no limit. */
    int64_t output_bytes;
    /* The most tokens of a task, input and output together; 0: no limit. */
    int64_t tokens;
};

/* Executors of other vendors, by the name under which a task or a session selects them as its agent. Each one
 * listens on EXECUTOR_SOCKET. */
struct config_settings_executors {
    struct config_settings_executors_pair *items;
    size_t count;
};

struct config_settings_executors_pair {
    struct slice key;
    struct config_executor value;
};

/* Programs that are agents, by name, in addition to the known agents that weir finds in PATH. */
struct config_settings_agents {
    struct config_settings_agents_pair *items;
    size_t count;
};

struct config_settings_agents_pair {
    struct slice key;
    struct config_agent value;
};

/* How many executors are kept ready, and for how long. */
struct config_settings_pool {
    /* The executors that are started before a task needs them. */
    int64_t warm;
    /* The most idle executors that wait for the next task of their session; above it, the oldest are ended. */
    int64_t idle;
    /* How long an executor may be idle before it is ended. */
    int64_t idle_ms;
    /* How long an executor may take to listen on its socket. */
    int64_t start_ms;
    /* How long an executor that was told to shut down may take before it is killed. */
    int64_t shutdown_ms;
    /* Time between health checks of helper programs such as weir-broker. A helper that misses three in a row is
     * killed and restarted. */
    int64_t ping_ms;
    /* How long an executor waits for a daemon that is gone. Then it writes its unsent messages to the spool and
     * ends. */
    int64_t orphan_ms;
    /* Above this number of messages of one executor that are not yet stored, the daemon tells it to pause. */
    int64_t pause_at;
    /* Below this number, the daemon tells it to resume. */
    int64_t resume_at;
    /* The most messages that an executor sends in one batch. */
    int64_t batch_messages;
    /* How long an executor may collect the messages of one turn of its event loop before it sends them. */
    int64_t batch_ms;
};

struct config_settings_health {
    /* Time between checks of the provider ollama, if providers has an entry for it. */
    int64_t ollama_ms;
};

/* The highest level that is tried. namespace: namespaces, Landlock and seccomp; falls back to landlock where the
 * kernel offers no namespaces. landlock: Landlock and seccomp; without them, no agent starts. off: agents run with
 * all of your rights. */
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

/* Paths below visible ones that agents do not see, in addition to those that are always hidden: ~/.ssh, ~/.gnupg,
 * ~/.aws, browser profiles, weir's own state, … */
struct config_settings_view_hide {
    struct slice *items;
    size_t count;
};

/* The paths that agents see besides their working directory and the system's programs. Absolute, or beginning with
 * ~/. */
struct config_settings_view {
    struct config_settings_view_read read;
    enum field_is read_is;
    struct config_settings_view_write write;
    enum field_is write_is;
    struct config_settings_view_hide hide;
    enum field_is hide_is;
};

struct config_settings_permissions {
    /* How long a permission request can be pending; 0: no limit. */
    int64_t timeout_ms;
    /* How long a permission request waits for the first front end that can approve it. When one has connected, only
     * timeoutMs counts. */
    int64_t approver_ms;
    /* The most rules that can be stored. */
    int64_t rules;
};

struct config_settings_keys {
    /* How sessions that set no value use keys. */
    enum session_keys access;
    /* The most requests for keys of one session per minute. */
    int64_t per_minute;
};

/* Providers: services that offer models, by the name of their key. anthropic, openai and ollama are known. */
struct config_settings_providers {
    struct config_settings_providers_pair *items;
    size_t count;
};

struct config_settings_providers_pair {
    struct slice key;
    struct config_provider value;
};

/* The budgets of model calls through weir-broker; 0: no limit. */
struct config_settings_budget {
    int64_t day_tokens;
    /* In the unit of the prices. A day ends at midnight UTC. */
    double day_cost;
    /* The budget of sessions that set none. */
    int64_t session_tokens;
    double session_cost;
    /* The output tokens that are reserved for a call that sets no limit. */
    int64_t output_tokens;
};

/* Prices by model. A name that ends in * matches every model that begins with it, and the longest match counts. If a
 * budget is in money, calls to a model without a price are refused. */
struct config_settings_prices {
    struct config_settings_prices_pair *items;
    size_t count;
};

struct config_settings_prices_pair {
    struct slice key;
    struct config_price value;
};

struct config_settings_terminals {
    /* The most terminals that can be open at a time. */
    int64_t max;
};

/* How agents get the tools of servers. always: each tool with its schema. never: two tools, mcp_search and mcp_call,
 * with which an agent finds and calls the others. auto: the second form if the schemas exceed a tenth of the model's
 * context. */
enum config_settings_mcp_tools {
    CONFIG_SETTINGS_MCP_TOOLS_AUTO = 0,
    CONFIG_SETTINGS_MCP_TOOLS_ALWAYS = 1,
    CONFIG_SETTINGS_MCP_TOOLS_NEVER = 2,
};

/* MCP servers. The servers themselves are configured with weir mcp add. */
struct config_settings_mcp {
    /* The most servers that can be configured. */
    int64_t servers;
    enum config_settings_mcp_tools tools;
    /* How long a server may take to start and to list its tools. */
    int64_t start_ms;
    /* How long a call may take. The time begins anew with each progress report of the server, at most ten times. */
    int64_t call_ms;
    /* The most calls of a server at a time. */
    int64_t calls;
    /* After this time without a call, the daemon stops a server; 0: never. */
    int64_t idle_ms;
    /* How often weir checks that a running server still answers. */
    int64_t check_ms;
    /* The log of a server that exceeds this size is renamed to server.log.1, and a new one begins. */
    int64_t log_bytes;
    /* How long a question of a server waits for an answer; 0: no limit. */
    int64_t question_ms;
};

struct config_settings_sessions {
    /* After this time without a running task, the daemon closes a session that was made for one prompt
     * (closeWhenIdle, as weir run sets it); 0: never. */
    int64_t close_idle_ms;
};

/* Sessions and their answers on ports of chat:sendMessage. */
struct config_settings_chat {
    /* Whether agents get recent activity of the person in sessions that do not say so (useContext). Absent: true
     * while the person consents to capture. */
    bool context;
    enum field_is context_is;
    /* The most ports that can be open at a time. */
    int64_t ports;
    /* The most open ports of a connection. */
    int64_t ports_per_client;
};

/* How long the store keeps events and tasks. Sessions and the messages of their threads stay until they are deleted. */
struct config_settings_retention {
    /* Events and ended tasks that are older are deleted; 0: never. */
    int64_t days;
    /* If the store, without the messages of threads, is larger, the oldest events are deleted, with the tasks that
     * ended at that time; 0: no limit. */
    int64_t bytes;
    /* If the snapshots of files are larger, those of the oldest tasks are deleted; 0: no limit. */
    int64_t kept_bytes;
};

/* The whole configuration file. Every setting has a default; an unknown setting is an error. */
struct config_settings {
    struct config_settings_log log;
    struct config_settings_limits limits;
    struct config_settings_tasks tasks;
    struct config_settings_executors executors;
    enum field_is executors_is;
    struct config_settings_agents agents;
    enum field_is agents_is;
    /* The most tokens that a model may use for thinking before it answers, in sessions that set no value; 0: no
     * thinking. */
    int64_t thinking_tokens;
    struct config_settings_pool pool;
    struct config_settings_health health;
    enum config_settings_sandbox sandbox;
    /* The network access of sessions that set none. */
    enum session_network network;
    /* How front ends notify a person who is not looking at them. */
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
    struct config_settings_mcp mcp;
    struct config_settings_sessions sessions;
    struct config_settings_chat chat;
    struct config_settings_retention retention;
};

extern const struct shape config_log_level_shape;
extern const struct shape config_executor_shape;
extern const struct shape config_provider_shape;
extern const struct shape config_agent_shape;
extern const struct shape config_price_shape;
extern const struct shape config_settings_shape;
