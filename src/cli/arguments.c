#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "cli/text.h"

const struct cli_option cli_global_options[] = {
    {"socket", 0, "PATH", NULL, "socket of the daemon (default: WEIR_SOCKET, the project's, the user's)"},
    {"json", 0, NULL, NULL, "print JSON, one value per line"},
    {"timeout", 0, "SECONDS", NULL, "wait this long for a response (default 30; 0: no limit)"},
    {"color", 0, "WHEN", "auto always never", "use colors: auto, always or never (default auto)"},
    {"help", 'h', NULL, NULL, "print this help, or the help of the command"},
    {"version", 'V', NULL, NULL, "print the version"},
    {0},
};

struct scan {
    struct cli *cli;
    char **argv;
    int argc, at;
};

/* --- options --- */

static const struct cli_option *find_in(const struct cli_option *options, const char *name, size_t size, char letter)
{
    for (; options && options->name; options++)
        if (letter ? options->letter == letter : strncmp(options->name, name, size) == 0 && !options->name[size])
            return options;
    return NULL;
}

static const struct cli_option *find_option(const struct cli *cli, const char *name, size_t size, char letter)
{
    const struct cli_option *option = cli->command ? find_in(cli->command->options, name, size, letter) : NULL;
    return option ? option : find_in(cli_global_options, name, size, letter);
}

const char *cli_option(const struct cli *cli, const char *name)
{
    for (int i = cli->given_count; i-- > 0;)
        if (strcmp(cli->given[i].option->name, name) == 0)
            return cli->given[i].value;
    return NULL;
}

const char *cli_option_next(const struct cli *cli, const char *name, int *at)
{
    while (*at < cli->given_count) {
        int i = (*at)++;
        if (strcmp(cli->given[i].option->name, name) == 0)
            return cli->given[i].value;
    }
    return NULL;
}

static bool is_word_of(const char *words, const char *value)
{
    size_t size = strlen(value);
    for (const char *at = words; at && *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == size && strncmp(at, value, size) == 0)
            return true;
    return false;
}

static enum cli_exit give(struct cli *cli, const struct cli_option *option, const char *value)
{
    if (option->words && !is_word_of(option->words, value))
        return cli_fail(cli, CLI_USAGE, "--%s must be one of: %s; not '%s'", option->name, option->words, value);
    if (cli_option_takes_word(option) && !*value && strcmp(option->value, "LIST") != 0)
        return cli_fail(cli, CLI_USAGE, "--%s must not be empty", option->name);
    if (cli->given_count == CLI_GIVEN_MAX)
        return cli_fail(cli, CLI_USAGE, "too many options (limit: %d)", CLI_GIVEN_MAX);
    cli->given[cli->given_count].option = option;
    cli->given[cli->given_count++].value = value;
    return CLI_OK;
}

static enum cli_exit refuse_option(const struct cli *cli, const char *name, size_t size)
{
    struct suggestion suggestion = {0};
    char word[SUGGEST_SIZE_MAX];
    (void)snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word - 1), name);
    suggestion.word = word;
    const struct cli_option *own = cli->command ? cli->command->options : NULL;
    for (; size > 1 && own && own->name; own++)
        suggest_consider(&suggestion, own->name);
    for (const struct cli_option *option = cli_global_options; size > 1 && option->name; option++)
        suggest_consider(&suggestion, option->name);
    const char *dashes = size > 1 ? "--" : "-";
    const char *command = cli->command ? cli->command->name : "";
    if (suggestion.best)
        return cli_fail(cli, CLI_USAGE, "no such option: %s%s; did you mean --%s?", dashes, word, suggestion.best);
    return cli_fail(cli, CLI_USAGE, "no such option: %s%s; see: weir help%s%s", dashes, word, *command ? " " : "",
                    command);
}

