#include "cli/mcp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/read.h"
#include "json/write.h"

/* --- for all commands about servers --- */

static enum cli_exit fetch_connections(struct cli *cli, struct arena *arena, struct mcp_list_connections_result *ret)
{
    autofree char *text = NULL;
    const struct mcp_list_connections_params params = {0};
    enum cli_exit exit = ask(cli, &mcp_list_connections_method, &params, &text);
    return exit == CLI_OK ? ask_read(cli, arena, &mcp_list_connections_result_shape, text, ret) : exit;
}

/* Reads the names on a connection that works; reports no error, since one was reported already. */
static bool wonder(struct cli *cli, struct arena *arena, struct mcp_list_connections_result *ret)
{
    autofree char *text = NULL;
    return cli_connect_quietly(cli) == 0 &&
           weir_call(cli->weir, mcp_list_connections_method.name.data, "{}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, &text,
                     NULL) == 0 &&
           ask_read(cli, arena, &mcp_list_connections_result_shape, text, ret) == CLI_OK;
}

void mcp_suggest(struct cli *cli, const char *server)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_list_connections_result known = {0};
    struct suggestion suggestion = {.word = server};
    bool is_known = !wonder(cli, &arena, &known);
    for (size_t i = 0; i < known.connections.count; i++) {
        struct slice id = known.connections.items[i].server_id;
        is_known = is_known || slice_is(id, server);
        suggest_consider(&suggestion, id.data);
    }
    if (!is_known && suggestion.best)
        cli_hint(cli, "did you mean %s?", suggestion.best);
    else if (!is_known && known.connections.count == 0)
        cli_hint(cli, "no server is configured; to add one: weir mcp add NAME -- COMMAND");
    arena_clear(&arena);
}

enum cli_exit mcp_ask(struct cli *cli, const struct method *method, const void *params, const char *server,
                      char **ret_result)
{
    enum cli_exit exit = ask(cli, method, params, ret_result);
    if (exit == CLI_FAILED && server)
        mcp_suggest(cli, server);
    return exit;
}

enum cli_exit mcp_report(const struct cli *cli, const char *did, struct slice server, enum mcp_status status,
                         int64_t tools, struct slice error)
{
    if (status == MCP_STATUS_ERROR || (status != MCP_STATUS_RUNNING && error.size > 0)) {
        enum cli_exit exit = cli_fail(cli, CLI_FAILED, "%.*s is configured, but does not work: %.*s", SLICE_ARG(server),
                                      SLICE_ARG(error));
        cli_hint(cli, "for what it wrote: weir mcp logs %.*s", SLICE_ARG(server));
        return exit;
    }
    (void)printf("%s ", did);
    text_write(stdout, server);
    if (status == MCP_STATUS_STARTING)
        (void)printf(", which is still starting; to see its state: weir mcp get %.*s\n", SLICE_ARG(server));
    else
        (void)printf(": %" PRId64 " tool%s\n", tools, tools == 1 ? "" : "s");
    return CLI_OK;
}

enum cli_exit mcp_print_items(const struct cli *cli, const char *result, const char *member)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL, *item;
    enum cli_exit exit = CLI_OK;
    if (json_read(&arena, slice_of(result), &root, &error) < 0)
        exit = cli_fail(cli, CLI_FAILED, "the daemon's response is not JSON");
    yyjson_arr_iter iter = yyjson_arr_iter_with(yyjson_obj_get(root, member));
    while ((item = yyjson_arr_iter_next(&iter))) {
        struct buf line = BUF_LIMITED(ASK_BYTES_MAX);
        (void)json_write_value(&line, item);
        text_write(stdout, buf_slice(&line));
        (void)putchar('\n');
        buf_clear(&line);
    }
    arena_clear(&arena);
    return exit;
}

void mcp_print_table(struct table *table, const char *none)
{
    struct buf out = BUF_LIMITED(ASK_BYTES_MAX);
    if (table->cells.size > 0)
        table_write(table, &out);
    else
        (void)buf_printf(&out, "%s\n", none);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(table);
}

void mcp_append_word(struct buf *out, struct slice word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./"; /* as in Python's shlex */
    bool bare = word.size > 0;
    for (size_t i = 0; i < word.size && bare; i++)
        bare = (unsigned char)word.data[i] >= 0x80 || memchr(plain, word.data[i], sizeof plain - 1);
    if (bare) {
        (void)buf_append_slice(out, word);
        return;
    }
    (void)buf_append_char(out, '\'');
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] == '\'')
            (void)buf_append_text(out, "'\\''");
        else
            (void)buf_append_char(out, word.data[i]);
    (void)buf_append_char(out, '\'');
}

