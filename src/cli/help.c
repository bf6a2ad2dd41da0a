/* Help, made from the commands' own entries. */
#include <string.h>

#include "cli/cli.h"

enum { COLUMN = 26 };

static void print_options(const struct cli_option *options, FILE *out)
{
    for (; options && options->name; options++) {
        char left[64], letter[8] = "    ";
        if (options->letter)
            (void)snprintf(letter, sizeof letter, "-%c, ", options->letter);
        (void)snprintf(left, sizeof left, "%s--%s%s%s", letter, options->name,
                       cli_option_takes_word(options) ? " " : "", options->value ? options->value : "");
        (void)fprintf(out, "  %-*s %s\n", COLUMN, left, options->summary);
    }
}

static void print_commands(const struct cli *cli, const char *group, FILE *out)
{
    size_t size = strlen(group);
    for (size_t i = 0; cli->commands[i]; i++) {
        const struct cli_command *command = cli->commands[i];
        char left[64];
        if (size > 0 && (strncmp(command->name, group, size) != 0 || command->name[size] != ' '))
            continue;
        (void)snprintf(left, sizeof left, "%s %s", command->name, command->arguments);
        (void)fprintf(out, "  %-*s %s\n", COLUMN, left, command->summary);
    }
}

void cli_help(const struct cli *cli, FILE *out)
{
    (void)fputs("usage: weir [OPTIONS] COMMAND [ARGUMENTS]\n"
                "\n"
                "Start, watch, steer and stop AI agents through weird, the daemon.\n"
                "\n"
                "Commands:\n",
                out);
    print_commands(cli, "", out);
    (void)fputs("\nOptions, before or after the command:\n", out);
    print_options(cli_global_options, out);
    (void)fputs("\n"
                "Exit status: 0 all went well, 1 the call failed, 2 wrong usage, 3 no daemon, 4 timeout,\n"
                "130 Ctrl-C before what was waited for.\n"
                "'weir help COMMAND' tells more about one; weir(1) tells all.\n",
                out);
}

void cli_help_group(const struct cli *cli, const char *group, FILE *out)
{
    (void)fprintf(out, "usage: weir %s COMMAND [ARGUMENTS]\n\nCommands:\n", group);
    print_commands(cli, group, out);
}

void cli_help_command(const struct cli_command *command, FILE *out)
{
    (void)fprintf(out, "usage: weir %s%s%s%s\n\n%s.\n", command->name, command->options ? " [OPTIONS]" : "",
                  *command->arguments ? " " : "", command->arguments, command->summary);
    if (command->details)
        (void)fprintf(out, "\n%s\n", command->details);
    if (command->options) {
        (void)fputs("\nOptions:\n", out);
        print_options(command->options, out);
    }
    (void)fputs("\nOptions of all commands:\n", out);
    print_options(cli_global_options, out);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    char name[64] = "";
    if (count == 0) {
        cli_help(cli, stdout);
        return CLI_OK;
    }
    (void)snprintf(name, sizeof name, "%s%s%s", arguments[0], count > 1 ? " " : "", count > 1 ? arguments[1] : "");
    size_t size = strlen(name);
    for (size_t i = 0; cli->commands[i]; i++) {
        const struct cli_command *command = cli->commands[i];
        if (strcmp(command->name, name) == 0) {
            cli_help_command(command, stdout);
            return CLI_OK;
        }
        if (strncmp(command->name, name, size) == 0 && command->name[size] == ' ') {
            cli_help_group(cli, name, stdout);
            return CLI_OK;
        }
    }
    return cli_fail(cli, CLI_USAGE, "no command '%s': see 'weir help'", name);
}

const struct cli_command command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "Tell about weir, or about one command",
    .arguments_max = 2,
    .completes = CLI_COMPLETES_COMMANDS,
    .run = run,
};
