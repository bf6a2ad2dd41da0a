/* Waits for the end of a task, silently or with its events. */
#pragma once

#include "base/arena.h"
#include "cli/live.h"
#include "contract/task.h"

/* How long to try to reconnect to the daemon. */
enum { TASK_PATIENCE_MS = 30000 };

/* Prints a notice on standard error that permission requests were denied because nobody answered. Prints nothing for 0,
 * or with --json. */
void task_tell_unanswered(const struct cli *cli, int64_t count);

/* Waits for the end, within --timeout, through restarts of the daemon; shows the progress on a terminal. Prints the
 * end. Returns CLI_OK if the task completed; CLI_FAILED if it ended otherwise, or an error was reported; CLI_UNANSWERED
 * if nobody answered its permission requests; CLI_TIMEOUT. Needs an open connection; ends `live`. */
enum cli_exit task_await(struct live *live, const char *task_id);

/* task_logs.c: prints the events of the task until its end, with a status line on a terminal. Same exit codes; ends
 * `live`. */
enum cli_exit task_follow(struct live *live, const char *task_id);
