/* weir mcp import: takes over the servers that other tools are configured with. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "base/secret.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/layout.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"yes", 'y', NULL, NULL, "import all valid servers without asking; those that exist stay as they are"},
    {0},
};

const struct cli_command command_mcp_import = {
    .name = "mcp import",
    .arguments = "[FILE]",
    .summary = "Take over the MCP servers of other tools",
    .details =
        "FILE is JSON with the servers as mcpServers or servers. Without FILE, looks where these tools keep theirs:\n"
        "Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini, and .mcp.json in this directory. Shows what\n"
        "it found, of secrets the names only, and asks for each server. Without a terminal, imports nothing unless\n"
        "--yes is given. Changes no files.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_FILES,
    .starts = true,
    .run = run,
};

enum { FILE_BYTES_MAX = 64 << 20, PROBLEM_SIZE = 256 };

struct import {
    struct cli *cli;
    struct mcp_list_connections_result known; /* the servers that are configured */
    unsigned found, valid, added, failed;
};

/* --- one entry --- */

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* The name as an id: other characters become -. */
static void make_id(struct slice name, char id[static MCP_ID_MAX + 1])
{
    size_t size = 0;
    for (size_t i = 0; i < name.size && size < MCP_ID_MAX; i++) {
        char c = name.data[i];
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_word || (size > 0 && id[size - 1] != '-'))
            id[size++] = is_word ? c : '-';
    }
    while (size > 0 && id[size - 1] == '-')
        size--;
    id[size] = '\0';
}

/* Other tools replace ${VAR} and ${input:…} when they start a server. */
static bool has_variable(struct slice text)
{
    return text.size >= 2 && memmem(text.data, text.size, "${", 2);
}

static bool take_pairs(struct mcp_plan *plan, yyjson_val *object, bool headers, char *problem)
{
    yyjson_val *key, *value;
    size_t index, count;
    yyjson_obj_foreach(object, index, count, key, value)
    {
        struct slice name = json_text(key), text = yyjson_is_str(value) ? json_text(value) : (struct slice){0};
        if (!text.data) {
            (void)snprintf(problem, PROBLEM_SIZE, "the value of %.*s is not a text", SLICE_ARG(name));
            return false;
        }
        if (has_variable(text)) {
            (void)snprintf(problem, PROBLEM_SIZE,
                           "the value of %.*s contains a variable, which weir does not fill in; "
                           "add the server with: weir mcp add",
                           SLICE_ARG(name));
            return false;
        }
        if (!(headers ? mcp_plan_header : mcp_plan_variable)(plan, name, text)) {
            (void)snprintf(problem, PROBLEM_SIZE, "it is too large");
            return false;
        }
    }
    return true;
}

static bool take_program(struct mcp_plan *plan, yyjson_val *entry, char *problem)
{
    struct mcp_connect_params *params = &plan->params;
    yyjson_val *args = yyjson_obj_get(entry, "args"), *item;
    struct slice cwd = text_of(entry, "cwd");
    params->transport = CONNECTOR_TRANSPORT_STDIO;
    params->command = text_of(entry, "command");
    params->command_is = FIELD_SET;
    params->cwd = cwd;
    params->cwd_is = cwd.size > 0 ? FIELD_SET : FIELD_ABSENT;
    yyjson_arr_iter iter = yyjson_arr_iter_with(args);
    while ((item = yyjson_arr_iter_next(&iter))) {
        struct slice text = yyjson_is_str(item) ? json_text(item) : (struct slice){0};
        if (!text.data || has_variable(text) || !mcp_plan_argument(plan, text)) {
            (void)snprintf(problem, PROBLEM_SIZE, "%s",
                           !text.data           ? "an argument is not a text"
                           : has_variable(text) ? "an argument contains a variable, which weir does not "
                                                  "fill in; add the server with: weir mcp add"
                                                : "it has too many arguments");
            return false;
        }
    }
    if (has_variable(params->command) || has_variable(cwd)) {
        (void)snprintf(problem, PROBLEM_SIZE,
                       "its command contains a variable, which weir does not fill in; add the server with: weir mcp "
                       "add");
        return false;
    }
    return take_pairs(plan, yyjson_obj_get(entry, "env"), false, problem);
}

