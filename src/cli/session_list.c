#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/session_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"state", 's', "STATE", "open closed", "only those in this state"},
    {"limit", 'n', "COUNT", NULL, "the newest so many (default 50)"},
    {"all", 0, NULL, NULL, "all of them"},
    {0},
};

const struct cli_command command_session_list = {
    .name = "session list",
    .arguments = "",
    .summary = "List sessions, the newest first",
    .options = options,
    .run = run,
};

static void row(struct table *table, const void *record, const struct table_style *style)
{
    session_row(table, record, style);
}

static void turn(void *user, int64_t limit, struct slice after)
{
    struct session_list_params *params = user;
    params->limit = limit;
    params->after = after;
    params->after_is = after.data ? FIELD_SET : FIELD_ABSENT;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct session_list_params params = {0};
    const char *state = cli_option(cli, "state");
    for (uint32_t i = 0; state && i < session_state_shape.of.words.count; i++)
        if (slice_is(session_state_shape.of.words.items[i], state)) {
            params.state = (enum session_state)i;
            params.state_is = FIELD_SET;
        }
    struct pages pages = {.method = &session_list_method,
                          .record_size = sizeof(struct session_record),
                          .columns = session_columns,
                          .column_count = session_column_count,
                          .row = row,
                          .turn = turn,
                          .params = &params};
    return pages_print(cli, &pages);
}
