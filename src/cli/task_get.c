#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/task_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_task_get = {
    .name = "task get",
    .arguments = "TASK",
    .summary = "Show a task: its state, its prompt, its result",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct task_get_params params = {.task_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &task_get_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record task;
    exit = ask_read(cli, &arena, &task_record_shape, result, &task);
    if (exit == CLI_OK)
        task_card(cli, &task);
    arena_clear(&arena);
    return exit;
}
