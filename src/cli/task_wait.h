/* Waiting for the end of a task, in silence or with all that is said meanwhile. */
#pragma once

#include "base/arena.h"
#include "cli/live.h"
#include "contract/task.h"

/* How long the daemon may be gone before it is not waited for any longer. */
enum { TASK_PATIENCE_MS = 30000 };

/* That so many permission requests were refused because nobody answered: a line of ours on the standard error. Nothing
 * where there were none, or with --json. */
void task_tell_unanswered(const struct cli *cli, int64_t count);

/* Waits for the end, for as long as --timeout says, through restarts of the daemon; on a terminal it shows how far the
 * task is. Prints the end. CLI_OK: completed; CLI_FAILED: it has ended otherwise, or an error was reported;
 * CLI_UNANSWERED: nobody answered what it asked for; CLI_TIMEOUT: not in time. The connection stands already; `live`
 * ends with it. */
enum cli_exit task_await(struct live *live, const char *task_id);

/* task_logs.c: prints what was said in the task so far, then what is said until its end; on a terminal it shows that
 * something goes on. The same exit codes, and the same end of `live`. */
enum cli_exit task_follow(struct live *live, const char *task_id);
