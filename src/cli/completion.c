/* Completion scripts for shells, made from the descriptions of the commands. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_completion = {
    .name = "completion",
    .arguments = "bash|zsh|fish",
    .summary = "Print a script that completes commands, options and methods in a shell",
    .details = "  bash:  weir completion bash > ~/.local/share/bash-completion/completions/weir\n"
               "  zsh:   weir completion zsh > DIR/_weir, where DIR is a directory of $fpath\n"
               "  fish:  weir completion fish > ~/.config/fish/completions/weir.fish",
    .arguments_min = 1,
    .arguments_max = 1,
    .words = "bash zsh fish",
    .run = run,
};

/* The names of methods, as the running daemon reports them. Drops names that a shell would expand. */
#define HARMLESS "cut -d' ' -f1 | grep -x '[A-Za-z0-9_.:/-]*'"
#define METHODS "weir methods --color never 2>/dev/null | " HARMLESS

/* The newest ids. The first line of a list has the headings. */
#define TASKS "weir task list --color never 2>/dev/null | sed 1d | " HARMLESS
#define TERMINALS "weir terminal list --color never 2>/dev/null | sed 1d | " HARMLESS
#define RULES "weir permissions rules --color never 2>/dev/null | sed 1d | " HARMLESS
#define KEYS "weir key list --color never 2>/dev/null | sed 1d | " HARMLESS
#define SERVERS "weir mcp list --color never 2>/dev/null | sed 1d | " HARMLESS
#define AGENTS "weir agents --color never 2>/dev/null | sed 1d | " HARMLESS
#define AUTOMATIONS "weir automation list --color never 2>/dev/null | sed 1d | " HARMLESS
#define SESSIONS "weir session list --color never 2>/dev/null | sed 1d | " HARMLESS

static const char *ids_of_command(const struct cli_command *command)
{
    switch (command->completes) {
    case CLI_COMPLETES_METHODS:
        return METHODS;
    case CLI_COMPLETES_TASKS:
        return TASKS;
    case CLI_COMPLETES_SESSIONS:
        return SESSIONS;
    case CLI_COMPLETES_TERMINALS:
        return TERMINALS;
    case CLI_COMPLETES_RULES:
        return RULES;
    case CLI_COMPLETES_KEYS:
        return KEYS;
    case CLI_COMPLETES_SERVERS:
        return SERVERS;
    case CLI_COMPLETES_AUTOMATIONS:
        return AUTOMATIONS;
    default:
        return NULL;
    }
}

static const char *ids_of_option(const struct cli_option *option)
{
    if (strcmp(option->name, "task") == 0)
        return TASKS;
    if (strcmp(option->name, "agent") == 0)
        return AGENTS;
    return strcmp(option->name, "session") == 0 || strcmp(option->name, "thread") == 0 ? SESSIONS : NULL;
}

/* --- common to all shells --- */

typedef void (*option_fn)(const struct cli_option *option, const char *command);

static void each_option(const struct cli *cli, option_fn print)
{
    for (const struct cli_option *option = cli_global_options; option->name; option++)
        print(option, "");
    for (size_t i = 0; cli->commands[i]; i++)
        for (const struct cli_option *option = cli->commands[i]->options; option && option->name; option++)
            print(option, cli->commands[i]->name);
}

/* Returns whether the command is the first one with this first word; "daemon" stands for its group. */
static bool is_first_of_group(const struct cli *cli, size_t index)
{
    const char *name = cli->commands[index]->name;
    size_t size = strcspn(name, " ");
    for (size_t i = 0; i < index; i++)
        if (strncmp(cli->commands[i]->name, name, size) == 0 && strcspn(cli->commands[i]->name, " ") == size)
            return false;
    return true;
}

static void print_first_words(const struct cli *cli)
{
    for (size_t i = 0; cli->commands[i]; i++)
        if (is_first_of_group(cli, i))
            (void)printf("%s%.*s", i ? " " : "", (int)strcspn(cli->commands[i]->name, " "), cli->commands[i]->name);
}

static void print_second_words(const struct cli *cli, const char *group, size_t size)
{
    const char *separator = "";
    for (size_t i = 0; cli->commands[i]; i++) {
        const char *name = cli->commands[i]->name;
        if (strncmp(name, group, size) != 0 || name[size] != ' ')
            continue;
        (void)printf("%s%s", separator, name + size + 1);
        separator = " ";
    }
}

