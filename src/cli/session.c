#include <stdio.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/session_options.h"
#include "cli/session_view.h"
#include "cli/text.h"
#include "contract/session.h"
#include "json/assign.h"

enum cli_exit session_print(const struct cli *cli, const char *result)
{
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session;
    enum cli_exit exit = ask_read(cli, &arena, &session_record_shape, result, &session);
    if (exit == CLI_OK)
        session_card(cli, &session);
    arena_clear(&arena);
    return exit;
}

/* --- session create --- */

static enum cli_exit run_create(struct cli *cli, int count, char **arguments);

static const struct cli_option create_options[] = {
    {"cwd", 'C', "DIR", NULL, "working directory (default: the current one)"},
    {"agent", 'a', "AGENT", NULL, "agent of its tasks"},
    {"model", 'm', "MODEL", NULL, "model, see 'weir models'"},
    {"mode", 0, "MODE", SESSION_MODES, "permission mode: default, acceptEdits, bypassPermissions or plan"},
    {"title", 't', "TEXT", NULL, "title"},
    {"metadata", 0, "JSON", NULL, "a JSON object to store with the session"},
    SESSION_TERMS,
    {0},
};

const struct cli_command command_session_create = {
    .name = "session create",
    .arguments = "",
    .summary = "Create a session, and show it",
    .options = create_options,
    .starts = true,
    .run = run_create,
};

static enum cli_exit run_create(struct cli *cli, int count, char **arguments)
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

/* --- session list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

static const struct cli_option list_options[] = {
    {"state", 's', "STATE", "open closed", "only sessions in this state"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_session_list = {
    .name = "session list",
    .arguments = "",
    .summary = "List sessions, the newest first",
    .options = list_options,
    .starts = true,
    .run = run_list,
};

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct session_list_params params = {0};
    params.state = (enum session_state)ask_word(cli, "state", &session_state_shape, &params.state_is);
    const struct pages pages = {.method = &session_list_method,
                                .columns = session_columns,
                                .column_count = session_column_count,
                                .row = session_row,
                                .none = "no sessions; to create one: weir run",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- session get --- */

static enum cli_exit run_get(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_get = {
    .name = "session get",
    .arguments = "SESSION",
    .summary = "Show a session",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_get,
};

static enum cli_exit run_get(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct session_get_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_get_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}

/* --- session update --- */

static enum cli_exit run_update(struct cli *cli, int count, char **arguments);

static const struct cli_option update_options[] = {
    {"agent", 'a', "AGENT", NULL, "agent of its tasks"},
    {"no-agent", 0, NULL, NULL, "use the default agent"},
    {"model", 'm', "MODEL", NULL, "model, see 'weir models'"},
    {"no-model", 0, NULL, NULL, "let the agent choose the model"},
    {"mode", 0, "MODE", SESSION_MODES, "permission mode: default, acceptEdits, bypassPermissions or plan"},
    {"title", 't', "TEXT", NULL, "title"},
    {"no-title", 0, NULL, NULL, "remove the title"},
    {"metadata", 0, "JSON", NULL, "a JSON object to store with the session; null removes it"},
    SESSION_TERMS,
    {"default-tools", 0, NULL, NULL, "allow all tools of the agent"},
    {0},
};

const struct cli_command command_session_update = {
    .name = "session update",
    .arguments = "SESSION",
    .summary = "Change settings of a session",
    .details = "Settings that are not given stay. Tasks that have started keep the settings that they started with.",
    .options = update_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_update,
};

/* --NAME sets the field, --no-NAME removes it. */
static enum cli_exit read_field(const struct cli *cli, const char *name, const char *without, struct slice *field,
                                enum field_is *field_is)
{
    if (!cli_option(cli, without))
        return ask_option(cli, name, field, field_is);
    if (cli_option(cli, name))
        return cli_fail(cli, CLI_USAGE, "--%s and --%s exclude each other; use one of them", name, without);
    *field_is = FIELD_NULL;
    return CLI_OK;
}

static enum cli_exit run_update(struct cli *cli, int count, char **arguments)
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
        return cli_fail(cli, CLI_USAGE, "--tools and --default-tools exclude each other; use one of them");
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
        return cli_fail(cli, CLI_USAGE, "no change given; see: weir help session update");
    exit = ask(cli, &session_update_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}

/* --- session fork --- */

static enum cli_exit run_fork(struct cli *cli, int count, char **arguments);

static const struct cli_option fork_options[] = {
    {"at", 0, "SEQ", NULL, "last event of the history that the new session gets (default: the latest)"},
    {"title", 't', "TEXT", NULL, "title"},
    {0},
};

const struct cli_command command_session_fork = {
    .name = "session fork",
    .arguments = "SESSION",
    .summary = "Create a session with the settings and the history of another",
    .details =
        "'weir watch --session SESSION --from 1 --numbers' shows the events with their numbers. The other session may\n"
        "be closed.",
    .options = fork_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_fork,
};

static enum cli_exit run_fork(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct session_fork_params params = {.session_id = slice_of(arguments[0])};
    const char *at = cli_option(cli, "at");
    if (at && (text_parse_count(at, INT64_MAX, &params.at_seq) < 0 || params.at_seq == 0))
        return cli_fail(cli, CLI_USAGE, "--at must be the number of an event, at least 1; not '%s'", at);
    params.at_seq_is = at ? FIELD_SET : FIELD_ABSENT;
    enum cli_exit exit = ask_option(cli, "title", &params.title, &params.title_is);
    if (exit == CLI_OK)
        exit = ask(cli, &session_fork_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}

/* --- session close --- */

static enum cli_exit run_close(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_close = {
    .name = "session close",
    .arguments = "SESSION",
    .summary = "Close a session: stop its tasks, and refuse new ones",
    .details =
        "Waits until its tasks have ended, at most --timeout (default: no limit). The history stays. Closing a closed\n"
        "session has no effect.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_close,
};

static enum cli_exit run_close(struct cli *cli, int count, char **arguments)
{
    (void)count;
    static const struct ask_progress progress = {
        .doing = "closing the session",
        .later = "the session continues to close; to see its state: weir session get",
    };
    autofree char *result = NULL;
    struct session_close_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask_long(cli, &session_close_method, &params, &progress, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}

/* --- session reopen --- */

static enum cli_exit run_reopen(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_reopen = {
    .name = "session reopen",
    .arguments = "SESSION",
    .summary = "Open a closed session again",
    .details =
        "The session takes tasks again, with its settings and its history. Reopening an open session has no effect.\n"
        "'weir run --continue' and 'weir run --session' reopen a session themselves.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_reopen,
};

static enum cli_exit run_reopen(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct session_reopen_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_reopen_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}

/* --- session delete --- */

static enum cli_exit run_delete(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_delete = {
    .name = "session delete",
    .arguments = "SESSION",
    .summary = "Delete a session with its tasks and events",
    .details = "Forks of the session keep the history that they inherited. Close a session with running tasks first.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run_delete,
};

static enum cli_exit run_delete(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct session_delete_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_delete_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)fputs("deleted ", stdout);
    text_write(stdout, params.session_id);
    (void)putchar('\n');
    return CLI_OK;
}
