#include <limits.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/terminal.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_terminal_close = {
    .name = "terminal close",
    .arguments = "TERMINAL...",
    .summary = "End terminals, and wait until nothing of them is left",
    .details = "--timeout says how long to wait for each (default: without end). One that cannot be closed does not\n"
               "keep the others open.",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TERMINALS,
    .run = run,
};

static enum cli_exit close_one(struct cli *cli, const char *id)
{
    static const struct waiting waiting = {
        .doing = "the terminal is being closed",
        .later = "the terminal goes on being closed, and 'weir terminal list' tells when it is",
    };
    autofree char *result = NULL;
    const struct terminal_close_params params = {.terminal_id = slice_of(id)};
    enum cli_exit exit = waiting_call(cli, &terminal_close_method, &params, &waiting, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
    } else {
        text_write(stdout, params.terminal_id);
        (void)puts(" is closed");
    }
    return cli_flush(cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    enum cli_exit exit = CLI_OK;
    for (int i = 0; i < count && exit != CLI_INTERRUPTED && exit != CLI_NO_DAEMON; i++) {
        enum cli_exit one = close_one(cli, arguments[i]);
        if (one != CLI_OK)
            exit = one;
    }
    return exit;
}
