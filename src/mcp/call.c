#include "mcp/call.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "json/read.h"
#include "json/write.h"

static int refuse(char *problem, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int refuse(char *problem, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, size, format, arguments);
    va_end(arguments);
    return -EPROTO;
}

/* --- requests --- */

const char *mcp_call_word(enum mcp_call_kind kind)
{
    switch (kind) {
    case MCP_CALL_TOOL:
        return "tools/call";
    case MCP_CALL_PROMPT:
        return "prompts/get";
    case MCP_CALL_RESOURCE:
        return "resources/read";
    default:
        return "completion/complete";
    }
}

static void write_text(struct buf *out, const char *key, struct slice text)
{
    mcp_write_key(out, key);
    json_write_text(out, text);
}

static void write_completion(struct buf *out, const struct mcp_call *call)
{
    bool of_prompt = call->kind == MCP_CALL_COMPLETE_PROMPT;
    mcp_write_key(out, "ref");
    buf_append_char(out, '{');
    write_text(out, "type", of_prompt ? SLICE("ref/prompt") : SLICE("ref/resource"));
    write_text(out, of_prompt ? "name" : "uri", call->target);
    buf_append_char(out, '}');
    mcp_write_key(out, "argument");
    buf_append_char(out, '{');
    write_text(out, "name", call->argument);
    write_text(out, "value", call->value);
    buf_append_char(out, '}');
    if (call->arguments.size > 0) {
        buf_append_text(out, ",\"context\":{\"arguments\":");
        buf_append_slice(out, call->arguments);
        buf_append_char(out, '}');
    }
}

/* The members of an elicitation's or a roots request's result. */
static void write_answer(struct buf *out, const struct mcp_answer *answer, const struct mcp_client *client)
{
    static const char *const actions[] = {[MCP_ACCEPT] = "accept", [MCP_DECLINE] = "decline", [MCP_CANCEL] = "cancel"};
    if (answer->kind == MCP_ROOTS) {
        mcp_write_key(out, "roots");
        mcp_write_roots(out, client);
        return;
    }
    write_text(out, "action", slice_of(actions[answer->kind]));
    if (answer->kind == MCP_ACCEPT && answer->content.size > 0) {
        mcp_write_key(out, "content");
        buf_append_slice(out, answer->content);
    }
}

static void write_again(struct buf *out, const struct mcp_sender *sender, const struct mcp_call *call)
{
    if (call->answer_count > 0) {
        mcp_write_key(out, "inputResponses");
        for (size_t i = 0; i < call->answer_count; i++) {
            buf_append_char(out, i > 0 ? ',' : '{');
            json_write_text(out, call->answers[i].key);
            buf_append_text(out, ":{");
            write_answer(out, &call->answers[i], sender->client);
            buf_append_char(out, '}');
        }
        buf_append_char(out, '}');
    }
    /* As it came: with U+0000, if it has any. */
    if (call->state) {
        mcp_write_key(out, "requestState");
        json_write_string(out, *call->state);
    }
}

int mcp_call_write(struct buf *out, const struct mcp_sender *sender, int64_t id, const struct mcp_call *call)
{
    mcp_write_request(out, sender, id, mcp_call_word(call->kind), call->progress);
    if (call->kind == MCP_CALL_COMPLETE_PROMPT || call->kind == MCP_CALL_COMPLETE_RESOURCE) {
        write_completion(out, call);
    } else {
        write_text(out, call->kind == MCP_CALL_RESOURCE ? "uri" : "name", call->target);
        if (call->kind != MCP_CALL_RESOURCE && call->arguments.size > 0) {
            mcp_write_key(out, "arguments");
            buf_append_slice(out, call->arguments);
        }
    }
    write_again(out, sender, call);
    return mcp_write_end(out);
}

/* --- contents --- */

static bool is_object(const yyjson_val *value)
{
    return yyjson_is_obj((yyjson_val *)value);
}

static const char *read_resource(const yyjson_val *resource, struct mcp_content *content)
{
    const yyjson_val *text = mcp_member(resource, "text"), *blob = mcp_member(resource, "blob");
    content->uri = mcp_get_text(resource, "uri");
    content->mime_type = mcp_get_text(resource, "mimeType");
    if (content->uri.size == 0)
        return "a resource has no \"uri\"";
    if (yyjson_is_str((yyjson_val *)text)) {
        content->kind = MCP_RESOURCE_TEXT;
        content->text = json_text(text);
    } else if (yyjson_is_str((yyjson_val *)blob)) {
        content->kind = MCP_RESOURCE_BLOB;
        content->data = json_text(blob);
    } else {
        return "a resource has neither \"text\" nor \"blob\"";
    }
    return NULL;
}

