/* Generated from contract/executor.json by contract/generate; do not edit. */
/* The protocol between the daemon and an executor, the process that runs an agent. The executor listens on
 * EXECUTOR_SOCKET, and the daemon connects to it. */
#pragma once

#include "rpc/method.h"
#include "contract/executor_types.h"
#include "contract/agent_types.h"
#include "contract/connector_types.h"
#include "contract/context_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method execute_prompt: Run an agent on a prompt. The response follows when the agent has ended.
 *
 * Meanwhile the executor reports with report_message, with sequence numbers from 1 and without gaps. */

/* The tools that the agent may use. * matches any characters; ["*"]: every tool that rules and modes allow. Absent:
 * Read, Write, Edit, Bash, Grep, Glob, mcp__*. */
struct execute_prompt_params_tools {
    struct slice *items;
    size_t count;
};

/* The programs that the executor can start as the agent. Sent to weir-executor only. */
struct execute_prompt_params_launches {
    struct executor_launch *items;
    size_t count;
};

struct execute_prompt_params {
    /* Valid for this task and this executor only. */
    struct slice session_token;
    struct slice session_id;
    struct slice task_id;
    struct slice prompt;
    struct slice cwd;
    struct execute_prompt_params_tools tools;
    enum field_is tools_is;
    enum session_permission_mode permission_mode;
    int64_t timeout_ms;
    /* False: report only whole messages, no deltas. */
    bool stream;
    /* Files to send with the prompt. If one cannot be read, the task fails with the code attachment_failed. */
    struct task_attachments attachments;
    enum field_is attachments_is;
    /* The agent: one of the launches, or one of the executor's own. Absent: the executor uses the first usable
     * agent, its own before the launches. Sent to weir-executor only. */
    struct slice agent;
    enum field_is agent_is;
    struct execute_prompt_params_launches launches;
    enum field_is launches_is;
    /* True: the daemon has more launches than these. If none of these can be used, and no agent of the executor's
     * own that precedes them, the executor fails the task with the code agent_not_usable, and the daemon offers the
     * others to another executor. */
    bool more_launches;
    enum field_is more_launches_is;
};

extern const struct shape execute_prompt_params_shape;
extern const struct method execute_prompt_method;
int execute_prompt(struct call *call, const struct execute_prompt_params *params);

static inline int execute_prompt_reply(struct call *call, const struct executor_execution *result)
{
    return call_reply(call, result);
}

/* Method list_agents: List the agents in this sandbox, with the reason for each that cannot be used. */

struct list_agents_params_launches {
    struct executor_launch *items;
    size_t count;
};

struct list_agents_params_providers {
    struct executor_provider *items;
    size_t count;
};

struct list_agents_params {
    struct list_agents_params_launches launches;
    enum field_is launches_is;
    struct list_agents_params_providers providers;
    enum field_is providers_is;
};

/* In the order of preference. */
struct list_agents_result_agents {
    struct executor_agent *items;
    size_t count;
};

struct list_agents_result {
    struct list_agents_result_agents agents;
};

extern const struct shape list_agents_params_shape;
extern const struct shape list_agents_result_shape;
extern const struct method list_agents_method;
int list_agents(struct call *call, const struct list_agents_params *params);

static inline int list_agents_reply(struct call *call, const struct list_agents_result *result)
{
    return call_reply(call, result);
}

/* Method spawn_terminal: Open a terminal and start a shell in it. The response carries three descriptors in this
 * order: the terminal, the memory of its scrollback, a pidfd of its process. */

struct spawn_terminal_params_env {
    struct spawn_terminal_params_env_pair *items;
    size_t count;
};

struct spawn_terminal_params_env_pair {
    struct slice key;
    struct slice value;
};

struct spawn_terminal_params {
    struct slice session_token;
    struct slice cwd;
    /* The shell: a path, or a name to find in PATH. */
    struct slice shell;
    /* A command that the shell runs with -c; absent: an interactive shell. */
    struct slice command;
    enum field_is command_is;
    struct spawn_terminal_params_env env;
    enum field_is env_is;
    bool use_tmux;
    struct slice tmux_session_name;
    enum field_is tmux_session_name_is;
    struct slice tmux_window_name;
    enum field_is tmux_window_name_is;
    int64_t cols;
    int64_t rows;
    /* The id of the new terminal; absent: the executor makes one. */
    struct slice terminal_id;
    enum field_is terminal_id_is;
};

