#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/task_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"state", 's', "STATE", "queued starting running awaiting_permission stopping completed failed cancelled",
     "only those in this state"},
    {"session", 0, "ID", NULL, "only those of this session"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_task_list = {
    .name = "task list",
    .arguments = "",
    .summary = "List tasks, the newest first",
    .details = "AGE is the time since a task was submitted, TIME how long it has run. A task that 'asks' waits for\n"
               "a permission. With --json a line of JSON for each.",
    .options = options,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct task_list_params params = {0};
    params.state = (enum task_state)ask_word(cli, "state", &task_state_shape, &params.state_is);
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &task_list_method,
                                .columns = task_columns,
                                .column_count = task_column_count,
                                .row = task_row,
                                .none = "no tasks: 'weir run' gives an agent something to do",
                                .params = &params};
    return pages_print(cli, &pages);
}
