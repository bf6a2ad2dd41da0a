/* weir mcp tools, search, prompts, resources: what servers offer. All of this is stored: no server starts for it. */
#include <limits.h>

#include "base/cleanup.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/read.h"
#include "json/write.h"

enum { SCHEMA_BYTES_MAX = 64 << 20 };

/* --- a list --- */

struct list_of {
    const struct method *method;
    const void *params;
    const char *server; /* NULL: all servers */
    const char *member; /* of the result */
    const char *none;
};

/* If a named server has nothing to show, the reason may be that its lists are not known. */
static void tell_unknown(struct cli *cli, const char *server)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_server known;
    const struct mcp_get_params params = {.server_id = slice_of(server)};
    if (server && ask(cli, &mcp_get_method, &params, &text) == CLI_OK &&
        ask_read(cli, &arena, &mcp_server_shape, text, &known) == CLI_OK && !known.tools_known)
        cli_hint(cli, "weir has not seen what %s offers yet; to fetch it: weir mcp start %s", server, server);
    arena_clear(&arena);
}

/* Returns CLI_OK with *ret_text NULL if it has printed JSON. */
static enum cli_exit fetch(struct cli *cli, const struct list_of *list, char **ret_text)
{
    autofree char *text = NULL;
    enum cli_exit exit = mcp_ask(cli, list->method, list->params, list->server, &text);
    if (exit == CLI_OK && cli->json)
        return mcp_print_items(cli, text, list->member);
    if (exit == CLI_OK)
        *ret_text = take_pointer(text);
    return exit;
}

static struct table begin(const struct cli *cli, const struct table_column *columns, size_t count)
{
    struct table table;
    table_init(&table, columns, count, tty_columns(STDOUT_FILENO), pretty_if(cli->color, pretty_bold));
    return table;
}

static void finish(struct cli *cli, struct table *table, const struct list_of *list)
{
    bool is_empty = table->cells.size == 0;
    mcp_print_table(table, list->none);
    if (is_empty)
        tell_unknown(cli, list->server);
}

/* --- tools --- */

static enum cli_exit run_tools(struct cli *cli, int count, char **arguments);
static enum cli_exit run_search(struct cli *cli, int count, char **arguments);

static const struct cli_option tools_options[] = {
    {"verbose", 'v', NULL, NULL, "print whole descriptions and the schemas of the arguments"},
    {0},
};

const struct cli_command command_mcp_tools = {
    .name = "mcp tools",
    .arguments = "[NAME]",
    .summary = "List the tools of an MCP server, or of all",
    .details = "TOOL is the name under which agents see it, and with which permission rules match it. Arguments in "
               "brackets\n"
               "are optional. Starts no server. With --json, prints a line of JSON per tool.",
    .options = tools_options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_tools,
};

static const struct cli_option search_options[] = {
    {"server", 0, "NAME", NULL, "search the tools of this server only"},
    {"limit", 'n', "COUNT", NULL, "show the best COUNT (default 10, at most 100)"},
    {"verbose", 'v', NULL, NULL, "print whole descriptions and the schemas of the arguments"},
    {0},
};

const struct cli_command command_mcp_search = {
    .name = "mcp search",
    .arguments = "WORDS...",
    .summary = "Search the tools of all MCP servers, best match first",
    .details = "Searches names and descriptions. Starts no server. With --json, prints a line of JSON per tool.",
    .options = search_options,
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run_search,
};

static const struct table_column tool_columns[] = {
    {.title = "TOOL"},
    {.title = "ARGUMENTS", .yields = true, .optional = true, .spare = 1},
    {.title = "DESCRIPTION", .yields = true, .optional = true},
};

static yyjson_val *member(const struct mcp_tool_input_schema *schema, const char *name)
{
    for (size_t i = 0; i < schema->count; i++)
        if (slice_is(schema->items[i].key, name))
            return (yyjson_val *)schema->items[i].value.value;
    return NULL;
}

static bool is_required(yyjson_val *required, yyjson_val *name)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(required);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        if (yyjson_equals(item, name))
            return true;
    return false;
}

/* "path [limit]" */
static void append_arguments(struct buf *out, const struct mcp_tool *tool)
{
    yyjson_val *required = member(&tool->input_schema, "required"), *name;
    yyjson_obj_iter iter = yyjson_obj_iter_with(member(&tool->input_schema, "properties"));
    while ((name = yyjson_obj_iter_next(&iter))) {
        bool must = is_required(required, name);
        (void)buf_append_text(out, out->size > 0 ? " " : "");
        (void)buf_append_text(out, must ? "" : "[");
        (void)buf_append_slice(out, json_text(name));
        (void)buf_append_text(out, must ? "" : "]");
    }
}

static void add_tool(struct table *table, const struct mcp_tool *tool)
{
    struct buf arguments = BUF_LIMITED(SCHEMA_BYTES_MAX);
    struct slice about = tool->description.size > 0    ? tool->description
                         : tool->title_is == FIELD_SET ? tool->title
                                                       : SLICE("");
    append_arguments(&arguments, tool);
    table_cell(table, tool->agent_name, NULL);
    table_cell(table, buf_slice(&arguments), NULL);
    table_cell(table, about, NULL);
    buf_clear(&arguments);
}

