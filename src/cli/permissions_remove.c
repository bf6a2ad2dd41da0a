#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "contract/permission.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_permissions_remove = {
    .name = "permissions remove",
    .arguments = "RULE",
    .summary = "Remove a rule",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_RULES,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    const struct permission_rules_remove_params params = {.rule_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &permission_rules_remove_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)printf("removed %s\n", arguments[0]);
    return exit;
}