struct spawn_terminal_result {
    struct slice terminal_id;
    /* The process id inside the sandbox. */
    int64_t pty_pid;
    /* Epoch milliseconds. */
    int64_t created_at;
    enum field_is created_at_is;
};

extern const struct shape spawn_terminal_params_shape;
extern const struct shape spawn_terminal_result_shape;
extern const struct method spawn_terminal_method;
int spawn_terminal(struct call *call, const struct spawn_terminal_params *params);

static inline int spawn_terminal_reply(struct call *call, const struct spawn_terminal_result *result)
{
    return call_reply(call, result);
}

/* Method get_terminal: Get the descriptors of a terminal again, in the order of spawn_terminal, after the daemon was
 * restarted. */

struct get_terminal_params {
    struct slice terminal_id;
};

extern const struct shape get_terminal_params_shape;
extern const struct method get_terminal_method;
int get_terminal(struct call *call, const struct get_terminal_params *params);

static inline int get_terminal_reply(struct call *call, const struct executor_handed_terminal *result)
{
    return call_reply(call, result);
}

/* Method close_terminal: Close a terminal: send SIGHUP, then kill the processes that are left. */

struct close_terminal_params {
    struct slice terminal_id;
    /* True: the daemon has stored how the terminal ended, and the executor can delete its record. */
    bool forget;
};

extern const struct shape close_terminal_params_shape;
extern const struct method close_terminal_method;
int close_terminal(struct call *call, const struct close_terminal_params *params);

static inline int close_terminal_reply(struct call *call, const struct executor_handed_terminal *result)
{
    return call_reply(call, result);
}

/* Method stop_task: Ask a task to stop. */

struct stop_task_params {
    struct slice session_token;
    struct slice task_id;
    /* user_cancelled, timeout, … */
    struct slice reason;
    enum field_is reason_is;
};

struct stop_task_result {
    bool stopped;
    struct slice message;
    enum field_is message_is;
};

extern const struct shape stop_task_params_shape;
extern const struct shape stop_task_result_shape;
extern const struct method stop_task_method;
int stop_task(struct call *call, const struct stop_task_params *params);

static inline int stop_task_reply(struct call *call, const struct stop_task_result *result)
{
    return call_reply(call, result);
}

/* Notification cancel_task: Kill a task at once. */

struct cancel_task_params {
    struct slice session_token;
    struct slice task_id;
    struct slice reason;
    enum field_is reason_is;
};

extern const struct shape cancel_task_params_shape;
extern const struct method cancel_task_method;
int cancel_task(struct call *call, const struct cancel_task_params *params);

/* Method shutdown: Finish running work within a time limit, then exit. */

struct executor_shutdown_params {
    /* idle_timeout, server_restart, … */
    struct slice reason;
    int64_t timeout_ms;
};

struct executor_shutdown_result {
    /* completed: running work has ended. interrupted: running work was killed. idle: nothing was running. */
    struct slice status;
};

extern const struct shape executor_shutdown_params_shape;
extern const struct shape executor_shutdown_result_shape;
extern const struct method executor_shutdown_method;
int executor_shutdown(struct call *call, const struct executor_shutdown_params *params);

static inline int executor_shutdown_reply(struct call *call, const struct executor_shutdown_result *result)
{
    return call_reply(call, result);
}

/* Method terminate: An alias of shutdown. */

struct terminate_params {
    struct slice reason;
    int64_t timeout_ms;
};

struct terminate_result {
    struct slice status;
};

extern const struct shape terminate_params_shape;
extern const struct shape terminate_result_shape;
extern const struct method terminate_method;
int terminate(struct call *call, const struct terminate_params *params);

static inline int terminate_reply(struct call *call, const struct terminate_result *result)
{
    return call_reply(call, result);
}

/* Method pause_notifications: Stop reporting until resume_notifications. Usually sent as a notification; a request
 * gets a response. */

struct pause_notifications_params {
    char unused;
};

struct pause_notifications_result {
    bool paused;
};

extern const struct shape pause_notifications_params_shape;
extern const struct shape pause_notifications_result_shape;
extern const struct method pause_notifications_method;
int pause_notifications(struct call *call, const struct pause_notifications_params *params);