static enum cli_exit parse_long(struct scan *scan, const char *text)
{
    size_t size = strcspn(text, "=");
    const struct cli_option *option = find_option(scan->cli, text, size, 0);
    if (!option)
        return refuse_option(scan->cli, text, size);
    if (!option->value && text[size])
        return cli_fail(scan->cli, CLI_USAGE, "--%s takes no value", option->name);
    if (option->value && text[size])
        return give(scan->cli, option, text + size + 1);
    if (!cli_option_takes_word(option))
        return give(scan->cli, option, "");
    if (scan->at == scan->argc)
        return cli_fail(scan->cli, CLI_USAGE, "--%s needs a value: --%s %s", option->name, option->name, option->value);
    return give(scan->cli, option, scan->argv[scan->at++]);
}

static enum cli_exit parse_letters(struct scan *scan, const char *letters)
{
    enum cli_exit exit = CLI_OK;
    for (const char *at = letters; *at && exit == CLI_OK; at++) {
        const struct cli_option *option = find_option(scan->cli, "", 0, *at);
        if (!option)
            return refuse_option(scan->cli, at, 1);
        if (!cli_option_takes_word(option)) {
            exit = give(scan->cli, option, "");
            continue;
        }
        if (at[1])
            return give(scan->cli, option, at + 1);
        if (scan->at == scan->argc)
            return cli_fail(scan->cli, CLI_USAGE, "-%c needs a value: -%c %s", *at, *at, option->value);
        return give(scan->cli, option, scan->argv[scan->at++]);
    }
    return exit;
}

/* --- the command --- */

/* Finds the full name of a command that was given without its group: "daemon status" for "status". Returns NULL if
 * there is none. */
static const char *find_grouped(const struct cli *cli, const char *word)
{
    for (size_t i = 0; !cli->group && cli->commands[i]; i++) {
        const char *space = strchr(cli->commands[i]->name, ' ');
        if (space && strcmp(space + 1, word) == 0)
            return cli->commands[i]->name;
    }
    return NULL;
}

static enum cli_exit refuse_command(const struct cli *cli, const char *word)
{
    const char *grouped = find_grouped(cli, word);
    if (grouped)
        return cli_fail(cli, CLI_USAGE, "no such command: '%s'; did you mean '%s'?", word, grouped);
    struct suggestion suggestion = {.word = word};
    size_t group = cli->group ? strlen(cli->group) : 0;
    char names[128][SUGGEST_SIZE_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names && cli->commands[i]; i++) {
        const char *name = cli->commands[i]->name;
        if (group > 0 && (strncmp(name, cli->group, group) != 0 || name[group] != ' '))
            continue;
        name += group > 0 ? group + 1 : 0;
        /* Without a group, compare the first words, since the group may be misspelt. */
        (void)snprintf(names[i], sizeof names[i], "%.*s", (int)strcspn(name, " "), name);
        suggest_consider(&suggestion, names[i]);
    }
    const char *head = group > 0 ? cli->group : "", *space = group > 0 ? " " : "";
    if (suggestion.best)
        return cli_fail(cli, CLI_USAGE, "no such command: '%s%s%s'; did you mean '%s%s%s'?", head, space, word, head,
                        space, suggestion.best);
    return cli_fail(cli, CLI_USAGE, "no such command: '%s%s%s'; see: weir help", head, space, word);
}

/* Returns the default command of the group, or NULL. */
static const struct cli_command *find_leading(const struct cli *cli)
{
    size_t size = strlen(cli->group);
    for (size_t i = 0; cli->commands[i]; i++) {
        const struct cli_command *command = cli->commands[i];
        if (command->leads && strncmp(command->name, cli->group, size) == 0 && command->name[size] == ' ')
            return command;
    }
    return NULL;
}

/* Options between the group and the command were looked up in the group's default command: look them up again. */
static enum cli_exit choose(struct cli *cli, const struct cli_command *command)
{
    cli->command = command;
    cli->group = NULL;
    for (int i = 0; i < cli->given_count; i++) {
        const char *name = cli->given[i].option->name;
        cli->given[i].option = find_option(cli, name, strlen(name), 0);
        if (!cli->given[i].option)
            return refuse_option(cli, name, strlen(name));
    }
    return CLI_OK;
}

