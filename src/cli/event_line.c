#include "cli/event_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

#include "cli/columns.h"
#include "cli/fold.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

enum { LABEL_WIDTH = 14, NARROW = 110, DESCRIPTION_BYTES_MAX = 64 << 20 };

struct slice event_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static bool has_integer(yyjson_val *object, const char *name, int64_t *ret)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return value && json_integer(value, ret) == 0;
}

bool event_count(yyjson_val *object, const char *name, int64_t *ret)
{
    int64_t count = 0;
    if (!has_integer(object, name, &count) || count < 0)
        return false;
    *ret = count;
    return true;
}

static void append_value(struct buf *out, yyjson_val *value)
{
    if (yyjson_is_str(value))
        (void)buf_append_slice(out, json_text(value));
    else if (value)
        (void)json_write_value(out, value);
}

static yyjson_val *first_of(yyjson_val *object, const char *const *names)
{
    yyjson_val *value = NULL;
    for (; *names && !value; names++)
        value = yyjson_obj_get(object, *names);
    return value;
}

/* --- messages of agents --- */

static const char *const tool_names[] = {"tool", "name", "tool_name", NULL};

struct slice event_tool(yyjson_val *data)
{
    yyjson_val *tool = first_of(data, tool_names);
    return yyjson_is_str(tool) ? json_text(tool) : SLICE("");
}

static void append_subject(struct buf *out, yyjson_val *value, struct slice cwd)
{
    struct slice text = yyjson_is_str(value) ? json_text(value) : SLICE("");
    if (cwd.size > 1 && slice_starts_with(text, cwd) && text.size > cwd.size + 1 && text.data[cwd.size] == '/')
        (void)buf_append(out, text.data + cwd.size + 1, text.size - cwd.size - 1);
    else
        append_value(out, value);
}

/* Omits the backquotes, which agents write for Markdown. */
static void append_title(struct buf *out, struct slice title)
{
    for (size_t i = 0; i < title.size; i++)
        if (title.data[i] != '`')
            (void)buf_append_char(out, title.data[i]);
}

/* Returns the most useful member of the input: the command, the path and the like, else the agent's description, else
 * the only member, else the whole input. */
static yyjson_val *subject_of(yyjson_val *input)
{
    static const char *const subjects[] = {"command", "pattern", "file_path",   "path",
                                           "query",   "url",     "description", NULL};
    yyjson_val *subject = first_of(input, subjects);
    if (!subject && yyjson_is_obj(input) && yyjson_obj_size(input) == 1) {
        yyjson_obj_iter iter = yyjson_obj_iter_with(input);
        subject = yyjson_obj_iter_get_val(yyjson_obj_iter_next(&iter));
    }
    return subject ? subject : input;
}

void event_tool_call(struct buf *out, yyjson_val *data, const char *cwd)
{
    static const char *const inputs[] = {"input", "arguments", "params", NULL};
    yyjson_val *input = first_of(data, inputs), *subject = subject_of(input), *path = yyjson_obj_get(input, "path");
    struct slice below = cwd ? slice_of(cwd) : SLICE("");
    yyjson_val *title = yyjson_obj_get(input, "description");
    bool is_title = yyjson_is_str(title) && subject == title;
    if (!is_title || !slice_is(event_tool(data), "Other")) { /* "Other" says nothing */
        append_value(out, first_of(data, tool_names));
        (void)buf_append_char(out, ' ');
    }
    if (is_title)
        append_title(out, json_text(title));
    else
        append_subject(out, subject, below);
    if (path && subject != path && !(cwd && yyjson_is_str(path) && slice_is(json_text(path), cwd))) {
        (void)buf_append_text(out, " in ");
        append_subject(out, path, below);
    }
}

void event_tool_result(struct buf *out, yyjson_val *data)
{
    static const char *const results[] = {"error", "result", "output", "content", NULL};
    append_value(out, first_of(data, results));
}

bool event_tool_failed(yyjson_val *data)
{
    return yyjson_get_bool(yyjson_obj_get(data, "is_error")) || yyjson_is_str(yyjson_obj_get(data, "error"));
}

static void describe_tool_result(struct buf *out, yyjson_val *data)
{
    yyjson_val *tool = first_of(data, tool_names);
    append_value(out, tool);
    (void)buf_append_text(out, tool ? ": " : "");
    event_tool_result(out, data);
}

