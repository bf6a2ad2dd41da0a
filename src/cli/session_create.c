#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/session_fields.h"
#include "cli/session_view.h"
#include "json/assign.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"cwd", 'C', "DIR", NULL, "where its agents work (default: here)"},
    {"agent", 'a', "AGENT", NULL, "who works in it"},
    {"model", 'm', "MODEL", NULL, "with which model"},
    {"mode", 0, "MODE", SESSION_MODES, "what needs a permission: default, acceptEdits, bypassPermissions or plan"},
    {"title", 't', "TEXT", NULL, "what it is about"},
    {"metadata", 0, "JSON", NULL, "what to keep with it"},
    SESSION_TERMS,
    {0},
};

const struct cli_command command_session_create = {
    .name = "session create",
    .arguments = "",
    .summary = "Begin a session: a working directory, an agent, a permission mode",
    .options = options,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL, *cwd = NULL;
    struct session_create_params params = {.permission_mode = SESSION_PERMISSION_MODE_DEFAULT};
    struct session_terms_given given = {0};
    enum field_is mode_is;
    const char *directory = cli_option(cli, "cwd");
    enum cli_exit exit = ask_directory(cli, "cwd", directory ? directory : ".", &cwd);
    params.cwd = slice_of(cwd);
    params.cwd_is = FIELD_SET;
    if (exit == CLI_OK)
        exit = ask_option(cli, "agent", &params.agent, &params.agent_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "model", &params.model, &params.model_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "title", &params.title, &params.title_is);
    if (exit == CLI_OK)
        exit = session_metadata(cli, &params.metadata, &params.metadata_is);
    if (exit == CLI_OK)
        exit = session_terms_read(cli, &given);
    (void)json_assign(&session_terms_shape, &given.terms, &session_create_params_shape, &params);
    params.network_is = given.network_is;
    params.keys_is = given.keys_is;
    params.permission_mode =
        (enum session_permission_mode)ask_word(cli, "mode", &session_permission_mode_shape, &mode_is);
    if (exit == CLI_OK)
        exit = ask(cli, &session_create_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