void mcp_append_prompt(struct buf *out, struct slice server, struct slice name)
{
    (void)buf_printf(out, "/mcp__%.*s__", SLICE_ARG(server));
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
        (void)buf_append_char(out, is_plain ? c : '_');
    }
}

/* --- mcp list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_list = {
    .name = "mcp list",
    .arguments = "",
    .summary = "List the MCP servers",
    .details = "An MCP server is a program or a service that offers tools to agents. A stopped server is ready: the "
               "first call\n"
               "of one of its tools starts it. With --json, prints a line of JSON per server.",
    .leads = true,
    .starts = true,
    .run = run_list,
};

static const struct table_column list_columns[] = {
    {.title = "NAME"},
    {.title = "STATE"},
    {.title = "TOOLS", .right = true},
    {.title = "TRANSPORT", .spare = 1},
    {.title = "PROJECT", .yields = true, .optional = true, .path = true, .spare = 2},
    {.title = "ERROR", .yields = true, .optional = true},
};

static const char *state_color(enum mcp_state state)
{
    return state == MCP_STATE_FAILED                                      ? pretty_red
           : state == MCP_STATE_DEGRADED || state == MCP_STATE_RESTARTING ? pretty_yellow
           : state == MCP_STATE_RUNNING                                   ? pretty_green
                                                                          : pretty_dim;
}

static void add_server(struct table *table, const struct cli *cli, const struct mcp_server *server)
{
    char tools[32] = "?";
    if (server->tools_known)
        (void)snprintf(tools, sizeof tools, "%" PRId64, server->tool_count);
    table_cell(table, server->server_id, NULL);
    table_cell(table, mcp_state_shape.of.words.items[server->state], cli->color ? state_color(server->state) : NULL);
    table_cell(table, slice_of(tools), NULL);
    table_cell(table, connector_transport_shape.of.words.items[server->transport], NULL);
    table_cell(table, server->project_is == FIELD_SET ? server->project : SLICE(""), NULL);
    table_cell(table, server->error_is == FIELD_SET ? server->error : SLICE(""), NULL);
}

/* A server that was removed since it was listed is omitted. */
static enum cli_exit list_one(struct cli *cli, struct table *table, struct slice id)
{
    autofree char *text = NULL;
    struct buf params = BUF_LIMITED(64 << 10);
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_server server;
    const struct mcp_get_params wanted = {.server_id = id};
    int r = ask_write(&params, &mcp_get_method, &wanted);
    if (r == 0)
        r = weir_call(cli->weir, mcp_get_method.name.data, params.data, params.size, WEIR_TIMEOUT_DEFAULT, &text, NULL);
    buf_clear(&params);
    if (r < 0 && strcmp(weir_last_error(cli->weir)->word, "mcp_server_not_found") == 0)
        return CLI_OK;
    if (r < 0)
        return ask_fail(cli, weir_last_error(cli->weir));
    enum cli_exit exit = CLI_OK;
    if (cli->json)
        ask_print_json(text);
    else
        exit = ask_read(cli, &arena, &mcp_server_shape, text, &server);
    if (exit == CLI_OK && !cli->json)
        add_server(table, cli, &server);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_list_connections_result known = {0};
    struct table table;
    enum cli_exit exit = fetch_connections(cli, &arena, &known);
    table_init(&table, list_columns, sizeof list_columns / sizeof *list_columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; i < known.connections.count && exit == CLI_OK; i++)
        exit = list_one(cli, &table, known.connections.items[i].server_id);
    if (exit == CLI_OK && !cli->json)
        mcp_print_table(&table, "no MCP servers; to add one: weir mcp add NAME -- COMMAND; to take over those of other "
                                "tools: weir mcp import");
    else
        table_clear(&table);
    arena_clear(&arena);
    return exit;
}

/* --- mcp get --- */

