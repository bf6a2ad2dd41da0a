/* Prompts and resources of MCP servers in a conversation: /mcp__SERVER__PROMPT and @SERVER:URI. */
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/suggest.h"
#include "cli/ask.h"
#include "cli/chat.h"
#include "cli/columns.h"
#include "cli/event_line.h"
#include "cli/layout.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"

enum { NAMES_BYTES_MAX = 16 << 20, NAME_BYTES_MAX = 4096, ABOUT_COLUMNS = 72, ARGUMENTS_MAX = 64 };

static const char prefix[] = "/mcp__";

/* --- completion --- */

static bool is_plain(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] <= ' ' || text.data[i] > '~' || text.data[i] == '"')
            return false;
    return text.size > 0;
}

size_t chat_mcp_offer_prompts(const struct chat *chat, char **ret_names, size_t max)
{
    struct arena arena = ARENA_LIMITED(NAMES_BYTES_MAX);
    struct mcp_prompts_result known = {0};
    const struct mcp_prompts_params params = {0};
    size_t count = 0;
    if (chat_ask_quietly(chat, &mcp_prompts_method, &params, &arena, &known))
        for (size_t i = 0; i < known.prompts.count && count < max; i++) {
            struct buf name = BUF_LIMITED(NAME_BYTES_MAX);
            mcp_append_prompt(&name, known.prompts.items[i].server_id, known.prompts.items[i].name);
            if (buf_terminate(&name) == 0 && (ret_names[count] = strdup(name.data)))
                count++;
            buf_clear(&name);
        }
    arena_clear(&arena);
    return count;
}

size_t chat_mcp_offer_resources(const struct chat *chat, const char *query, char **ret_names, size_t max)
{
    struct arena arena = ARENA_LIMITED(NAMES_BYTES_MAX);
    struct mcp_resources_result known = {0};
    const struct mcp_resources_params params = {0};
    size_t count = 0;
    if (!*query || strchr(query, '"') || !chat_ask_quietly(chat, &mcp_resources_method, &params, &arena, &known)) {
        arena_clear(&arena);
        return 0;
    }
    for (size_t i = 0; i < known.resources.count && count < max; i++) {
        const struct mcp_resource *one = &known.resources.items[i];
        char *name = NULL;
        if (!is_plain(one->uri) || asprintf(&name, "%.*s:%.*s", SLICE_ARG(one->server_id), SLICE_ARG(one->uri)) < 0)
            continue;
        if (strncmp(name, query, strlen(query)) == 0)
            ret_names[count++] = name;
        else
            free(name);
    }
    arena_clear(&arena);
    return count;
}

/* --- /help --- */

static void append_arguments(struct buf *out, const struct mcp_prompt *prompt)
{
    for (size_t i = 0; i < prompt->arguments.count; i++) {
        const struct connector_prompt_argument *one = &prompt->arguments.items[i];
        (void)buf_append_text(out, one->required ? " " : " [");
        (void)columns_append(out, one->name, 24);
        (void)buf_append_text(out, one->required ? "" : "]");
    }
}

void chat_mcp_help(struct chat *chat)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(NAMES_BYTES_MAX);
    struct mcp_prompts_result known = {0};
    const struct mcp_prompts_params params = {0};
    struct definitions definitions = definitions_to(stdout, 2, pretty_if(chat->cli->color, pretty_bold));
    if (ask(chat->cli, &mcp_prompts_method, &params, &text) == CLI_OK)
        (void)ask_read(chat->cli, &arena, &mcp_prompts_result_shape, text, &known);
    if (known.prompts.count > 0)
        (void)puts("Prompts of MCP servers:");
    for (int printing = 0; printing < 2; printing++)
        for (size_t i = 0; i < known.prompts.count; i++) {
            const struct mcp_prompt *prompt = &known.prompts.items[i];
            struct buf name = BUF_LIMITED(NAME_BYTES_MAX), about = BUF_LIMITED(NAME_BYTES_MAX);
            mcp_append_prompt(&name, prompt->server_id, prompt->name);
            append_arguments(&name, prompt);
            if (prompt->description_is == FIELD_SET)
                (void)columns_append(&about, prompt->description, ABOUT_COLUMNS);
            if (printing)
                definitions_print(&definitions, stdout, buf_slice(&name), buf_slice(&about));
            else
                definitions_measure(&definitions, buf_slice(&name));
            buf_clear(&about);
            buf_clear(&name);
        }
    arena_clear(&arena);
}

/* --- sending a prompt --- */

static bool is_called(const struct mcp_prompt *prompt, const char *name)
{
    struct buf command = BUF_LIMITED(NAME_BYTES_MAX);
    mcp_append_prompt(&command, prompt->server_id, prompt->name);
    bool is = slice_is(buf_slice(&command), name);
    buf_clear(&command);
    return is;
}

/* Cuts the next word, or text in quotes, from *rest; all of it if it is for the last argument. */
static struct slice next_word(char **rest, bool is_last)
{
    char *at = *rest + strspn(*rest, " \t\n"), quote = *at == '"' || *at == '\'' ? *at : 0;
    char *end = quote ? strchr(at + 1, quote) : NULL;
    struct slice word;
    if (end && (!is_last || end[1 + strspn(end + 1, " \t\n")] == '\0')) {
        word = (struct slice){at + 1, (size_t)(end - at - 1)};
        end++;
    } else {
        end = is_last ? at + strlen(at) : at + strcspn(at, " \t\n");
        word = slice_trim((struct slice){at, (size_t)(end - at)}, SLICE_BLANKS);
    }
    *rest = end;
    return word;
}