static inline int pause_notifications_reply(struct call *call, const struct pause_notifications_result *result)
{
    return call_reply(call, result);
}

/* Method resume_notifications: Start reporting again. Usually sent as a notification; a request gets a response. */

struct resume_notifications_params {
    char unused;
};

struct resume_notifications_result {
    bool paused;
};

extern const struct shape resume_notifications_params_shape;
extern const struct shape resume_notifications_result_shape;
extern const struct method resume_notifications_method;
int resume_notifications(struct call *call, const struct resume_notifications_params *params);

static inline int resume_notifications_reply(struct call *call, const struct resume_notifications_result *result)
{
    return call_reply(call, result);
}

/* Method resume: The handshake, the first one or a repeated one: the daemon identifies itself, and the executor
 * reports its tasks and terminals.
 *
 * The executor keeps the first secret that it receives; later connections must present the same one. An executor
 * that has responded keeps every message until confirm_messages names it. After the response it sends the messages
 * that were not confirmed, and report_completion for each prompt that has ended. An executor that does not support
 * this method (-32601) does none of this. */

/* The last stored sequence number of each task that the daemon expects here. */
struct resume_params_confirmed {
    struct resume_params_confirmed_pair *items;
    size_t count;
};

struct resume_params_confirmed_pair {
    struct slice key;
    int64_t value;
};

/* New tokens for these tasks; they replace the tokens of the previous daemon. */
struct resume_params_tokens {
    struct resume_params_tokens_pair *items;
    size_t count;
};

struct resume_params_tokens_pair {
    struct slice key;
    struct slice value;
};

struct resume_params {
    struct slice hand_shake;
    /* The newest version of these methods that the daemon supports, MAJOR.MINOR. */
    struct slice protocol_version;
    struct resume_params_confirmed confirmed;
    enum field_is confirmed_is;
    struct resume_params_tokens tokens;
    enum field_is tokens_is;
};

struct resume_result_tasks {
    struct executor_handed *items;
    size_t count;
};

struct resume_result_terminals {
    struct executor_handed_terminal *items;
    size_t count;
};

struct resume_result {
    /* The version that the executor uses, with the same MAJOR number. Absent: 1.0. */
    struct slice protocol_version;
    enum field_is protocol_version_is;
    struct resume_result_tasks tasks;
    struct resume_result_terminals terminals;
};

extern const struct shape resume_params_shape;
extern const struct shape resume_result_shape;
extern const struct method resume_method;
int resume(struct call *call, const struct resume_params *params);

static inline int resume_reply(struct call *call, const struct resume_result *result)
{
    return call_reply(call, result);
}

/* Notification confirm_messages: Confirm that everything up to this sequence number is stored, so that the executor
 * can drop it. */

struct confirm_messages_params {
    struct slice task_id;
    int64_t sequence;
};

extern const struct shape confirm_messages_params_shape;
extern const struct method confirm_messages_method;
int confirm_messages(struct call *call, const struct confirm_messages_params *params);

/* Method get_api_key: Get the key of a provider. */

struct get_api_key_params {
    struct slice session_token;
    /* anthropic, openai, google, github, … */
    struct slice service;
};

struct get_api_key_result {
    struct slice api_key;
    /* Epoch milliseconds. */
    int64_t expires_at;
    enum field_is expires_at_is;
};

extern const struct shape get_api_key_params_shape;
extern const struct shape get_api_key_result_shape;
extern const struct method get_api_key_method;
int get_api_key(struct call *call, const struct get_api_key_params *params);

static inline int get_api_key_reply(struct call *call, const struct get_api_key_result *result)
{
    return call_reply(call, result);
}

/* Method request_permission: Ask for permission to use a tool.
 *
 * A tool that is not in the task's list is denied in every mode. */

struct request_permission_params {
    struct slice session_token;
    struct slice tool_name;
    /* Its form depends on the tool. */
    struct json_any tool_input;
    enum field_is tool_input_is;
    /* Identifies the request, so that a repeat after a reconnect has no further effect. After the response was
     * delivered, a repeat is a new request. */
    struct slice request_id;
    enum field_is request_id_is;
};

