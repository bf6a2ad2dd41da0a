#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/permission_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"session", 0, "ID", NULL, "only those that count in this session"},
    {0},
};

const struct cli_command command_permissions_rules = {
    .name = "permissions rules",
    .arguments = "",
    .summary = "List the rules that answer for people",
    .details = "Deny beats allow. 'weir permissions allow' and 'weir permissions deny' add one.",
    .options = options,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct permission_rules_list_params params = {0};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &permission_rules_list_method,
                                .columns = rule_columns,
                                .column_count = rule_column_count,
                                .row = rule_row,
                                .none = "no rules: 'weir permissions allow' and 'weir permissions deny' add one",
                                .params = &params};
    return pages_print(cli, &pages);
}
