/* Generated from contract/connector.json by contract/generate; do not edit. */
/* The protocol between the daemon and weir-mcp, the program that runs one MCP server for all its users. weir-mcp
 * listens, and the daemon connects to it. */
#pragma once

#include "rpc/method.h"
#include "contract/connector_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method connector.open: Start or reach the server, and negotiate the protocol.
 *
 * Sent once, before anything else. */

struct connector_open_params_args {
    struct slice *items;
    size_t count;
};

struct connector_open_params_env {
    struct connector_open_params_env_pair *items;
    size_t count;
};

struct connector_open_params_env_pair {
    struct slice key;
    struct slice value;
};

struct connector_open_params_headers {
    struct connector_open_params_headers_pair *items;
    size_t count;
};

struct connector_open_params_headers_pair {
    struct slice key;
    struct slice value;
};

/* Paths that the server is told it may work on. */
struct connector_open_params_roots {
    struct slice *items;
    size_t count;
};

struct connector_open_params {
    struct slice server_id;
    enum connector_transport transport;
    /* For stdio: a path, or a name to find in PATH. */
    struct slice command;
    enum field_is command_is;
    struct connector_open_params_args args;
    enum field_is args_is;
    struct connector_open_params_env env;
    enum field_is env_is;
    /* The directory in which the program starts; absent: its home directory. */
    struct slice cwd;
    enum field_is cwd_is;
    /* For http. */
    struct slice url;
    enum field_is url_is;
    struct connector_open_params_headers headers;
    enum field_is headers_is;
    struct connector_open_params_roots roots;
    enum field_is roots_is;
    /* The file for the server's standard error and its log messages. */
    struct slice log;
    /* A log that exceeds this size is renamed to NAME.1, and a new one begins. */
    int64_t log_bytes;
    /* The directory for large results. */
    struct slice results;
    /* A larger result goes to a file. */
    int64_t result_bytes;
    /* The version that was negotiated the last time. It saves the attempt to find out. */
    struct slice protocol;
    enum field_is protocol_is;
    int64_t start_ms;
    /* How often weir-mcp checks that the server still answers. */
    int64_t check_ms;
};

struct connector_open_result {
    /* The version of the protocol. */
    struct slice protocol;
    struct connector_implementation server;
    /* What the server says about its use, at most 64 KiB. */
    struct slice instructions;
    enum field_is instructions_is;
    bool has_tools;
    bool has_prompts;
    bool has_resources;
};

extern const struct shape connector_open_params_shape;
extern const struct shape connector_open_result_shape;
extern const struct method connector_open_method;
int connector_open(struct call *call, const struct connector_open_params *params);

static inline int connector_open_reply(struct call *call, const struct connector_open_result *result)
{
    return call_reply(call, result);
}

/* Method connector.list: Get the whole list of tools, prompts, resources or templates. */

struct connector_list_params {
    enum connector_list_kind kind;
};

struct connector_list_result_tools {
    struct connector_tool *items;
    size_t count;
};

struct connector_list_result_prompts {
    struct connector_prompt *items;
    size_t count;
};

struct connector_list_result_resources {
    struct connector_resource *items;
    size_t count;
};

struct connector_list_result_templates {
    struct connector_template *items;
    size_t count;
};

struct connector_list_result_dropped {
    struct connector_dropped *items;
    size_t count;
};

struct connector_list_result {
    struct connector_list_result_tools tools;
    enum field_is tools_is;
    struct connector_list_result_prompts prompts;
    enum field_is prompts_is;
    struct connector_list_result_resources resources;
    enum field_is resources_is;
    struct connector_list_result_templates templates;
    enum field_is templates_is;
    struct connector_list_result_dropped dropped;
    /* How long the list is valid, if the server says so. */
    int64_t ttl_ms;
    enum field_is ttl_ms_is;
};

extern const struct shape connector_list_params_shape;
extern const struct shape connector_list_result_shape;
extern const struct method connector_list_method;
int connector_list(struct call *call, const struct connector_list_params *params);

static inline int connector_list_reply(struct call *call, const struct connector_list_result *result)
{
    return call_reply(call, result);
}

/* Method connector.call: Call a tool.
 *
 * weir-mcp checks the definition of the tool and the arguments against its schema first. A call_id that it already
 * knows joins that call: the tool is not called again. A call that was refused with mcp_tool_changed may be made
 * again with the new definition. */

struct connector_call_params_arguments {
    struct connector_call_params_arguments_pair *items;
    size_t count;
};

struct connector_call_params_arguments_pair {
    struct slice key;
    struct json_any value;
};

