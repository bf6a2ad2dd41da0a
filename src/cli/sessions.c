#include "base/cleanup.h"
#include "cli/commands.h"
#include "cli/export.h"
#include "cli/session_pick.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"export", 0, "FORMAT", EXPORT_FORMATS, "write the transcript of the chosen one: markdown or html"},
    {"output", 'o', "FILE", NULL, "write it there (default: the standard output)"},
    {0},
};

const struct cli_command command_sessions = {
    .name = "sessions",
    .arguments = "[SESSION]",
    .summary = "Choose a session, and go on talking in it",
    .details =
        "Arrow keys, j and k move, letters filter by title, directory, agent and id, Enter opens the session as\n"
        "'weir chat --session' does, Escape leaves. Where it is no terminal it is a list, as 'weir session list'.\n"
        "With --export the transcript of the chosen session is written instead.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    autofree char *picked = NULL;
    const char *format = cli_option(cli, "export");
    if (cli_option(cli, "output") && !format)
        return cli_fail(cli, CLI_USAGE, "--output is for --export: say --export markdown, or html");
    if (count == 0 && !session_pick_can(cli)) {
        if (format)
            return cli_fail(cli, CLI_USAGE, "a session is missing, and there is no terminal to choose one on");
        return command_session_list.run(cli, 0, arguments);
    }
    enum cli_exit exit = count == 0 ? session_pick(cli, &picked) : CLI_OK;
    if (exit != CLI_OK)
        return exit;
    const char *id = count > 0 ? arguments[0] : picked;
    return format ? export_session(cli, id, format, cli_option(cli, "output")) : session_pick_talk(cli, id);
}
