#include "cli/run.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/prompt.h"
#include "cli/session_fields.h"
#include "cli/session_pick.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {RUN_OPTIONS, {0}};

const struct cli_command command_run = {
    .name = "run",
    .arguments = "[PROMPT...|-]",
    .summary = "Let an agent do something here, and watch it",
    .details =
        "Starts the daemon where none runs, makes a session of this directory or goes on with one, and shows what the\n"
        "agent says and does until it is done. The words are joined with spaces; '-', or no words and a pipe, reads\n"
        "the prompt from the standard input. On a terminal, what needs a permission is asked in place.\n"
        "\n"
        "--attach gives the agent a file with the prompt, and so does its name behind an @ in the words: a text of at\n"
        "most 256 KiB, or a picture (PNG, JPEG, GIF, WebP) of at most 5 MiB, that the session's sandbox shows.\n"
        "\n"
        "--resume goes on with the session whose id, or part of it, is the first word; else you choose one from a\n"
        "list. Without a prompt it begins a conversation there, as 'weir chat' does.\n"
        "\n"
        "The agent's text is the output; everything else goes to the standard error. With --json each event is a line\n"
        "of the output instead. Ctrl-C stops the task and waits until it has stopped; twice, it leaves it running.\n"
        "The exit status is 0 only when the task has completed.\n"
        "\n"
        "  weir run \"what is in this folder?\"\n"
        "  weir run \"what does @src/main.c do?\" --attach drawing.png\n"
        "  weir run --continue \"now fix the failing test\"\n"
        "  git diff | weir run --quiet - >review.md",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    static char input[] = "-";
    char *piped[] = {input, NULL};
    struct run_wish wish;
    struct buf prompt = BUF_LIMITED(0);
    if (count == 0 && isatty(STDIN_FILENO) && cli_option(cli, "resume"))
        return session_pick_talk(cli, cli_option(cli, "resume"));
    if (count == 0 && isatty(STDIN_FILENO))
        return cli_fail(cli, CLI_USAGE,
                        "a prompt is missing: weir run \"what shall be done\"; 'weir chat' is a conversation");
    enum cli_exit exit = run_wish_read(cli, &wish);
    wish.mentions = count > 1 || (count == 1 && strcmp(arguments[0], "-") != 0); /* what is piped in may be anything */
    if (exit == CLI_OK)
        exit = prompt_take(cli, count == 0 ? 1 : count, count == 0 ? piped : arguments, &prompt);
    if (exit == CLI_OK)
        exit = run_prompt(cli, &wish, buf_slice(&prompt), NULL);
    buf_clear(&prompt);
    run_wish_clear(&wish);
    return exit;
}
