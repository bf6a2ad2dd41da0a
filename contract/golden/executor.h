/* Generated from contract/executor.json by contract/generate; do not edit. */
/* The dialect between the daemon and an executor, the process that runs an agent. The executor listens on
 * EXECUTOR_SOCKET, the daemon connects. */
#pragma once

#include "rpc/method.h"
#include "contract/executor_types.h"
#include "contract/agent_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method execute_prompt: Run an agent on a prompt; answered when it has ended.
 *
 * While it works the executor reports with report_message, with sequences from 1 and no holes. */

/* Those that it may use; * stands for any characters, and ["*"] for all that rules and modes allow. Absent: Read,
 * Write, Edit, Bash, Grep, Glob. */
struct execute_prompt_params_tools {
    struct slice *items;
    size_t count;
};

/* Programs that can play the agent. Sent to weir-executor only. */
struct execute_prompt_params_launches {
    struct executor_launch *items;
    size_t count;
};

struct execute_prompt_params {
    /* Good for this task and this executor only. */
    struct slice session_token;
    struct slice session_id;
    struct slice task_id;
    struct slice prompt;
    struct slice cwd;
    struct execute_prompt_params_tools tools;
    enum field_is tools_is;
    enum session_permission_mode permission_mode;
    int64_t timeout_ms;
    /* False: only whole messages are reported, no deltas. */
    bool stream;
    /* Files that come with the prompt. One that cannot be read ends the task as failed, with the code
     * attachment_failed. */
    struct task_attachments attachments;
    enum field_is attachments_is;
    /* Which agent: one of the launches, or one of the executor's own; absent: the executor takes the first that is
     * usable, its own before the launches. Sent to weir-executor only. */
    struct slice agent;
    enum field_is agent_is;
    struct execute_prompt_params_launches launches;
    enum field_is launches_is;
    /* There are others that were not offered. Where none of the launches can be used, nor an agent of the executor's
     * own that comes before them, it shall end as failed with the code agent_not_usable; they are offered to another
     * executor then. */
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

/* Method list_agents: Which agents could be used in here, and why others could not. */

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

/* In the order in which one is taken where none is named. */
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

/* Method spawn_terminal: Make a terminal and start a shell in it. The answer carries the terminal's descriptor, the
 * memory of its scrollback and a pidfd of its process, in this order. */

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
    /* A name that is looked up in PATH, or a path. */
    struct slice shell;
    /* Run by the shell, with -c; absent: it is for somebody who types. */
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
    /* The id that it shall have; absent: the executor makes one. */
    struct slice terminal_id;
    enum field_is terminal_id_is;
};

