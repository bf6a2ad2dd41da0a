#include <limits.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/task_changes.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"stat", 's', NULL, NULL, "which files, and how large, without what is in them"},
    {0},
};

const struct cli_command command_task_diff = {
    .name = "task diff",
    .arguments = "[TASK [PATH...]]",
    .summary = "Show all that a task changed of the files in its working directory",
    .details =
        "Without TASK it is the last one of this directory. Of a task that is at work: what it changed so far. A\n"
        "PATH is one as it is listed here, or an absolute one;\n"
        "a directory means all that is in it. What .gitignore names is not looked at, nor is .git, unless the agent\n"
        "itself names the file that it is about to write. Others may have changed the same files meanwhile: who\n"
        "wrote is not known.",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run,
};

/* Where the answer was too long for all texts, the rest is asked for one by one. */
static enum cli_exit show(struct cli *cli, const struct task_diff_params *params, const struct task_file_change *file)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_diff_result result = {0};
    struct slice path = file->path;
    struct task_diff_params one = *params;
    enum cli_exit exit = CLI_OK;
    one.paths = (struct task_diff_params_paths){&path, 1};
    one.paths_is = FIELD_SET;
    bool lacks = (file->before_bytes_is == FIELD_SET && file->before_is != FIELD_SET) ||
                 (file->after_bytes_is == FIELD_SET && file->after_is != FIELD_SET);
    if (lacks && file->kept && !file->binary)
        exit = task_changes_ask(cli, &one, &arena, &result, &text);
    for (size_t i = 0; i < result.files.count; i++)
        if (slice_equal(result.files.items[i].path, path))
            file = &result.files.items[i];
    if (exit == CLI_OK)
        task_changes_show(cli, file);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit print(struct cli *cli, const struct task_diff_params *params,
                           const struct task_diff_result *result)
{
    enum cli_exit exit = CLI_OK;
    if (!params->texts)
        task_changes_list(cli, result);
    for (size_t i = 0; i < result->files.count && params->texts && exit == CLI_OK; i++)
        exit = show(cli, params, &result->files.items[i]);
    if (exit != CLI_OK)
        return exit;
    if (result->files.count == 0 && result->complete)
        (void)puts("no file was changed");
    else if (result->undone)
        cli_hint(cli, "all of this was put back already");
    if (!result->complete)
        cli_hint(cli, result->files.count == 0
                          ? "nothing was kept of its files: it changed none, or its agent does not "
                            "say what it changes"
                          : "not all of the working directory could be kept before: something may "
                            "be missing here");
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_diff_result result;
    struct task_diff_params params = {.task_id = slice_of(arguments[0]), .texts = !cli_option(cli, "stat")};
    enum cli_exit exit = task_changes_paths(cli, count, arguments, &arena, &params.paths.items, &params.paths.count);
    params.paths_is = params.paths.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = task_changes_ask(cli, &params, &arena, &result, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        exit = print(cli, &params, &result);
    arena_clear(&arena);
    return exit;
}
