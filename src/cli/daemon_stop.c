#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/commands.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"force", 'f', NULL, NULL, "do not wait for what runs: end it"},
    {0},
};

const struct cli_command command_daemon_stop = {
    .name = "daemon stop",
    .arguments = "",
    .summary = "Stop the daemon, and wait until it is gone",
    .details =
        "The daemon finishes what runs, for up to 30 seconds. --timeout says how long to wait for its end\n"
        "(default: 60 seconds); when that is over the exit status is 4, and the daemon goes on stopping. --force\n"
        "ends the tasks with all of their processes; it also hastens a stop that is under way.",
    .options = options,
    .run = run,
};

enum { GONE_MS = 60000 };

static bool is_connected(const struct cli *cli, int64_t timeout_ms)
{
    int r = 1;
    while (r > 0) /* each is a message that does not matter now */
        r = weir_wait(cli->weir, timeout_ms);
    return r == 0;
}

/* It has hung up. Either it stops already, and nobody else can connect; or it has no use for us, and the last error
 * says why. */
static bool is_leaving(struct cli *cli)
{
    return cli_connect_quietly(cli) < 0;
}

/* The process is watched from before it is told, so that it cannot be another one of the same number. Where it cannot
 * be watched (in another namespace, say) the end of the connection has to do. */
static enum cli_exit stop(struct cli *cli, bool force)
{
    int64_t limit = cli->timeout_ms == 0 ? GONE_MS : cli->timeout_ms;
    struct daemon_facts facts;
    (void)daemon_facts_ask(cli, &facts);
    pid_t pid = facts.pid;
    daemon_facts_clear(&facts);
    autoclose int pidfd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
    int r = weir_call(cli->weir, "daemon.stop", force ? "{\"force\":true}" : "{}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT,
                      NULL, NULL);
    if (r < 0 && r != -ECONNRESET && !(r == -ENOTCONN && is_leaving(cli)))
        return cli_fail_call(cli);
    if (r < 0 && pid == 0) /* whoever listened was gone before it could be asked who it is */
        return cli_fail(cli, CLI_NO_DAEMON, "no daemon is running any more: it has just ended");
    r = pidfd >= 0 ? daemon_wait_gone(pidfd, limit) : is_connected(cli, limit) ? -ETIMEDOUT : 0;
    if (r < 0)
        return cli_fail(cli, CLI_TIMEOUT,
                        "the daemon (pid %d) is still stopping: wait, or use 'weir daemon stop --force'", (int)pid);
    if (cli->json)
        (void)printf("{\"stopped\":true,\"pid\":%d}\n", (int)pid);
    else
        (void)printf("the daemon (pid %d) has stopped\n", (int)pid);
    (void)cli_flush(cli);
    return CLI_OK;
}

enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped)
{
    int r = cli_connect_quietly(cli);
    *ret_stopped = false;
    if (r == -ENOENT || r == -ECONNREFUSED)
        return CLI_OK;
    if (r < 0)
        return cli_fail_call(cli);
    *ret_stopped = true;
    enum cli_exit exit = stop(cli, force);
    cli_disconnect(cli);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    bool stopped = false;
    enum cli_exit exit = cli_place(cli);
    if (exit == CLI_OK)
        exit = daemon_stop_if_running(cli, cli_option(cli, "force") != NULL, &stopped);
    if (exit == CLI_OK && !stopped)
        return cli_fail(cli, CLI_NO_DAEMON, "no daemon at %s: there is nothing to stop", cli->place->socket);
    return exit;
}
