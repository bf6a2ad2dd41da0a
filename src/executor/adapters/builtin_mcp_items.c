/* Prompts of MCP servers as slash commands, "/mcp__SERVER__PROMPT ARGUMENTS", and resources that a prompt mentions,
 * "@SERVER:URI". */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/expand.h"
#include "base/arena.h"
#include "executor/adapters/builtin_mcp.h"
#include "executor/adapters/catalog.h"
#include "executor/adapters/mcp_content.h"

enum { ARGUMENTS_MAX = 32, COMMANDS_BYTES = 4 << 20, NAME_MAX_BYTES = 64, PROBLEM_SIZE = 400 };

#define PREFIX "mcp__"

struct mention {
    struct builtin_mcp_items *items;
    struct slice server, uri; /* in the prompt */
    struct buf text;
};

struct builtin_mcp_items {
    struct builtin *builtin;
    const struct executor_mcp_host *hosts;
    size_t host_count;
    void (*done)(struct builtin *builtin);

    /* the prompt */
    struct slice name, arguments; /* of the command, in the prompt */
    struct mention mentions[BUILTIN_MCP_MENTIONS_MAX];
    size_t mention_count, open;
    struct buf prompt; /* replaces the prompt; empty: nothing does */
    char problem[PROBLEM_SIZE];

    /* the report of commands */
    size_t next_host;
    struct arena arena;
    struct session_command *commands;
    size_t command_count;
};

static struct task *task_of(const struct builtin_mcp_items *items)
{
    return items->builtin->own.task;
}

static const struct executor_mcp_host *find_host(const struct builtin_mcp_items *items, struct slice id)
{
    for (size_t i = 0; i < items->host_count; i++)
        if (slice_equal(items->hosts[i].id, id))
            return &items->hosts[i];
    return NULL;
}

static void finish(struct builtin_mcp_items *items)
{
    void (*done)(struct builtin * builtin) = items->done;
    items->done = NULL;
    if (done)
        done(items->builtin);
}

/* --- names --- */

/* The part of a command that stands for the prompt: other characters become "_". */
static void write_name(struct slice prompt, char ret_name[static NAME_MAX_BYTES + 1])
{
    size_t size = prompt.size < NAME_MAX_BYTES ? prompt.size : NAME_MAX_BYTES;
    for (size_t i = 0; i < size; i++) {
        char c = prompt.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        ret_name[i] = plain ? c : '_';
    }
    ret_name[size] = '\0';
}