static void print_quoted(const char *text)
{
    (void)putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            (void)fputs("'\\''", stdout);
        else
            (void)putchar(*text);
    (void)putchar('\'');
}

/* --- bash and zsh --- */

/* The script joins the words before the cursor, without options and their values, into the command. The case patterns
 * then select the choices. */

static void print_valued(const struct cli_option *option, const char *command)
{
    (void)command;
    if (cli_option_takes_word(option))
        (void)printf("--%s|", option->name);
    if (cli_option_takes_word(option) && option->letter)
        (void)printf("-%c|", option->letter);
}

static bool is_path(const struct cli_option *option)
{
    return option->value && (strcmp(option->value, "PATH") == 0 || strcmp(option->value, "DIR") == 0);
}

/* Options with the same name may take different values in different commands. */
static void print_path_option(const struct cli_option *option, const char *command)
{
    if (!is_path(option))
        return;
    (void)printf("'%s'*' --%s'|", command, option->name);
    if (option->letter)
        (void)printf("'%s'*' -%c'|", command, option->letter);
}

static void print_value_options(const struct cli_option *option, const char *command)
{
    const char *ids = ids_of_option(option);
    if (!option->words && !ids)
        return;
    (void)printf("    '%s'*' --%s'", command, option->name);
    if (option->letter)
        (void)printf("|'%s'*' -%c'", command, option->letter);
    if (option->words)
        (void)printf(") choices='%s' ;;\n", option->words);
    else
        (void)printf(") choices=$(%s) ;;\n", ids);
}

static void print_choice(const char *pattern, const char *words)
{
    (void)printf("    '%s') choices='%s' ;;\n", pattern, words);
}

static void print_command_choices(const struct cli *cli, const struct cli_command *command, size_t index,
                                  const char *files)
{
    const char *ids = ids_of_command(command);
    size_t size = strcspn(command->name, " ");
    if (command->name[size] && is_first_of_group(cli, index)) {
        (void)printf("    '%.*s'|'help %.*s') choices='", (int)size, command->name, (int)size, command->name);
        print_second_words(cli, command->name, size);
        (void)printf("' ;;\n");
    }
    if (command->words)
        print_choice(command->name, command->words);
    if (ids)
        (void)printf("    '%s') choices=$(%s) ;;\n", command->name, ids);
    if (command->completes == CLI_COMPLETES_FILES)
        (void)printf("    '%s') %s; return ;;\n", command->name, files);
    if (command->completes == CLI_COMPLETES_COMMANDS) {
        (void)printf("    '%s') choices='", command->name);
        print_first_words(cli);
        (void)printf("' ;;\n");
    }
}

/* `files` is the shell code that completes file names. */
static void print_cases(const struct cli *cli, const char *files)
{
    (void)printf("    case $command in\n    '') choices='");
    print_first_words(cli);
    (void)printf("' ;;\n");
    for (size_t i = 0; cli->commands[i]; i++)
        print_command_choices(cli, cli->commands[i], i, files);
    (void)printf("    esac\n    case $current in\n    -*)\n        choices='");
    for (const struct cli_option *option = cli_global_options; option->name; option++)
        (void)printf("%s--%s", option == cli_global_options ? "" : " ", option->name);
    (void)printf("'\n        case $command in\n");
    for (size_t i = 0; cli->commands[i]; i++) {
        const struct cli_option *option = cli->commands[i]->options;
        if (!option)
            continue;
        (void)printf("        '%s'*", cli->commands[i]->name);
        if (cli->commands[i]->leads)
            (void)printf("|'%.*s'", (int)strcspn(cli->commands[i]->name, " "), cli->commands[i]->name);
        (void)printf(") choices+='");
        for (; option->name; option++)
            (void)printf(" --%s", option->name);
        (void)printf("' ;;\n");
    }
    (void)printf("        esac ;;\n    esac\n    case \"$at $previous\" in\n");
    each_option(cli, print_value_options);
    (void)printf("    esac\n");
}

static void print_scan(const struct cli *cli)
{
    (void)printf("        if [[ -n $skip ]]; then\n            skip=\n            continue\n        fi\n"
                 "        case $word in\n        ");
    each_option(cli, print_valued);
    (void)printf("--) skip=1 ;;\n        -*) ;;\n        *) command+=${command:+ }$word ;;\n        esac\n    done\n");
}

/* Completes a path if the previous word is an option that takes one; otherwise words for the command or for that
 * option. */
