/* weir mcp offers and approve: the servers that a project's .mcp.json offers. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/secret.h"
#include "base/suggest.h"
#include "cli/ask_secret.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/layout.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/tty.h"

static enum cli_exit run_offers(struct cli *cli, int count, char **arguments);
static enum cli_exit run_approve(struct cli *cli, int count, char **arguments);

static const struct cli_option offers_options[] = {
    {"cwd", 'C', "DIR", NULL, "directory of the project (default: the current one)"},
    {0},
};

const struct cli_command command_mcp_offers = {
    .name = "mcp offers",
    .arguments = "",
    .summary = "List the MCP servers that the .mcp.json of a project offers",
    .details = "weir starts none of them before 'weir mcp approve'. The file is that of the directory, or of the "
               "nearest one\n"
               "above it in the same repository. With --json, prints a line of JSON per server.",
    .options = offers_options,
    .starts = true,
    .run = run_offers,
};

static const struct cli_option approve_options[] = {
    {"cwd", 'C', "DIR", NULL, "directory of the project (default: the current one)"},
    {"env", 'e', "NAME[=VALUE]", NULL, "let it have this variable, with the value of your environment or this one"},
    {"yes", 'y', NULL, NULL, "approve without asking; variables only as --env names them"},
    {"decline", 0, NULL, NULL, "decline it, so that it is not offered until its entry changes"},
    {0},
};

const struct cli_command command_mcp_approve = {
    .name = "mcp approve",
    .arguments = "[NAME]",
    .summary = "Approve an MCP server that a project offers, or all",
    .details =
        "Shows the command, its arguments and its variables, and asks. The approval is for the entry as it is: if the\n"
        "file changes it, weir asks again. A variable of your environment is given to the server only if you confirm\n"
        "its name. An approved server belongs to the sessions in the project. Without a terminal, --yes or --decline\n"
        "is necessary.",
    .options = approve_options,
    .arguments_max = 1,
    .starts = true,
    .run = run_approve,
};

/* --- the offers of a directory --- */

static enum cli_exit find_directory(const struct cli *cli, char **ret_cwd)
{
    const char *cwd = cli_option(cli, "cwd");
    return ask_directory(cli, "cwd", cwd ? cwd : ".", ret_cwd);
}

static enum cli_exit fetch(struct cli *cli, const char *cwd, struct arena *arena, char **ret_text,
                           struct mcp_offers_result *ret)
{
    const struct mcp_offers_params params = {.cwd = slice_of(cwd)};
    enum cli_exit exit = ask(cli, &mcp_offers_method, &params, ret_text);
    if (exit == CLI_OK)
        exit = ask_read(cli, arena, &mcp_offers_result_shape, *ret_text, ret);
    if (exit == CLI_OK && ret->problem_is == FIELD_SET)
        return cli_fail(cli, CLI_FAILED, "cannot use %.*s: %.*s",
                        SLICE_ARG(ret->path_is == FIELD_SET ? ret->path : SLICE(".mcp.json")), SLICE_ARG(ret->problem));
    return exit;
}

/* --- mcp offers --- */

static const struct table_column offer_columns[] = {
    {.title = "NAME"},
    {.title = "STATE"},
    {.title = "WHAT", .yields = true, .optional = true},
    {.title = "VARIABLES", .yields = true, .optional = true, .spare = 1},
    {.title = "PROBLEM", .yields = true, .optional = true},
};

static void append_command(struct buf *out, const struct mcp_offer *offer)
{
    if (offer->url_is == FIELD_SET)
        (void)buf_append_slice(out, offer->url);
    if (offer->command_is == FIELD_SET)
        mcp_append_word(out, offer->command);
    for (size_t i = 0; i < offer->args.count; i++) {
        (void)buf_append_char(out, ' ');
        mcp_append_word(out, offer->args.items[i]);
    }
}

static void append_variables(struct buf *out, const struct mcp_offer *offer)
{
    for (size_t i = 0; i < offer->variables.count; i++) {
        (void)buf_append_text(out, i == 0 ? "" : ", ");
        (void)buf_append_slice(out, offer->variables.items[i]);
    }
}

static const char *state_color(enum mcp_offer_state state)
{
    return state == MCP_OFFER_STATE_APPROVED                                       ? pretty_green
           : state == MCP_OFFER_STATE_INVALID || state == MCP_OFFER_STATE_DECLINED ? pretty_red
                                                                                   : pretty_yellow;
}

static struct slice state_word(const struct mcp_offer *offer)
{
    static const char *const words[] = {[MCP_OFFER_STATE_NEW] = "new",
                                        [MCP_OFFER_STATE_CHANGED] = "changed",
                                        [MCP_OFFER_STATE_APPROVED] = "approved",
                                        [MCP_OFFER_STATE_DECLINED] = "declined",
                                        [MCP_OFFER_STATE_INVALID] = "invalid"};
    return slice_of(words[offer->state]);
}

