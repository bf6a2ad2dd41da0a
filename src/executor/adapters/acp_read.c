#include "executor/adapters/acp_read.h"

#include <errno.h>
#include <stdio.h>

#include "json/read.h"
#include "json/write.h"

yyjson_val *acp_member(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_null(value) ? NULL : value;
}

struct slice acp_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = acp_member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

int64_t acp_count(yyjson_val *object, const char *name, int64_t fallback)
{
    yyjson_val *value = acp_member(object, name);
    int64_t count;
    return value && json_integer(value, &count) == 0 && count >= 0 ? count : fallback;
}

static bool is_id(yyjson_val *id)
{
    int64_t number;
    return yyjson_is_null(id) || yyjson_is_str(id) || json_integer(id, &number) == 0;
}

static int read_call(yyjson_val *root, yyjson_val *id, struct acp_message *message,
                     char problem[static ACP_PROBLEM_SIZE])
{
    message->method = acp_text(root, "method");
    message->params = acp_member(root, "params");
    message->kind = id ? ACP_REQUEST : ACP_NOTIFICATION;
    message->id = id;
    if (message->method.size == 0 || (id && !is_id(id))) {
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "the %s has the wrong type", message->method.size ? "id" : "method");
        return -EINVAL;
    }
    return 0;
}

static void read_answer(yyjson_val *root, yyjson_val *id, yyjson_val *error, struct acp_message *message)
{
    int64_t number;
    message->kind = error ? ACP_ERROR : ACP_RESULT;
    message->answered = id && json_integer(id, &number) == 0 && number >= 0 ? number : -1;
    message->params = acp_member(root, "result");
    if (!error)
        return;
    yyjson_val *code = acp_member(error, "code");
    if (!code || json_integer(code, &message->code) < 0)
        message->code = 0;
    message->problem = acp_text(error, "message");
    message->data = acp_member(error, "data");
}

/* Accepts messages without "jsonrpc", which some agents leave out. */
int acp_read(struct arena *arena, struct slice line, struct acp_message *ret_message,
             char problem[static ACP_PROBLEM_SIZE])
{
    yyjson_val *root;
    struct json_error error = {0};
    struct acp_message message = {.answered = -1};
    int r = json_read(arena, line, &root, &error);
    if (r < 0) {
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "%s at byte %zu", error.message ? error.message : "out of memory",
                       error.offset);
        return r;
    }
    yyjson_val *id = yyjson_is_obj(root) ? yyjson_obj_get(root, "id") : NULL;
    yyjson_val *failure = acp_member(root, "error");
    if (yyjson_is_obj(root) && yyjson_obj_get(root, "method"))
        r = read_call(root, id, &message, problem);
    else if (failure || (yyjson_is_obj(root) && yyjson_obj_get(root, "result")))
        read_answer(root, id, failure, &message);
    else
        r = -EINVAL;
    if (r == -EINVAL && problem[0] == '\0')
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "neither a request nor a response");
    if (r == 0)
        *ret_message = message;
    return r;
}

/* --- session/update --- */

static void read_plan(yyjson_val *entries, struct acp_update *update)
{
    size_t index, count;
    yyjson_val *entry;
    if (!yyjson_is_arr(entries))
        return;
    yyjson_arr_foreach(entries, index, count, entry)
    {
        struct slice status = acp_text(entry, "status");
        update->steps++;
        if (slice_is(status, "completed"))
            update->finished++;
        else if (slice_is(status, "in_progress") && update->text.size == 0)
            update->text = acp_text(entry, "content");
    }
}

