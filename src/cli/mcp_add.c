#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/secret.h"
#include "cli/ask_secret.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/mcp.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"env", 'e', "NAME[=VALUE]", NULL, "set a variable of the server; without a value, to that of your environment"},
    {"header", 'H', "'NAME: VALUE'", NULL, "send a header with each request to a URL; may be repeated"},
    {"key", 'k', NULL, NULL, "ask for an API key, or read it from standard input"},
    {"api-key-env", 0, "NAME", NULL, "the variable that gets the API key (default API_KEY)"},
    {"read", 'r', "PATH", NULL, "let the server read a directory or a file; may be repeated"},
    {"write", 'w', "DIR", NULL, "let the server read and write a directory or a file; may be repeated"},
    {"network", 0, "WORD", "full none", "none: the server has no network (default full)"},
    {"cwd", 'C', "DIR", NULL, "directory where the server starts and can write (default: a home of its own)"},
    {"scope", 0, "WORD", "shared session", "session: one process for each session (default: shared by all)"},
    {"name", 0, "TEXT", NULL, "how prompts and lists call it (default: NAME)"},
    {"yes", 'y', NULL, NULL, "replace a server of this name without asking"},
    {0},
};

const struct cli_command command_mcp_add = {
    .name = "mcp add",
    .arguments = "NAME -- COMMAND...|URL",
    .summary = "Add an MCP server, so that agents can use its tools",
    .details =
        "COMMAND, with its arguments, is a program that speaks the protocol on standard input and output; URL is one\n"
        "that is reached by Streamable HTTP. weir starts it once, to learn its tools. It runs in a sandbox: it sees "
        "the\n"
        "system's programs and a home directory of its own, but nothing of yours. For paths among the arguments, weir\n"
        "asks whether the server may use them. The values of --env, --header and --key are encrypted, and never shown\n"
        "again.\n"
        "\n"
        "Other users of the machine can see the words of a command. So set variables with secrets in your environment\n"
        "and name them with --env NAME, or use --key.\n"
        "\n"
        "  weir mcp add files --write ~/notes -- npx -y @modelcontextprotocol/server-filesystem ~/notes\n"
        "  weir mcp add github --env GITHUB_TOKEN -- github-mcp-server stdio\n"
        "  weir mcp add search --key https://mcp.example.com/mcp",
    .options = options,
    .arguments_min = 2,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

static bool is_url(const char *text)
{
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

static enum cli_exit refuse_size(const struct cli *cli)
{
    return cli_fail(cli, CLI_USAGE, "the configuration is too large (limit: %d arguments, %d variables)", MCP_ITEMS_MAX,
                    MCP_ITEMS_MAX);
}

/* --- options --- */

static enum cli_exit read_env(const struct cli *cli, struct mcp_plan *plan)
{
    int at = 0;
    for (const char *text; (text = cli_option_next(cli, "env", &at));) {
        const char *equals = strchr(text, '=');
        struct slice name = {text, equals ? (size_t)(equals - text) : strlen(text)};
        const char *value = equals ? equals + 1 : getenv(text);
        if (name.size == 0)
            return cli_fail(cli, CLI_USAGE, "--env needs a name before '='");
        if (!value)
            return cli_fail(cli, CLI_USAGE,
                            "--env %s: your environment has no such variable; set it, or use --env "
                            "%s=VALUE",
                            text, text);
        if (!text_is_utf8(name) || !text_is_utf8(slice_of(value)))
            return cli_fail(cli, CLI_USAGE, "--env %.*s is not UTF-8 text", text_is_utf8(name) ? (int)name.size : 0,
                            text);
        if (!mcp_plan_variable(plan, name, slice_of(value)))
            return refuse_size(cli);
    }
    return CLI_OK;
}

static enum cli_exit read_headers(const struct cli *cli, struct mcp_plan *plan)
{
    int at = 0;
    for (const char *text; (text = cli_option_next(cli, "header", &at));) {
        const char *colon = strchr(text, ':');
        struct slice name = {text, colon ? (size_t)(colon - text) : 0};
        if (name.size == 0) /* without the text, which may be a secret */
            return cli_fail(cli, CLI_USAGE, "--header must be 'NAME: VALUE'");
        struct slice value = slice_trim(slice_of(colon + 1), SLICE_BLANKS);
        if (!text_is_utf8(name) || !text_is_utf8(value))
            return cli_fail(cli, CLI_USAGE, "--header is not UTF-8 text");
        if (!mcp_plan_header(plan, slice_trim(name, SLICE_BLANKS), value))
            return refuse_size(cli);
    }
    return CLI_OK;
}

static enum cli_exit read_paths(const struct cli *cli, struct mcp_plan *plan, const char *option)
{
    enum cli_exit exit = CLI_OK;
    int at = 0;
    for (const char *path; exit == CLI_OK && (path = cli_option_next(cli, option, &at));)
        exit = mcp_plan_grant(cli, plan, option, path);
    return exit;
}

static enum cli_exit read_cwd(const struct cli *cli, struct mcp_plan *plan)
{
    autofree char *real = NULL;
    const char *cwd = cli_option(cli, "cwd");
    enum cli_exit exit = cwd ? ask_directory(cli, "cwd", cwd, &real) : CLI_OK;
    if (!cwd || exit != CLI_OK)
        return exit;
    plan->params.cwd = arena_copy(&plan->arena, slice_of(real));
    plan->params.cwd_is = FIELD_SET;
    return plan->params.cwd.data ? CLI_OK : refuse_size(cli);
}

static enum cli_exit read_words(const struct cli *cli, struct mcp_plan *plan)
{
    struct mcp_connect_params *params = &plan->params;
    enum field_is is;
    params->network = (enum mcp_network)ask_word(cli, "network", &mcp_network_shape, &is);
    params->scope = (enum mcp_scope)ask_word(cli, "scope", &mcp_scope_shape, &is);
    params->name = params->server_id;
    enum cli_exit exit = ask_option(cli, "name", &params->name, &is);
    return exit == CLI_OK ? ask_option(cli, "api-key-env", &params->api_key_env, &is) : exit;
}

/* Options that only one kind of server can use. */
static enum cli_exit check_kind(const struct cli *cli, bool is_http)
{
    static const char *const of_http[] = {"header"}, *const of_stdio[] = {"env",   "api-key-env", "read",
                                                                          "write", "network",     "cwd"};
    const char *const *others = is_http ? of_stdio : of_http;
    size_t count = is_http ? sizeof of_stdio / sizeof *of_stdio : sizeof of_http / sizeof *of_http;
    for (size_t i = 0; i < count; i++)
        if (cli_option(cli, others[i]))
            return cli_fail(cli, CLI_USAGE, "--%s is for a server that is %s", others[i],
                            is_http ? "a command" : "a URL");
    if (cli_option(cli, "api-key-env") && !cli_option(cli, "key"))
        return cli_fail(cli, CLI_USAGE, "--api-key-env names the variable for the key of --key, which is missing");
    return CLI_OK;
}

/* --- the server --- */

static enum cli_exit read_server(const struct cli *cli, struct mcp_plan *plan, int count, char **arguments)
{
    struct mcp_connect_params *params = &plan->params;
    const char *problem = mcp_name_problem(slice_of(arguments[0]));
    bool is_http = is_url(arguments[1]);
    if (problem)
        return cli_fail(cli, CLI_USAGE, "'%s' cannot be the name of a server: %s", arguments[0], problem);
    if (is_http && count > 2)
        return cli_fail(cli, CLI_USAGE, "unexpected argument '%s' after the URL", arguments[2]);
    if (!is_http && strstr(arguments[1], "://"))
        return cli_fail(cli, CLI_USAGE, "%s: weir reaches servers by https:// and http:// only", arguments[1]);
    for (int i = 1; i < count; i++)
        if (!text_is_utf8(slice_of(arguments[i])))
            return cli_fail(cli, CLI_USAGE, "argument %d of the command is not UTF-8 text", i);
    params->server_id = slice_of(arguments[0]);
    params->transport = is_http ? CONNECTOR_TRANSPORT_HTTP : CONNECTOR_TRANSPORT_STDIO;
    *(is_http ? &params->url : &params->command) = slice_of(arguments[1]);
    *(is_http ? &params->url_is : &params->command_is) = FIELD_SET;
    for (int i = 2; i < count; i++)
        if (!mcp_plan_argument(plan, slice_of(arguments[i])))
            return refuse_size(cli);
    return check_kind(cli, is_http);
}

static enum cli_exit read_options(const struct cli *cli, struct mcp_plan *plan)
{
    enum cli_exit exit = read_words(cli, plan);
    if (exit == CLI_OK)
        exit = read_env(cli, plan);
    if (exit == CLI_OK)
        exit = read_headers(cli, plan);
    if (exit == CLI_OK)
        exit = read_cwd(cli, plan);
    if (exit == CLI_OK)
        exit = read_paths(cli, plan, "read");
    return exit == CLI_OK ? read_paths(cli, plan, "write") : exit;
}

static enum cli_exit ask_before_replacing(struct cli *cli, const char *name)
{
    char question[128];
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_list_connections_result known = {0};
    bool is_known = false;
    enum cli_exit exit = ask(cli, &mcp_list_connections_method, NULL, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &mcp_list_connections_result_shape, text, &known);
    for (size_t i = 0; i < known.connections.count; i++)
        is_known = is_known || slice_is(known.connections.items[i].server_id, name);
    (void)snprintf(question, sizeof question, "%.64s is configured already. Replace it?", name);
    if (exit == CLI_OK && is_known && !cli_option(cli, "yes") && !confirm(cli, question))
        exit = cli_fail(cli, CLI_FAILED, "nothing was changed");
    arena_clear(&arena);
    return exit;
}

static enum cli_exit read_key(const struct cli *cli, struct mcp_plan *plan, struct buf *key)
{
    char prompt[128];
    if (!cli_option(cli, "key"))
        return CLI_OK;
    (void)snprintf(prompt, sizeof prompt, "API key for %.64s: ", plan->params.server_id.data);
    enum cli_exit exit = ask_secret(cli, "the key", prompt, key);
    if (exit == CLI_OK && key->size == 0)
        exit = cli_fail(cli, CLI_USAGE, "the key is empty; nothing was changed");
    if (exit == CLI_OK && !text_is_utf8(buf_slice(key)))
        exit = cli_fail(cli, CLI_USAGE, "the key is not UTF-8 text; nothing was changed");
    plan->params.api_key = buf_slice(key);
    plan->params.api_key_is = FIELD_SET;
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct mcp_plan plan;
    struct buf key = BUF_LIMITED(1);
    secret_forbid_dumps();
    mcp_plan_init(&plan);
    enum cli_exit exit = read_server(cli, &plan, count, arguments);
    if (exit == CLI_OK)
        exit = read_options(cli, &plan);
    if (exit == CLI_OK)
        exit = cli_need_daemon(cli); /* before the user answers in vain */
    if (exit == CLI_OK)
        exit = ask_before_replacing(cli, arguments[0]);
    if (exit == CLI_OK)
        mcp_plan_offer(cli, &plan);
    if (exit == CLI_OK)
        exit = read_key(cli, &plan, &key);
    if (exit == CLI_OK)
        exit = mcp_plan_send(cli, &plan);
    ask_secret_clear(&key);
    mcp_plan_clear(&plan);
    return exit;
}