static void add_offer(struct table *table, const struct cli *cli, const struct mcp_offer *offer)
{
    struct buf command = BUF_LIMITED(MCP_PLAN_BYTES_MAX), variables = BUF_LIMITED(1 << 20);
    append_command(&command, offer);
    append_variables(&variables, offer);
    table_cell(table, offer->name, NULL);
    table_cell(table, state_word(offer), cli->color ? state_color(offer->state) : NULL);
    table_cell(table, buf_slice(&command), NULL);
    table_cell(table, buf_slice(&variables), NULL);
    table_cell(table, offer->problem_is == FIELD_SET ? offer->problem : SLICE(""), NULL);
    buf_clear(&variables);
    buf_clear(&command);
}

static bool is_open(const struct mcp_offer *offer)
{
    return offer->state == MCP_OFFER_STATE_NEW || offer->state == MCP_OFFER_STATE_CHANGED;
}

static enum cli_exit run_offers(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *cwd = NULL, *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_offers_result result = {0};
    struct table table;
    bool any = false;
    enum cli_exit exit = find_directory(cli, &cwd);
    if (exit == CLI_OK)
        exit = fetch(cli, cwd, &arena, &text, &result);
    table_init(&table, offer_columns, sizeof offer_columns / sizeof *offer_columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; exit == CLI_OK && i < result.offers.count; i++) {
        add_offer(&table, cli, &result.offers.items[i]);
        any = any || is_open(&result.offers.items[i]);
    }
    if (exit == CLI_OK && cli->json)
        exit = mcp_print_items(cli, text, "offers");
    if (exit == CLI_OK && !cli->json)
        mcp_print_table(&table, result.path_is == FIELD_SET ? "the .mcp.json here has no servers"
                                                            : "no .mcp.json here or above");
    else
        table_clear(&table);
    if (exit == CLI_OK && any)
        cli_hint(cli, "to let agents in this project use one: weir mcp approve NAME");
    arena_clear(&arena);
    return exit;
}

/* --- mcp approve --- */

/* What is sent; wiped. */
struct approval {
    struct arena arena;
    struct mcp_approve_params params;
    struct mcp_approve_params_variables_pair variables[MCP_ITEMS_MAX];
};

static bool give(struct approval *approval, struct slice name, struct slice value)
{
    size_t *count = &approval->params.variables.count;
    if (*count == MCP_ITEMS_MAX)
        return false;
    struct mcp_approve_params_variables_pair pair = {name, arena_copy(&approval->arena, value)};
    if (!pair.value.data)
        return false;
    approval->variables[(*count)++] = pair;
    return true;
}

/* The value that --env gives to the name; NULL: none. */
static const char *named_value(const struct cli *cli, const char *name)
{
    size_t size = strlen(name);
    int at = 0;
    for (const char *text; (text = cli_option_next(cli, "env", &at));)
        if (strncmp(text, name, size) == 0 && (text[size] == '=' || text[size] == '\0'))
            return text[size] == '=' ? text + size + 1 : getenv(name);
    return NULL;
}

static void collect_variable(const struct cli *cli, struct approval *approval, struct slice name)
{
    char question[256];
    const char *value = named_value(cli, name.data), *own = getenv(name.data);
    if (!value && own && !cli_option(cli, "yes")) {
        (void)snprintf(question, sizeof question, "Give it the value of %.128s in your environment?", name.data);
        value = confirm(cli, question) ? own : NULL;
    }
    if (value && !(text_is_utf8(slice_of(value)) && give(approval, name, slice_of(value))))
        cli_hint(cli, "%s was left out: it is not UTF-8 text, or too long", name.data);
    else if (!value && !own)
        cli_hint(cli, "%s is not set in your environment; if its entry has no default, set it or use --env %s=VALUE",
                 name.data, name.data);
}

static void print_pairs(const struct card *card, const char *name, const struct mcp_offer_env *env)
{
    for (size_t i = 0; i < env->count; i++)
        card_line(card, i == 0 ? name : "", "%.*s=%.*s", SLICE_ARG(env->items[i].key), SLICE_ARG(env->items[i].value));
}

static void print_offer(const struct cli *cli, const struct mcp_offer *offer)
{
    struct card card;
    struct buf command = BUF_LIMITED(MCP_PLAN_BYTES_MAX), variables = BUF_LIMITED(1 << 20);
    card_begin(&card, cli, 9);
    (void)fputs(pretty_if(cli->color, pretty_bold), stdout);
    text_write(stdout, offer->name);
    (void)printf("%s\n", pretty_if(cli->color, pretty_off));
    card_text(&card, "state", state_word(offer), state_color(offer->state));
    append_command(&command, offer);
    card_text(&card, offer->url_is == FIELD_SET ? "url" : "command", buf_slice(&command), NULL);
    if (offer->env_is == FIELD_SET)
        print_pairs(&card, "env", &offer->env);
    for (size_t i = 0; offer->headers_is == FIELD_SET && i < offer->headers.count; i++)
        card_line(&card, i == 0 ? "headers" : "", "%.*s: %.*s", SLICE_ARG(offer->headers.items[i].key),
                  SLICE_ARG(offer->headers.items[i].value));
    append_variables(&variables, offer);
    if (variables.size > 0)
        card_text(&card, "variables", buf_slice(&variables), NULL);
    buf_clear(&variables);
    buf_clear(&command);
}