/* The same on one line, shortened. */
static void describe_folded(struct buf *out, yyjson_val *data)
{
    struct buf text = BUF_LIMITED(DESCRIPTION_BYTES_MAX);
    struct fold_result result = {.tool = event_tool(data), .failed = event_tool_failed(data)};
    event_tool_result(&text, data);
    result.text = buf_slice(&text);
    (void)buf_append_slice(out, result.tool);
    (void)buf_append_text(out, result.tool.size > 0 ? ": " : "");
    fold_line(out, &result);
    buf_clear(&text);
}

/* "builtin, claude-sonnet-4-5 of anthropic: there is a key for anthropic". Returns false if no agent is named. */
static bool describe_who(struct buf *out, yyjson_val *data)
{
    static const struct {
        const char *name, *before;
    } parts[] = {{"agent", ""}, {"model", ", "}, {"service", " of "}, {"why", ": "}};
    if (event_text(data, "agent").size == 0)
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct slice text = event_text(data, parts[i].name);
        (void)buf_append_text(out, text.size > 0 ? parts[i].before : "");
        (void)buf_append_slice(out, text);
    }
    return true;
}

static bool describe_denied(struct buf *out, yyjson_val *data)
{
    struct slice tool = event_text(data, "tool"), reason = event_text(data, "reason");
    if (yyjson_obj_get(data, "input"))
        event_tool_call(out, data, NULL);
    else
        (void)buf_append_slice(out, tool);
    if (tool.size > 0)
        (void)buf_printf(out, ": %.*s", SLICE_ARG(reason));
    return tool.size > 0;
}

void event_context(struct buf *out, int64_t tokens, int64_t limit)
{
    if (tokens <= 0 || limit <= 0)
        return;
    double percent = (double)tokens / (double)limit * 100;
    (void)buf_printf(out, percent < 1 ? ", ctx <1 %%" : ", ctx %.0f %%", percent);
}

void event_quota(struct buf *out, yyjson_val *quota)
{
    char time[TEXT_TIME_SIZE];
    struct slice name = event_text(quota, "name");
    int64_t number = 0;
    (void)buf_append_text(out, "quota");
    (void)buf_append_text(out, name.size > 0 ? " " : "");
    (void)columns_append(out, name, 64);
    if (yyjson_get_bool(yyjson_obj_get(quota, "exceeded")))
        (void)buf_append_text(out, " exceeded");
    else if (event_count(quota, "used_percent", &number))
        (void)buf_printf(out, ": %" PRId64 " %% used", number);
    if (event_count(quota, "resets_at", &number)) {
        text_time(number, time);
        (void)buf_printf(out, ", resets at %s", time);
    }
}

static void describe_usage(struct buf *out, yyjson_val *usage)
{
    int64_t in = 0, out_tokens = 0;
    bool has_in = has_integer(usage, "input_tokens", &in) || has_integer(usage, "input", &in);
    bool has_out = has_integer(usage, "output_tokens", &out_tokens) || has_integer(usage, "output", &out_tokens);
    if (has_in || has_out)
        (void)buf_printf(out, "%" PRId64 " tokens in, %" PRId64 " out", in, out_tokens);
    struct buf context = BUF_LIMITED(128);
    int64_t tokens = 0, limit = 0;
    if (event_count(usage, "context_tokens", &tokens) && event_count(usage, "context_limit", &limit))
        event_context(&context, tokens, limit);
    size_t skip = context.size > 2 && !has_in && !has_out ? 2 : 0; /* skips ", " */
    (void)buf_append_slice(out, (struct slice){context.data + skip, context.size - skip});
    buf_clear(&context);
}

/* Appends text in one of the forms that agents use. Returns false if there is none. */
static bool describe_text(struct buf *out, yyjson_val *data)
{
    static const char *const names[] = {"text", "chunk", "thinking", "partial_json", "message", NULL};
    yyjson_val *delta = yyjson_obj_get(data, "delta");
    yyjson_val *text = first_of(yyjson_is_obj(delta) ? delta : data, names);
    if (!yyjson_is_str(text))
        return false;
    append_value(out, text);
    return true;
}

/* "summarized the conversation: 9000 tokens before, 800 now: …". Returns false if the numbers are missing. */
static bool describe_summary(struct buf *out, yyjson_val *data)
{
    int64_t before = 0, after = 0;
    struct slice summary = event_text(data, "summary");
    if (!has_integer(data, "before_tokens", &before) || !has_integer(data, "after_tokens", &after))
        return false;
    (void)buf_printf(out, "summarized the conversation: %" PRId64 " tokens before, %" PRId64 " now", before, after);
    if (summary.size > 0)
        (void)buf_printf(out, ": %.*s", SLICE_ARG(summary));
    return true;
}

