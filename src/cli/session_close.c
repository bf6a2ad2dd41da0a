#include "base/cleanup.h"
#include "cli/commands.h"
#include "cli/session_view.h"
#include "cli/waiting.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_close = {
    .name = "session close",
    .arguments = "SESSION",
    .summary = "End a session: stop its tasks, take no more",
    .details = "Returns when no task of it is at work any more; --timeout says how long to wait for that (default:\n"
               "without end). What was said stays. Closing a closed session changes nothing.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    static const struct waiting waiting = {
        .doing = "the session is being closed",
        .later = "the session goes on being closed, and 'weir session get' tells when it is",
    };
    autofree char *result = NULL;
    struct session_close_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = waiting_call(cli, &session_close_method, &params, &waiting, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