static bool take_url(struct mcp_plan *plan, yyjson_val *entry, struct slice url, char *problem)
{
    struct mcp_connect_params *params = &plan->params;
    struct slice type = text_of(entry, "type");
    params->transport = CONNECTOR_TRANSPORT_HTTP;
    params->url = url;
    params->url_is = FIELD_SET;
    if (slice_is(type, "sse")) {
        (void)snprintf(problem, PROBLEM_SIZE,
                       "it uses the SSE transport, which weir does not have; the server may "
                       "offer another URL for Streamable HTTP");
        return false;
    }
    if ((!slice_starts_with(url, SLICE("https://")) && !slice_starts_with(url, SLICE("http://"))) ||
        has_variable(url)) {
        (void)snprintf(problem, PROBLEM_SIZE, "its URL cannot be used: %.*s", SLICE_ARG(url));
        return false;
    }
    return take_pairs(plan, yyjson_obj_get(entry, "headers"), true, problem);
}

/* Reads an entry; its strings stay in the document. Returns false with the problem. */
static bool read_entry(struct mcp_plan *plan, yyjson_val *entry, char *problem)
{
    static const char *const urls[] = {"url", "httpUrl", "serverUrl"};
    struct slice command = text_of(entry, "command");
    if (!yyjson_is_obj(entry)) {
        (void)snprintf(problem, PROBLEM_SIZE, "it is %s and not an object", json_type_name(entry));
        return false;
    }
    for (size_t i = 0; command.size == 0 && i < sizeof urls / sizeof *urls; i++)
        if (text_of(entry, urls[i]).size > 0)
            return take_url(plan, entry, text_of(entry, urls[i]), problem);
    if (command.size > 0)
        return take_program(plan, entry, problem);
    (void)snprintf(problem, PROBLEM_SIZE, "it has neither a command nor a URL");
    return false;
}

/* --- showing and asking --- */

static void print_names(const struct card *card, const char *name, yyjson_val *object)
{
    struct buf text = BUF_LIMITED(1 << 20);
    yyjson_val *key, *value;
    size_t index, count;
    yyjson_obj_foreach(object, index, count, key, value)
    {
        (void)buf_append_text(&text, index == 0 ? "" : ", ");
        (void)buf_append_slice(&text, json_text(key));
    }
    if (text.size > 0)
        card_text(card, name, buf_slice(&text), NULL);
    buf_clear(&text);
}

static void print_entry(const struct cli *cli, const struct mcp_plan *plan, yyjson_val *entry)
{
    struct card card;
    struct buf text = BUF_LIMITED(MCP_PLAN_BYTES_MAX);
    const struct mcp_connect_params *params = &plan->params;
    card_begin(&card, cli, 8);
    (void)fputs(pretty_if(cli->color, pretty_bold), stdout);
    text_write(stdout, params->server_id);
    (void)printf("%s\n", pretty_if(cli->color, pretty_off));
    if (!slice_equal(params->name, params->server_id))
        card_text(&card, "name", params->name, NULL);
    if (params->url_is == FIELD_SET)
        card_text(&card, "url", params->url, NULL);
    if (params->command_is == FIELD_SET) {
        mcp_append_word(&text, params->command);
        for (size_t i = 0; i < params->args.count; i++) {
            (void)buf_append_char(&text, ' ');
            mcp_append_word(&text, params->args.items[i]);
        }
        card_text(&card, "command", buf_slice(&text), NULL);
    }
    if (params->cwd_is == FIELD_SET)
        card_text(&card, "cwd", params->cwd, NULL);
    if (params->command_is == FIELD_SET)
        print_names(&card, "env", yyjson_obj_get(entry, "env"));
    else
        print_names(&card, "headers", yyjson_obj_get(entry, "headers"));
    buf_clear(&text);
}