void acp_update_read(yyjson_val *update, struct acp_update *ret_update)
{
    struct slice kind = acp_text(update, "sessionUpdate");
    struct acp_update read = {.kind = ACP_UPDATE_OTHER};
    yyjson_val *content = acp_member(update, "content");
    if (slice_is(kind, "agent_message_chunk") || slice_is(kind, "agent_thought_chunk")) {
        read.kind = slice_is(kind, "agent_message_chunk") ? ACP_UPDATE_TEXT : ACP_UPDATE_THOUGHT;
        read.text = acp_text(content, "text");
    } else if (slice_is(kind, "tool_call") || slice_is(kind, "tool_call_update")) {
        read.kind = ACP_UPDATE_TOOL;
        read.tool = update;
    } else if (slice_is(kind, "plan")) {
        read.kind = ACP_UPDATE_PLAN;
        read_plan(acp_member(update, "entries"), &read);
    } else if (slice_is(kind, "available_commands_update")) {
        read.kind = ACP_UPDATE_COMMANDS;
        read.commands = acp_member(update, "availableCommands");
    } else if (slice_is(kind, "config_option_update")) {
        read.kind = ACP_UPDATE_OPTIONS;
        read.options = update;
    } else if (slice_is(kind, "usage_update")) {
        read.kind = ACP_UPDATE_USAGE;
        read.usage = update;
    } else if (slice_is(kind, "notice") && !slice_is(acp_text(update, "severity"), "info")) {
        read.kind = ACP_UPDATE_NOTICE;
        read.text = acp_text(update, "title");
    }
    *ret_update = read;
}

int acp_content_write(struct buf *out, yyjson_val *block)
{
    struct slice kind = acp_text(block, "type");
    yyjson_val *resource = acp_member(block, "resource");
    if (slice_is(kind, "text"))
        return buf_append_slice(out, acp_text(block, "text"));
    if (slice_is(kind, "resource_link"))
        return buf_append_slice(out, acp_text(block, "uri"));
    if (slice_is(kind, "resource"))
        return buf_append_slice(out,
                                acp_member(resource, "text") ? acp_text(resource, "text") : acp_text(resource, "uri"));
    if (slice_is(kind, "image") || slice_is(kind, "audio"))
        return buf_printf(out, "[%s]", slice_is(kind, "image") ? "an image" : "a sound");
    return 0;
}

/* --- tool calls --- */

static const char *const path_fields[] = {"file_path", "path",     "notebook_path", "filePath",
                                          "file",      "filename", "absolute_path", "abs_path"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum acp_tool_status acp_tool_status(yyjson_val *tool, enum acp_tool_status fallback)
{
    static const char *const words[] = {"pending", "in_progress", "completed", "failed"};
    struct slice status = acp_text(tool, "status");
    for (size_t i = 0; i < COUNT(words); i++)
        if (slice_is(status, words[i]))
            return (enum acp_tool_status)i;
    return fallback;
}

/* Claude Code's agent for this protocol has the name of an MCP tool in a place of its own. */
static yyjson_val *mcp_name(yyjson_val *tool)
{
    yyjson_val *name = acp_member(acp_member(acp_member(tool, "_meta"), "claudeCode"), "toolName");
    return yyjson_is_str(name) && slice_starts_with(json_text(name), SLICE("mcp__")) ? name : NULL;
}

int acp_tool_merge(struct buf *out, yyjson_val *older, yyjson_val *newer)
{
    static const char *const fields[] = {"title",     "name",     "kind",      "status",
                                         "rawOutput", "rawInput", "locations", "content"};
    (void)buf_append_char(out, '{');
    for (size_t i = 0; i < COUNT(fields); i++) {
        yyjson_val *value = acp_member(newer, fields[i]);
        if (!value && strcmp(fields[i], "name") == 0)
            value = mcp_name(newer);
        value = value ? value : acp_member(older, fields[i]);
        if (!value)
            continue;
        (void)buf_printf(out, "%s\"%s\":", out->data && out->data[out->size - 1] != '{' ? "," : "", fields[i]);
        (void)json_write_value(out, value);
    }
    return buf_append_char(out, '}');
}

/* --- files --- */

static yyjson_val *first_diff(yyjson_val *tool)
{
    yyjson_val *content = acp_member(tool, "content"), *item;
    size_t index, count;
    if (!yyjson_is_arr(content))
        return NULL;
    yyjson_arr_foreach(content, index, count, item)
    {
        if (slice_is(acp_text(item, "type"), "diff"))
            return item;
    }
    return NULL;
}

static struct slice first_path(yyjson_val *tool)
{
    yyjson_val *raw = acp_member(tool, "rawInput"), *locations = acp_member(tool, "locations");
    struct slice path = {0};
    for (size_t i = 0; i < COUNT(path_fields) && path.size == 0; i++)
        path = acp_text(raw, path_fields[i]);
    if (path.size == 0)
        path = acp_text(first_diff(tool), "path");
    if (path.size == 0 && yyjson_is_arr(locations))
        path = acp_text(yyjson_arr_get_first(locations), "path");
    return path;
}

static void list_paths(yyjson_val *list, void (*found)(void *user, struct slice path), void *user)
{
    size_t index, count;
    yyjson_val *item;
    if (!yyjson_is_arr(list))
        return;
    yyjson_arr_foreach(list, index, count, item)
    {
        struct slice path = acp_text(item, "path");
        if (path.size > 0)
            found(user, path);
    }
}

/* Calls `found` for every path that the tool call names in any place. */
static void every_path(yyjson_val *tool, void (*found)(void *user, struct slice path), void *user)
{
    yyjson_val *raw = acp_member(tool, "rawInput");
    for (size_t i = 0; i < COUNT(path_fields); i++) {
        struct slice path = acp_text(raw, path_fields[i]);
        if (path.size > 0)
            found(user, path);
    }
    list_paths(acp_member(tool, "content"), found, user);
    list_paths(acp_member(tool, "locations"), found, user);
}

/* --- commands --- */

static bool is_plain(struct slice word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,=@%";
    for (size_t i = 0; i < word.size; i++)
        if (!memchr(plain, word.data[i], sizeof plain - 1))
            return false;
    return word.size > 0;
}

static void write_word(struct buf *out, struct slice word)
{
    if (is_plain(word)) {
        (void)buf_append_slice(out, word);
        return;
    }
    (void)buf_append_char(out, '\'');
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] == '\'')
            (void)buf_append_text(out, "'\\''");
        else
            (void)buf_append_char(out, word.data[i]);
    }
    (void)buf_append_char(out, '\'');
}