static const char *read_content(const yyjson_val *value, struct mcp_content *content)
{
    struct slice type = mcp_get_text(value, "type");
    if (!is_object(value) || type.size == 0)
        return "a content item has no \"type\"";
    content->annotations = mcp_get_object(value, "annotations");
    content->text = mcp_get_text(value, "text");
    content->data = mcp_get_text(value, "data");
    content->mime_type = mcp_get_text(value, "mimeType");
    if (slice_is(type, "text")) {
        content->kind = MCP_TEXT;
        return content->text.data ? NULL : "a text has no \"text\"";
    }
    if (slice_is(type, "image") || slice_is(type, "audio")) {
        content->kind = slice_is(type, "image") ? MCP_IMAGE : MCP_AUDIO;
        return content->data.data && content->mime_type.size > 0
                   ? NULL
                   : "an image or a sound has no \"data\" or \"mimeType\"";
    }
    if (slice_is(type, "resource"))
        return read_resource(mcp_member(value, "resource"), content);
    if (slice_is(type, "resource_link")) {
        content->kind = MCP_LINK;
        content->uri = mcp_get_text(value, "uri");
        content->name = mcp_get_text(value, "name");
        content->title = mcp_get_text(value, "title");
        content->description = mcp_get_text(value, "description");
        return content->uri.size > 0 ? NULL : "a link has no \"uri\"";
    }
    content->kind = MCP_CONTENT_UNKNOWN;
    content->text = type;
    return NULL;
}

static const char *read_item(enum mcp_call_kind kind, const yyjson_val *value, struct mcp_content *content)
{
    if (kind == MCP_CALL_RESOURCE)
        return read_resource(value, content);
    if (kind == MCP_CALL_TOOL)
        return read_content(value, content);
    content->role = mcp_get_text(value, "role");
    if (content->role.size == 0)
        return "a message has no \"role\"";
    return read_content(mcp_member(value, "content"), content);
}

static int read_contents(struct arena *arena, enum mcp_call_kind kind, const yyjson_val *list,
                         struct mcp_result *result, char *problem, size_t size)
{
    size_t count = list ? yyjson_arr_size((yyjson_val *)list) : 0;
    if (count > MCP_CONTENTS_MAX)
        return refuse(problem, size, "the result has %zu content items (limit: %d)", count, MCP_CONTENTS_MAX);
    result->contents = arena_zeroed(arena, (count + 1) * sizeof *result->contents);
    if (!result->contents)
        return -ENOMEM;
    if (count == 0)
        return 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        const char *why = read_item(kind, item, &result->contents[result->content_count++]);
        if (why)
            return refuse(problem, size, "the result is not valid: %s", why);
    }
    return 0;
}

/* --- questions --- */

/* A person is asked to open it, so nothing but the web. */
static bool is_web_url(struct slice url)
{
    if (url.size > MCP_URI_MAX ||
        (!slice_starts_with(url, SLICE("https://")) && !slice_starts_with(url, SLICE("http://"))))
        return false;
    for (size_t i = 0; i < url.size; i++)
        if ((unsigned char)url.data[i] <= ' ' || url.data[i] == 0x7f)
            return false;
    return true;
}

static int read_elicitation(struct arena *arena, const yyjson_val *params, struct mcp_question *question, char *problem,
                            size_t size)
{
    const yyjson_val *mode = mcp_member(params, "mode");
    question->message = mcp_get_text(params, "message");
    if (!question->message.data)
        return refuse(problem, size, "the server's question has no \"message\"");
    if (mode && slice_is(mcp_get_text(params, "mode"), "url")) {
        question->kind = MCP_ASK_URL;
        question->url = mcp_get_text(params, "url");
        question->elicitation_id = mcp_get_text(params, "elicitationId");
        return is_web_url(question->url)
                   ? 0
                   : refuse(problem, size, "the server asks to open a URL that is not http or https");
    }
    if (mode && !slice_is(mcp_get_text(params, "mode"), "form"))
        return refuse(problem, size, "the server's question has a \"mode\" other than \"form\" and \"url\"");
    struct mcp_form form;
    char why[MCP_PROBLEM_SIZE / 2];
    question->kind = MCP_ASK_FORM;
    question->schema = mcp_member(params, "requestedSchema");
    int r = mcp_form_read(arena, question->schema, &form, why, sizeof why);
    return r == -EINVAL ? refuse(problem, size, "the server's question is not a form: %s", why) : r;
}