static void skip(const struct import *import, struct slice name, const char *problem)
{
    (void)fflush(stdout);
    if (import->cli->json) {
        struct buf line = BUF_LIMITED(64 << 10);
        (void)buf_append_text(&line, "{\"skipped\":");
        (void)json_write_string(&line, name);
        (void)buf_append_text(&line, ",\"reason\":");
        (void)json_write_string(&line, slice_of(problem));
        (void)buf_printf(&line, "}\n");
        (void)fwrite(line.data, 1, line.size, stderr);
        buf_clear(&line);
        return;
    }
    cli_note(import->cli, pretty_yellow, "skipped %.*s: %s", SLICE_ARG(name), problem);
}

static bool is_known(const struct import *import, const char *id)
{
    for (size_t i = 0; i < import->known.connections.count; i++)
        if (slice_is(import->known.connections.items[i].server_id, id))
            return true;
    return false;
}

static void offer_entry(struct import *import, struct mcp_plan *plan, yyjson_val *entry)
{
    struct cli *cli = import->cli;
    char question[128];
    import->valid++;
    if (!cli->json)
        print_entry(cli, plan, entry);
    if (!cli_option(cli, "yes") && !isatty(STDIN_FILENO))
        return;
    (void)snprintf(question, sizeof question, "Import %.64s?", plan->params.server_id.data);
    if (!cli_option(cli, "yes") && !confirm(cli, question))
        return;
    if (plan->params.command_is == FIELD_SET)
        mcp_plan_offer(cli, plan);
    if (mcp_plan_send(cli, plan) == CLI_OK)
        import->added++;
    else
        import->failed++;
}

static void take_entry(struct import *import, struct slice name, yyjson_val *entry)
{
    struct mcp_plan plan;
    char problem[PROBLEM_SIZE], id[MCP_ID_MAX + 1];
    make_id(name, id);
    mcp_plan_init(&plan);
    plan.params.server_id = slice_of(id);
    plan.params.name = name.size > 0 ? name : slice_of(id);
    const char *of_name = mcp_name_problem(slice_of(id));
    import->found++;
    if (of_name)
        skip(import, name, of_name);
    else if (is_known(import, id))
        skip(import, name, "a server of this name is configured already");
    else if (yyjson_get_bool(yyjson_obj_get(entry, "disabled")))
        skip(import, name, "it is switched off there");
    else if (!read_entry(&plan, entry, problem))
        skip(import, name, problem);
    else
        offer_entry(import, &plan, entry);
    mcp_plan_clear(&plan);
}

/* --- files --- */

static void take_servers(struct import *import, yyjson_val *servers)
{
    yyjson_val *key, *value;
    size_t index, count;
    yyjson_obj_foreach(servers, index, count, key, value)
    {
        take_entry(import, json_text(key), value);
    }
}

/* The member that has the servers: of most tools mcpServers, of VS Code servers, or mcp.servers in its settings. */
static yyjson_val *servers_of(yyjson_val *root)
{
    yyjson_val *servers = yyjson_obj_get(root, "mcpServers");
    if (!servers)
        servers = yyjson_obj_get(root, "servers");
    if (!servers)
        servers = yyjson_obj_get(yyjson_obj_get(root, "mcp"), "servers");
    return yyjson_is_obj(servers) ? servers : NULL;
}

/* Claude Code keeps servers of a project under its directory. */
static yyjson_val *servers_of_project(yyjson_val *root)
{
    autofree char *cwd = getcwd(NULL, 0);
    yyjson_val *project = cwd ? yyjson_obj_get(yyjson_obj_get(root, "projects"), cwd) : NULL;
    return servers_of(project);
}

/* Returns -ENOENT if there is no such file. */
static int read_file(const char *path, struct buf *out)
{
    struct stat info;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &info) < 0)
        return -errno;
    if (!S_ISREG(info.st_mode))
        return -EINVAL;
    for (;;) {
        char *room = buf_room(out, 64 << 10);
        ssize_t n = room ? read(fd, room, 64 << 10) : -1;
        if (!room)
            return -EFBIG;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return 0;
        out->size += n > 0 ? (size_t)n : 0;
    }
}