/* Without arguments, `program` is a shell command line: agents use it so. */
int acp_command_write(struct buf *out, struct slice program, yyjson_val *arguments)
{
    size_t index, count;
    yyjson_val *argument;
    if (!yyjson_is_arr(arguments) || yyjson_arr_size(arguments) == 0)
        return buf_append_slice(out, program);
    if (program.size > 0)
        write_word(out, program);
    yyjson_arr_foreach(arguments, index, count, argument)
    {
        if (out->size > 0)
            (void)buf_append_char(out, ' ');
        write_word(out, yyjson_is_str(argument) ? json_text(argument) : (struct slice){0});
    }
    return out->error;
}

/* --- translation to weir's tools --- */

static void write_text(struct buf *out, const char *name, struct slice text)
{
    (void)buf_printf(out, "%s\"%s\":", out->size > 1 ? "," : "", name);
    (void)json_write_string(out, text);
}

/* Writes the fields of the agent's input, except those that are written separately. */
static void write_raw(struct buf *out, yyjson_val *raw, const char *const *left_out, size_t left_out_count)
{
    size_t index, count;
    yyjson_val *key, *value;
    if (!yyjson_is_obj(raw))
        return;
    yyjson_obj_foreach(raw, index, count, key, value)
    {
        bool skip = false;
        for (size_t i = 0; i < left_out_count; i++)
            skip = skip || slice_is(json_text(key), left_out[i]);
        if (skip)
            continue;
        if (out->size > 1)
            (void)buf_append_char(out, ',');
        (void)json_write_string(out, json_text(key));
        (void)buf_append_char(out, ':');
        (void)json_write_value(out, value);
    }
}

static void write_command_input(struct buf *out, yyjson_val *tool, struct slice cwd)
{
    static const char *const anew[] = {"command", "cwd", "description"};
    yyjson_val *raw = acp_member(tool, "rawInput"), *command = acp_member(raw, "command");
    struct slice place = acp_text(raw, "cwd");
    struct buf line = BUF_LIMITED(ACP_TOOL_MAX);
    if (yyjson_is_arr(command))
        (void)acp_command_write(&line, (struct slice){0}, command);
    else
        (void)buf_append_slice(&line, acp_text(raw, "command"));
    if (line.size > 0 && !line.error)
        write_text(out, "command", buf_slice(&line));
    if (place.size > 0 && !slice_equal(place, cwd))
        write_text(out, "cwd", place);
    write_raw(out, raw, anew, COUNT(anew));
    buf_clear(&line);
}

struct naming {
    struct buf list; /* JSON */
    struct slice first;
    bool more;
};