static void describe_message(struct buf *out, yyjson_val *params)
{
    struct slice type = event_text(params, "type");
    yyjson_val *data = yyjson_obj_get(params, "data");
    bool who = slice_is(type, "agent_chosen") || slice_is(type, "message_start");
    if (slice_is(type, "tool_call"))
        event_tool_call(out, data, NULL);
    else if (slice_is(type, "tool_result"))
        describe_tool_result(out, data);
    else if (slice_is(type, "usage"))
        describe_usage(out, data);
    else if ((slice_is(type, "context_summarised") && describe_summary(out, data)) ||
             (who && describe_who(out, data)) || (slice_is(type, "permission_denied") && describe_denied(out, data)) ||
             describe_text(out, data))
        return;
    else if (!(yyjson_is_obj(data) && yyjson_obj_size(data) == 0))
        append_value(out, data);
}

/* --- events of the daemon --- */

static void describe_progress(struct buf *out, yyjson_val *progress)
{
    double percent = 0;
    int64_t done = 0, total = 0;
    const char *separator = "";
    yyjson_val *number = yyjson_obj_get(progress, "percent");
    struct slice message = event_text(progress, "message");
    if (number && json_number(number, &percent) == 0) {
        (void)buf_printf(out, "%.0f %%", percent);
        separator = ", ";
    }
    if (has_integer(progress, "completed_steps", &done)) {
        (void)buf_printf(out, "%sstep %" PRId64, separator, done);
        if (has_integer(progress, "total_steps", &total))
            (void)buf_printf(out, " of %" PRId64, total);
        separator = ", ";
    }
    if (message.size > 0) {
        (void)buf_append_text(out, separator);
        (void)buf_append_slice(out, message);
    }
}

static void describe_failure(struct buf *out, yyjson_val *error)
{
    int64_t number = 0;
    (void)buf_append_slice(out, event_text(error, "message"));
    (void)buf_append_text(out, " (");
    (void)buf_append_slice(out, event_text(error, "reason"));
    if (has_integer(error, "exit_code", &number))
        (void)buf_printf(out, ", exit code %" PRId64, number);
    if (has_integer(error, "signal", &number))
        (void)buf_printf(out, ", signal %" PRId64, number);
    (void)buf_append_text(out, ")");
}

static void describe_completed(struct buf *out, yyjson_val *params)
{
    int64_t messages = 0;
    yyjson_val *usage = yyjson_obj_get(params, "token_usage");
    if (has_integer(params, "message_count", &messages))
        (void)buf_printf(out, "%" PRId64 " %s", messages, messages == 1 ? "message" : "messages");
    if (usage) {
        (void)buf_append_text(out, ", ");
        describe_usage(out, usage);
    }
}

static void describe_session(struct buf *out, yyjson_val *params)
{
    yyjson_val *session = yyjson_obj_get(params, "session");
    struct slice title = event_text(session, "title");
    (void)buf_append_slice(out, event_text(session, "cwd"));
    if (title.size > 0) {
        (void)buf_append_text(out, "  ");
        (void)buf_append_slice(out, title);
    }
}

static void describe_request(struct buf *out, yyjson_val *request)
{
    (void)buf_append_slice(out, event_text(request, "id"));
    (void)buf_append_text(out, "  ");
    event_tool_call(out, request, NULL);
}

/* "perm_…  denied (user_denied): not today, by weir run" */
static void describe_answer(struct buf *out, yyjson_val *params)
{
    struct slice note = event_text(params, "note"), by = event_text(params, "answeredBy");
    (void)buf_printf(out, "%.*s  %.*s (%.*s)", SLICE_ARG(event_text(params, "requestId")),
                     SLICE_ARG(event_text(params, "state")), SLICE_ARG(event_text(params, "reason")));
    if (note.size > 0)
        (void)buf_printf(out, ": %.*s", SLICE_ARG(note));
    if (by.size > 0)
        (void)buf_printf(out, ", by %.*s", SLICE_ARG(by));
}

/* "quest_…  GitHub asks: Which repository?" */
static void describe_question(struct buf *out, yyjson_val *question)
{
    (void)buf_printf(out, "%.*s  %.*s asks: ", SLICE_ARG(event_text(question, "id")),
                     SLICE_ARG(event_text(question, "serverName")));
    (void)buf_append_slice(out, event_text(question, "message"));
}

