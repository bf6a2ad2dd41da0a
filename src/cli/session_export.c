#include "cli/commands.h"
#include "cli/export.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"format", 0, "FORMAT", EXPORT_FORMATS, "markdown or html (default: as the file's name says, else markdown)"},
    {"output", 'o', "FILE", NULL, "write it there (default: the standard output)"},
    {0},
};

const struct cli_command command_session_export = {
    .name = "session export",
    .arguments = "SESSION",
    .summary = "Write the transcript of a session as Markdown or HTML",
    .details =
        "Prompts, answers, thinking, calls of tools with their results, what each task changed, and what it used.\n"
        "HTML is one file that needs nothing else: nothing in it is loaded from elsewhere or runs.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return export_session(cli, arguments[0], cli_option(cli, "format"), cli_option(cli, "output"));
}