struct request_permission_result {
    bool approved;
    /* mode=bypassPermissions, mode=acceptEdits, mode=plan, rule:ID, user_approved, user_denied, timeout,
     * tool_not_listed, no_approver, … */
    struct slice reason;
    enum field_is reason_is;
    /* A note from the person who answered. */
    struct slice note;
    enum field_is note_is;
};

extern const struct shape request_permission_params_shape;
extern const struct shape request_permission_result_shape;
extern const struct method request_permission_method;
int request_permission(struct call *call, const struct request_permission_params *params);

static inline int request_permission_reply(struct call *call, const struct request_permission_result *result)
{
    return call_reply(call, result);
}

/* Method get_execution_context: Get the session's history, MCP servers, context files and model. */

struct get_execution_context_params {
    struct slice session_token;
    /* False: leave `messages` empty, which is faster. */
    bool history;
    /* The approximate limit of `messages`; the newest ones are returned. */
    int64_t history_bytes;
    /* Return only the messages after the end of this task, for an executor that has the others; see `continues`. */
    struct slice after_task;
    enum field_is after_task_is;
    /* True: return `commands`. The daemon reads the files itself, because the sandbox may hide them. */
    bool commands;
    /* The name of a command whose text is wanted. */
    struct slice command;
    enum field_is command_is;
};

/* The newest messages that fit into 4 MiB, in order. Parts of a block are left out if the whole block is included. */
struct get_execution_context_result_messages {
    struct executor_said *items;
    size_t count;
};

struct get_execution_context_result_mcp_servers {
    struct executor_mcp_server *items;
    size_t count;
};

struct get_execution_context_result_context_files {
    struct slice *items;
    size_t count;
};

/* What the person did in the last hour, newest first, if the session uses it (useContext). Its texts come from other
 * programs: an executor gives them to an agent only as data, never as instructions. */
struct get_execution_context_result_activity {
    struct context_activity_record *items;
    size_t count;
};

struct get_execution_context_result_model_config {
    struct slice model;
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
};

/* Commands and skills in files below the working directory and the home directory, as agent.commands lists them. */
struct get_execution_context_result_commands {
    struct agent_command *items;
    size_t count;
};

/* The command that was requested; absent: there is none of this name. */
struct get_execution_context_result_command {
    enum agent_command_kind kind;
    struct slice path;
    /* The text without its front matter, at most 64 KiB. */
    struct slice text;
};

/* In the order of preference. */
struct get_execution_context_result_providers {
    struct executor_provider *items;
    size_t count;
};

struct get_execution_context_result {
    struct slice session_id;
    struct slice task_id;
    struct get_execution_context_result_messages messages;
    /* True: `messages` has everything that was said after after_task. Absent or false: the log has nothing of that
     * task any more, or there is too much after it, and `messages` is the same as without after_task. */
    bool continues;
    enum field_is continues_is;
    struct get_execution_context_result_mcp_servers mcp_servers;
    struct get_execution_context_result_context_files context_files;
    struct get_execution_context_result_activity activity;
    enum field_is activity_is;
    struct get_execution_context_result_model_config model_config;
    enum field_is model_config_is;
    /* As in model_config, but also set when no model is named. */
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct get_execution_context_result_commands commands;
    enum field_is commands_is;
    struct get_execution_context_result_command command;
    enum field_is command_is;
    struct get_execution_context_result_providers providers;
    enum field_is providers_is;
    /* For a session that uses the broker's keys: a Unix socket on which weir-broker serves the providers' HTTP below
     * /SERVICE, and adds the key. */
    struct slice model_socket;
    enum field_is model_socket_is;
};

extern const struct shape get_execution_context_params_shape;
extern const struct shape get_execution_context_result_shape;
extern const struct method get_execution_context_method;
int get_execution_context(struct call *call, const struct get_execution_context_params *params);

static inline int get_execution_context_reply(struct call *call, const struct get_execution_context_result *result)
{
    return call_reply(call, result);
}

/* Method list_mcp_tools: Get the tools of MCP servers that this task may use.
 *
 * If their schemas are too large for the model's context, mode is search: the agent then finds tools with
 * search_mcp_tools. */

struct list_mcp_tools_params {
    struct slice session_token;
    /* The context window of the model; absent: not known. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* Return the tools of this server only, under the names that the server gives them. */
    struct slice server;
    enum field_is server_is;
};

