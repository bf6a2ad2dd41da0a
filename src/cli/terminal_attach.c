#include "cli/commands.h"
#include "cli/terminal_attached.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"no-scrollback", 0, NULL, NULL, "show only what comes from now on"},
    {0},
};

const struct cli_command command_terminal_attach = {
    .name = "terminal attach",
    .arguments = "TERMINAL",
    .summary = "Come back to a terminal: see what it shows, type into it",
    .details =
        "What it has shown so far comes first. Ctrl-\\ then d leaves it, and it goes on; Ctrl-\\ twice types one.\n"
        "It takes the size of this terminal's window, and follows it. Several may be attached to one.\n"
        "\n"
        "The exit status is that of the shell there, 128 and its number for a signal; 0 for who leaves. The\n"
        "standard input and output must be a terminal.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TERMINALS,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    const struct terminal_start start = {.id = arguments[0], .scrollback = !cli_option(cli, "no-scrollback")};
    return terminal_attached_run(cli, &start);
}
