/* weir, the command line. It shows what the daemon knows and makes no decisions of its own. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/std_fds.h"
#include "cli/ascii.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/ids.h"

#define LISTED(name) &command_##name,
static const struct cli_command *const commands[] = {CLI_COMMANDS(LISTED) NULL};
#undef LISTED

static enum cli_exit run(struct cli *cli)
{
    if (cli_option(cli, "version")) {
        (void)printf(cli->json ? "{\"name\":\"weir\",\"version\":\"%s\"}\n" : "weir %s\n", WEIR_VERSION);
        return CLI_OK;
    }
    if (cli_option(cli, "help")) {
        if (cli->group)
            cli_help_group(cli, cli->group, stdout);
        else if (cli->command)
            cli_help_command(cli->command, stdout);
        else
            cli_help(cli, stdout);
        return CLI_OK;
    }
    if (cli->command) {
        enum cli_exit exit = ids_resolve(cli);
        return exit == CLI_OK ? cli->command->run(cli, cli->argument_count, cli->arguments) : exit;
    }
    if (cli->json)
        return cli_fail(cli, CLI_USAGE, "missing command; see: weir help");
    if (cli->group)
        cli_help_group(cli, cli->group, stderr);
    else
        cli_help(cli, stderr);
    return CLI_USAGE;
}

/* The parent process may have blocked signals, or ignored SIGPIPE. Ctrl-C and SIGWINCH must work all the same. */
static void hear_signals(void)
{
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
}

int main(int argc, char **argv)
{
    struct cli cli = {.commands = commands};
    if (std_fds_open() < 0)
        return CLI_FAILED;
    hear_signals();
    enum cli_exit exit = cli_parse(&cli, argc, argv);
    ascii_use(ascii_is_locale() && !cli.json); /* JSON is UTF-8 */
    if (exit == CLI_OK)
        exit = run(&cli);
    exit = cli_finish(&cli, exit);
    cli_disconnect(&cli);
    weir_endpoint_free(cli.endpoint);
    free(cli.arguments);
    for (struct cli_allocation *next; cli.allocations; cli.allocations = next) {
        next = cli.allocations->next;
        free(cli.allocations);
    }
    return exit;
}
