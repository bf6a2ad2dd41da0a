#include <limits.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/pretty.h"
#include "cli/task_changes.h"
#include "cli/text.h"
#include "cli/waiting.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"dry-run", 'n', NULL, NULL, "only say what would be done"},
    {"yes", 'y', NULL, NULL, "do not ask"},
    {0},
};

const struct cli_command command_task_undo = {
    .name = "task undo",
    .arguments = "[TASK [PATH...]]",
    .summary = "Put back what a task changed: files that it made are removed, those it deleted are back",
    .details =
        "Without TASK it is the last one of this directory. A file that somebody has changed since is left as it is,\n"
        "and named; then the exit status is 1. A file is\n"
        "restored without its set-user-ID and set-group-ID bits and its capabilities; the output names the files\n"
        "that had such a bit. On a terminal it is shown first what would be done, and asked; elsewhere --yes says\n"
        "that it is meant. A PATH is one as 'weir task diff' lists it, or an absolute one; a directory means all\n"
        "that is in it.",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run,
};

/* --- what was done, or would be --------------------------------------------------------- */

static void print_paths(const struct cli *cli, const char *word, const char *color, const struct slice *paths,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        (void)printf("%s%s%s ", pretty_if(cli->color, color), word, pretty_if(cli->color, pretty_off));
        text_write(stdout, paths[i]);
        (void)putchar('\n');
    }
}

static void print_result(const struct cli *cli, const struct task_undo_result *result, bool dry_run)
{
    print_paths(cli, dry_run ? "would restore" : "restored", pretty_green, result->restored.items,
                result->restored.count);
    print_paths(cli, dry_run ? "would remove" : "removed", pretty_red, result->removed.items, result->removed.count);
    for (size_t i = 0; i < result->left.count; i++) {
        const struct task_left_file *left = &result->left.items[i];
        (void)printf("%s%s%s ", pretty_if(cli->color, pretty_yellow), dry_run ? "would leave" : "left",
                     pretty_if(cli->color, pretty_off));
        text_write(stdout, left->path);
        (void)fputs(": ", stdout);
        text_write(stdout, left->message_is == FIELD_SET ? left->message : SLICE("it cannot be put back"));
        (void)putchar('\n');
    }
    for (size_t i = 0; result->without_set_id_is == FIELD_SET && i < result->without_set_id.count; i++) {
        (void)printf("%snote%s ", pretty_if(cli->color, pretty_yellow), pretty_if(cli->color, pretty_off));
        text_write(stdout, result->without_set_id.items[i]);
        (void)puts(": without its set-user-ID and set-group-ID bits, which are not restored");
    }
    if (result->restored.count + result->removed.count + result->left.count == 0)
        (void)puts("there is nothing to put back");
}

static enum cli_exit undo(struct cli *cli, const struct task_undo_params *params, struct arena *arena,
                          struct task_undo_result *ret_result, char **ret_text)
{
    static const struct waiting waiting = {.doing = "putting the files back",
                                           .later = "it goes on, and 'weir task diff' tells how far it came"};
    enum cli_exit exit = waiting_call(cli, &task_undo_method, params, &waiting, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &task_undo_result_shape, *ret_text, ret_result) : exit;
}

/* Shows what would be done; *ret_go: somebody wants it. */
static enum cli_exit ask_first(struct cli *cli, struct task_undo_params params, bool *ret_go)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_undo_result result;
    params.dry_run = true;
    *ret_go = false;
    enum cli_exit exit = undo(cli, &params, &arena, &result, &text);
    if (exit == CLI_OK) {
        print_result(cli, &result, true);
        *ret_go = result.restored.count + result.removed.count > 0 && confirm(cli, "Put it back?");
    }
    arena_clear(&arena);
    return exit;
}

/* --- the command --------------------------------------------------------------------------- */

static enum cli_exit undo_now(struct cli *cli, const struct task_undo_params *params)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_undo_result result = {0};
    enum cli_exit exit = undo(cli, params, &arena, &result, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        print_result(cli, &result, params->dry_run);
    if (exit == CLI_OK && result.left.count > 0)
        exit = CLI_FAILED;
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_undo_params params = {.task_id = slice_of(arguments[0]), .dry_run = cli_option(cli, "dry-run") != NULL};
    bool asks = !params.dry_run && !cli_option(cli, "yes"), go = true;
    enum cli_exit exit = task_changes_paths(cli, count, arguments, &arena, &params.paths.items, &params.paths.count);
    params.paths_is = params.paths.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK && asks && (cli->json || !isatty(STDIN_FILENO)))
        exit =
            cli_fail(cli, CLI_USAGE, "nobody is there to be asked: say --yes, or --dry-run to see what would be done");
    else if (exit == CLI_OK && asks)
        exit = ask_first(cli, params, &go);
    if (exit == CLI_OK && go)
        exit = undo_now(cli, &params);
    arena_clear(&arena);
    return exit;
}
