/* A question of a server to a person: a form of flat fields, or a URL to open (elicitation). */
#pragma once

#include "mcp/message.h"

enum mcp_field_kind {
    MCP_FIELD_STRING,
    MCP_FIELD_INTEGER,
    MCP_FIELD_NUMBER,
    MCP_FIELD_BOOLEAN,
    MCP_FIELD_ONE,  /* one of the options */
    MCP_FIELD_MANY, /* several of them: an array of strings */
};

enum mcp_field_format { MCP_FORMAT_NONE, MCP_FORMAT_EMAIL, MCP_FORMAT_URI, MCP_FORMAT_DATE, MCP_FORMAT_DATE_TIME };

struct mcp_option {
    struct slice value, title; /* the title is never empty: the value, if none is given */
};

struct mcp_field {
    enum mcp_field_kind kind;
    struct slice name, title, description;
    bool required;
    enum mcp_field_format format;
    bool has_min, has_max;
    double min, max; /* of the number, of the string's characters, of the count of options */
    const struct mcp_option *options;
    size_t option_count;
    const yyjson_val *fallback; /* the default; NULL: none. It fits the field */
};

struct mcp_form {
    struct mcp_field *fields;
    size_t count;
};

/* Reads a requestedSchema. Allocates in the arena; refers to the schema. Returns -EINVAL with the reason if it is not a
 * flat form, or -ENOMEM. */
int mcp_form_read(struct arena *arena, const yyjson_val *schema, struct mcp_form *ret_form, char *ret_problem,
                  size_t problem_size);

/* Checks an answer and writes it as JSON: fields in the order of the form, omitted ones from their default. `content`
 * may be NULL: an empty answer. Returns -EINVAL with the reason ("age must be at most 120"): also for a missing
 * required field and for one that the form does not have. */
int mcp_form_answer(const struct mcp_form *form, const yyjson_val *content, struct buf *out, char *ret_problem,
                    size_t problem_size);
