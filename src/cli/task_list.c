#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/task_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"state", 's', "STATE", "queued starting running awaiting_permission stopping completed failed cancelled",
     "only those in this state"},
    {"session", 0, "ID", NULL, "only those of this session"},
    {"limit", 'n', "COUNT", NULL, "the newest so many (default 50)"},
    {"all", 0, NULL, NULL, "all of them"},
    {0},
};

const struct cli_command command_task_list = {
    .name = "task list",
    .arguments = "",
    .summary = "List tasks, the newest first",
    .details = "AGE is the time since a task was submitted, TIME how long it has run. A task that 'asks' waits for\n"
               "a permission. With --json a line of JSON for each.",
    .options = options,
    .run = run,
};

static void row(struct table *table, const void *record, const struct table_style *style)
{
    task_row(table, record, style);
}

static void turn(void *user, int64_t limit, struct slice after)
{
    struct task_list_params *params = user;
    params->limit = limit;
    params->after = after;
    params->after_is = after.data ? FIELD_SET : FIELD_ABSENT;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct task_list_params params = {0};
    const char *state = cli_option(cli, "state");
    for (uint32_t i = 0; state && i < task_state_shape.of.words.count; i++)
        if (slice_is(task_state_shape.of.words.items[i], state)) {
            params.state = (enum task_state)i;
            params.state_is = FIELD_SET;
        }
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    struct pages pages = {.method = &task_list_method,
                          .record_size = sizeof(struct task_record),
                          .columns = task_columns,
                          .column_count = task_column_count,
                          .row = row,
                          .turn = turn,
                          .params = &params};
    return pages_print(cli, &pages);
}
