/* Help texts, made from the descriptions of the commands. */
#include <string.h>

#include "cli/cli.h"
#include "cli/layout.h"

enum { LEFT_BYTES = 96 };

/* Chapters of the help, by the first word of the commands' names. Commands in no chapter follow at the end. */
static const struct chapter {
    const char *title, *words;
} chapters[] = {
    {"Work with agents", "run chat sessions threads agents models approve permissions context capture watch top"},
    {"Tasks, sessions and terminals", "task session terminal"},
    {"Tools, apps and automation", "mcp apps automation"},
    {"Daemon, keys, store and audit log", "daemon key db audit health settings doctor ping"},
    {"Programs and shells", "call methods completion help"},
};

/* --- entries --- */

static struct slice option_text(const struct cli_option *option, char text[static LEFT_BYTES])
{
    char letter[8] = "    ";
    if (option->letter)
        (void)snprintf(letter, sizeof letter, "-%c, ", option->letter);
    (void)snprintf(text, LEFT_BYTES, "%s--%s%s%s", letter, option->name, cli_option_takes_word(option) ? " " : "",
                   option->value ? option->value : "");
    return slice_of(text);
}

static void measure_options(struct definitions *definitions, const struct cli_option *options)
{
    char left[LEFT_BYTES];
    for (; options && options->name; options++)
        definitions_measure(definitions, option_text(options, left));
}

static void print_options(const struct definitions *definitions, const struct cli_option *options, FILE *out)
{
    char left[LEFT_BYTES];
    for (; options && options->name; options++)
        definitions_print(definitions, out, option_text(options, left), slice_of(options->summary));
}

static struct slice command_text(const struct cli_command *command, char text[static LEFT_BYTES])
{
    (void)snprintf(text, LEFT_BYTES, "%s%s%s", command->name, *command->arguments ? " " : "", command->arguments);
    return slice_of(text);
}

static bool is_of_group(const struct cli_command *command, struct slice group)
{
    return strncmp(command->name, group.data, group.size) == 0 &&
           (command->name[group.size] == ' ' || command->name[group.size] == '\0');
}

static void print_commands(const struct cli *cli, const struct definitions *definitions, struct slice group, FILE *out)
{
    char left[LEFT_BYTES];
    for (size_t i = 0; cli->commands[i]; i++)
        if (is_of_group(cli->commands[i], group))
            definitions_print(definitions, out, command_text(cli->commands[i], left),
                              slice_of(cli->commands[i]->summary));
}

static struct definitions command_entries(const struct cli *cli, struct slice group, FILE *out)
{
    struct definitions definitions = definitions_to(out, 2, "");
    char left[LEFT_BYTES];
    for (size_t i = 0; cli->commands[i]; i++)
        if (group.size == 0 || is_of_group(cli->commands[i], group))
            definitions_measure(&definitions, command_text(cli->commands[i], left));
    return definitions;
}

static bool has_chapter(const struct cli_command *command)
{
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++)
        for (const char *word = chapters[i].words; *word; word += strspn(word, " ")) {
            if (is_of_group(command, (struct slice){word, strcspn(word, " ")}))
                return true;
            word += strcspn(word, " ");
        }
    return false;
}

static void print_others(const struct cli *cli, const struct definitions *definitions, FILE *out)
{
    char left[LEFT_BYTES];
    bool begun = false;
    for (size_t i = 0; cli->commands[i]; i++) {
        if (has_chapter(cli->commands[i]))
            continue;
        if (!begun)
            (void)fputs("\nOther commands:\n", out);
        begun = true;
        definitions_print(definitions, out, command_text(cli->commands[i], left), slice_of(cli->commands[i]->summary));
    }
}

/* --- pages --- */

void cli_help(const struct cli *cli, FILE *out)
{
    struct definitions definitions = command_entries(cli, SLICE(""), out);
    paragraphs_print(out, "usage: weir [OPTIONS] COMMAND [ARGUMENTS]\n"
                          "\n"
                          "Start, watch, steer and stop AI agents through weird, the daemon.");
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        (void)fprintf(out, "\n%s:\n", chapters[i].title);
        for (const char *word = chapters[i].words; *word; word += strspn(word, " ")) {
            print_commands(cli, &definitions, (struct slice){word, strcspn(word, " ")}, out);
            word += strcspn(word, " ");
        }
    }
    print_others(cli, &definitions, out);
    definitions = definitions_to(out, 2, "");
    measure_options(&definitions, cli_global_options);
    (void)fputs("\nOptions, before or after the command:\n", out);
    print_options(&definitions, cli_global_options, out);
    (void)fputc('\n', out);
    paragraphs_print(out,
                     "Exit status: 0 success, 1 the call or the task failed, 2 wrong usage, 3 no daemon, 4 timeout,\n"
                     "5 a permission request was denied because nobody answered,\n"
                     "130 Ctrl-C.\n"
                     "'weir help COMMAND' describes a command, weir(1) all of them.");
}

void cli_help_group(const struct cli *cli, const char *group, FILE *out)
{
    const struct slice name = {group, strlen(group)};
    struct definitions definitions = command_entries(cli, name, out);
    (void)fprintf(out, "usage: weir %s COMMAND [ARGUMENTS]\n\nCommands:\n", group);
    print_commands(cli, &definitions, name, out);
}

void cli_help_command(const struct cli_command *command, FILE *out)
{
    struct definitions definitions = definitions_to(out, 2, "");
    measure_options(&definitions, command->options);
    measure_options(&definitions, cli_global_options);
    char text[512];
    (void)snprintf(text, sizeof text, "usage: weir %s%s%s%s\n\n%s.", command->name,
                   command->options ? " [OPTIONS]" : "", *command->arguments ? " " : "", command->arguments,
                   command->summary);
    paragraphs_print(out, text);
    if (command->details) {
        (void)fputc('\n', out);
        paragraphs_print(out, command->details);
    }
    if (command->options) {
        (void)fputs("\nOptions:\n", out);
        print_options(&definitions, command->options, out);
    }
    (void)fputs("\nOptions of all commands:\n", out);
    print_options(&definitions, cli_global_options, out);
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
    return cli_fail(cli, CLI_USAGE, "no such command: '%s'; see: weir help", name);
}

const struct cli_command command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "Print help, or the help of a command",
    .arguments_max = 2,
    .completes = CLI_COMPLETES_COMMANDS,
    .run = run,
};