static enum cli_exit run_get(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_get = {
    .name = "mcp get",
    .arguments = "NAME",
    .summary = "Show the configuration and the state of an MCP server",
    .details = "Of secrets, shows the names only.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_get,
};

static void print_names(const struct card *card, const char *name, const struct slice *items, size_t count)
{
    struct buf text = BUF_LIMITED(1 << 20);
    for (size_t i = 0; i < count; i++) {
        (void)buf_append_text(&text, i == 0 ? "" : ", ");
        (void)buf_append_slice(&text, items[i]);
    }
    if (count > 0)
        card_text(card, name, buf_slice(&text), NULL);
    buf_clear(&text);
}

static void print_paths(const struct card *card, const char *name, const struct slice *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        card_text(card, i == 0 ? name : "", items[i], NULL);
}

static void print_command(const struct card *card, const struct mcp_server *server)
{
    struct buf text = BUF_LIMITED(MCP_PLAN_BYTES_MAX);
    if (server->url_is == FIELD_SET)
        card_text(card, "url", server->url, NULL);
    if (server->command_is != FIELD_SET)
        return;
    mcp_append_word(&text, server->command);
    for (size_t i = 0; i < server->args.count; i++) {
        (void)buf_append_char(&text, ' ');
        mcp_append_word(&text, server->args.items[i]);
    }
    card_text(card, "command", buf_slice(&text), NULL);
    buf_clear(&text);
}

static void print_configuration(const struct card *card, const struct mcp_server *server)
{
    print_command(card, server);
    print_names(card, "env", server->env.items, server->env.count);
    print_names(card, "headers", server->headers.items, server->headers.count);
    if (server->has_api_key && server->transport == CONNECTOR_TRANSPORT_STDIO)
        card_line(card, "key", "in the variable %.*s",
                  SLICE_ARG(server->api_key_env_is == FIELD_SET ? server->api_key_env : SLICE("API_KEY")));
    else if (server->has_api_key)
        card_text(card, "key", SLICE("as a bearer token"), NULL);
    if (server->cwd_is == FIELD_SET)
        card_text(card, "cwd", server->cwd, NULL);
    print_paths(card, "read", server->read.items, server->read.count);
    print_paths(card, "write", server->write.items, server->write.count);
    if (server->network == MCP_NETWORK_NONE)
        card_text(card, "network", SLICE("none"), NULL);
    if (server->scope == MCP_SCOPE_SESSION)
        card_text(card, "scope", SLICE("session: one process for each session"), NULL);
    if (server->project_is == FIELD_SET)
        card_text(card, "project", server->project, NULL);
}

static void print_state(const struct card *card, const struct mcp_server *server)
{
    int64_t answered_at = 0;
    card_text(card, "state", mcp_state_shape.of.words.items[server->state], state_color(server->state));
    if (server->error_is == FIELD_SET)
        card_text(card, "error", server->error, server->state == MCP_STATE_FAILED ? pretty_red : NULL);
    if (server->tools_known)
        card_line(card, "tools", "%" PRId64, server->tool_count);
    else
        card_line(card, "tools", "not known yet; to fetch them: weir mcp start %.*s", SLICE_ARG(server->server_id));
    for (size_t i = 0; server->dropped_is == FIELD_SET && i < server->dropped.count; i++)
        card_line(card, i == 0 ? "dropped" : "", "%.*s: %.*s", SLICE_ARG(server->dropped.items[i].name),
                  SLICE_ARG(server->dropped.items[i].reason));
    if (server->server_is == FIELD_SET)
        card_line(card, "server", "%.*s%s%.*s", SLICE_ARG(server->server.name),
                  server->server.version_is == FIELD_SET ? " " : "", SLICE_ARG(server->server.version));
    if (server->protocol_is == FIELD_SET)
        card_text(card, "protocol", server->protocol, NULL);
    if (server->last_health_check_is == FIELD_SET && text_parse_time(server->last_health_check, &answered_at) == 0)
        card_time(card, "answered", answered_at);
    if (server->pid_is == FIELD_SET)
        card_line(card, "process", "%" PRId64, server->pid);
}

static void print_server(const struct cli *cli, const struct mcp_server *server)
{
    struct card card;
    card_begin(&card, cli, 8);
    text_write(stdout, server->server_id);
    (void)putchar('\n');
    if (!slice_equal(server->name, server->server_id))
        card_text(&card, "name", server->name, NULL);
    print_state(&card, server);
    print_configuration(&card, server);
    card_time(&card, "created", server->created_at);
    if (server->instructions_is == FIELD_SET && server->instructions.size > 0)
        card_block(&card, "what it tells agents", server->instructions);
}

static enum cli_exit run_get(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_server server;
    const struct mcp_get_params params = {.server_id = slice_of(arguments[0])};
    enum cli_exit exit = mcp_ask(cli, &mcp_get_method, &params, arguments[0], &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK && (exit = ask_read(cli, &arena, &mcp_server_shape, text, &server)) == CLI_OK)
        print_server(cli, &server);
    arena_clear(&arena);
    return exit;
}

/* --- mcp start, stop, restart --- */

static enum cli_exit run_start(struct cli *cli, int count, char **arguments);
static enum cli_exit run_stop(struct cli *cli, int count, char **arguments);
static enum cli_exit run_restart(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_start = {
    .name = "mcp start",
    .arguments = "NAME",
    .summary = "Start an MCP server and fetch the list of its tools",
    .details = "This is not required: the first call of a tool starts its server. A server that has failed too often "
               "gets\n"
               "another chance.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_start,
};

const struct cli_command command_mcp_stop = {
    .name = "mcp stop",
    .arguments = "NAME",
    .summary = "Stop an MCP server; its configuration stays",
    .details = "The next call of one of its tools starts it again. To prevent that: weir mcp remove.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_stop,
};

const struct cli_command command_mcp_restart = {
    .name = "mcp restart",
    .arguments = "NAME",
    .summary = "Stop an MCP server, start it again and fetch the list of its tools",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_restart,
};

static enum cli_exit start_with(struct cli *cli, const struct method *method, const char *did, const char *name)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_server server = {0};
    const struct mcp_start_params params = {.server_id = slice_of(name)}; /* the same for mcp.restart */
    static const struct ask_progress progress = {"starting the server",
                                                 "the server continues to start; to see its state: weir mcp list"};
    enum cli_exit exit = ask_long(cli, method, &params, &progress, &text);
    if (exit == CLI_FAILED)
        mcp_suggest(cli, name);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &mcp_server_shape, text, &server);
    if (exit == CLI_OK && cli->json)
        exit = server.status == MCP_STATUS_ERROR ? CLI_FAILED : CLI_OK;
    else if (exit == CLI_OK)
        exit = mcp_report(cli, did, server.server_id, server.status, server.tool_count,
                          server.error_is == FIELD_SET ? server.error : SLICE(""));
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_start(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return start_with(cli, &mcp_start_method, "started", arguments[0]);
}

static enum cli_exit run_restart(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return start_with(cli, &mcp_restart_method, "restarted", arguments[0]);
}

/* Reports a method whose result says nothing more. */
static enum cli_exit did(const struct cli *cli, const char *word, const char *name, const char *result)
{
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)printf("%s ", word);
    text_write(stdout, slice_of(name));
    (void)putchar('\n');
    return CLI_OK;
}