static enum cli_exit send_approval(struct cli *cli, const struct approval *approval, const struct mcp_offer *offer)
{
    autofree char *text = NULL;
    enum cli_exit exit = ask(cli, &mcp_approve_method, &approval->params, &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        (void)fputs(approval->params.approve ? "approved " : "declined ", stdout);
        text_write(stdout, offer->name);
        (void)putchar('\n');
    }
    return exit;
}

static enum cli_exit decide(struct cli *cli, const char *cwd, const struct mcp_offer *offer)
{
    struct approval approval = {.arena = ARENA_LIMITED(MCP_PLAN_BYTES_MAX)};
    bool declines = cli_option(cli, "decline") != NULL;
    char question[128];
    if (!cli->json)
        print_offer(cli, offer);
    (void)snprintf(question, sizeof question, "Let agents in this project use %.64s?", offer->name.data);
    if (!declines && !cli_option(cli, "yes") && !confirm(cli, question)) {
        cli_hint(cli, "it stays an offer; to decline it for good: weir mcp approve --decline %.*s",
                 SLICE_ARG(offer->name));
        return CLI_OK;
    }
    approval.params = (struct mcp_approve_params){.cwd = slice_of(cwd),
                                                  .name = offer->name,
                                                  .hash = offer->hash,
                                                  .approve = !declines,
                                                  .variables = {approval.variables, 0},
                                                  .variables_is = FIELD_SET};
    for (size_t i = 0; !declines && i < offer->variables.count; i++)
        collect_variable(cli, &approval, offer->variables.items[i]);
    enum cli_exit exit = send_approval(cli, &approval, offer);
    arena_wipe(&approval.arena);
    arena_clear(&approval.arena);
    return exit;
}

static enum cli_exit refuse(const struct cli *cli, const struct mcp_offers_result *result, const char *name)
{
    struct suggestion suggestion = {.word = name};
    for (size_t i = 0; i < result->offers.count; i++)
        suggest_consider(&suggestion, result->offers.items[i].name.data);
    if (result->path_is != FIELD_SET)
        return cli_fail(cli, CLI_FAILED, "no .mcp.json here or above; name the directory of the project with --cwd");
    if (suggestion.best)
        return cli_fail(cli, CLI_FAILED, "%.*s offers no server '%s'; did you mean %s?", SLICE_ARG(result->path), name,
                        suggestion.best);
    return cli_fail(cli, CLI_FAILED, "%.*s offers no server '%s'; to list them: weir mcp offers",
                    SLICE_ARG(result->path), name);
}

/* A server that is named is decided in any state; without a name, those that are new or changed. One that fails does
 * not keep the others from being decided. */
static enum cli_exit decide_all(struct cli *cli, const char *cwd, const struct mcp_offers_result *result,
                                const char *name)
{
    enum cli_exit exit = CLI_OK;
    unsigned decided = 0;
    for (size_t i = 0; i < result->offers.count && exit != CLI_INTERRUPTED; i++) {
        const struct mcp_offer *offer = &result->offers.items[i];
        bool is_wanted = name ? slice_is(offer->name, name) : is_open(offer);
        if (is_wanted && offer->state == MCP_OFFER_STATE_INVALID)
            return cli_fail(cli, CLI_FAILED, "the entry of %s cannot be used: %.*s", name,
                            SLICE_ARG(offer->problem_is == FIELD_SET ? offer->problem : SLICE("it is invalid")));
        enum cli_exit one = is_wanted ? decide(cli, cwd, offer) : CLI_OK;
        exit = one != CLI_OK ? one : exit;
        decided += is_wanted;
    }
    if (exit == CLI_OK && decided == 0 && (name || result->path_is != FIELD_SET))
        return refuse(cli, result, name ? name : "");
    if (exit == CLI_OK && decided == 0)
        cli_hint(cli, "nothing is new: every server was approved or declined; to list them: weir mcp offers");
    return exit;
}

static enum cli_exit run_approve(struct cli *cli, int count, char **arguments)
{
    autofree char *cwd = NULL, *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_offers_result result = {0};
    secret_forbid_dumps();
    if (cli_option(cli, "yes") && cli_option(cli, "decline"))
        return cli_fail(cli, CLI_USAGE, "--yes and --decline contradict each other");
    if (!cli_option(cli, "yes") && !cli_option(cli, "decline") && !isatty(STDIN_FILENO))
        return cli_fail(cli, CLI_USAGE, "without a terminal, weir cannot ask; use --yes or --decline");
    enum cli_exit exit = find_directory(cli, &cwd);
    if (exit == CLI_OK)
        exit = fetch(cli, cwd, &arena, &text, &result);
    if (exit == CLI_OK)
        exit = decide_all(cli, cwd, &result, count > 0 ? arguments[0] : NULL);
    arena_clear(&arena);
    return exit;
}
