#include "cli/commands.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"force", 'f', NULL, NULL, "do not wait for what runs: end it"},
    {0},
};

const struct cli_command command_daemon_restart = {
    .name = "daemon restart",
    .arguments = "",
    .summary = "Stop the daemon if it runs, and start it",
    .options = options,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    bool stopped;
    /* Found before the stop: a project's socket goes away with its daemon. */
    enum cli_exit exit = cli_place(cli);
    if (exit == CLI_OK)
        exit = daemon_stop_if_running(cli, cli_option(cli, "force") != NULL, &stopped);
    return exit == CLI_OK ? daemon_start_now(cli) : exit;
}