/* none: there are no tools. */
enum list_mcp_tools_result_mode {
    LIST_MCP_TOOLS_RESULT_MODE_TOOLS = 0,
    LIST_MCP_TOOLS_RESULT_MODE_SEARCH = 1,
    LIST_MCP_TOOLS_RESULT_MODE_NONE = 2,
};

/* Empty unless mode is tools. */
struct list_mcp_tools_result_tools {
    struct executor_mcp_tool *items;
    size_t count;
};

struct list_mcp_tools_result_servers {
    struct executor_mcp_host *items;
    size_t count;
};

struct list_mcp_tools_result {
    enum list_mcp_tools_result_mode mode;
    struct list_mcp_tools_result_tools tools;
    struct list_mcp_tools_result_servers servers;
};

extern const struct shape list_mcp_tools_params_shape;
extern const struct shape list_mcp_tools_result_shape;
extern const struct method list_mcp_tools_method;
int list_mcp_tools(struct call *call, const struct list_mcp_tools_params *params);

static inline int list_mcp_tools_reply(struct call *call, const struct list_mcp_tools_result *result)
{
    return call_reply(call, result);
}

/* Method search_mcp_tools: Search the tools of MCP servers that this task may use, best match first. */

struct search_mcp_tools_params {
    struct slice session_token;
    struct slice query;
    struct slice server;
    enum field_is server_is;
    int64_t limit;
};

struct search_mcp_tools_result_tools {
    struct executor_mcp_tool *items;
    size_t count;
};

struct search_mcp_tools_result {
    struct search_mcp_tools_result_tools tools;
};

extern const struct shape search_mcp_tools_params_shape;
extern const struct shape search_mcp_tools_result_shape;
extern const struct method search_mcp_tools_method;
int search_mcp_tools(struct call *call, const struct search_mcp_tools_params *params);

static inline int search_mcp_tools_reply(struct call *call, const struct search_mcp_tools_result *result)
{
    return call_reply(call, result);
}

/* Method call_mcp_tool: Call a tool of an MCP server.
 *
 * The daemon asks for permission as it does for every tool, then calls the tool. If the server changes the
 * definition of the tool in between, the daemon decides again about the new one. $/cancel_request cancels the call. */

struct call_mcp_tool_params_arguments {
    struct call_mcp_tool_params_arguments_pair *items;
    size_t count;
};

struct call_mcp_tool_params_arguments_pair {
    struct slice key;
    struct json_any value;
};

struct call_mcp_tool_params {
    struct slice session_token;
    /* Identifies the call within the task, so that a repeat after a reconnect does not call the tool again. */
    struct slice call_id;
    /* True: this request was sent before, on an earlier connection. */
    bool repeat;
    struct slice tool;
    /* Present: tool is the name that this server gives to it. */
    struct slice server;
    enum field_is server_is;
    struct call_mcp_tool_params_arguments arguments;
    enum field_is arguments_is;
};

struct call_mcp_tool_result {
    bool approved;
    /* As in request_permission. */
    struct slice reason;
    enum field_is reason_is;
    /* A note from the person who answered. */
    struct slice note;
    enum field_is note_is;
    /* Absent: the call was not approved. */
    struct connector_call_result result;
    enum field_is result_is;
};

extern const struct shape call_mcp_tool_params_shape;
extern const struct shape call_mcp_tool_result_shape;
extern const struct method call_mcp_tool_method;
int call_mcp_tool(struct call *call, const struct call_mcp_tool_params *params);

static inline int call_mcp_tool_reply(struct call *call, const struct call_mcp_tool_result *result)
{
    return call_reply(call, result);
}

/* Method list_mcp_items: List the prompts, resources or templates of an MCP server that this task may use. */

enum list_mcp_items_params_kind {
    LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS = 0,
    LIST_MCP_ITEMS_PARAMS_KIND_RESOURCES = 1,
    LIST_MCP_ITEMS_PARAMS_KIND_TEMPLATES = 2,
};

struct list_mcp_items_params {
    struct slice session_token;
    struct slice server;
    enum list_mcp_items_params_kind kind;
};

struct list_mcp_items_result_prompts {
    struct connector_prompt *items;
    size_t count;
};

struct list_mcp_items_result_resources {
    struct connector_resource *items;
    size_t count;
};

struct list_mcp_items_result_templates {
    struct connector_template *items;
    size_t count;
};

