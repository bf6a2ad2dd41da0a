/* Calls of methods that take their time. */
#pragma once

#include "cli/cli.h"
#include "rpc/method.h"

struct waiting {
    const char *doing; /* for a terminal: "the task is being stopped" */
    const char *later; /* when the waiting has ended before that: "it goes on; 'weir task get' tells how it ended" */
};

/* As ask(), but without end unless --timeout says otherwise. Ctrl-C ends the waiting: CLI_INTERRUPTED, reported. */
enum cli_exit waiting_call(struct cli *cli, const struct method *method, const void *params,
                           const struct waiting *waiting, char **ret_result);
