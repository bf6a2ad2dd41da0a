/* Generated from contract/connector.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* stdio: a program that weir starts. http: a server that is reached by Streamable HTTP. */
enum connector_transport {
    CONNECTOR_TRANSPORT_STDIO = 0,
    CONNECTOR_TRANSPORT_HTTP = 1,
};

enum connector_list_kind {
    CONNECTOR_LIST_KIND_TOOLS = 0,
    CONNECTOR_LIST_KIND_PROMPTS = 1,
    CONNECTOR_LIST_KIND_RESOURCES = 2,
    CONNECTOR_LIST_KIND_TEMPLATES = 3,
};

/* How a server names itself. */
struct connector_implementation {
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice version;
    enum field_is version_is;
};

/* A JSON schema. */
struct connector_tool_input_schema {
    struct connector_tool_input_schema_pair *items;
    size_t count;
};

struct connector_tool_input_schema_pair {
    struct slice key;
    struct json_any value;
};

/* A JSON schema. */
struct connector_tool_output_schema {
    struct connector_tool_output_schema_pair *items;
    size_t count;
};

struct connector_tool_output_schema_pair {
    struct slice key;
    struct json_any value;
};

/* What the server says about its tool. weir shows it and does not rely on it. */
struct connector_tool_annotations {
    struct connector_tool_annotations_pair *items;
    size_t count;
};

struct connector_tool_annotations_pair {
    struct slice key;
    struct json_any value;
};

struct connector_tool {
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    struct connector_tool_input_schema input_schema;
    struct connector_tool_output_schema output_schema;
    enum field_is output_schema_is;
    struct connector_tool_annotations annotations;
    enum field_is annotations_is;
    /* A hash of all of the above. */
    struct slice definition;
};

struct connector_prompt_argument {
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    bool required;
};

struct connector_prompt_arguments {
    struct connector_prompt_argument *items;
    size_t count;
};

struct connector_prompt {
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    struct connector_prompt_arguments arguments;
};

struct connector_resource {
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

/* A pattern of resource addresses. */
struct connector_template {
    struct slice uri_template;
    struct slice name;
    struct slice title;
    enum field_is title_is;
    struct slice description;
    enum field_is description_is;
    struct slice mime_type;
    enum field_is mime_type_is;
};

/* An entry of a list that weir-mcp left out. */
struct connector_dropped {
    struct slice name;
    /* A sentence. */
    struct slice reason;
};

/* A result that was too large for a message and is in a file instead. */
struct connector_file {
    struct slice path;
    int64_t bytes;
};

struct connector_call_result_content_item {
    struct connector_call_result_content_item_pair *items;
    size_t count;
};

struct connector_call_result_content_item_pair {
    struct slice key;
    struct json_any value;
};

/* The content blocks of the server: text, image, audio, resource, resource_link. */
struct connector_call_result_content {
    struct connector_call_result_content_item *items;
    size_t count;
};

struct connector_call_result {
    struct connector_call_result_content content;
    /* The structured form of the result, if the server sent one. */
    struct json_any structured_content;
    enum field_is structured_content_is;
    /* True: the tool ran and failed; content says why. */
    bool is_error;
    /* The whole result as JSON; content then has its beginning as text. */
    struct connector_file file;
    enum field_is file_is;
};

enum connector_prompt_result_messages_item_role {
    CONNECTOR_PROMPT_RESULT_MESSAGES_ITEM_ROLE_USER = 0,
    CONNECTOR_PROMPT_RESULT_MESSAGES_ITEM_ROLE_ASSISTANT = 1,
};

/* A content block. */
struct connector_prompt_result_messages_item_content {
    struct connector_prompt_result_messages_item_content_pair *items;
    size_t count;
};

struct connector_prompt_result_messages_item_content_pair {
    struct slice key;
    struct json_any value;
};

struct connector_prompt_result_messages_item {
    enum connector_prompt_result_messages_item_role role;
    struct connector_prompt_result_messages_item_content content;
};

struct connector_prompt_result_messages {
    struct connector_prompt_result_messages_item *items;
    size_t count;
};

struct connector_prompt_result {
    struct slice description;
    enum field_is description_is;
    struct connector_prompt_result_messages messages;
};

struct connector_read_result_contents_item {
    struct connector_read_result_contents_item_pair *items;
    size_t count;
};

struct connector_read_result_contents_item_pair {
    struct slice key;
    struct json_any value;
};

/* Each has uri, and text or blob (base64). */
struct connector_read_result_contents {
    struct connector_read_result_contents_item *items;
    size_t count;
};

struct connector_read_result {
    struct connector_read_result_contents contents;
    /* The whole result as JSON; contents is then empty. */
    struct connector_file file;
    enum field_is file_is;
};

/* form: fields to fill in. url: a page to open. */
enum connector_question_mode {
    CONNECTOR_QUESTION_MODE_FORM = 0,
    CONNECTOR_QUESTION_MODE_URL = 1,
};

/* accept: the answer is given. decline: the person refuses to answer. cancel: the person made no choice. */
enum connector_action {
    CONNECTOR_ACTION_ACCEPT = 0,
    CONNECTOR_ACTION_DECLINE = 1,
    CONNECTOR_ACTION_CANCEL = 2,
};

extern const struct shape connector_transport_shape;
extern const struct shape connector_list_kind_shape;
extern const struct shape connector_implementation_shape;
extern const struct shape connector_tool_shape;
extern const struct shape connector_prompt_argument_shape;
extern const struct shape connector_prompt_shape;
extern const struct shape connector_resource_shape;
extern const struct shape connector_template_shape;
extern const struct shape connector_dropped_shape;
extern const struct shape connector_file_shape;
extern const struct shape connector_call_result_shape;
extern const struct shape connector_prompt_result_shape;
extern const struct shape connector_read_result_shape;
extern const struct shape connector_question_mode_shape;
extern const struct shape connector_action_shape;