/* Splits "mcp__SERVER__PROMPT". An id has no "_". */
static bool split(struct slice name, struct slice *ret_server, struct slice *ret_prompt)
{
    static const struct slice prefix = SLICE_INIT(PREFIX);
    if (!slice_starts_with(name, prefix))
        return false;
    struct slice rest = {name.data + prefix.size, name.size - prefix.size};
    const char *end = memmem(rest.data, rest.size, "__", 2);
    if (!end || end == rest.data)
        return false;
    *ret_server = (struct slice){rest.data, (size_t)(end - rest.data)};
    *ret_prompt = (struct slice){end + 2, rest.size - ret_server->size - 2};
    return ret_prompt->size > 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool builtin_mcp_mention(struct slice prompt, size_t *at, struct slice *ret_server, struct slice *ret_uri)
{
    for (; *at < prompt.size; (*at)++) {
        if (prompt.data[*at] != '@' || (*at > 0 && !is_blank(prompt.data[*at - 1])))
            continue;
        size_t start = *at + 1, end = start;
        while (end < prompt.size && !is_blank(prompt.data[end]))
            end++;
        const char *colon = memchr(prompt.data + start, ':', end - start);
        *at = end;
        if (!colon || colon == prompt.data + start || colon + 1 == prompt.data + end)
            continue;
        *ret_server = (struct slice){prompt.data + start, (size_t)(colon - prompt.data) - start};
        *ret_uri = (struct slice){colon + 1, (size_t)(prompt.data + end - colon - 1)};
        return true;
    }
    return false;
}

/* --- resources --- */

static void write_mention(struct mention *mention, const struct reply *reply)
{
    const struct fetch_mcp_item_result *result = reply->result;
    struct mcp_content_read read;
    char what[256];
    (void)snprintf(what, sizeof what, "the resource %.*s of the MCP server %.*s",
                   mention->uri.size < 150 ? (int)mention->uri.size : 150, mention->uri.data,
                   SLICE_ARG(mention->server));
    if (reply->status < 0 || !result->approved) {
        struct slice why = reply->status < 0 ? reply->message : SLICE("permission was denied");
        (void)buf_printf(&mention->text, "\n\n[Cannot read %s: %.*s]", what, SLICE_ARG(why));
        return;
    }
    yyjson_val *resource = yyjson_obj_get((yyjson_val *)reply->value, "resource");
    mcp_content_read_resource(&read, yyjson_obj_get(resource, "contents"));
    if (result->resource_is == FIELD_SET && result->resource.file_is == FIELD_SET)
        (void)buf_printf(&read.text, "[It is long, and in the file %.*s, as JSON]",
                         SLICE_ARG(result->resource.file.path));
    if (read.image_count > 0)
        (void)buf_printf(&read.text, "\n[%zu images are left out]", read.image_count);
    (void)buf_append_text(&mention->text, "\n\n");
    (void)mcp_content_fence(&mention->text, slice_of(what), buf_slice(&read.text));
    mcp_content_clear(&read);
}

static void join(struct builtin_mcp_items *items)
{
    (void)buf_append_slice(&items->prompt, task_params(task_of(items))->prompt);
    for (size_t i = 0; i < items->mention_count; i++) {
        struct buf *text = &items->mentions[i].text;
        if (!text->error && items->prompt.size + text->size < BUILTIN_MCP_PROMPT_MAX)
            (void)buf_append_slice(&items->prompt, buf_slice(text));
        else
            (void)buf_printf(&items->prompt, "\n\n[The resource %.*s is too long]", SLICE_ARG(items->mentions[i].uri));
    }
    finish(items);
}

static void on_resource(void *user, const struct reply *reply)
{
    struct mention *mention = user;
    write_mention(mention, reply);
    if (--mention->items->open == 0 && !builtin_is_stopped(mention->items->builtin))
        join(mention->items);
}

static void find_mentions(struct builtin_mcp_items *items)
{
    struct slice prompt = task_params(task_of(items))->prompt, server, uri;
    size_t at = 0;
    while (items->mention_count < BUILTIN_MCP_MENTIONS_MAX && builtin_mcp_mention(prompt, &at, &server, &uri)) {
        struct mention *mention = &items->mentions[items->mention_count];
        struct ask *ask;
        *mention =
            (struct mention){.items = items, .server = server, .uri = uri, .text = BUF_LIMITED(BUILTIN_MCP_PROMPT_MAX)};
        if (find_host(items, server) && uri.size <= 8192 &&
            task_ask_for(task_of(items), &fetch_mcp_item_method,
                         &(struct fetch_mcp_item_params){.server = server, .uri = uri, .uri_is = FIELD_SET},
                         on_resource, mention, &ask) == 0) {
            items->mention_count++;
            items->open++;
        }
    }
    if (items->open == 0)
        finish(items);
}

/* --- the prompt of a server --- */

static void fail(struct builtin_mcp_items *items, struct slice why)
{
    (void)snprintf(items->problem, sizeof items->problem, "cannot use the prompt /%.*s: %.*s", SLICE_ARG(items->name),
                   why.size < 250 ? (int)why.size : 250, why.size > 0 ? why.data : "");
    finish(items);
}

static void write_messages(struct buf *out, yyjson_val *messages)
{
    size_t index, count;
    yyjson_val *message;
    yyjson_arr_foreach(messages, index, count, message)
    {
        struct mcp_content_read read;
        mcp_content_read(&read, NULL);
        mcp_content_add(&read, yyjson_obj_get(message, "content"));
        if (count > 1)
            (void)buf_printf(out, "%s%s:\n", index > 0 ? "\n\n" : "",
                             yyjson_equals_str(yyjson_obj_get(message, "role"), "user") ? "User" : "Assistant");
        (void)buf_append_slice(out, buf_slice(&read.text));
        if (read.image_count > 0)
            (void)buf_append_text(out, "[an image is left out]");
        if (read.text.error)
            out->error = read.text.error;
        mcp_content_clear(&read);
    }
}

static void on_prompt(void *user, const struct reply *reply)
{
    struct builtin_mcp_items *items = user;
    const struct fetch_mcp_item_result *result = reply->result;
    if (builtin_is_stopped(items->builtin))
        return;
    if (reply->status < 0) {
        fail(items, reply->message);
        return;
    }
    if (!result->approved || result->prompt_is != FIELD_SET) {
        fail(items, SLICE("permission was denied"));
        return;
    }
    (void)buf_printf(&items->prompt, "The user chose the prompt %.*s of an MCP server. It says:\n\n",
                     SLICE_ARG(items->name));
    yyjson_val *prompt = yyjson_obj_get((yyjson_val *)reply->value, "prompt");
    write_messages(&items->prompt, yyjson_obj_get(prompt, "messages"));
    if (items->prompt.error)
        fail(items, SLICE("it is too long"));
    else
        finish(items);
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    return text;
}

/* The last argument takes the rest. Returns the number of arguments, or -1 with a problem if one is missing. */
static int read_arguments(struct builtin_mcp_items *items, const struct connector_prompt *prompt,
                          struct fetch_mcp_item_params_arguments_pair pairs[static ARGUMENTS_MAX])
{
    struct slice rest = items->arguments;
    char why[200];
    int count = 0;
    for (size_t i = 0; i < prompt->arguments.count && i < ARGUMENTS_MAX; i++) {
        const struct connector_prompt_argument *argument = &prompt->arguments.items[i];
        struct slice word = i + 1 == prompt->arguments.count ? trimmed(rest) : expand_next_word(&rest);
        if (word.size > 0) {
            pairs[count++] = (struct fetch_mcp_item_params_arguments_pair){argument->name, word};
        } else if (argument->required) {
            (void)snprintf(why, sizeof why, "it needs the argument %.*s",
                           argument->name.size < 100 ? (int)argument->name.size : 100, argument->name.data);
            fail(items, slice_of(why));
            return -1;
        }
    }
    return count;
}

static void on_prompts(void *user, const struct reply *reply)
{
    struct builtin_mcp_items *items = user;
    const struct list_mcp_items_result *result = reply->result;
    const struct connector_prompt *prompt = NULL;
    struct slice server = {0}, name = {0};
    char known[NAME_MAX_BYTES + 1];
    if (builtin_is_stopped(items->builtin))
        return;
    if (reply->status < 0) {
        fail(items, reply->message);
        return;
    }
    (void)split(items->name, &server, &name);
    for (size_t i = 0; result->prompts_is == FIELD_SET && i < result->prompts.count && !prompt; i++) {
        write_name(result->prompts.items[i].name, known);
        if (slice_is(name, known))
            prompt = &result->prompts.items[i];
    }
    if (!prompt) {
        fail(items, SLICE("the server has no such prompt"));
        return;
    }
    struct fetch_mcp_item_params_arguments_pair pairs[ARGUMENTS_MAX];
    struct ask *ask;
    int count = read_arguments(items, prompt, pairs);
    if (count >= 0 && task_ask_for(task_of(items), &fetch_mcp_item_method,
                                   &(struct fetch_mcp_item_params){.server = server,
                                                                   .prompt = prompt->name,
                                                                   .prompt_is = FIELD_SET,
                                                                   .arguments = {pairs, (size_t)count},
                                                                   .arguments_is = FIELD_SET},
                                   on_prompt, items, &ask) < 0)
        fail(items, SLICE("its arguments are too long"));
}

void builtin_mcp_items_begin(struct builtin *builtin, const struct executor_mcp_host *hosts, size_t count,
                             void (*done)(struct builtin *builtin), struct builtin_mcp_items **ret_items)
{
    struct builtin_mcp_items *items = calloc(1, sizeof *items);
    struct slice server, prompt;
    struct ask *ask;
    if (!items) {
        done(builtin);
        return;
    }
    *ret_items = items;
    items->builtin = builtin;
    items->hosts = hosts;
    items->host_count = count;
    items->done = done;
    items->prompt = (struct buf)BUF_LIMITED((size_t)2 * BUILTIN_MCP_PROMPT_MAX);
    items->arena = (struct arena)ARENA_LIMITED(COMMANDS_BYTES);
    bool is_command = expand_is_command(task_params(task_of(items))->prompt, &items->name, &items->arguments) &&
                      split(items->name, &server, &prompt) && find_host(items, server);
    if (!is_command)
        find_mentions(items);
    else if (task_ask_for(task_of(items), &list_mcp_items_method,
                          &(struct list_mcp_items_params){.server = server, .kind = LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS},
                          on_prompts, items, &ask) < 0)
        fail(items, SLICE("out of memory"));
}

struct builtin_mcp_items *builtin_mcp_items_free(struct builtin_mcp_items *items)
{
    if (!items)
        return NULL;
    for (size_t i = 0; i < items->mention_count; i++)
        buf_clear(&items->mentions[i].text);
    buf_clear(&items->prompt);
    arena_clear(&items->arena);
    free(items->commands);
    free(items);
    return NULL;
}

struct slice builtin_mcp_items_prompt(const struct builtin_mcp_items *items, struct slice prompt)
{
    return items->prompt.size > 0 && !items->prompt.error ? buf_slice(&items->prompt) : prompt;
}

struct slice builtin_mcp_items_problem(const struct builtin_mcp_items *items)
{
    return slice_of(items->problem);
}

/* --- the report of commands --- */

static void write_hint(struct buf *out, const struct connector_prompt *prompt)
{
    for (size_t i = 0; i < prompt->arguments.count && out->size < SLASH_HINT_MAX; i++) {
        const struct connector_prompt_argument *argument = &prompt->arguments.items[i];
        (void)buf_printf(out, argument->required ? "%s%.*s" : "%s[%.*s]", i > 0 ? " " : "", SLICE_ARG(argument->name));
    }
}

static void add_command(struct builtin_mcp_items *items, struct slice server, const struct connector_prompt *prompt)
{
    char name[NAME_MAX_BYTES + 1], whole[SLASH_NAME_MAX + 1];
    struct buf hint = BUF_LIMITED(16 << 10);
    if (items->command_count == SLASH_MAX)
        return;
    write_name(prompt->name, name);
    (void)snprintf(whole, sizeof whole, PREFIX "%.*s__%s", SLICE_ARG(server), name);
    write_hint(&hint, prompt);
    struct slice about = prompt->description_is == FIELD_SET ? prompt->description
                         : prompt->title_is == FIELD_SET     ? prompt->title
                                                             : SLICE("");
    if (about.size > SLASH_DESCRIPTION_MAX)
        about = SLICE("");
    struct session_command command = {
        .name = arena_copy(&items->arena, slice_of(whole)),
        .description = arena_copy(&items->arena, about),
        .description_is = about.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .hint = arena_copy(&items->arena, hint.error || hint.size > SLASH_HINT_MAX ? SLICE("") : buf_slice(&hint)),
    };
    command.hint_is = command.hint.size > 0 ? FIELD_SET : FIELD_ABSENT;
    if (command.name.data && command.description.data && command.hint.data)
        items->commands[items->command_count++] = command;
    buf_clear(&hint);
}

static void list_next(struct builtin_mcp_items *items);

static void on_commands(void *user, const struct reply *reply)
{
    struct builtin_mcp_items *items = user;
    const struct list_mcp_items_result *result = reply->result;
    struct slice server = items->hosts[items->next_host - 1].id;
    for (size_t i = 0; reply->status == 0 && result->prompts_is == FIELD_SET && i < result->prompts.count; i++)
        add_command(items, server, &result->prompts.items[i]);
    list_next(items);
}

static void list_next(struct builtin_mcp_items *items)
{
    struct ask *ask;
    while (items->next_host < items->host_count) {
        const struct executor_mcp_host *host = &items->hosts[items->next_host++];
        if (host->prompt_count_is == FIELD_SET && host->prompt_count > 0 &&
            task_ask_for(
                task_of(items), &list_mcp_items_method,
                &(struct list_mcp_items_params){.server = host->id, .kind = LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS},
                on_commands, items, &ask) == 0)
            return;
    }
    if (items->command_count > 0)
        (void)task_report_commands(task_of(items), SLICE("builtin"),
                                   &(struct session_commands){items->commands, items->command_count});
}

void builtin_mcp_items_report(struct builtin_mcp_items *items)
{
    items->commands = calloc(SLASH_MAX, sizeof *items->commands);
    if (items->commands)
        list_next(items);
}
