#include "cli/waiting.h"

#include <errno.h>

#include "cli/ask.h"
#include "cli/live.h"
#include "cli/status_line.h"

static enum cli_exit call(struct live *live, struct status_line *line, const struct method *method, const void *params,
                          const struct waiting *waiting, char **ret_result)
{
    struct cli *cli = live->cli;
    enum cli_exit exit = live_connect(live);
    if (exit != CLI_OK)
        return exit;
    status_line_begin(line, live, waiting->doing);
    int r = live_call(live, method, params, cli->timeout_ms ? cli->timeout_ms : WEIR_TIMEOUT_NONE, ret_result);
    status_line_end(line);
    if (r == -EINTR)
        return cli_fail(cli, CLI_INTERRUPTED, "not waited for any longer: %s", waiting->later);
    if (r == -ETIMEDOUT)
        return cli_fail(cli, CLI_TIMEOUT, "no answer in time: %s", waiting->later);
    if (r == -ENOMEM)
        return cli_fail(cli, CLI_FAILED, "no memory");
    return r < 0 ? ask_fail(cli, &live->error) : CLI_OK;
}

enum cli_exit waiting_call(struct cli *cli, const struct method *method, const void *params,
                           const struct waiting *waiting, char **ret_result)
{
    struct live live;
    struct status_line line; /* its handle closes with the loop */
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = call(&live, &line, method, params, waiting, ret_result);
    live_end(&live);
    return exit;
}