struct list_mcp_items_result {
    struct list_mcp_items_result_prompts prompts;
    enum field_is prompts_is;
    struct list_mcp_items_result_resources resources;
    enum field_is resources_is;
    struct list_mcp_items_result_templates templates;
    enum field_is templates_is;
};

extern const struct shape list_mcp_items_params_shape;
extern const struct shape list_mcp_items_result_shape;
extern const struct method list_mcp_items_method;
int list_mcp_items(struct call *call, const struct list_mcp_items_params *params);

static inline int list_mcp_items_reply(struct call *call, const struct list_mcp_items_result *result)
{
    return call_reply(call, result);
}

/* Method fetch_mcp_item: Get the text of a prompt, or read a resource, of an MCP server that this task may use.
 *
 * Reading is judged as a call of the tool mcp__SERVER__read_resource, unless the person named the resource in the
 * prompt. */

struct fetch_mcp_item_params_arguments {
    struct fetch_mcp_item_params_arguments_pair *items;
    size_t count;
};

struct fetch_mcp_item_params_arguments_pair {
    struct slice key;
    struct slice value;
};

struct fetch_mcp_item_params {
    struct slice session_token;
    struct slice server;
    /* The name of a prompt. */
    struct slice prompt;
    enum field_is prompt_is;
    struct fetch_mcp_item_params_arguments arguments;
    enum field_is arguments_is;
    /* The address of a resource. */
    struct slice uri;
    enum field_is uri_is;
};

struct fetch_mcp_item_result {
    bool approved;
    struct slice reason;
    enum field_is reason_is;
    struct connector_prompt_result prompt;
    enum field_is prompt_is;
    struct connector_read_result resource;
    enum field_is resource_is;
};

extern const struct shape fetch_mcp_item_params_shape;
extern const struct shape fetch_mcp_item_result_shape;
extern const struct method fetch_mcp_item_method;
int fetch_mcp_item(struct call *call, const struct fetch_mcp_item_params *params);

static inline int fetch_mcp_item_reply(struct call *call, const struct fetch_mcp_item_result *result)
{
    return call_reply(call, result);
}

/* Notification mcp_call_progress: Report the progress of a call_mcp_tool. */

struct mcp_call_progress_params {
    struct slice call_id;
    double progress;
    double total;
    enum field_is total_is;
    struct slice message;
    enum field_is message_is;
};

extern const struct shape mcp_call_progress_params_shape;
extern const struct method mcp_call_progress_method;
int mcp_call_progress(struct call *call, const struct mcp_call_progress_params *params);

/* Notification mcp_server_changed: Report that the tools of an MCP server have changed. */

struct mcp_server_changed_params {
    struct slice server;
};

extern const struct shape mcp_server_changed_params_shape;
extern const struct method mcp_server_changed_method;
int mcp_server_changed(struct call *call, const struct mcp_server_changed_params *params);

/* Method keep_files: Save the content of files before the task changes them, so that the change can be shown and
 * undone.
 *
 * The daemon reads the files itself. The response follows when they are saved. Files that were saved for this task
 * before are not read again. */

/* Absolute paths, or paths below the working directory; the files need not exist. Absent: the whole working
 * directory, for a change whose files are not known. */
struct keep_files_params_paths {
    struct slice *items;
    size_t count;
};

struct keep_files_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct keep_files_params_paths paths;
    enum field_is paths_is;
};

struct keep_files_result {
    /* The number of files that are saved now. */
    int64_t kept;
    /* False: a file was too large, there were too many files, or one was outside the working directory. */
    bool complete;
};

extern const struct shape keep_files_params_shape;
extern const struct shape keep_files_result_shape;
extern const struct method keep_files_method;
int keep_files(struct call *call, const struct keep_files_params *params);

static inline int keep_files_reply(struct call *call, const struct keep_files_result *result)
{
    return call_reply(call, result);
}

/* Method create_message: Store a message and get its id. report_message is faster. */

enum create_message_params_message_role {
    CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_USER = 0,
    CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_ASSISTANT = 1,
};

struct create_message_params_message {
    enum create_message_params_message_role role;
    /* Its form depends on the type. */
    struct json_any content;
    struct slice type;
};

