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
    .run = run,
};

static void row(struct table *table, const void *record, const struct table_style *style)
{
    rule_row(table, record, style);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *session = cli_option(cli, "session");
    struct permission_rules_list_params params = {.session_id = slice_of(session ? session : ""),
                                                  .session_id_is = session ? FIELD_SET : FIELD_ABSENT};
    const struct pages pages = {.method = &permission_rules_list_method,
                                .record_size = sizeof(struct permission_rule),
                                .columns = rule_columns,
                                .column_count = rule_column_count,
                                .row = row,
                                .params = &params};
    return pages_print(cli, &pages);
}
