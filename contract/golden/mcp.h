/* Generated from contract/mcp.json by contract/generate; do not edit. */
/* MCP servers: programs and services that offer tools to agents. One process for each server serves all sessions. */
#pragma once

#include "rpc/method.h"
#include "contract/mcp_types.h"
#include "contract/connector_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method mcp:connect: Configure a server and start it.
 *
 * A server with this id is replaced and restarted. The response follows when its tools are known, after 35 s at the
 * latest; status is then starting. */

struct mcp_connect_params_args {
    struct slice *items;
    size_t count;
};

/* Sealed: weir shows the names only. */
struct mcp_connect_params_env {
    struct mcp_connect_params_env_pair *items;
    size_t count;
};

struct mcp_connect_params_env_pair {
    struct slice key;
    struct slice value;
};

/* Sealed: weir shows the names only. */
struct mcp_connect_params_headers {
    struct mcp_connect_params_headers_pair *items;
    size_t count;
};

struct mcp_connect_params_headers_pair {
    struct slice key;
    struct slice value;
};

/* Paths that the server can read, absolute or beginning with ~/. It always sees the system's programs and a home
 * directory of its own. */
struct mcp_connect_params_read {
    struct slice *items;
    size_t count;
};

/* Paths that the server can read and write. */
struct mcp_connect_params_write {
    struct slice *items;
    size_t count;
};

struct mcp_connect_params {
    /* Letters, digits and -, beginning with a letter or a digit. */
    struct slice server_id;
    struct slice name;
    enum connector_transport transport;
    /* For stdio, required: a path, or a name to find in PATH. */
    struct slice command;
    enum field_is command_is;
    struct mcp_connect_params_args args;
    struct mcp_connect_params_env env;
    /* Sealed as the key mcp:SERVERID. The server gets it in the variable apiKeyEnv, or as a bearer token. */
    struct slice api_key;
    enum field_is api_key_is;
    struct slice api_key_env;
    /* For http, required. */
    struct slice url;
    enum field_is url_is;
    struct mcp_connect_params_headers headers;
    enum mcp_scope scope;
    struct mcp_connect_params_read read;
    struct mcp_connect_params_write write;
    enum mcp_network network;
    /* The directory in which the server starts; it can write there. Absent: its home directory. */
    struct slice cwd;
    enum field_is cwd_is;
};

struct mcp_connect_result {
    struct slice server_id;
    enum mcp_status status;
    int64_t tool_count;
    /* Why it does not work; a sentence. */
    struct slice error;
    enum field_is error_is;
};

extern const struct shape mcp_connect_params_shape;
extern const struct shape mcp_connect_result_shape;
extern const struct method mcp_connect_method;
int mcp_connect(struct call *call, const struct mcp_connect_params *params);

static inline int mcp_connect_reply(struct call *call, const struct mcp_connect_result *result)
{
    return call_reply(call, result);
}

/* Method mcp:disconnect: Stop a server and keep its configuration. */

struct mcp_disconnect_params {
    struct slice server_id;
};

struct mcp_disconnect_result {
    bool success;
};

extern const struct shape mcp_disconnect_params_shape;
extern const struct shape mcp_disconnect_result_shape;
extern const struct method mcp_disconnect_method;
int mcp_disconnect(struct call *call, const struct mcp_disconnect_params *params);

static inline int mcp_disconnect_reply(struct call *call, const struct mcp_disconnect_result *result)
{
    return call_reply(call, result);
}

/* Method mcp:listConnections: List the configured servers. */

struct mcp_list_connections_params {
    char unused;
};

struct mcp_list_connections_result_connections {
    struct mcp_connection *items;
    size_t count;
};

struct mcp_list_connections_result {
    struct mcp_list_connections_result_connections connections;
};

extern const struct shape mcp_list_connections_params_shape;
extern const struct shape mcp_list_connections_result_shape;
extern const struct method mcp_list_connections_method;
int mcp_list_connections(struct call *call, const struct mcp_list_connections_params *params);

