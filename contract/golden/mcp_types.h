/* Generated from contract/mcp.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/connector_types.h"

enum mcp_status {
    MCP_STATUS_STARTING = 0,
    MCP_STATUS_RUNNING = 1,
    MCP_STATUS_STOPPED = 2,
    MCP_STATUS_ERROR = 3,
};

/* stopped: nothing runs; the first call starts it. degraded: it runs, but the last check was not answered.
 * restarting: it ended unexpectedly, and weir is about to start it again. failed: it ended too often. */
enum mcp_state {
    MCP_STATE_STOPPED = 0,
    MCP_STATE_STARTING = 1,
    MCP_STATE_RUNNING = 2,
    MCP_STATE_DEGRADED = 3,
    MCP_STATE_RESTARTING = 4,
    MCP_STATE_FAILED = 5,
};

/* shared: one process for all sessions. session: one for each session. */
enum mcp_scope {
    MCP_SCOPE_SHARED = 0,
    MCP_SCOPE_SESSION = 1,
};

enum mcp_network {
    MCP_NETWORK_FULL = 0,
    MCP_NETWORK_NONE = 1,
};

struct mcp_server_args {
    struct slice *items;
    size_t count;
};

/* The names of its environment variables. The values are sealed. */
struct mcp_server_env {
    struct slice *items;
    size_t count;
};

/* The names of its headers. The values are sealed. */
struct mcp_server_headers {
    struct slice *items;
    size_t count;
};

struct mcp_server_read {
    struct slice *items;
    size_t count;
};

struct mcp_server_write {
    struct slice *items;
    size_t count;
};

/* Tools that weir does not offer. */
struct mcp_server_dropped {
    struct connector_dropped *items;
    size_t count;
};

/* A server: its configuration without secrets, and its state. */
struct mcp_server {
    struct slice server_id;
    struct slice name;
    enum connector_transport transport;
    struct slice command;
    enum field_is command_is;
    struct mcp_server_args args;
    struct slice url;
    enum field_is url_is;
    struct mcp_server_env env;
    struct mcp_server_headers headers;
    bool has_api_key;
    struct slice api_key_env;
    enum field_is api_key_env_is;
    enum mcp_scope scope;
    struct mcp_server_read read;
    struct mcp_server_write write;
    enum mcp_network network;
    struct slice cwd;
    enum field_is cwd_is;
    /* The directory of the project that offered it; absent: a person configured it. */
    struct slice project;
    enum field_is project_is;
    enum mcp_state state;
    enum mcp_status status;
    /* Why it does not work; a sentence. */
    struct slice error;
    enum field_is error_is;
    int64_t tool_count;
    /* False: weir has not seen its tools with this configuration yet. */
    bool tools_known;
    /* The process id of its weir-jail, while it runs. */
    int64_t pid;
    enum field_is pid_is;
    /* The version of the protocol that was negotiated the last time. */
    struct slice protocol;
    enum field_is protocol_is;
    struct connector_implementation server;
    enum field_is server_is;
    struct slice instructions;
    enum field_is instructions_is;
    /* The time of its last answer. */
    struct slice last_health_check;
    enum field_is last_health_check_is;
    struct mcp_server_dropped dropped;
    enum field_is dropped_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t updated_at;
};

struct mcp_connection {
    struct slice server_id;
    struct slice name;
    enum mcp_status status;
    int64_t tool_count;
    struct slice error;
    enum field_is error_is;
};

struct mcp_tool_input_schema {
    struct mcp_tool_input_schema_pair *items;
    size_t count;
};

struct mcp_tool_input_schema_pair {
    struct slice key;
    struct json_any value;
};

struct mcp_tool_output_schema {
    struct mcp_tool_output_schema_pair *items;
    size_t count;
};

struct mcp_tool_output_schema_pair {
    struct slice key;
    struct json_any value;
};

struct mcp_tool_annotations {
    struct mcp_tool_annotations_pair *items;
    size_t count;
};

struct mcp_tool_annotations_pair {
    struct slice key;
    struct json_any value;
};

struct mcp_tool {
    struct slice name;
    struct slice description;
    struct mcp_tool_input_schema input_schema;
    struct slice server_id;
    struct slice title;
    enum field_is title_is;
    struct mcp_tool_output_schema output_schema;
    enum field_is output_schema_is;
    struct mcp_tool_annotations annotations;
    enum field_is annotations_is;
    /* The name under which agents see it, and rules match it. */
    struct slice agent_name;
    /* A hash of the definition. */
    struct slice definition;
};

struct mcp_prompt_arguments {
    struct connector_prompt_argument *items;
    size_t count;
};

struct mcp_prompt {
    struct slice server_id;
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    struct mcp_prompt_arguments arguments;
};

struct mcp_resource {
    struct slice server_id;
    struct slice uri;
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    struct slice mime_type;
    enum field_is mime_type_is;
    int64_t size;
    enum field_is size_is;
};

struct mcp_template {
    struct slice server_id;
    struct slice uri_template;
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    struct slice mime_type;
    enum field_is mime_type_is;
};

/* changed: another entry of this name was approved before. */
enum mcp_offer_state {
    MCP_OFFER_STATE_NEW = 0,
    MCP_OFFER_STATE_CHANGED = 1,
    MCP_OFFER_STATE_APPROVED = 2,
    MCP_OFFER_STATE_DECLINED = 3,
    MCP_OFFER_STATE_INVALID = 4,
};

struct mcp_offer_args {
    struct slice *items;
    size_t count;
};

/* As the entry has them, with variables unexpanded. */
struct mcp_offer_env {
    struct mcp_offer_env_pair *items;
    size_t count;
};

struct mcp_offer_env_pair {
    struct slice key;
    struct slice value;
};

struct mcp_offer_headers {
    struct mcp_offer_headers_pair *items;
    size_t count;
};

struct mcp_offer_headers_pair {
    struct slice key;
    struct slice value;
};

/* The environment variables that the entry wants to read as ${NAME}. */
struct mcp_offer_variables {
    struct slice *items;
    size_t count;
};

/* A server in a project's .mcp.json. */
struct mcp_offer {
    struct slice name;
    /* The id that it gets when it is approved. */
    struct slice server_id;
    enum field_is server_id_is;
    /* A hash of its entry. */
    struct slice hash;
    enum mcp_offer_state state;
    /* Why the entry is invalid. */
    struct slice problem;
    enum field_is problem_is;
    enum connector_transport transport;
    enum field_is transport_is;
    struct slice command;
    enum field_is command_is;
    struct mcp_offer_args args;
    struct slice url;
    enum field_is url_is;
    struct mcp_offer_env env;
    enum field_is env_is;
    struct mcp_offer_headers headers;
    enum field_is headers_is;
    struct mcp_offer_variables variables;
};

struct mcp_counts {
    int64_t servers;
    int64_t running;
    int64_t failed;
};

extern const struct shape mcp_status_shape;
extern const struct shape mcp_state_shape;
extern const struct shape mcp_scope_shape;
extern const struct shape mcp_network_shape;
extern const struct shape mcp_server_shape;
extern const struct shape mcp_connection_shape;
extern const struct shape mcp_tool_shape;
extern const struct shape mcp_prompt_shape;
extern const struct shape mcp_resource_shape;
extern const struct shape mcp_template_shape;
extern const struct shape mcp_offer_shape;
extern const struct shape mcp_counts_shape;