int mcp_question_read(struct arena *arena, const struct mcp_message *request, struct mcp_question *ret_question,
                      char *ret_problem, size_t problem_size)
{
    struct mcp_question question = {0};
    int r = read_elicitation(arena, request->params, &question, ret_problem, problem_size);
    if (r == 0)
        *ret_question = question;
    return r;
}

int mcp_answer_write(struct buf *out, const yyjson_val *id, const struct mcp_answer *answer)
{
    static const struct mcp_client nothing = {0}; /* the session answers roots/list */
    mcp_write_result(out, id);
    write_answer(out, answer, &nothing);
    return mcp_write_end(out);
}

static int read_question(struct arena *arena, const yyjson_val *key, struct mcp_question *question, char *problem,
                         size_t size)
{
    const yyjson_val *value = yyjson_obj_iter_get_val((yyjson_val *)key);
    struct slice method = mcp_get_text(value, "method");
    question->key = json_text(key);
    if (slice_is(method, "elicitation/create"))
        return read_elicitation(arena, mcp_get_object(value, "params"), question, problem, size);
    if (slice_is(method, "roots/list")) {
        question->kind = MCP_ASK_ROOTS;
        return 0;
    }
    if (slice_is(method, "sampling/createMessage"))
        return refuse(problem, size,
                      "the server asks weir to call a model for it (sampling), which weir does not offer");
    return refuse(problem, size, "the server asks for \"%.*s\", which weir does not offer",
                  SLICE_ARG(method.size < MCP_TEXT_MAX ? method : SLICE("…")));
}

static int read_questions(struct arena *arena, const yyjson_val *value, struct mcp_result *result, char *problem,
                          size_t size)
{
    const yyjson_val *requests = mcp_member(value, "inputRequests"), *state = mcp_member(value, "requestState");
    size_t count = requests && is_object(requests) ? yyjson_obj_size((yyjson_val *)requests) : 0;
    if ((requests && !is_object(requests)) || (state && !yyjson_is_str((yyjson_val *)state)))
        return refuse(problem, size, "the server asks for input in a form that is not valid");
    if (!state && count == 0)
        return refuse(problem, size, "the server asks for input and does not say which");
    if (count > MCP_QUESTIONS_MAX)
        return refuse(problem, size, "the server asks %zu questions at once (limit: %d)", count, MCP_QUESTIONS_MAX);
    if (state && json_text(state).size > MCP_STATE_MAX)
        return refuse(problem, size, "the server's requestState is larger than %d KiB", MCP_STATE_MAX >> 10);
    result->input_required = true;
    result->has_state = state != NULL;
    result->state = state ? json_text(state) : SLICE("");
    result->questions = arena_zeroed(arena, (count + 1) * sizeof *result->questions);
    if (!result->questions)
        return -ENOMEM;
    if (count == 0)
        return 0;
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)requests);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        int r = read_question(arena, key, &result->questions[result->question_count++], problem, size);
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- results --- */

static int64_t read_ttl(const yyjson_val *result)
{
    const yyjson_val *ttl = mcp_member(result, "ttlMs");
    int64_t ms = -1;
    return ttl && json_integer(ttl, &ms) == 0 && ms >= 0 ? ms : -1;
}

static int read_complete(struct arena *arena, enum mcp_call_kind kind, const yyjson_val *value,
                         struct mcp_result *result, char *problem, size_t size)
{
    static const char *const keys[] = {
        [MCP_CALL_TOOL] = "content", [MCP_CALL_PROMPT] = "messages", [MCP_CALL_RESOURCE] = "contents"};
    const yyjson_val *list = mcp_member(value, keys[kind]);
    result->structured = kind == MCP_CALL_TOOL ? mcp_member(value, "structuredContent") : NULL;
    result->is_error = kind == MCP_CALL_TOOL && mcp_get_true(value, "isError");
    result->description = mcp_get_text(value, "description");
    result->ttl_ms = read_ttl(value);
    /* Servers leave an empty content away beside a structured one. */
    if (!yyjson_is_arr((yyjson_val *)list) && (list || !result->structured))
        return refuse(problem, size, "the result is not valid: \"%s\" is not an array", keys[kind]);
    return read_contents(arena, kind, list, result, problem, size);
}

