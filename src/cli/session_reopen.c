#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/session_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_reopen = {
    .name = "session reopen",
    .arguments = "SESSION",
    .summary = "Open a closed session again",
    .details = "It takes tasks again, with its settings and all that was said in it. Opening an open session changes\n"
               "nothing. 'weir run --continue' and 'weir run --session' do it by themselves.",
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
    struct session_reopen_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_reopen_method, &params, &result);
    return exit == CLI_OK ? session_print(cli, result) : exit;
}
