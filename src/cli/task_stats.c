#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "contract/task.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_task_stats = {
    .name = "task stats",
    .arguments = "",
    .summary = "Count the tasks by their state",
    .details = "'running' counts all between queued and ended.",
    .starts = true,
    .run = run,
};

static void print(const struct cli *cli, const char *name, int64_t number, const char *color)
{
    bool colored = cli->color && number > 0 && color;
    (void)printf("  %-10s %s%10" PRId64 "%s\n", name, colored ? color : "", number, colored ? pretty_off : "");
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = ask(cli, &task_stats_method, NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_stats_result stats;
    exit = ask_read(cli, &arena, &task_stats_result_shape, result, &stats);
    if (exit == CLI_OK) {
        print(cli, "queued", stats.queued, NULL);
        print(cli, "running", stats.running, pretty_cyan);
        print(cli, "completed", stats.completed, pretty_green);
        print(cli, "failed", stats.failed, pretty_red);
        print(cli, "cancelled", stats.cancelled, pretty_yellow);
        print(cli, "total", stats.total, pretty_bold);
    }
    arena_clear(&arena);
    return exit;
}
