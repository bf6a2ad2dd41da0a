#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/places.h"
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
    .details = "The new daemon has the state directory and the configuration file of the one before it.",
    .options = options,
    .run = run,
};

/* Whether it is where a daemon looks by itself: the user's, or the one beside a project's socket. */
static bool is_usual_config(const struct cli *cli, const struct daemon_facts *facts)
{
    autofree char *users = NULL, *project = cli_project(cli);
    if (places_config_file(&users) == 0 && strcmp(facts->config, users) == 0)
        return true;
    const char *slash = facts->socket ? strrchr(facts->socket, '/') : NULL;
    size_t size = slash ? (size_t)(slash - facts->socket) + 1 : 0;
    return project && slash && strncmp(facts->config, facts->socket, size) == 0 &&
           strcmp(facts->config + size, "config.jsonc") == 0;
}

/* A file that was named must be there; better to hear that while the daemon still runs. One in the usual place is found
 * again, or no longer there because that is what the user wants. */
static enum cli_exit choose_config(const struct cli *cli, struct daemon_facts *facts)
{
    if (facts->config && is_usual_config(cli, facts)) {
        free(facts->config);
        facts->config = NULL;
    }
    if (facts->config && access(facts->config, R_OK) < 0)
        return cli_fail(cli, CLI_FAILED,
                        "%s, the daemon's configuration, cannot be read: %s; the daemon goes on. Put it back, or use "
                        "'weir daemon stop' and start it as you want it",
                        facts->config, strerror(errno));
    return CLI_OK;
}

static enum cli_exit restart(struct cli *cli, struct daemon_facts *facts)
{
    bool stopped;
    if (cli_connect_quietly(cli) == 0)
        (void)daemon_facts_ask(cli, facts);
    enum cli_exit exit = choose_config(cli, facts);
    if (exit == CLI_OK)
        exit = daemon_stop_if_running(cli, cli_option(cli, "force") != NULL, &stopped);
    return exit == CLI_OK ? daemon_start_now(cli, facts) : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct daemon_facts facts = {0};
    /* Found before the stop: a project's socket goes away with its daemon. */
    enum cli_exit exit = cli_place(cli);
    if (exit == CLI_OK)
        exit = restart(cli, &facts);
    daemon_facts_clear(&facts);
    return exit;
}