static void write_schema(struct buf *out, const struct mcp_tool_input_schema *schema)
{
    (void)buf_append_char(out, '{');
    for (size_t i = 0; i < schema->count; i++) {
        (void)buf_append_text(out, i == 0 ? "" : ",");
        (void)json_write_string(out, schema->items[i].key);
        (void)buf_append_char(out, ':');
        (void)json_write_any(out, &schema->items[i].value);
    }
    (void)buf_append_char(out, '}');
}

static void print_tool(const struct cli *cli, const struct mcp_tool *tool)
{
    struct card card;
    struct buf schema = BUF_LIMITED(SCHEMA_BYTES_MAX);
    card_begin(&card, cli, 11);
    (void)fputs(pretty_if(cli->color, pretty_bold), stdout);
    text_write(stdout, tool->agent_name);
    (void)printf("%s\n", pretty_if(cli->color, pretty_off));
    card_text(&card, "server", tool->server_id, NULL);
    card_text(&card, "name", tool->name, NULL);
    if (tool->title_is == FIELD_SET)
        card_text(&card, "title", tool->title, NULL);
    if (tool->description.size > 0)
        card_block(&card, "description", tool->description);
    write_schema(&schema, &tool->input_schema);
    card_block(&card, "arguments", buf_slice(&schema));
    buf_clear(&schema);
}

static enum cli_exit show_tools(struct cli *cli, const struct list_of *list)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_list_tools_result result = {0}; /* the same for mcp.search */
    struct table table = begin(cli, tool_columns, sizeof tool_columns / sizeof *tool_columns);
    enum cli_exit exit = fetch(cli, list, &text);
    bool is_verbose = cli_option(cli, "verbose") != NULL;
    if (text)
        exit = ask_read(cli, &arena, &mcp_list_tools_result_shape, text, &result);
    for (size_t i = 0; i < result.tools.count; i++)
        if (is_verbose)
            print_tool(cli, &result.tools.items[i]);
        else
            add_tool(&table, &result.tools.items[i]);
    if (exit == CLI_OK && text && (!is_verbose || result.tools.count == 0))
        finish(cli, &table, list);
    else
        table_clear(&table);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_tools(struct cli *cli, int count, char **arguments)
{
    const struct mcp_list_tools_params params = {.server_id = slice_of(arguments[0]),
                                                 .server_id_is = count > 0 ? FIELD_SET : FIELD_ABSENT};
    const struct list_of list = {&mcp_list_tools_method, &params, arguments[0], "tools", "no tools"};
    return show_tools(cli, &list);
}

static enum cli_exit run_search(struct cli *cli, int count, char **arguments)
{
    struct buf query = BUF_LIMITED(64 << 10);
    struct mcp_search_params params = {.limit = 10};
    const char *limit = cli_option(cli, "limit");
    enum cli_exit exit = ask_option(cli, "server", &params.server_id, &params.server_id_is);
    if (exit == CLI_OK && limit && (text_parse_count(limit, 100, &params.limit) < 0 || params.limit < 1))
        exit = cli_fail(cli, CLI_USAGE, "--limit must be a whole number from 1 to 100, not '%s'", limit);
    for (int i = 0; i < count; i++)
        (void)buf_printf(&query, "%s%s", i > 0 ? " " : "", arguments[i]);
    params.query = buf_slice(&query);
    if (exit == CLI_OK && (query.error || query.size > 1024))
        exit = cli_fail(cli, CLI_USAGE, "the words are too long (limit: 1024 bytes)");
    if (exit == CLI_OK && !text_is_utf8(params.query))
        exit = cli_fail(cli, CLI_USAGE, "the words are not UTF-8 text");
    if (exit == CLI_OK && slice_trim(params.query, SLICE_BLANKS).size == 0)
        exit = cli_fail(cli, CLI_USAGE, "the words are blank");
    const struct list_of list = {&mcp_search_method, &params, cli_option(cli, "server"), "tools",
                                 "no tool matches; to list all tools: weir mcp tools"};
    if (exit == CLI_OK)
        exit = show_tools(cli, &list);
    buf_clear(&query);
    return exit;
}

/* --- prompts --- */

