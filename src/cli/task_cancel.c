#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/task.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"reason", 'r', "TEXT", NULL, "why, for the log (default user_cancelled)"},
    {0},
};

const struct cli_command command_task_cancel = {
    .name = "task cancel",
    .arguments = "TASK",
    .summary = "Stop a task, and wait until nothing of it is left",
    .details = "A task that waits for its turn is taken from the queue. One that runs is asked to stop, then made to.\n"
               "--timeout says how long to wait (default: without end); when that is over the exit status is 4, and\n"
               "the task goes on being stopped. A task that has ended already is an error.",
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
    static const struct waiting waiting = {
        .doing = "the task is being stopped",
        .later = "the task goes on being stopped, and 'weir task get' tells how it ended",
    };
    autofree char *result = NULL;
    struct task_cancel_params params = {.task_id = slice_of(arguments[0]), .reason = SLICE("user_cancelled")};
    enum field_is reason_is = FIELD_ABSENT;
    enum cli_exit exit = ask_option(cli, "reason", &params.reason, &reason_is);
    if (exit == CLI_OK)
        exit = waiting_call(cli, &task_cancel_method, &params, &waiting, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_cancel_result cancelled;
    exit = ask_read(cli, &arena, &task_cancel_result_shape, result, &cancelled);
    if (exit == CLI_OK) {
        text_write(stdout, params.task_id);
        (void)fputs(cancelled.cancelled ? " is cancelled" : " ended by itself before it could be cancelled", stdout);
        if (cancelled.processes_is == FIELD_SET && cancelled.processes > 0)
            (void)printf("; %" PRId64 " %s ended", cancelled.processes,
                         cancelled.processes == 1 ? "process was" : "processes were");
        (void)putchar('\n');
    }
    arena_clear(&arena);
    return exit;
}