static void name_path(void *user, struct slice path)
{
    struct naming *naming = user;
    naming->more = naming->more || !slice_equal(path, naming->first);
    (void)buf_printf(&naming->list, "%s{\"path\":", naming->list.size > 0 ? "," : "");
    (void)json_write_string(&naming->list, path);
    (void)buf_append_char(&naming->list, '}');
}

/* Lists the other files, so that each is judged, and approved with the call. */
static void write_locations(struct buf *out, yyjson_val *tool, struct slice first)
{
    struct naming naming = {.list = BUF_LIMITED(ACP_TOOL_MAX), .first = first};
    every_path(tool, name_path, &naming);
    if (naming.list.error) {
        out->error = naming.list.error;
    } else if (naming.more) {
        (void)buf_printf(out, "%s\"locations\":[", out->size > 1 ? "," : "");
        (void)buf_append_slice(out, buf_slice(&naming.list));
        (void)buf_append_char(out, ']');
    }
    buf_clear(&naming.list);
}

/* A diff is what the person sees: writes it in the fields of weir's own tools. */
static void write_file_input(struct buf *out, yyjson_val *tool)
{
    static const char *const anew[] = {"file_path", "locations", "old_string", "new_string", "content", "description"};
    static const char *const known[] = {"description", "locations", "file_path"};
    yyjson_val *diff = first_diff(tool), *raw = acp_member(tool, "rawInput");
    yyjson_val *own = acp_member(raw, "file_path");
    struct slice path = first_path(tool);
    if (!diff) {
        /* Keeps a value that is not a path, for the judge to reject; never writes a field twice. */
        bool is_missing = !own || (yyjson_is_str(own) && yyjson_get_len(own) == 0);
        write_raw(out, raw, known, is_missing ? COUNT(known) : COUNT(known) - 1);
        if (path.size > 0 && is_missing)
            write_text(out, "file_path", path);
        if (!is_missing && !yyjson_is_str(own))
            path = (struct slice){0}; /* not written yet */
    } else {
        write_text(out, "file_path", acp_text(diff, "path"));
        if (acp_member(diff, "oldText"))
            write_text(out, "old_string", acp_text(diff, "oldText"));
        write_text(out, acp_member(diff, "oldText") ? "new_string" : "content", acp_text(diff, "newText"));
        write_raw(out, acp_member(tool, "rawInput"), anew, COUNT(anew));
    }
    write_locations(out, tool, diff ? acp_text(diff, "path") : path);
}

static const char *name_of_kind(struct slice kind, yyjson_val *diff)
{
    static const struct {
        const char *kind, *tool;
    } kinds[] = {{"read", "Read"},    {"delete", "Edit"},    {"move", "Edit"},   {"search", "Grep"},
                 {"execute", "Bash"}, {"fetch", "WebFetch"}, {"think", "Think"}, {"switch_mode", "SwitchMode"}};
    if (slice_is(kind, "edit"))
        return diff && !acp_member(diff, "oldText") ? "Write" : "Edit";
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (slice_is(kind, kinds[i].kind))
            return kinds[i].tool;
    return NULL;
}

/* The name decides how the daemon and acp_input_paths() interpret the input, so it decides here which fields to write.
 */
