#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/session_view.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"at", 0, "SEQ", NULL, "the last event that the new one shall know (default: all there are)"},
    {"title", 't', "TEXT", NULL, "what it is about"},
    {0},
};

const struct cli_command command_session_fork = {
    .name = "session fork",
    .arguments = "SESSION",
    .summary = "Begin a session with the settings and the history of another",
    .details = "'weir watch --session SESSION --from 1 --numbers' shows the events with their numbers. A closed\n"
               "session can be forked too.",
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
    autofree char *result = NULL;
    struct session_fork_params params = {.session_id = slice_of(arguments[0])};
    const char *at = cli_option(cli, "at");
    if (at && (text_parse_count(at, INT64_MAX, &params.at_seq) < 0 || params.at_seq == 0))
        return cli_fail(cli, CLI_USAGE, "--at takes the number of an event, from 1 on; not '%s'", at);
    params.at_seq_is = at ? FIELD_SET : FIELD_ABSENT;
    enum cli_exit exit = ask_option(cli, "title", &params.title, &params.title_is);
    if (exit == CLI_OK)
        exit = ask(cli, &session_fork_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