static inline int mcp_list_connections_reply(struct call *call, const struct mcp_list_connections_result *result)
{
    return call_reply(call, result);
}

/* Method mcp:listTools: List the tools of one server, or of all. Starts no server: the lists are stored. */

struct mcp_list_tools_params {
    struct slice server_id;
    enum field_is server_id_is;
};

struct mcp_list_tools_result_tools {
    struct mcp_tool *items;
    size_t count;
};

struct mcp_list_tools_result {
    struct mcp_list_tools_result_tools tools;
};

extern const struct shape mcp_list_tools_params_shape;
extern const struct shape mcp_list_tools_result_shape;
extern const struct method mcp_list_tools_method;
int mcp_list_tools(struct call *call, const struct mcp_list_tools_params *params);

static inline int mcp_list_tools_reply(struct call *call, const struct mcp_list_tools_result *result)
{
    return call_reply(call, result);
}

/* Method mcp:getStatus: Get the state of one server, or of all. */

struct mcp_get_status_params {
    struct slice server_id;
    enum field_is server_id_is;
};

struct mcp_get_status_result_servers_item {
    struct slice server_id;
    enum mcp_status status;
    struct slice error;
    enum field_is error_is;
    struct slice last_health_check;
    enum field_is last_health_check_is;
};

struct mcp_get_status_result_servers {
    struct mcp_get_status_result_servers_item *items;
    size_t count;
};

struct mcp_get_status_result {
    struct mcp_get_status_result_servers servers;
};

extern const struct shape mcp_get_status_params_shape;
extern const struct shape mcp_get_status_result_shape;
extern const struct method mcp_get_status_method;
int mcp_get_status(struct call *call, const struct mcp_get_status_params *params);

