#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/places.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "contract/daemon.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"force", 'f', NULL, NULL, "end the process with all that runs, and start another"},
    {0},
};

const struct cli_command command_daemon_restart = {
    .name = "daemon restart",
    .arguments = "",
    .summary = "Let the daemon go over to its program as it is now, or start it",
    .details = "The process stays, with its connections, terminals and tasks; its clients notice a pause. A program "
               "that cannot\n"
               "take over changes nothing. Where the daemon does not know how, and with --force, it is stopped and "
               "started; the\n"
               "new one has the state directory and the configuration file of the one before it.",
    .options = options,
    .run = run,
};

enum { RESTART_MS = 60000, METHOD_NOT_FOUND = -32601 };

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

static enum cli_exit print(const struct cli *cli, const struct daemon_facts *facts, const char *result)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct daemon_restart_result done;
    enum cli_exit exit = ask_read(cli, &arena, &daemon_restart_result_shape, result, &done);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK)
        (void)printf("the daemon (pid %d) goes on as weird %.*s, after a pause of %" PRId64 " ms\n", (int)facts->pid,
                     SLICE_ARG(done.version), done.pause_ms);
    arena_clear(&arena);
    return exit;
}

/* False: the daemon has to be stopped and started. Else *ret_exit is what became of it. */
static bool go_over(struct cli *cli, const struct daemon_facts *facts, enum cli_exit *ret_exit)
{
    autofree char *result = NULL;
    int64_t limit = cli->timeout_ms == 0 ? RESTART_MS : cli->timeout_ms;
    int r = weir_call(cli->weir, "daemon.restart", NULL, 0, limit, &result, NULL);
    const struct weir_error *error = weir_last_error(cli->weir);
    if (r == -EREMOTEIO && (error->code == METHOD_NOT_FOUND || strcmp(error->word, "stopping") == 0))
        return false;
    *ret_exit = r == 0 ? print(cli, facts, result) : cli_fail_call(cli);
    if (r == -EREMOTEIO && strcmp(error->word, "restart_failed") == 0)
        cli_hint(cli, "'weir daemon restart --force' ends it and starts another");
    return true;
}

static enum cli_exit restart(struct cli *cli, struct daemon_facts *facts)
{
    bool stopped, connected = cli_connect_quietly(cli) == 0;
    if (connected)
        (void)daemon_facts_ask(cli, facts);
    enum cli_exit exit = choose_config(cli, facts);
    if (exit == CLI_OK && connected && !cli_option(cli, "force") && go_over(cli, facts, &exit))
        return exit;
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