/* Returns whether the file has servers. */
static bool take_document(struct import *import, const char *path, struct json_large *document, const char *whose)
{
    yyjson_val *root = json_large_root(document), *servers = servers_of(root), *others = servers_of_project(root);
    if (yyjson_obj_size(servers) + yyjson_obj_size(others) == 0)
        return false;
    if (!import->cli->json)
        (void)printf("%s%s%s%s:\n", import->found > 0 ? "\n" : "", whose ? whose : "", whose ? ", " : "", path);
    take_servers(import, servers);
    take_servers(import, others);
    return true;
}

/* `whose`: the tool; NULL: the user named the file, so that a problem is an error. */
static enum cli_exit take_file(struct import *import, const char *path, const char *whose)
{
    struct cli *cli = import->cli;
    struct buf text = {.limit = FILE_BYTES_MAX, .traceless = true};
    struct json_large *document = NULL;
    struct json_error error = {0};
    size_t line, column;
    enum cli_exit exit = CLI_OK;
    int r = read_file(path, &text);
    bool is_read = r == 0;
    if (is_read)
        r = json_read_commented((size_t)4 * FILE_BYTES_MAX, buf_slice(&text), &document, &error);
    bool is_missing = !is_read && whose && (r == -ENOENT || r == -ENOTDIR);
    if (r < 0 && !is_missing && (!is_read || r != -EINVAL)) {
        exit = cli_fail(cli, CLI_FAILED, "cannot read %s: %s", path, strerror(-r));
    } else if (is_read && r == -EINVAL) {
        text_position(buf_slice(&text), error.offset, &line, &column);
        exit =
            cli_fail(cli, CLI_FAILED, "%s is not JSON: %s at line %zu, column %zu", path, error.message, line, column);
    } else if (is_read && !take_document(import, path, document, whose) && !whose) {
        exit = cli_fail(cli, CLI_FAILED, "%s has no servers: neither mcpServers nor servers is in it", path);
    }
    document = json_large_wipe(document);
    buf_wipe(&text);
    buf_clear(&text);
    return whose ? CLI_OK : exit;
}

static enum cli_exit take_usual_places(struct import *import)
{
    static const struct {
        const char *whose, *path; /* below the home directory, or in this one if it begins with . and a slash */
    } places[] = {
        {"Claude Desktop", ".config/Claude/claude_desktop_config.json"},
        {"Claude Code", ".claude.json"},
        {"Cursor", ".cursor/mcp.json"},
        {"VS Code", ".config/Code/User/mcp.json"},
        {"Windsurf", ".codeium/windsurf/mcp_config.json"},
        {"Gemini", ".gemini/settings.json"},
        {"this project", "./.mcp.json"},
        {"Cursor, this project", "./.cursor/mcp.json"},
        {"VS Code, this project", "./.vscode/mcp.json"},
    };
    autofree char *home = NULL;
    if (paths_home(&home) < 0)
        return cli_fail(import->cli, CLI_FAILED, "cannot find your home directory: HOME is not set");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        autofree char *path = NULL;
        bool is_here = places[i].path[1] == '/';
        if (!is_here && paths_join(home, places[i].path, &path) < 0)
            return cli_fail(import->cli, CLI_FAILED, "out of memory");
        (void)take_file(import, is_here ? places[i].path : path, places[i].whose);
    }
    return CLI_OK;
}

static enum cli_exit conclude(const struct import *import)
{
    struct cli *cli = import->cli;
    if (import->found == 0)
        return cli_fail(cli, CLI_FAILED,
                        "found no servers of other tools; name a file, or add a server with: weir mcp "
                        "add");
    if (import->valid > 0 && !cli_option(cli, "yes") && !isatty(STDIN_FILENO))
        cli_hint(cli, "nothing was imported; to import %s: weir mcp import --yes",
                 import->valid == 1 ? "this server" : "these servers");
    return import->failed > 0 ? CLI_FAILED : CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct import import = {.cli = cli};
    secret_forbid_dumps();
    enum cli_exit exit = ask(cli, &mcp_list_connections_method, NULL, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &mcp_list_connections_result_shape, text, &import.known);
    if (exit == CLI_OK)
        exit = count > 0 ? take_file(&import, arguments[0], NULL) : take_usual_places(&import);
    if (exit == CLI_OK)
        exit = conclude(&import);
    arena_clear(&arena);
    return exit;
}