struct connector_call_params {
    struct slice call_id;
    struct slice tool;
    /* The hash of the definition that was decided about. If the server defines the tool differently now, weir-mcp
     * refuses the call. Absent: any definition. */
    struct slice definition;
    enum field_is definition_is;
    struct connector_call_params_arguments arguments;
    enum field_is arguments_is;
    /* Begins anew with each progress report of the server, at most ten times. */
    int64_t timeout_ms;
    /* True: the call was made before. If weir-mcp does not know its call_id, the result is lost. */
    bool join;
};

extern const struct shape connector_call_params_shape;
extern const struct method connector_call_method;
int connector_call(struct call *call, const struct connector_call_params *params);

static inline int connector_call_reply(struct call *call, const struct connector_call_result *result)
{
    return call_reply(call, result);
}

/* Notification connector.cancel: Cancel a call, and tell the server. */

struct connector_cancel_params {
    struct slice call_id;
    struct slice reason;
    enum field_is reason_is;
};

extern const struct shape connector_cancel_params_shape;
extern const struct method connector_cancel_method;
int connector_cancel(struct call *call, const struct connector_cancel_params *params);

/* Method connector.prompt: Get the text of a prompt. */

struct connector_prompt_params_arguments {
    struct connector_prompt_params_arguments_pair *items;
    size_t count;
};

struct connector_prompt_params_arguments_pair {
    struct slice key;
    struct slice value;
};

struct connector_prompt_params {
    struct slice name;
    struct connector_prompt_params_arguments arguments;
    enum field_is arguments_is;
};

extern const struct shape connector_prompt_params_shape;
extern const struct method connector_prompt_method;
int connector_prompt(struct call *call, const struct connector_prompt_params *params);

static inline int connector_prompt_reply(struct call *call, const struct connector_prompt_result *result)
{
    return call_reply(call, result);
}

/* Method connector.read: Read a resource. */

struct connector_read_params {
    struct slice uri;
};

extern const struct shape connector_read_params_shape;
extern const struct method connector_read_method;
int connector_read(struct call *call, const struct connector_read_params *params);

static inline int connector_read_reply(struct call *call, const struct connector_read_result *result)
{
    return call_reply(call, result);
}

/* Notification connector.state: Report whether the server answers. Sent after each check, and when the server ends.
 *
 * When the server ends, weir-mcp ends too, right after this message. */

struct connector_state_params {
    /* The time of its last answer, epoch milliseconds; absent: it has never answered. */
    int64_t answered_at;
    enum field_is answered_at_is;
    /* A sentence; absent: it works. */
    struct slice problem;
    enum field_is problem_is;
    bool ended;
};

extern const struct shape connector_state_params_shape;
extern const struct method connector_state_method;
int connector_state(struct call *call, const struct connector_state_params *params);

/* Notification connector.changed: Report that a list of the server has changed. */

struct connector_changed_params {
    enum connector_list_kind kind;
};

extern const struct shape connector_changed_params_shape;
extern const struct method connector_changed_method;
int connector_changed(struct call *call, const struct connector_changed_params *params);

/* Notification connector.progress: Report the progress of a call. */

struct connector_progress_params {
    struct slice call_id;
    double progress;
    double total;
    enum field_is total_is;
    struct slice message;
    enum field_is message_is;
};

extern const struct shape connector_progress_params_shape;
extern const struct method connector_progress_method;
int connector_progress(struct call *call, const struct connector_progress_params *params);

/* Method connector.ask: Put a question of the server to a person. */

/* For form: the JSON schema of an object with flat properties. */
struct connector_ask_params_schema {
    struct connector_ask_params_schema_pair *items;
    size_t count;
};

struct connector_ask_params_schema_pair {
    struct slice key;
    struct json_any value;
};

struct connector_ask_params {
    /* Identifies the question, so that a repeat after a restart of the daemon has no further effect. */
    struct slice question_id;
    /* The call in which the server asks; absent: it is not known, or there is none. */
    struct slice call_id;
    enum field_is call_id_is;
    enum connector_question_mode mode;
    struct slice message;
    struct connector_ask_params_schema schema;
    enum field_is schema_is;
    /* For url. */
    struct slice url;
    enum field_is url_is;
};

struct connector_ask_result_content {
    struct connector_ask_result_content_pair *items;
    size_t count;
};

struct connector_ask_result_content_pair {
    struct slice key;
    struct json_any value;
};

struct connector_ask_result {
    enum connector_action action;
    struct connector_ask_result_content content;
    enum field_is content_is;
};

extern const struct shape connector_ask_params_shape;
extern const struct shape connector_ask_result_shape;
extern const struct method connector_ask_method;
int connector_ask(struct call *call, const struct connector_ask_params *params);

static inline int connector_ask_reply(struct call *call, const struct connector_ask_result *result)
{
    return call_reply(call, result);
}