static inline int mcp_get_status_reply(struct call *call, const struct mcp_get_status_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.get: Get the configuration and the state of a server. */

struct mcp_get_params {
    struct slice server_id;
};

extern const struct shape mcp_get_params_shape;
extern const struct method mcp_get_method;
int mcp_get(struct call *call, const struct mcp_get_params *params);

static inline int mcp_get_reply(struct call *call, const struct mcp_server *result)
{
    return call_reply(call, result);
}

/* Method mcp.start: Start a configured server. The response follows when its tools are known, after 35 s at the
 * latest. */

struct mcp_start_params {
    struct slice server_id;
};

extern const struct shape mcp_start_params_shape;
extern const struct method mcp_start_method;
int mcp_start(struct call *call, const struct mcp_start_params *params);

static inline int mcp_start_reply(struct call *call, const struct mcp_server *result)
{
    return call_reply(call, result);
}

/* Method mcp.restart: Stop a server, start it again and fetch its tools again. The response follows as for
 * mcp.start. */

struct mcp_restart_params {
    struct slice server_id;
};

extern const struct shape mcp_restart_params_shape;
extern const struct method mcp_restart_method;
int mcp_restart(struct call *call, const struct mcp_restart_params *params);

static inline int mcp_restart_reply(struct call *call, const struct mcp_server *result)
{
    return call_reply(call, result);
}

/* Method mcp.remove: Stop a server and forget its configuration, its keys, its tools, its log and its home
 * directory. */

struct mcp_remove_params {
    struct slice server_id;
};

struct mcp_remove_result {
    bool removed;
};

extern const struct shape mcp_remove_params_shape;
extern const struct shape mcp_remove_result_shape;
extern const struct method mcp_remove_method;
int mcp_remove(struct call *call, const struct mcp_remove_params *params);

static inline int mcp_remove_reply(struct call *call, const struct mcp_remove_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.call: Call a tool as yourself: no permission is asked. Starts the server if necessary.
 *
 * While the call runs, the connection gets mcp.progress. $/cancel_request cancels the call. */

struct mcp_call_params_arguments {
    struct mcp_call_params_arguments_pair *items;
    size_t count;
};

struct mcp_call_params_arguments_pair {
    struct slice key;
    struct json_any value;
};

struct mcp_call_params {
    struct slice server_id;
    struct slice tool;
    struct mcp_call_params_arguments arguments;
    enum field_is arguments_is;
    /* Absent: the setting mcp.callMs. */
    int64_t timeout_ms;
    enum field_is timeout_ms_is;
    /* The hash of the tool's definition: with another definition it is not called. */
    struct slice definition;
    enum field_is definition_is;
};

extern const struct shape mcp_call_params_shape;
extern const struct method mcp_call_method;
int mcp_call(struct call *call, const struct mcp_call_params *params);

static inline int mcp_call_reply(struct call *call, const struct connector_call_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.search: Search the stored tools by words in their names and descriptions, best match first. Starts no
 * server. */

struct mcp_search_params {
    struct slice query;
    struct slice server_id;
    enum field_is server_id_is;
    int64_t limit;
};

struct mcp_search_result_tools {
    struct mcp_tool *items;
    size_t count;
};

struct mcp_search_result {
    struct mcp_search_result_tools tools;
};

extern const struct shape mcp_search_params_shape;
extern const struct shape mcp_search_result_shape;
extern const struct method mcp_search_method;
int mcp_search(struct call *call, const struct mcp_search_params *params);

static inline int mcp_search_reply(struct call *call, const struct mcp_search_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.logs: Read what a server has written to standard error, and its log messages. */

struct mcp_logs_params {
    struct slice server_id;
    /* The position of an earlier result: return only what follows. Absent: the last bytes. */
    struct slice after;
    enum field_is after_is;
    int64_t bytes;
};

struct mcp_logs_result {
    struct slice text;
    /* The end of text, for after. */
    struct slice position;
};

extern const struct shape mcp_logs_params_shape;
extern const struct shape mcp_logs_result_shape;
extern const struct method mcp_logs_method;
int mcp_logs(struct call *call, const struct mcp_logs_params *params);

static inline int mcp_logs_reply(struct call *call, const struct mcp_logs_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.prompts: List the prompts of one server, or of all. Starts no server: the lists are stored. */

struct mcp_prompts_params {
    struct slice server_id;
    enum field_is server_id_is;
};

struct mcp_prompts_result_prompts {
    struct mcp_prompt *items;
    size_t count;
};

struct mcp_prompts_result {
    struct mcp_prompts_result_prompts prompts;
};

extern const struct shape mcp_prompts_params_shape;
extern const struct shape mcp_prompts_result_shape;
extern const struct method mcp_prompts_method;
int mcp_prompts(struct call *call, const struct mcp_prompts_params *params);

static inline int mcp_prompts_reply(struct call *call, const struct mcp_prompts_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.prompt: Get the text of a prompt. Starts the server if necessary. */

struct mcp_prompt_params_arguments {
    struct mcp_prompt_params_arguments_pair *items;
    size_t count;
};

struct mcp_prompt_params_arguments_pair {
    struct slice key;
    struct slice value;
};

struct mcp_prompt_params {
    struct slice server_id;
    struct slice name;
    struct mcp_prompt_params_arguments arguments;
    enum field_is arguments_is;
};

extern const struct shape mcp_prompt_params_shape;
extern const struct method mcp_prompt_method;
int mcp_prompt(struct call *call, const struct mcp_prompt_params *params);

static inline int mcp_prompt_reply(struct call *call, const struct connector_prompt_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.resources: List the resources of one server, or of all. Starts no server: the lists are stored. */

struct mcp_resources_params {
    struct slice server_id;
    enum field_is server_id_is;
};

struct mcp_resources_result_resources {
    struct mcp_resource *items;
    size_t count;
};

struct mcp_resources_result_templates {
    struct mcp_template *items;
    size_t count;
};

struct mcp_resources_result {
    struct mcp_resources_result_resources resources;
    struct mcp_resources_result_templates templates;
};

extern const struct shape mcp_resources_params_shape;
extern const struct shape mcp_resources_result_shape;
extern const struct method mcp_resources_method;
int mcp_resources(struct call *call, const struct mcp_resources_params *params);

static inline int mcp_resources_reply(struct call *call, const struct mcp_resources_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.read: Read a resource. Starts the server if necessary. */

struct mcp_read_params {
    struct slice server_id;
    struct slice uri;
};

extern const struct shape mcp_read_params_shape;
extern const struct method mcp_read_method;
int mcp_read(struct call *call, const struct mcp_read_params *params);

static inline int mcp_read_reply(struct call *call, const struct connector_read_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.offers: List the servers that the .mcp.json of a project offers. weir starts none before mcp.approve. */

struct mcp_offers_params {
    /* A directory. The file is found there or in the nearest directory above that has one, up to the root of the
     * repository. */
    struct slice cwd;
};

struct mcp_offers_result_offers {
    struct mcp_offer *items;
    size_t count;
};

struct mcp_offers_result {
    /* The file; absent: there is none. */
    struct slice path;
    enum field_is path_is;
    struct mcp_offers_result_offers offers;
    /* Why the file cannot be used. */
    struct slice problem;
    enum field_is problem_is;
};

extern const struct shape mcp_offers_params_shape;
extern const struct shape mcp_offers_result_shape;
extern const struct method mcp_offers_method;
int mcp_offers(struct call *call, const struct mcp_offers_params *params);

static inline int mcp_offers_reply(struct call *call, const struct mcp_offers_result *result)
{
    return call_reply(call, result);
}

/* Method mcp.approve: Approve or decline a server that a project offers.
 *
 * The approval is for this entry as it is: a changed entry is offered again. An approved server belongs to the
 * sessions whose directory is in the project. */

/* The values of the environment variables that the person has confirmed. Sealed. A variable that is missing here is
 * replaced by its default, or the approval is refused. */
struct mcp_approve_params_variables {
    struct mcp_approve_params_variables_pair *items;
    size_t count;
};

struct mcp_approve_params_variables_pair {
    struct slice key;
    struct slice value;
};

struct mcp_approve_params {
    struct slice cwd;
    struct slice name;
    /* The hash of the offer that the person has seen. */
    struct slice hash;
    bool approve;
    struct mcp_approve_params_variables variables;
    enum field_is variables_is;
};

extern const struct shape mcp_approve_params_shape;
extern const struct method mcp_approve_method;
int mcp_approve(struct call *call, const struct mcp_approve_params *params);

static inline int mcp_approve_reply(struct call *call, const struct mcp_offer *result)
{
    return call_reply(call, result);
}

/* Event mcp.progress: The progress of a call, sent to the connection that made it. Not stored. */

struct mcp_progress_params {
    /* The id of the mcp.call. */
    struct json_any request_id;
    double progress;
    double total;
    enum field_is total_is;
    struct slice message;
    enum field_is message_is;
};

extern const struct shape mcp_progress_params_shape;
extern const struct event_type mcp_progress_event;

/* Event event.mcpChanged: A server was configured or removed, has changed its state, or has other tools. */

enum event_mcp_changed_params_change {
    EVENT_MCP_CHANGED_PARAMS_CHANGE_CONFIGURED = 0,
    EVENT_MCP_CHANGED_PARAMS_CHANGE_REMOVED = 1,
    EVENT_MCP_CHANGED_PARAMS_CHANGE_STATE = 2,
    EVENT_MCP_CHANGED_PARAMS_CHANGE_TOOLS = 3,
};

struct event_mcp_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice server_id;
    enum event_mcp_changed_params_change change;
    enum mcp_state state;
    enum field_is state_is;
    enum mcp_status status;
    enum field_is status_is;
    int64_t tool_count;
    enum field_is tool_count_is;
    struct slice error;
    enum field_is error_is;
};

extern const struct shape event_mcp_changed_params_shape;
extern const struct event_type event_mcp_changed_event;
