#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/session_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_get = {
    .name = "session get",
    .arguments = "SESSION",
    .summary = "Show a session",
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
    struct session_get_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_get_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