int mcp_result_read(struct arena *arena, enum mcp_call_kind kind, const yyjson_val *result,
                    struct mcp_result *ret_result, char *ret_problem, size_t problem_size)
{
    struct mcp_result read = {.ttl_ms = -1};
    const yyjson_val *type = mcp_member(result, "resultType"); /* absent before 2026 */
    struct slice name = mcp_get_text(result, "resultType");
    int r;
    if (kind != MCP_CALL_TOOL && kind != MCP_CALL_PROMPT && kind != MCP_CALL_RESOURCE)
        return -EINVAL;
    if (type && slice_is(name, "input_required"))
        r = read_questions(arena, result, &read, ret_problem, problem_size);
    else if (!type || slice_is(name, "complete"))
        r = read_complete(arena, kind, result, &read, ret_problem, problem_size);
    else
        r = refuse(ret_problem, problem_size, "the result has a type that weir does not know: \"%.*s\"",
                   SLICE_ARG(name.size < MCP_TEXT_MAX ? name : SLICE("…")));
    if (r == 0)
        *ret_result = read;
    return r;
}

int mcp_completions_read(const yyjson_val *result, struct mcp_completions *ret_completions, char *ret_problem,
                         size_t problem_size)
{
    const yyjson_val *completion = mcp_get_object(result, "completion"), *values = mcp_get_array(completion, "values");
    if (!values)
        return refuse(ret_problem, problem_size, "the completion is not valid: \"values\" is not an array");
    struct mcp_completions read = {.has_more = mcp_get_true(completion, "hasMore")};
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)values);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        if (!yyjson_is_str(item))
            return refuse(ret_problem, problem_size, "the completion is not valid: a value is not a string");
        if (read.count == MCP_COMPLETIONS_MAX) {
            read.has_more = true;
            break;
        }
        read.values[read.count++] = json_text(item);
    }
    *ret_completions = read;
    return 0;
}

/* --- errors --- */

static struct slice shortened(struct slice text, size_t limit)
{
    while (text.size > limit || (text.size > 0 && text.size == limit && ((unsigned char)text.data[limit - 1] & 0x80)))
        text.size = text.size > limit ? limit : text.size - 1;
    return text;
}

static void explain_capabilities(const yyjson_val *data, char *text, size_t size)
{
    const yyjson_val *needed = mcp_get_object(data, "requiredCapabilities");
    size_t used = (size_t)snprintf(text, size, "the server needs something that weir does not offer");
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)needed);
    const char *separator = ": ";
    for (yyjson_val *key; needed && (key = yyjson_obj_iter_next(&iter)) && used + 80 < size; separator = ", ")
        used +=
            (size_t)snprintf(text + used, size - used, "%s%.*s", separator, SLICE_ARG(shortened(json_text(key), 60)));
}

static void explain_urls(const yyjson_val *data, char *text, size_t size)
{
    const yyjson_val *list = mcp_get_array(data, "elicitations");
    size_t used = (size_t)snprintf(text, size, "the server wants a web page to be opened first");
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; list && (item = yyjson_arr_iter_next(&iter));) {
        struct slice url = mcp_get_text(item, "url");
        if (is_web_url(url) && url.size + used + 2 < size)
            used += (size_t)snprintf(text + used, size - used, ": %.*s", SLICE_ARG(url));
    }
}

void mcp_error_explain(const struct mcp_error *error, char *ret_text, size_t text_size)
{
    struct slice message = shortened(error->message, MCP_PROBLEM_SIZE / 2), uri = mcp_get_text(error->data, "uri");
    bool unknown = error->code == MCP_RESOURCE_NOT_FOUND || error->code == MCP_INVALID_PARAMS;
    if (error->code == MCP_CAPABILITY_MISSING)
        explain_capabilities(error->data, ret_text, text_size);
    else if (error->code == MCP_URL_NEEDED)
        explain_urls(error->data, ret_text, text_size);
    else if (unknown && uri.size > 0)
        (void)snprintf(ret_text, text_size, "the server has no resource %.*s", SLICE_ARG(shortened(uri, MCP_TEXT_MAX)));
    else if (message.size > 0)
        (void)snprintf(ret_text, text_size, "the server answered with an error: %.*s (code %lld)", SLICE_ARG(message),
                       (long long)error->code);
    else
        (void)snprintf(ret_text, text_size, "the server answered with error %lld and no message",
                       (long long)error->code);
}

/* --- progress --- */

bool mcp_progress_read(const struct mcp_message *message, struct mcp_progress *ret_progress)
{
    const yyjson_val *token = mcp_member(message->params, "progressToken"),
                     *progress = mcp_member(message->params, "progress"), *total = mcp_member(message->params, "total");
    struct mcp_progress read = {.message = mcp_get_text(message->params, "message")};
    if (message->kind != MCP_NOTIFICATION || !slice_is(message->method, "notifications/progress"))
        return false;
    if (!token || json_integer(token, &read.call) < 0 || !progress || json_number(progress, &read.progress) < 0)
        return false;
    if (total && json_number(total, &read.total) < 0)
        read.total = 0;
    *ret_progress = read;
    return true;
}