/* "github  state failed: it ended five times", "github  tools 12" */
static void describe_server(struct buf *out, yyjson_val *params)
{
    struct slice change = event_text(params, "change"), state = event_text(params, "state"),
                 error = event_text(params, "error");
    int64_t tools = 0;
    (void)buf_printf(out, "%.*s  ", SLICE_ARG(event_text(params, "serverId")));
    if (slice_is(change, "state") && state.size > 0)
        (void)buf_append_slice(out, state);
    else if (slice_is(change, "tools") && has_integer(params, "toolCount", &tools))
        (void)buf_printf(out, "%" PRId64 " tool%s", tools, tools == 1 ? "" : "s");
    else
        (void)buf_append_slice(out, change);
    if (error.size > 0) {
        (void)buf_append_text(out, ": ");
        (void)buf_append_slice(out, error);
    }
}

/* For an event that this version does not know: appends all members that the line does not show elsewhere. */
static void describe_unknown(struct buf *out, yyjson_val *params)
{
    static const char *const elsewhere[] = {"seq", "epoch", "timestamp", "taskId", "sessionId"};
    if (!yyjson_is_obj(params)) {
        append_value(out, params);
        return;
    }
    yyjson_obj_iter iter = yyjson_obj_iter_with(params);
    const char *separator = "";
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        bool known = false;
        for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            known |= slice_is(json_text(key), elsewhere[i]);
        if (known)
            continue;
        (void)buf_append_text(out, separator);
        (void)buf_append_slice(out, json_text(key));
        (void)buf_append_char(out, '=');
        append_value(out, yyjson_obj_iter_get_val(key));
        separator = " ";
    }
}

void event_line_describe(struct buf *out, struct slice method, yyjson_val *params)
{
    int64_t priority = 0;
    if (slice_is(method, "event.messageCreated")) {
        describe_message(out, params);
    } else if (slice_is(method, "event.taskQueued")) {
        if (has_integer(params, "priority", &priority) && priority != 0)
            (void)buf_printf(out, "[%" PRId64 "] ", priority);
        (void)buf_append_slice(out, event_text(params, "summary"));
    } else if (slice_is(method, "event.taskUpdated")) {
        (void)buf_append_slice(out, event_text(params, "state"));
    } else if (slice_is(method, "event.taskProgress")) {
        describe_progress(out, yyjson_obj_get(params, "progress"));
    } else if (slice_is(method, "event.taskCompleted")) {
        describe_completed(out, params);
    } else if (slice_is(method, "event.taskFailed")) {
        describe_failure(out, yyjson_obj_get(params, "error"));
    } else if (slice_is(method, "event.taskCancelled")) {
        (void)buf_append_slice(out, event_text(params, "reason"));
    } else if (slice_is(method, "event.sessionCreated") || slice_is(method, "event.sessionUpdated")) {
        describe_session(out, params);
    } else if (slice_is(method, "event.permissionRequested")) {
        describe_request(out, yyjson_obj_get(params, "request"));
    } else if (slice_is(method, "event.permissionResolved")) {
        describe_answer(out, params);
    } else if (slice_is(method, "event.questionAsked")) {
        describe_question(out, yyjson_obj_get(params, "question"));
    } else if (slice_is(method, "event.questionAnswered")) {
        (void)buf_printf(out, "%.*s  %.*s", SLICE_ARG(event_text(params, "questionId")),
                         SLICE_ARG(event_text(params, "state")));
    } else if (slice_is(method, "event.mcpChanged")) {
        describe_server(out, params);
    } else {
        describe_unknown(out, params);
    }
}

/* --- the line --- */

bool event_is_final(struct slice method)
{
    return slice_is(method, "event.taskCompleted") || slice_is(method, "event.taskFailed") ||
           slice_is(method, "event.taskCancelled");
}

const char *event_line_color(struct slice method, yyjson_val *params)
{
    static const struct {
        const char *method, *color;
    } colors[] = {
        {"event.taskQueued", pretty_dim},         {"event.taskStarted", pretty_cyan},
        {"event.taskUpdated", pretty_cyan},       {"event.taskProgress", pretty_cyan},
        {"event.taskCompleted", pretty_green},    {"event.taskFailed", pretty_red},
        {"event.taskCancelled", pretty_yellow},   {"event.daemonStopping", pretty_yellow},
        {"event.sessionCreated", pretty_magenta}, {"event.sessionUpdated", pretty_magenta},
        {"event.sessionClosed", pretty_magenta},  {"event.sessionDeleted", pretty_magenta},
        {"event.mcpChanged", pretty_magenta},     {"system:health", pretty_yellow},
    };
    struct slice type = event_text(params, "type");
    if (slice_is(method, "event.messageCreated"))
        return slice_is(type, "error")                                           ? pretty_red
               : slice_is(type, "prompt")                                        ? pretty_bold
               : slice_is(type, "tool_call")                                     ? pretty_blue
               : slice_is(type, "content_block_delta") || slice_is(type, "text") ? ""
                                                                                 : pretty_dim;
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
        if (slice_is(method, colors[i].method))
            return colors[i].color;
    return "";
}