static enum cli_exit take_word(struct cli *cli, char *word)
{
    if (cli->command && !cli->group) {
        cli->arguments[cli->argument_count++] = word;
        return CLI_OK;
    }
    char name[SUGGEST_SIZE_MAX];
    (void)snprintf(name, sizeof name, "%s%s%s", cli->group ? cli->group : "", cli->group ? " " : "", word);
    size_t size = strlen(name);
    for (size_t i = 0; cli->commands[i]; i++) {
        const struct cli_command *command = cli->commands[i];
        if (strcmp(command->name, name) == 0)
            return choose(cli, command);
        if (!cli->group && strncmp(command->name, name, size) == 0 && command->name[size] == ' ') {
            cli->group = word;
            cli->command = find_leading(cli);
            return CLI_OK;
        }
    }
    return refuse_command(cli, word);
}

static enum cli_exit parse_words(struct scan *scan)
{
    enum cli_exit exit = CLI_OK;
    bool options = true;
    while (exit == CLI_OK && scan->at < scan->argc) {
        char *word = scan->argv[scan->at++];
        if (!options || word[0] != '-' || word[1] == '\0')
            exit = take_word(scan->cli, word);
        else if (strcmp(word, "--") == 0)
            options = false;
        else if (word[1] == '-')
            exit = parse_long(scan, word + 2);
        else
            exit = parse_letters(scan, word + 1);
    }
    return exit;
}

/* --- parsing --- */

static bool wants_color(const struct cli *cli, int fd)
{
    const char *when = cli_option(cli, "color");
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (when && strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return !cli->json && !(no_color && *no_color) && term && *term && strcmp(term, "dumb") != 0 && isatty(fd);
}

static enum cli_exit apply(struct cli *cli)
{
    const char *timeout = cli_option(cli, "timeout");
    if (timeout && text_parse_seconds(timeout, &cli->timeout_ms) < 0)
        return cli_fail(cli, CLI_USAGE, "--timeout must be a number of seconds, such as 5 or 0.5; not '%s'", timeout);
    if (timeout && cli->timeout_ms == 0)
        cli->timeout_ms = WEIR_TIMEOUT_NONE;
    cli->json = cli_option(cli, "json") != NULL;
    cli->color = wants_color(cli, STDOUT_FILENO);
    cli->color_errors = wants_color(cli, STDERR_FILENO);
    return CLI_OK;
}

static enum cli_exit check_count(const struct cli *cli)
{
    const struct cli_command *command = cli->command;
    if (!command || cli_option(cli, "help") || cli_option(cli, "version"))
        return CLI_OK;
    if (cli->argument_count < command->arguments_min)
        return cli_fail(cli, CLI_USAGE, "missing argument; usage: weir %s %s", command->name, command->arguments);
    if (cli->argument_count > command->arguments_max)
        return cli_fail(cli, CLI_USAGE, "unexpected argument '%s'; usage: weir %s%s%s",
                        cli->arguments[command->arguments_max], command->name, *command->arguments ? " " : "",
                        command->arguments);
    return CLI_OK;
}

enum cli_exit cli_parse(struct cli *cli, int argc, char **argv)
{
    struct scan scan = {.cli = cli, .argv = argv, .argc = argc, .at = 1};
    /* An error in the arguments before --json is reported as JSON too. */
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        cli->json |= strcmp(argv[i], "--json") == 0;
    cli->color_errors = wants_color(cli, STDERR_FILENO);
    cli->arguments = calloc((size_t)argc + 1, sizeof *cli->arguments);
    if (!cli->arguments)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    enum cli_exit exit = parse_words(&scan);
    if (exit == CLI_OK)
        exit = apply(cli);
    return exit == CLI_OK ? check_count(cli) : exit;
}