static enum cli_exit run_prompts(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_prompts = {
    .name = "mcp prompts",
    .arguments = "[NAME]",
    .summary = "List the prompts of an MCP server, or of all",
    .details = "COMMAND is the slash command of 'weir chat' that sends the prompt to the agent. Arguments in brackets "
               "are\n"
               "optional. Starts no server. With --json, prints a line of JSON per prompt.",
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_prompts,
};

static const struct table_column prompt_columns[] = {
    {.title = "COMMAND"},
    {.title = "ARGUMENTS", .yields = true, .optional = true, .spare = 1},
    {.title = "DESCRIPTION", .yields = true, .optional = true},
};

static void add_prompt(struct table *table, const struct mcp_prompt *prompt)
{
    struct buf command = BUF_LIMITED(64 << 10), arguments = BUF_LIMITED(1 << 20);
    mcp_append_prompt(&command, prompt->server_id, prompt->name);
    for (size_t i = 0; i < prompt->arguments.count; i++) {
        bool must = prompt->arguments.items[i].required;
        (void)buf_append_text(&arguments, i > 0 ? " " : "");
        (void)buf_append_text(&arguments, must ? "" : "[");
        (void)buf_append_slice(&arguments, prompt->arguments.items[i].name);
        (void)buf_append_text(&arguments, must ? "" : "]");
    }
    table_cell(table, buf_slice(&command), NULL);
    table_cell(table, buf_slice(&arguments), NULL);
    table_cell(table, prompt->description_is == FIELD_SET ? prompt->description : SLICE(""), NULL);
    buf_clear(&arguments);
    buf_clear(&command);
}

static enum cli_exit run_prompts(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_prompts_result result = {0};
    const struct mcp_prompts_params params = {.server_id = slice_of(arguments[0]),
                                              .server_id_is = count > 0 ? FIELD_SET : FIELD_ABSENT};
    const struct list_of list = {&mcp_prompts_method, &params, arguments[0], "prompts", "no prompts"};
    struct table table = begin(cli, prompt_columns, sizeof prompt_columns / sizeof *prompt_columns);
    enum cli_exit exit = fetch(cli, &list, &text);
    if (text)
        exit = ask_read(cli, &arena, &mcp_prompts_result_shape, text, &result);
    for (size_t i = 0; i < result.prompts.count; i++)
        add_prompt(&table, &result.prompts.items[i]);
    if (exit == CLI_OK && text)
        finish(cli, &table, &list);
    else
        table_clear(&table);
    arena_clear(&arena);
    return exit;
}

/* --- resources --- */

static enum cli_exit run_resources(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_resources = {
    .name = "mcp resources",
    .arguments = "[NAME]",
    .summary = "List the resources of an MCP server, or of all",
    .details = "A resource is a text or a file that a server offers to read: weir mcp read. In 'weir chat', "
               "@SERVER:URI\n"
               "attaches one. A URI with {…} is a pattern. Starts no server. With --json, prints a line of JSON per "
               "resource,\n"
               "then one per pattern.",
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_resources,
};

static const struct table_column resource_columns[] = {
    {.title = "SERVER"},
    {.title = "URI", .yields = true},
    {.title = "TYPE", .optional = true, .spare = 2},
    {.title = "SIZE", .right = true, .optional = true, .spare = 1},
    {.title = "NAME", .yields = true},
};

static void add_resources(struct table *table, const struct mcp_resources_result *result)
{
    for (size_t i = 0; i < result->resources.count; i++) {
        const struct mcp_resource *one = &result->resources.items[i];
        char size[TEXT_BYTES_SIZE] = "";
        if (one->size_is == FIELD_SET)
            text_bytes(one->size, size);
        table_cell(table, one->server_id, NULL);
        table_cell(table, one->uri, NULL);
        table_cell(table, one->mime_type_is == FIELD_SET ? one->mime_type : SLICE(""), NULL);
        table_cell(table, slice_of(size), NULL);
        table_cell(table, one->title_is == FIELD_SET ? one->title : one->name, NULL);
    }
    for (size_t i = 0; i < result->templates.count; i++) {
        const struct mcp_template *one = &result->templates.items[i];
        table_cell(table, one->server_id, NULL);
        table_cell(table, one->uri_template, NULL);
        table_cell(table, one->mime_type_is == FIELD_SET ? one->mime_type : SLICE(""), NULL);
        table_cell(table, SLICE(""), NULL);
        table_cell(table, one->title_is == FIELD_SET ? one->title : one->name, NULL);
    }
}

static enum cli_exit run_resources(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_resources_result result = {0};
    const struct mcp_resources_params params = {.server_id = slice_of(arguments[0]),
                                                .server_id_is = count > 0 ? FIELD_SET : FIELD_ABSENT};
    const struct list_of list = {&mcp_resources_method, &params, arguments[0], NULL, "no resources"};
    struct table table = begin(cli, resource_columns, sizeof resource_columns / sizeof *resource_columns);
    enum cli_exit exit = mcp_ask(cli, list.method, list.params, list.server, &text);
    if (exit == CLI_OK && cli->json) {
        exit = mcp_print_items(cli, text, "resources");
        exit = exit == CLI_OK ? mcp_print_items(cli, text, "templates") : exit;
    } else if (exit == CLI_OK) {
        exit = ask_read(cli, &arena, &mcp_resources_result_shape, text, &result);
    }
    add_resources(&table, &result);
    if (exit == CLI_OK && !cli->json)
        finish(cli, &table, &list);
    else
        table_clear(&table);
    arena_clear(&arena);
    return exit;
}