static enum cli_exit read_arguments(const struct chat *chat, const struct mcp_prompt *prompt, const char *name,
                                    char *rest, struct mcp_prompt_params *params)
{
    size_t *count = &params->arguments.count, wanted = prompt->arguments.count;
    for (size_t i = 0; i < wanted && i < ARGUMENTS_MAX; i++) {
        struct slice word = next_word(&rest, i + 1 == wanted);
        if (word.size > 0)
            params->arguments.items[(*count)++] =
                (struct mcp_prompt_params_arguments_pair){prompt->arguments.items[i].name, word};
        else if (prompt->arguments.items[i].required) {
            struct buf usage = BUF_LIMITED(NAME_BYTES_MAX);
            append_arguments(&usage, prompt);
            enum cli_exit exit =
                cli_fail(chat->cli, CLI_USAGE, "missing %.*s; usage: %s%.*s",
                         SLICE_ARG(prompt->arguments.items[i].name), name, SLICE_ARG(buf_slice(&usage)));
            buf_clear(&usage);
            return exit;
        }
    }
    if (rest[strspn(rest, " \t\n")] != '\0')
        return cli_fail(chat->cli, CLI_USAGE, "%s takes no %sargument", name, wanted > 0 ? "further " : "");
    return CLI_OK;
}

static void append_message(struct buf *out, const struct chat *chat, yyjson_val *message, bool labelled)
{
    yyjson_val *content = yyjson_obj_get(message, "content");
    struct slice type = event_text(content, "type"), text = event_text(content, "text");
    if (slice_is(type, "resource"))
        text = event_text(yyjson_obj_get(content, "resource"), "text");
    if (slice_is(type, "resource_link"))
        text = event_text(content, "uri");
    if (text.size == 0) {
        cli_note(chat->cli, pretty_yellow, "left out a part of the prompt that is no text: %.*s", SLICE_ARG(type));
        return;
    }
    (void)buf_append_text(out, out->size > 0 ? "\n\n" : "");
    if (labelled)
        (void)buf_append_text(out, slice_is(event_text(message, "role"), "assistant") ? "Assistant: " : "User: ");
    (void)buf_append_slice(out, text);
}

static enum cli_exit write_text(const struct chat *chat, const char *result, struct buf *out)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL, *message;
    bool labelled = false;
    if (json_read(&arena, slice_of(result), &root, &error) < 0) {
        arena_clear(&arena);
        return cli_fail(chat->cli, CLI_FAILED, "cannot read the daemon's response");
    }
    yyjson_val *messages = yyjson_obj_get(root, "messages");
    size_t index, count;
    yyjson_arr_foreach(messages, index, count, message)
    {
        bool is_text = slice_is(event_text(yyjson_obj_get(message, "content"), "type"), "text");
        labelled = labelled || (is_text && slice_is(event_text(message, "role"), "assistant"));
    }
    yyjson_arr_foreach(messages, index, count, message)
    {
        append_message(out, chat, message, labelled);
    }
    arena_clear(&arena);
    return out->error ? cli_fail(chat->cli, CLI_FAILED, "the prompt of the server is too long") : CLI_OK;
}

static enum cli_exit fetch_prompt(struct chat *chat, const struct mcp_prompt *prompt, const char *name, char *rest,
                                  struct buf *out)
{
    static const struct ask_progress progress = {"fetching the prompt", "nothing was sent to the agent"};
    autofree char *text = NULL;
    struct mcp_prompt_params_arguments_pair pairs[ARGUMENTS_MAX];
    struct mcp_prompt_params params = {
        .server_id = prompt->server_id, .name = prompt->name, .arguments = {pairs, 0}, .arguments_is = FIELD_SET};
    enum cli_exit exit = read_arguments(chat, prompt, name, rest, &params);
    if (exit == CLI_OK)
        exit = ask_long(chat->cli, &mcp_prompt_method, &params, &progress, &text);
    if (exit == CLI_OK)
        exit = write_text(chat, text, out);
    if (exit == CLI_OK) { /* the user should see what the agent gets */
        (void)fputs(pretty_if(chat->cli->color, pretty_dim), stdout);
        mcp_print_text(stdout, buf_slice(out));
        (void)fputs(pretty_if(chat->cli->color, pretty_off), stdout);
    }
    return exit;
}

enum chat_mcp chat_mcp_take(struct chat *chat, struct slice line, struct buf *ret_text)
{
    autofree char *copy = strndup(line.data, line.size), *text = NULL;
    struct arena arena = ARENA_LIMITED(NAMES_BYTES_MAX);
    struct mcp_prompts_result known = {0};
    const struct mcp_prompts_params params = {0};
    enum chat_mcp result = CHAT_MCP_OTHER;
    if (!copy || strncmp(copy, prefix, sizeof prefix - 1) != 0 || !text_is_utf8(line))
        return CHAT_MCP_OTHER;
    size_t size = strcspn(copy, " \t\n");
    char *rest = copy + size;
    if (*rest)
        *rest++ = '\0';
    if (cli_need_daemon(chat->cli) == CLI_OK && ask(chat->cli, &mcp_prompts_method, &params, &text) == CLI_OK &&
        ask_read(chat->cli, &arena, &mcp_prompts_result_shape, text, &known) == CLI_OK)
        for (size_t i = 0; i < known.prompts.count && result == CHAT_MCP_OTHER; i++)
            if (is_called(&known.prompts.items[i], copy))
                result = fetch_prompt(chat, &known.prompts.items[i], copy, rest, ret_text) == CLI_OK ? CHAT_MCP_TEXT
                                                                                                     : CHAT_MCP_FAILED;
    cli_disconnect(chat->cli);
    arena_clear(&arena);
    return result;
}
