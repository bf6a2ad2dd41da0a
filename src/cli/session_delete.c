#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "contract/session.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_session_delete = {
    .name = "session delete",
    .arguments = "SESSION",
    .summary = "Remove a session with its tasks and all that was said in it",
    .details = "What forks of it inherited stays theirs. A session that is at work has to be closed first.",
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
    struct session_delete_params params = {.session_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &session_delete_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    text_write(stdout, params.session_id);
    (void)puts(" is deleted");
    return CLI_OK;
}