struct spawn_terminal_result {
    struct slice terminal_id;
    /* As the executor sees it. */
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

/* Method get_terminal: The descriptors of a terminal again, in the order of spawn_terminal; for a daemon that has
 * come back. */

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

/* Method close_terminal: End a terminal: hang up, then end what is left of its processes. */

struct close_terminal_params {
    struct slice terminal_id;
    /* How it ended is stored, so that the executor need not remember it any more. */
    bool forget;
};

extern const struct shape close_terminal_params_shape;
extern const struct method close_terminal_method;
int close_terminal(struct call *call, const struct close_terminal_params *params);

static inline int close_terminal_reply(struct call *call, const struct executor_handed_terminal *result)
{
    return call_reply(call, result);
}

/* Method stop_task: Ask a task to come to an end. */

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

/* Notification cancel_task: End a task at once. */

struct cancel_task_params {
    struct slice session_token;
    struct slice task_id;
    struct slice reason;
    enum field_is reason_is;
};

extern const struct shape cancel_task_params_shape;
extern const struct method cancel_task_method;
int cancel_task(struct call *call, const struct cancel_task_params *params);

/* Method shutdown: Finish what runs, within a time, and leave. */

struct executor_shutdown_params {
    /* idle_timeout, server_restart, … */
    struct slice reason;
    int64_t timeout_ms;
};

struct executor_shutdown_result {
    /* completed: what ran has ended; interrupted: it had to be ended; idle: nothing ran. */
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

/* Method terminate: The same as shutdown, under its other name. */

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

/* Method pause_notifications: Report nothing until resume_notifications comes. Sent as a notification; a request is
 * answered. */

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

/* Method resume_notifications: Go on reporting. Sent as a notification; a request is answered. */

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

/* Method resume: The hand-shake, first or again: the daemon proves itself, and the executor hands over what it has.
 *
 * The first secret that comes is kept; later connections must know it. An executor that has answered this keeps
 * every message until confirm_messages names it. After the answer follow the messages behind the confirmed ones, and
 * report_completion for each prompt that has ended. One that does not know this method (-32601) makes no such
 * promise. */

/* The last stored sequence of each task that the daemon knows to be here. */
struct resume_params_confirmed {
    struct resume_params_confirmed_pair *items;
    size_t count;
};

struct resume_params_confirmed_pair {
    struct slice key;
    int64_t value;
};

/* New tokens of these tasks, in the place of those of the daemon before. */
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
    /* The newest version of these methods that the daemon speaks, MAJOR.MINOR. */
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
    /* The version that the executor speaks, of the same MAJOR number. Absent: 1.0. */
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

/* Notification confirm_messages: Everything up to this sequence is stored for good and need not be kept. */

struct confirm_messages_params {
    struct slice task_id;
    int64_t sequence;
};

extern const struct shape confirm_messages_params_shape;
extern const struct method confirm_messages_method;
int confirm_messages(struct call *call, const struct confirm_messages_params *params);

/* Method get_api_key: A key for a service, when it is needed. */

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

/* Method request_permission: May the agent use this tool?
 *
 * A tool that is not in the task's list is refused whatever the mode. */

struct request_permission_params {
    struct slice session_token;
    struct slice tool_name;
    /* As the tool has it. */
    struct json_any tool_input;
    enum field_is tool_input_is;
    /* Makes a repeat after a reconnect harmless. Once its answer was delivered, a repeat is a new question. */
    struct slice request_id;
    enum field_is request_id_is;
};

struct request_permission_result {
    bool approved;
    /* mode=bypassPermissions, mode=acceptEdits, mode=plan, rule:ID, user_approved, user_denied, timeout,
     * tool_not_listed, no_approver, … */
    struct slice reason;
    enum field_is reason_is;
    /* What the person who answered wrote. */
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

/* Method get_execution_context: What was said in the session before, its MCP servers, context files and model. */

struct get_execution_context_params {
    struct slice session_token;
    /* False: `messages` stays empty, which is quicker. */
    bool history;
    /* About so many bytes of it at most, the newest. */
    int64_t history_bytes;
    /* Only what was said behind the end of this task, for who knows the rest; see `continues`. */
    struct slice after_task;
    enum field_is after_task_is;
    /* True: `commands` are wanted. The daemon reads the files itself, since the sandbox may hide them. */
    bool commands;
    /* The name of one of them whose text is wanted. */
    struct slice command;
    enum field_is command_is;
};

/* The newest that fit into 4 MiB, in their order. Pieces of a block that is there whole are left out. */
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

struct get_execution_context_result_model_config {
    struct slice model;
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
};

/* Commands and skills in files of the directory and of the home, as agent.commands has them. */
struct get_execution_context_result_commands {
    struct agent_command *items;
    size_t count;
};

/* The one that was asked for. Absent: there is none of this name. */
struct get_execution_context_result_command {
    enum agent_command_kind kind;
    struct slice path;
    /* Without its front matter, 64 KiB at most. */
    struct slice text;
};

/* In the order in which they are tried. */
struct get_execution_context_result_providers {
    struct executor_provider *items;
    size_t count;
};

struct get_execution_context_result {
    struct slice session_id;
    struct slice task_id;
    struct get_execution_context_result_messages messages;
    /* `messages` are all that was said behind after_task. Absent or false: nothing of that task is in the log any
     * more, or too much was said since; then they are what they are without after_task. */
    bool continues;
    enum field_is continues_is;
    struct get_execution_context_result_mcp_servers mcp_servers;
    struct get_execution_context_result_context_files context_files;
    struct get_execution_context_result_model_config model_config;
    enum field_is model_config_is;
    /* As in model_config, also where no model is named. */
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct get_execution_context_result_commands commands;
    enum field_is commands_is;
    struct get_execution_context_result_command command;
    enum field_is command_is;
    struct get_execution_context_result_providers providers;
    enum field_is providers_is;
    /* Of a session whose keys are the broker's: a Unix socket on which weir-broker speaks the providers' HTTP, below
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

/* Method keep_files: Keep what these files hold before the task changes them, so that it can be shown and put back.
 *
 * The daemon reads them itself. Answered when they are kept; what the task has had kept already is not read again. */

/* Absolute, or below the working directory; they need not be there yet. Absent: the whole working directory, since
 * it is not known what will change. */
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
    /* Files that are kept now. */
    int64_t kept;
    /* False: something was too large, too much, or outside of the working directory. */
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

/* Method create_message: Store a message and learn its id; report_message is the faster way. */

enum create_message_params_message_role {
    CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_USER = 0,
    CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_ASSISTANT = 1,
};

struct create_message_params_message {
    enum create_message_params_message_role role;
    /* As the type has it. */
    struct json_any content;
    struct slice type;
};

struct create_message_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct create_message_params_message message;
    /* Makes a repeat harmless: the same key is the same message. */
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

/* Notification report_message: An event of the agent.
 *
 * In its full form with sequence, timestamp, event_type and event_data. message_type and data are the same under
 * other names; without a sequence the daemon numbers it. In a spool the token is empty. */

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
     * message_start, message_stop, usage, error; or another word. */
    struct slice event_type;
    enum field_is event_type_is;
    /* As the type has it. */
    struct json_any event_data;
    enum field_is event_data_is;
    struct slice message_type;
    enum field_is message_type_is;
    /* event_data under its other name. */
    struct json_any data;
    enum field_is data_is;
};

extern const struct shape report_message_params_shape;
extern const struct method report_message_method;
int report_message(struct call *call, const struct report_message_params *params);

/* Notification report_progress: How far the task is. */

struct report_progress_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct task_progress progress;
};

extern const struct shape report_progress_params_shape;
extern const struct method report_progress_method;
int report_progress(struct call *call, const struct report_progress_params *params);

/* Notification report_commands: The slash commands that the agent knows: a prompt that begins with one of them runs
 * it.
 *
 * Each report replaces the one before. The daemon keeps it with the session, as agentCommands. */

struct report_commands_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    /* Whose they are. */
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

/* Notification report_error: Something went wrong and the agent goes on. */

struct report_error_params_error {
    /* TOOL_FAILED, PERMISSION_DENIED, … */
    struct slice code;
    struct slice message;
    /* Whatever helps. */
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

/* Notification batch_notification: Several notifications in one message. */

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

/* Notification report_completion: What became of a prompt whose execute_prompt can no longer be answered, since its
 * connection is gone. */

struct report_completion_params {
    struct slice session_token;
    struct slice task_id;
    enum field_is task_id_is;
    struct executor_execution execution;
};

extern const struct shape report_completion_params_shape;
extern const struct method report_completion_method;
int report_completion(struct call *call, const struct report_completion_params *params);

/* Notification report_terminal_exit: The process of a terminal has ended. */

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
