#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/permission_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"past", 0, NULL, NULL, "those that were answered too"},
    {"session", 0, "ID", NULL, "only those of this session"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_permissions_list = {
    .name = "permissions list",
    .arguments = "",
    .summary = "List what agents wait for a permission to do",
    .details = "'weir approve' shows one after the other and takes the answers.",
    .options = options,
    .leads = true,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct permission_list_params params = {.all = cli_option(cli, "past") != NULL};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &permission_list_method,
                                .columns = permission_columns,
                                .column_count = permission_column_count,
                                .row = permission_row,
                                .none = "nobody waits for a permission; --past lists those that were answered",
                                .params = &params};
    return pages_print(cli, &pages);
}
