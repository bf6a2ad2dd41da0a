#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/session_fields.h"
#include "cli/session_view.h"
#include "json/assign.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"agent", 'a', "AGENT", NULL, "who works in it"},
    {"no-agent", 0, NULL, NULL, "the default agent"},
    {"model", 'm', "MODEL", NULL, "with which model"},
    {"no-model", 0, NULL, NULL, "the agent's own choice"},
    {"mode", 0, "MODE", SESSION_MODES, "what needs a permission: default, acceptEdits, bypassPermissions or plan"},
    {"title", 't', "TEXT", NULL, "what it is about"},
    {"no-title", 0, NULL, NULL, "without a title"},
    {"metadata", 0, "JSON", NULL, "what to keep with it; null removes it"},
    SESSION_TERMS,
    {"default-tools", 0, NULL, NULL, "all tools that the agent has"},
    {0},
};

const struct cli_command command_session_update = {
    .name = "session update",
    .arguments = "SESSION",
    .summary = "Change a session's agent, model, permission mode, title, metadata or what it may",
    .details = "What is not named stays. Tasks that have started keep what they started with.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

/* --NAME sets, --no-NAME removes. */
static enum cli_exit read_field(const struct cli *cli, const char *name, const char *without, struct slice *field,
                                enum field_is *field_is)
{
    if (!cli_option(cli, without))
        return ask_option(cli, name, field, field_is);
    if (cli_option(cli, name))
        return cli_fail(cli, CLI_USAGE, "--%s and --%s contradict each other: leave one of them out", name, without);
    *field_is = FIELD_NULL;
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct session_terms_given given = {0};
    struct session_update_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = read_field(cli, "agent", "no-agent", &params.agent, &params.agent_is);
    if (exit == CLI_OK)
        exit = read_field(cli, "model", "no-model", &params.model, &params.model_is);
    if (exit == CLI_OK)
        exit = read_field(cli, "title", "no-title", &params.title, &params.title_is);
    if (exit == CLI_OK)
        exit = session_metadata(cli, &params.metadata, &params.metadata_is);
    if (exit == CLI_OK)
        exit = session_terms_read(cli, &given);
    (void)json_assign(&session_terms_shape, &given.terms, &session_update_params_shape, &params);
    if (cli_option(cli, "default-tools") && params.tools_is == FIELD_SET)
        return cli_fail(cli, CLI_USAGE, "--tools and --default-tools contradict each other: leave one of them out");
    if (cli_option(cli, "default-tools"))
        params.tools_is = FIELD_NULL;
    params.network_is = given.network_is;
    params.keys_is = given.keys_is;
    params.permission_mode =
        (enum session_permission_mode)ask_word(cli, "mode", &session_permission_mode_shape, &params.permission_mode_is);
    if (exit != CLI_OK)
        return exit;
    if (params.agent_is == FIELD_ABSENT && params.model_is == FIELD_ABSENT && params.title_is == FIELD_ABSENT &&
        params.metadata_is == FIELD_ABSENT && params.permission_mode_is == FIELD_ABSENT &&
        params.tools_is == FIELD_ABSENT && !given.any)
        return cli_fail(cli, CLI_USAGE, "nothing to change: see 'weir help session update'");
    exit = ask(cli, &session_update_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
