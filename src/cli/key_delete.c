#include <stdio.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/secret.h"
#include "cli/text.h"
#include "contract/key.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"yes", 'y', NULL, NULL, "do not ask on a terminal whether to"},
    {0},
};

const struct cli_command command_key_delete = {
    .name = "key delete",
    .arguments = "SERVICE",
    .summary = "Forget the key of a service",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_KEYS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    char question[128];
    bool yes = true;
    autofree char *result = NULL;
    struct key_delete_params params = {.service = slice_of(arguments[0])};
    (void)snprintf(question, sizeof question, "forget the key of %.64s?", arguments[0]);
    enum cli_exit exit = cli_option(cli, "yes") ? CLI_OK : secret_confirm(question, &yes);
    if (!yes)
        return cli_fail(cli, CLI_FAILED, "nothing was changed");
    if (exit == CLI_OK)
        exit = ask(cli, &key_delete_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)fputs("the key of ", stdout);
    text_write(stdout, params.service);
    (void)puts(" is forgotten");
    return CLI_OK;
}
