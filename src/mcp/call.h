/* Calls of a server and their results: tools/call, prompts/get, resources/read, completion/complete; questions that
 * come in between; progress. */
#pragma once

#include "mcp/elicit.h"
#include "mcp/message.h"

enum mcp_call_kind {
    MCP_CALL_TOOL,
    MCP_CALL_PROMPT,
    MCP_CALL_RESOURCE,
    MCP_CALL_COMPLETE_PROMPT,
    MCP_CALL_COMPLETE_RESOURCE
};

enum mcp_answer_kind { MCP_ACCEPT, MCP_DECLINE, MCP_CANCEL, MCP_ROOTS };

/* The answer to a question. */
struct mcp_answer {
    struct slice key; /* of the question, in 2026 */
    enum mcp_answer_kind kind;
    struct slice content; /* MCP_ACCEPT of a form: the JSON object of mcp_form_answer() */
};

struct mcp_call {
    enum mcp_call_kind kind;
    struct slice target;    /* the name of the tool or prompt; the URI of the resource, or its template to complete */
    struct slice arguments; /* a JSON object as text; empty: none */
    bool progress;          /* asks for progress; its token is the id of the request */
    struct slice argument, value; /* to complete */
    /* 2026, the same call again after questions: */
    const struct mcp_answer *answers;
    size_t answer_count;
    const struct slice *state; /* requestState of the result; NULL: it had none */
};

/* The method of a call: "tools/call", … */
const char *mcp_call_word(enum mcp_call_kind kind);

/* Writes the request. */
int mcp_call_write(struct buf *out, const struct mcp_sender *sender, int64_t id, const struct mcp_call *call);

/* --- results --- */

enum mcp_content_kind {
    MCP_TEXT,
    MCP_IMAGE,          /* data, mime_type */
    MCP_AUDIO,          /* the same */
    MCP_RESOURCE_TEXT,  /* embedded, or the content of resources/read: uri, text, mime_type */
    MCP_RESOURCE_BLOB,  /* the same with data */
    MCP_LINK,           /* uri, name, title, description, mime_type */
    MCP_CONTENT_UNKNOWN /* a type of a later version: `text` is its name */
};

struct mcp_content {
    enum mcp_content_kind kind;
    struct slice role; /* of a prompt's message: "user" or "assistant" */
    struct slice text;
    struct slice data; /* base64, not checked */
    struct slice mime_type, uri, name, title, description;
    const yyjson_val *annotations; /* an object, or NULL */
};

enum mcp_question_kind { MCP_ASK_FORM, MCP_ASK_URL, MCP_ASK_ROOTS };

struct mcp_question {
    enum mcp_question_kind kind;
    struct slice key; /* in 2026 */
    struct slice message;
    struct slice url;            /* MCP_ASK_URL: http or https */
    struct slice elicitation_id; /* MCP_ASK_URL in 2025, which notifications/elicitation/complete repeats */
    const yyjson_val *schema;    /* MCP_ASK_FORM: for mcp_form_read(), which has succeeded once */
};

struct mcp_result {
    bool is_error; /* the tool failed; its content says why */
    struct mcp_content *contents;
    size_t content_count;
    struct slice description;     /* of a prompt */
    const yyjson_val *structured; /* structuredContent; NULL: none */
    int64_t ttl_ms;               /* resources/read; -1: not stated */
    /* 2026, input_required: the call is not finished. Answer the questions (there may be none) and call again with the
     * state, as mcp_call.answers and mcp_call.state. */
    bool input_required;
    struct mcp_question *questions;
    size_t question_count;
    bool has_state;
    struct slice state;
};

/* Reads the result of a tool, prompt or resource. Allocates in the arena; refers to the result. Returns -EPROTO with
 * the reason for a result that cannot be used: not of the expected form, above a limit, or with a question that weir
 * does not answer, such as sampling. Returns -ENOMEM. */
int mcp_result_read(struct arena *arena, enum mcp_call_kind kind, const yyjson_val *result,
                    struct mcp_result *ret_result, char *ret_problem, size_t problem_size);

enum { MCP_COMPLETIONS_MAX = 100 };

struct mcp_completions {
    struct slice values[MCP_COMPLETIONS_MAX];
    size_t count;
    bool has_more;
};

/* Returns -EPROTO with the reason. */
int mcp_completions_read(const yyjson_val *result, struct mcp_completions *ret_completions, char *ret_problem,
                         size_t problem_size);

/* What an error answer means, in a sentence for people: the server's message, and what its code and data add. */
void mcp_error_explain(const struct mcp_error *error, char *ret_text, size_t text_size);

/* --- questions as requests of the server (2025) --- */

/* Reads elicitation/create. Returns -EPROTO with the reason, which mcp_write_error() may send with
 * MCP_INVALID_PARAMS; or -ENOMEM. */
int mcp_question_read(struct arena *arena, const struct mcp_message *request, struct mcp_question *ret_question,
                      char *ret_problem, size_t problem_size);
int mcp_answer_write(struct buf *out, const yyjson_val *id, const struct mcp_answer *answer);

/* --- progress --- */

struct mcp_progress {
    int64_t call; /* the id of the request */
    double progress;
    double total; /* 0: not known */
    struct slice message;
};

/* Returns false if the message is not progress of a call. */
bool mcp_progress_read(const struct mcp_message *message, struct mcp_progress *ret_progress);
