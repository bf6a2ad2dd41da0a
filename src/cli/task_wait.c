#include "cli/attention.h"
#include "cli/commands.h"
#include "cli/task_await.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {ATTENTION_OPTION, {0}};

const struct cli_command command_task_wait = {
    .name = "task wait",
    .arguments = "TASK",
    .summary = "Wait for the end of a task, and show it",
    .details = "The exit status is 0 when it is completed, 1 when it failed or was cancelled, 4 when it has not ended\n"
               "within --timeout (default: without end), and 5 when a permission request of it was refused because\n"
               "nobody answered. Ctrl-C ends the waiting, not the task.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = task_await(&live, arguments[0]);
    live_end(&live);
    return exit;
}