/* Returns "taskQueued", or for a message its type, such as "tool_call". */
static struct slice label(struct slice method, yyjson_val *params)
{
    struct slice prefix = SLICE("event."), type = event_text(params, "type");
    yyjson_val *delta = yyjson_obj_get(yyjson_obj_get(params, "data"), "delta");
    if (slice_is(method, "event.messageCreated") && yyjson_obj_get(delta, "partial_json"))
        return SLICE("tool_input");
    if (slice_is(method, "event.messageCreated") && type.size > 0)
        return slice_is(type, "content_block_delta") || slice_is(type, "content_block") ? SLICE("text") : type;
    if (slice_starts_with(method, prefix))
        return (struct slice){method.data + prefix.size, method.size - prefix.size};
    return method;
}

static void append_id(struct buf *out, yyjson_val *params, bool whole)
{
    struct slice id = event_text(params, "taskId");
    if (id.size == 0)
        id = event_text(params, "sessionId");
    if (id.size == 0)
        return;
    if (whole)
        (void)buf_append_slice(out, id);
    else
        text_append_short_id(out, id);
    (void)buf_append_text(out, "  ");
}

void event_line_write(struct buf *out, struct slice method, yyjson_val *params, size_t limit, bool color)
{
    struct buf line = BUF_LIMITED(DESCRIPTION_BYTES_MAX), head = BUF_LIMITED(1024);
    char time[TEXT_TIME_SIZE] = "        ";
    int64_t timestamp = 0;
    if (has_integer(params, "timestamp", &timestamp))
        text_clock(timestamp, time);
    (void)buf_append_text(&head, time);
    columns_pad(&head, 2);
    size_t used = 10 + columns_append(&head, label(method, params), 32);
    columns_pad(&head, used < 10 + LABEL_WIDTH ? 10 + LABEL_WIDTH - used : 0);
    columns_pad(&head, 2);
    used = (used < 10 + LABEL_WIDTH ? 10 + LABEL_WIDTH : used) + 2;
    append_id(&line, params, limit >= NARROW);
    if (limit != COLUMNS_ANY && slice_is(method, "event.messageCreated") &&
        slice_is(event_text(params, "type"), "tool_result"))
        describe_folded(&line, yyjson_obj_get(params, "data"));
    else
        event_line_describe(&line, method, params);
    (void)buf_append_text(out, pretty_if(color, event_line_color(method, params)));
    if (used < limit) {
        (void)buf_append_slice(out, buf_slice(&head));
        (void)columns_append(out, buf_slice(&line), limit - used);
    } else {
        (void)columns_append(out, buf_slice(&head), limit);
    }
    (void)buf_append_text(out, pretty_if(color, pretty_off));
    buf_clear(&head);
    buf_clear(&line);
}

/* --- open calls of tools --- */

static void drop(struct open_calls *calls, size_t index)
{
    calls->count--;
    memmove(calls->items + index, calls->items + index + 1, (calls->count - index) * sizeof *calls->items);
}

void open_calls_add(struct open_calls *calls, struct slice id, struct slice label)
{
    if (id.size == 0 || id.size >= sizeof calls->last)
        return;
    if (calls->count == OPEN_CALLS_MAX)
        drop(calls, 0);
    struct open_call *call = &calls->items[calls->count++];
    (void)snprintf(call->id, sizeof call->id, "%.*s", SLICE_ARG(id));
    (void)snprintf(call->label, sizeof call->label, "%.*s", (int)utf8_cut(label, sizeof call->label - 1).size,
                   label.data);
    memcpy(calls->last, call->id, sizeof calls->last);
}

bool open_calls_end(struct open_calls *calls, struct slice id, struct slice *ret_label)
{
    *ret_label = SLICE("");
    for (size_t i = 0; i < calls->count; i++) {
        if (!slice_is(id, calls->items[i].id))
            continue;
        bool is_plain = calls->count == 1 && strcmp(calls->last, calls->items[i].id) == 0;
        calls->ended = calls->items[i];
        drop(calls, i);
        calls->last[0] = '\0';
        if (!is_plain)
            *ret_label = slice_of(calls->ended.label);
        return true;
    }
    return false;
}