static enum cli_exit run_stop(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    const struct mcp_disconnect_params params = {.server_id = slice_of(arguments[0])};
    enum cli_exit exit = mcp_ask(cli, &mcp_disconnect_method, &params, arguments[0], &text);
    return exit == CLI_OK ? did(cli, "stopped", arguments[0], text) : exit;
}

/* --- mcp remove --- */

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments);

static const struct cli_option remove_options[] = {
    {"yes", 'y', NULL, NULL, "do not ask on a terminal"},
    {0},
};

const struct cli_command command_mcp_remove = {
    .name = "mcp remove",
    .arguments = "NAME",
    .summary = "Stop an MCP server and forget it",
    .details = "Deletes its configuration, its keys, its log, and its home directory with everything that it stored "
               "there.",
    .options = remove_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_remove,
};

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *before = NULL, *text = NULL;
    char question[160];
    const struct mcp_get_params wanted = {.server_id = slice_of(arguments[0])};
    const struct mcp_remove_params params = {.server_id = slice_of(arguments[0])};
    enum cli_exit exit = mcp_ask(cli, &mcp_get_method, &wanted, arguments[0], &before);
    if (exit != CLI_OK)
        return exit;
    (void)snprintf(question, sizeof question, "Remove %.64s, with its keys, its log and its home directory?",
                   arguments[0]);
    if (!cli_option(cli, "yes") && !confirm(cli, question))
        return cli_fail(cli, CLI_FAILED, "nothing was changed");
    exit = mcp_ask(cli, &mcp_remove_method, &params, arguments[0], &text);
    return exit == CLI_OK ? did(cli, "removed", arguments[0], text) : exit;
}
