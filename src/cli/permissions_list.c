#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/permission_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"past", 0, NULL, NULL, "those that were answered too"},
    {"session", 0, "ID", NULL, "only those of this session"},
    {"limit", 'n', "COUNT", NULL, "the newest so many (default 50)"},
    {"all", 0, NULL, NULL, "all of them"},
    {0},
};

const struct cli_command command_permissions_list = {
    .name = "permissions list",
    .arguments = "",
    .summary = "List what agents wait for a permission to do",
    .details = "'weir approve' shows one after the other and takes the answers.",
    .options = options,
    .leads = true,
    .run = run,
};

static void row(struct table *table, const void *record, const struct table_style *style)
{
    permission_row(table, record, style);
}

static void turn(void *user, int64_t limit, struct slice after)
{
    struct permission_list_params *params = user;
    params->limit = limit;
    params->after = after;
    params->after_is = after.data ? FIELD_SET : FIELD_ABSENT;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *session = cli_option(cli, "session");
    struct permission_list_params params = {
        .all = cli_option(cli, "past") != NULL,
        .session_id = slice_of(session ? session : ""),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
    };
    const struct pages pages = {.method = &permission_list_method,
                                .record_size = sizeof(struct permission_request),
                                .columns = permission_columns,
                                .column_count = permission_column_count,
                                .row = row,
                                .turn = turn,
                                .params = &params};
    return pages_print(cli, &pages);
}