static bool is_of_files(const char *name)
{
    static const char *const names[] = {"Read", "NotebookRead", "Write", "Edit", "MultiEdit", "NotebookEdit"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

int acp_tool_describe(yyjson_val *tool, struct slice cwd, char ret_name[static ACP_TOOL_NAME_SIZE], struct buf *input)
{
    static const char *const known[] = {"description"};
    struct slice kind = acp_text(tool, "kind"), title = acp_text(tool, "title"), own = acp_text(tool, "name");
    const char *name = name_of_kind(kind, first_diff(tool));
    bool fits = own.size > 0 && own.size < ACP_TOOL_NAME_SIZE && !memchr(own.data, '\0', own.size);
    (void)snprintf(ret_name, ACP_TOOL_NAME_SIZE, "%.*s",
                   SLICE_ARG(name   ? slice_of(name)
                             : fits ? own
                                    : SLICE("Other")));
    (void)buf_append_char(input, '{');
    if (strcmp(ret_name, "Bash") == 0)
        write_command_input(input, tool, cwd);
    else if (is_of_files(ret_name))
        write_file_input(input, tool);
    else
        write_raw(input, acp_member(tool, "rawInput"), known, COUNT(known));
    if (title.size > 0)
        write_text(input, "description", title);
    return buf_append_char(input, '}');
}

void acp_input_paths(yyjson_val *input, size_t most, void (*found)(void *user, struct slice path), void *user)
{
    struct slice first = acp_text(input, "file_path");
    yyjson_val *list = acp_member(input, "locations");
    size_t count = yyjson_is_arr(list) ? yyjson_arr_size(list) : 0;
    if (first.size > 0)
        found(user, first);
    for (size_t i = 0; i < count && i < most; i++) {
        struct slice path = acp_text(yyjson_arr_get(list, i), "path");
        bool is_known = path.size == 0 || slice_equal(path, first);
        for (size_t j = 0; j < i && !is_known; j++)
            is_known = slice_equal(path, acp_text(yyjson_arr_get(list, j), "path"));
        if (!is_known)
            found(user, path);
    }
}

/* --- results --- */

/* Some agents put text in a Markdown code fence for rendering. Removes a fence around the whole text. */
static void unfence(struct buf *text, size_t from)
{
    struct slice all = {text->data + from, text->size - from};
    size_t ticks = 0, line = 0;
    while (all.size > 0 && strchr("\n ", all.data[all.size - 1]))
        all.size--;
    while (ticks < all.size && all.data[ticks] == '`')
        ticks++;
    const char *end = all.size > 0 ? memchr(all.data, '\n', all.size) : NULL;
    if (ticks < 3 || !end || all.size < ticks || (line = (size_t)(end + 1 - all.data)) + ticks > all.size)
        return;
    size_t last = all.size - ticks; /* the position of the closing fence */
    if (memcmp(all.data + last, all.data, ticks) != 0 || all.data[last - 1] != '\n' ||
        memchr(all.data + ticks, '`', line - ticks))
        return;
    for (size_t i = line; i + ticks <= last; i++) /* another fence in between: the text contains several blocks */
        if (memcmp(all.data + i, all.data, ticks) == 0 && all.data[i - 1] == '\n')
            return;
    size_t size = last > line ? last - line : 0;
    memmove(text->data + from, text->data + from + line, size);
    text->size = from + size;
}

static void add_content(struct buf *text, yyjson_val *item, struct slice *image, struct slice *mime)
{
    struct slice kind = acp_text(item, "type");
    yyjson_val *block = acp_member(item, "content");
    if (text->size > 0)
        (void)buf_append_char(text, '\n');
    if (slice_is(kind, "diff"))
        (void)buf_printf(text, "changed %.*s", SLICE_ARG(acp_text(item, "path")));
    else if (slice_is(kind, "content")) {
        size_t from = text->size;
        (void)acp_content_write(text, block);
        if (text->size > from)
            unfence(text, from);
    }
    if (slice_is(acp_text(block, "type"), "image") && image->size == 0) {
        *image = acp_text(block, "data");
        *mime = acp_text(block, "mimeType");
    }
}

/* Most agents put the text of their own result in one of these members. */
static void add_output(struct buf *text, yyjson_val *output)
{
    static const char *const names[] = {"formatted_output", "aggregated_output", "output", "stdout", "text",
                                        "content",          "message",           "error",  "result"};
    struct slice found = {0}, errors = acp_text(output, "stderr");
    for (size_t i = 0; i < COUNT(names) && found.size == 0; i++)
        found = acp_text(output, names[i]);
    if (yyjson_is_str(output))
        found = json_text(output);
    (void)buf_append_slice(text, found);
    if (errors.size > 0 && acp_text(output, "stdout").size == found.size) {
        (void)buf_append_text(text, text->size > 0 && text->data[text->size - 1] != '\n' ? "\n" : "");
        (void)buf_append_slice(text, errors);
    }
    if (text->size == 0 && output && !yyjson_is_str(output))
        (void)json_write_value(text, output);
}

int acp_tool_result(yyjson_val *tool, struct buf *text, struct slice *ret_image, struct slice *ret_mime)
{
    yyjson_val *content = acp_member(tool, "content"), *output = acp_member(tool, "rawOutput"), *item;
    size_t index, count;
    *ret_image = *ret_mime = (struct slice){0};
    if (yyjson_is_arr(content))
        yyjson_arr_foreach(content, index, count, item)
        {
            add_content(text, item, ret_image, ret_mime);
        }
    if (text->size == 0 && output)
        add_output(text, output);
    return text->error;
}