static void print_choices(const struct cli *cli, const char *files)
{
    (void)printf("    at=$command\n    case \"$at $previous\" in\n    ");
    each_option(cli, print_path_option);
    (void)printf("*' >') %s; return ;;\n    esac\n    if [[ -n $skip ]]; then\n        command=-\n    fi\n", files);
    print_cases(cli, files);
}

static void print_bash(const struct cli *cli)
{
    (void)printf("# bash completion for weir; generated by 'weir completion bash'\n"
                 "_weir()\n"
                 "{\n"
                 "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    local command= choices= skip= at= word\n"
                 "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n");
    print_scan(cli);
    print_choices(cli, "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")");
    (void)printf("    mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$current\")\n}\ncomplete -F _weir weir\n");
}

static void print_zsh(const struct cli *cli)
{
    (void)printf("#compdef weir\n"
                 "# zsh completion for weir; generated by 'weir completion zsh'\n"
                 "_weir()\n"
                 "{\n"
                 "    local current=$words[CURRENT] previous=$words[CURRENT-1] command= choices= skip= at= word\n"
                 "    for word in ${words[2,CURRENT-1]}; do\n");
    print_scan(cli);
    print_choices(cli, "_files");
    (void)printf(
        "    compadd -- ${=choices}\n}\n"
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n    _weir \"$@\"\nelse\n    compdef _weir weir\nfi\n");
}

/* --- fish --- */

static void print_fish_condition(const char *command)
{
    size_t size = strcspn(command, " ");
    (void)printf(" -n '__fish_seen_subcommand_from %.*s", (int)size, command);
    if (command[size])
        (void)printf("; and __fish_seen_subcommand_from %s", command + size + 1);
    (void)printf("'");
}

static void print_fish_option(const struct cli_option *option, const char *command)
{
    const char *ids = ids_of_option(option);
    (void)printf("complete -c weir");
    if (*command)
        print_fish_condition(command);
    (void)printf(" -l %s", option->name);
    if (option->letter)
        (void)printf(" -s %c", option->letter);
    if (option->words)
        (void)printf(" -x -a '%s'", option->words);
    else if (ids)
        (void)printf(" -x -a \"(%s)\"", ids);
    else if (cli_option_takes_word(option))
        (void)printf(is_path(option) ? " -r -F" : " -x");
    (void)printf(" -d ");
    print_quoted(option->summary);
    (void)printf("\n");
}

static void print_fish_command(const struct cli *cli, size_t index)
{
    const struct cli_command *command = cli->commands[index];
    size_t size = strcspn(command->name, " ");
    if (!command->name[size]) {
        (void)printf("complete -c weir -n __fish_use_subcommand -a %s -d ", command->name);
    } else {
        if (is_first_of_group(cli, index))
            (void)printf("complete -c weir -n __fish_use_subcommand -a %.*s\n", (int)size, command->name);
        (void)printf("complete -c weir -n '__fish_seen_subcommand_from %.*s; and not __fish_seen_subcommand_from ",
                     (int)size, command->name);
        print_second_words(cli, command->name, size);
        (void)printf("' -a %s -d ", command->name + size + 1);
    }
    print_quoted(command->summary);
    (void)printf("\n");
    const char *ids = ids_of_command(command);
    if (!command->words && !ids && command->completes != CLI_COMPLETES_COMMANDS &&
        command->completes != CLI_COMPLETES_FILES)
        return;
    (void)printf("complete -c weir");
    print_fish_condition(command->name);
    if (command->words) {
        (void)printf(" -a '%s'\n", command->words);
    } else if (ids) {
        (void)printf(" -a \"(%s)\"\n", ids);
    } else if (command->completes == CLI_COMPLETES_FILES) {
        (void)printf(" -F\n");
    } else {
        (void)printf(" -a '");
        print_first_words(cli);
        (void)printf("'\n");
    }
}

static void print_fish(const struct cli *cli)
{
    (void)printf("# fish completion for weir; generated by 'weir completion fish'\n"
                 "complete -c weir -f\n");
    each_option(cli, print_fish_option);
    for (size_t i = 0; cli->commands[i]; i++)
        print_fish_command(cli, i);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*print)(const struct cli *cli);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    (void)count;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(arguments[0], shells[i].name) == 0) {
            shells[i].print(cli);
            return CLI_OK;
        }
    return cli_fail(cli, CLI_USAGE, "cannot complete commands in the shell '%s'; choose bash, zsh or fish",
                    arguments[0]);
}