struct create_message_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct create_message_params_message message;
    /* Identifies the message, so that a repeat has no further effect. */
    struct slice message_key;
    enum field_is message_key_is;
};

struct create_message_result {
    struct slice message_id;
    struct slice created_at;
};

extern const struct shape create_message_params_shape;
extern const struct shape create_message_result_shape;
extern const struct method create_message_method;
int create_message(struct call *call, const struct create_message_params *params);

static inline int create_message_reply(struct call *call, const struct create_message_result *result)
{
    return call_reply(call, result);
}

/* Notification report_message: Report an event of the agent.
 *
 * The full form has sequence, timestamp, event_type and event_data. message_type and data are aliases; if sequence
 * is absent, the daemon numbers the event. In a spool the token is empty. */

struct report_message_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    int64_t sequence;
    enum field_is sequence_is;
    /* Epoch milliseconds. */
    int64_t timestamp;
    enum field_is timestamp_is;
    /* tool_call, tool_result, content_block_start, content_block_delta, content_block_stop, thinking_chunk,
     * message_start, message_stop, usage, error; other words are allowed. tool_progress reports the progress of a
     * running tool call: tool, tool_call_id, progress, and optionally total and message. */
    struct slice event_type;
    enum field_is event_type_is;
    /* Its form depends on the type. */
    struct json_any event_data;
    enum field_is event_data_is;
    struct slice message_type;
    enum field_is message_type_is;
    /* An alias of event_data. */
    struct json_any data;
    enum field_is data_is;
};

extern const struct shape report_message_params_shape;
extern const struct method report_message_method;
int report_message(struct call *call, const struct report_message_params *params);

/* Notification report_progress: Report the progress of a task. */

struct report_progress_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct task_progress progress;
};

extern const struct shape report_progress_params_shape;
extern const struct method report_progress_method;
int report_progress(struct call *call, const struct report_progress_params *params);

/* Notification report_commands: Report the slash commands of the agent: a prompt that begins with one of them runs
 * it.
 *
 * Each report replaces the previous one. The daemon stores it in the session, as agentCommands. */

struct report_commands_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    /* The agent that offers the commands. */
    struct slice agent;
    struct session_commands commands;
};

extern const struct shape report_commands_params_shape;
extern const struct method report_commands_method;
int report_commands(struct call *call, const struct report_commands_params *params);

/* Notification report_models: The models that the agent offers; the session or the task names one of them.
 *
 * Each report replaces the one before. The daemon keeps it with the session, as agentModels. */

struct report_models_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    /* Whose they are. */
    struct slice agent;
    struct session_models models;
};

extern const struct shape report_models_params_shape;
extern const struct method report_models_method;
int report_models(struct call *call, const struct report_models_params *params);

/* Notification report_error: Report an error after which the agent continues. */

struct report_error_params_error {
    /* TOOL_FAILED, PERMISSION_DENIED, … */
    struct slice code;
    struct slice message;
    /* Further details, in any form. */
    struct json_any details;
    enum field_is details_is;
};

struct report_error_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct report_error_params_error error;
};

extern const struct shape report_error_params_shape;
extern const struct method report_error_method;
int report_error(struct call *call, const struct report_error_params *params);

/* Notification batch_notification: Send several notifications in one message. */

struct batch_notification_params_notifications {
    struct executor_notification *items;
    size_t count;
};

struct batch_notification_params {
    struct batch_notification_params_notifications notifications;
};

extern const struct shape batch_notification_params_shape;
extern const struct method batch_notification_method;
int batch_notification(struct call *call, const struct batch_notification_params *params);

/* Notification report_completion: Report the result of a prompt whose execute_prompt has lost its connection. */

struct report_completion_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct executor_execution execution;
};

extern const struct shape report_completion_params_shape;
extern const struct method report_completion_method;
int report_completion(struct call *call, const struct report_completion_params *params);

/* Notification report_terminal_exit: Report that the process of a terminal has ended. */

struct report_terminal_exit_params {
    struct slice session_token;
    enum field_is session_token_is;
    struct slice terminal_id;
    int64_t exit_code;
    enum field_is exit_code_is;
    int64_t signal;
    enum field_is signal_is;
};

extern const struct shape report_terminal_exit_params_shape;
extern const struct method report_terminal_exit_method;
int report_terminal_exit(struct call *call, const struct report_terminal_exit_params *params);
