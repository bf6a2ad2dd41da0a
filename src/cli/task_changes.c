#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/diff.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/task.h"

/* --- listing changes --- */

enum { OUT_BYTES = 4 * DIFF_BYTES_MAX };

static char letter_of(const struct task_file_change *file)
{
    return file->change == TASK_FILE_CHANGE_CHANGE_CREATED   ? 'A'
           : file->change == TASK_FILE_CHANGE_CHANGE_DELETED ? 'D'
                                                             : 'M';
}

static const char *color_of(const struct task_file_change *file)
{
    return file->change == TASK_FILE_CHANGE_CHANGE_CREATED   ? pretty_green
           : file->change == TASK_FILE_CHANGE_CHANGE_DELETED ? pretty_red
                                                             : pretty_yellow;
}

/* Prints changes that are not lines of a diff. */
static void print_facts(const struct task_file_change *file)
{
    if (file->before_mode_is == FIELD_SET && file->after_mode_is == FIELD_SET && file->before_mode != file->after_mode)
        (void)printf(", mode %04" PRIo64 " to %04" PRIo64, (uint64_t)file->before_mode, (uint64_t)file->after_mode);
    if (file->link)
        (void)fputs(", symbolic link", stdout);
    if (file->binary)
        (void)fputs(", binary", stdout);
    if (!file->kept)
        (void)fputs(", too large to save", stdout);
}

static void print_sizes(const struct task_file_change *file)
{
    char before[TEXT_BYTES_SIZE], after[TEXT_BYTES_SIZE];
    text_bytes(file->before_bytes, before);
    text_bytes(file->after_bytes, after);
    if (file->before_bytes_is == FIELD_SET && file->after_bytes_is == FIELD_SET)
        (void)printf("%s to %s", before, after);
    else
        (void)fputs(file->before_bytes_is == FIELD_SET ? before : after, stdout);
}

/* Prints one line per file: A, M or D, the name, the sizes before and after. Escapes names for the terminal. */
static void list_changes(const struct cli *cli, const struct task_diff_result *result)
{
    for (size_t i = 0; i < result->files.count; i++) {
        const struct task_file_change *file = &result->files.items[i];
        (void)printf("%s%c%s ", pretty_if(cli->color, color_of(file)), letter_of(file),
                     pretty_if(cli->color, pretty_off));
        text_write(stdout, file->path);
        (void)printf("  %s(", pretty_if(cli->color, pretty_dim));
        print_sizes(file);
        print_facts(file);
        (void)printf(")%s\n", pretty_if(cli->color, pretty_off));
    }
}

/* --- a diff --- */

static bool lacks(enum field_is bytes_is, enum field_is text_is)
{
    return bytes_is == FIELD_SET && text_is != FIELD_SET;
}

static bool is_cut(const struct task_file_change *file)
{
    return !file->binary && file->kept &&
           (lacks(file->before_bytes_is, file->before_is) || lacks(file->after_bytes_is, file->after_is));
}

static void print_name(const struct cli *cli, const char *sign, const char *side, bool is_there, struct slice path)
{
    (void)printf("%s%s ", pretty_if(cli->color, pretty_bold), sign);
    (void)fputs(is_there ? side : "/dev/null", stdout);
    if (is_there)
        text_write(stdout, path);
    (void)printf("%s\n", pretty_if(cli->color, pretty_off));
}

/* Prints a file as a unified diff, with a header for changes that a diff cannot express. */
static void show_change(const struct cli *cli, const struct task_file_change *file)
{
    static const char *const words[] = {[TASK_FILE_CHANGE_CHANGE_CREATED] = "created",
                                        [TASK_FILE_CHANGE_CHANGE_MODIFIED] = "modified",
                                        [TASK_FILE_CHANGE_CHANGE_DELETED] = "deleted"};
    struct buf out = BUF_LIMITED(OUT_BYTES);
    (void)printf("%s%s ", pretty_if(cli->color, pretty_bold), words[file->change]);
    text_write(stdout, file->path);
    print_facts(file);
    if (is_cut(file))
        (void)fputs(", too long to show", stdout);
    (void)printf("%s\n", pretty_if(cli->color, pretty_off));
    if (file->binary || !file->kept || is_cut(file))
        return;
    diff_write(&out, file->before_is == FIELD_SET ? file->before : SLICE(""),
               file->after_is == FIELD_SET ? file->after : SLICE(""), cli->color);
    if (out.size > 0) {
        print_name(cli, "---", "a/", file->before_is == FIELD_SET, file->path);
        print_name(cli, "+++", "b/", file->after_is == FIELD_SET, file->path);
        (void)fwrite(out.data, 1, out.size, stdout);
    }
    buf_clear(&out);
}

/* --- requests --- */

/* Requests the changes. *ret_result is in the arena; the caller frees *ret_text, the same as JSON. */
static enum cli_exit ask_changes(struct cli *cli, const struct task_diff_params *params, struct arena *arena,
                                 struct task_diff_result *ret_result, char **ret_text)
{
    static const struct ask_progress progress = {.doing = "looking at the files", .later = "nothing was changed"};
    enum cli_exit exit = ask_long(cli, &task_diff_method, params, &progress, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &task_diff_result_shape, *ret_text, ret_result) : exit;
}

/* Reads the arguments after the task as paths into the arena. Sets NULL and 0 if there are none. */
static enum cli_exit read_paths(const struct cli *cli, int count, char **arguments, struct arena *arena,
                                struct slice **ret_paths, size_t *ret_count)
{
    size_t paths = count > 1 ? (size_t)count - 1 : 0;
    *ret_count = 0;
    *ret_paths = paths > 0 ? arena_alloc(arena, paths * sizeof **ret_paths) : NULL;
    if (paths > 0 && !*ret_paths)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    for (size_t i = 0; i < paths; i++) {
        (*ret_paths)[i] = slice_of(arguments[i + 1]);
        if (!text_is_utf8((*ret_paths)[i]))
            return cli_fail(cli, CLI_USAGE, "a path is not UTF-8; name its directory instead");
    }
    *ret_count = paths;
    return CLI_OK;
}

/* --- task diff --- */

static enum cli_exit run_diff(struct cli *cli, int count, char **arguments);

static const struct cli_option diff_options[] = {
    {"stat", 's', NULL, NULL, "show only names and sizes"},
    {0},
};

const struct cli_command command_task_diff = {
    .name = "task diff",
    .arguments = "[TASK [PATH...]]",
    .summary = "Show what a task changed in its working directory, as a diff",
    .details =
        "Without TASK, shows the last task of this directory; for a running task, the changes so far. PATH is "
        "absolute\n"
        "or as listed here; a directory means everything in it. .git and files that .gitignore names are not "
        "included,\n"
        "unless the agent named the file before it changed it. Changes that others made to the same files while the\n"
        "task ran are included.",
    .options = diff_options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_diff,
};

/* If the response was too long for all texts, requests the missing ones one by one. */
static enum cli_exit show_one(struct cli *cli, const struct task_diff_params *params,
                              const struct task_file_change *file)
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
        exit = ask_changes(cli, &one, &arena, &result, &text);
    for (size_t i = 0; i < result.files.count; i++)
        if (slice_equal(result.files.items[i].path, path))
            file = &result.files.items[i];
    if (exit == CLI_OK)
        show_change(cli, file);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit print_changes(struct cli *cli, const struct task_diff_params *params,
                                   const struct task_diff_result *result)
{
    enum cli_exit exit = CLI_OK;
    if (!params->texts)
        list_changes(cli, result);
    for (size_t i = 0; i < result->files.count && params->texts && exit == CLI_OK; i++)
        exit = show_one(cli, params, &result->files.items[i]);
    if (exit != CLI_OK)
        return exit;
    if (result->files.count == 0 && result->complete)
        (void)puts("no files changed");
    else if (result->undone)
        cli_hint(cli, "all of these changes have been undone already");
    if (!result->complete)
        cli_hint(cli,
                 result->files.count == 0
                     ? "no files were saved: the task changed none, or its agent does not report its changes"
                     : "not all of the working directory could be saved before the task; changes may be missing here");
    return CLI_OK;
}

static enum cli_exit run_diff(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_diff_result result;
    struct task_diff_params params = {.task_id = slice_of(arguments[0]), .texts = !cli_option(cli, "stat")};
    enum cli_exit exit = read_paths(cli, count, arguments, &arena, &params.paths.items, &params.paths.count);
    params.paths_is = params.paths.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = ask_changes(cli, &params, &arena, &result, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        exit = print_changes(cli, &params, &result);
    arena_clear(&arena);
    return exit;
}

/* --- task undo --- */

static enum cli_exit run_undo(struct cli *cli, int count, char **arguments);

static const struct cli_option undo_options[] = {
    {"dry-run", 'n', NULL, NULL, "only show what would be done"},
    {"yes", 'y', NULL, NULL, "do not ask"},
    {0},
};

const struct cli_command command_task_undo = {
    .name = "task undo",
    .arguments = "[TASK [PATH...]]",
    .summary = "Undo what a task changed: remove files that it created, restore the others",
    .details =
        "Without TASK, undoes the last task of this directory. Leaves files that changed since, names them, and exits\n"
        "with status 1. Restores files without set-user-ID and set-group-ID bits and without capabilities, and names\n"
        "files that had such a bit. On a terminal, shows what it would do and asks; elsewhere --yes is needed. PATH "
        "is\n"
        "absolute or as 'weir task diff' lists it; a directory means everything in it.",
    .options = undo_options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_undo,
};

/* --- results --- */

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
        text_write(stdout, left->message_is == FIELD_SET ? left->message : SLICE("cannot be restored"));
        (void)putchar('\n');
    }
    for (size_t i = 0; result->without_set_id_is == FIELD_SET && i < result->without_set_id.count; i++) {
        (void)printf("%snote%s ", pretty_if(cli->color, pretty_yellow), pretty_if(cli->color, pretty_off));
        text_write(stdout, result->without_set_id.items[i]);
        (void)puts(": set-user-ID and set-group-ID bits are not restored");
    }
    if (result->restored.count + result->removed.count + result->left.count == 0)
        (void)puts("nothing to undo");
}

static enum cli_exit undo(struct cli *cli, const struct task_undo_params *params, struct arena *arena,
                          struct task_undo_result *ret_result, char **ret_text)
{
    static const struct ask_progress progress = {.doing = "undoing the changes",
                                                 .later = "the undo continues; to see what remains: weir task diff"};
    enum cli_exit exit = ask_long(cli, &task_undo_method, params, &progress, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &task_undo_result_shape, *ret_text, ret_result) : exit;
}

/* Shows what would be done, and asks. Sets *ret_go if the user agrees. */
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
        *ret_go = result.restored.count + result.removed.count > 0 && confirm(cli, "Undo these changes?");
    }
    arena_clear(&arena);
    return exit;
}

/* --- the command --- */

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

static enum cli_exit run_undo(struct cli *cli, int count, char **arguments)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_undo_params params = {.task_id = slice_of(arguments[0]), .dry_run = cli_option(cli, "dry-run") != NULL};
    bool asks = !params.dry_run && !cli_option(cli, "yes"), go = true;
    enum cli_exit exit = read_paths(cli, count, arguments, &arena, &params.paths.items, &params.paths.count);
    params.paths_is = params.paths.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK && asks && (cli->json || !isatty(STDIN_FILENO)))
        exit = cli_fail(cli, CLI_USAGE,
                        "there is no terminal to confirm on; use --yes, or --dry-run to see what would be done");
    else if (exit == CLI_OK && asks)
        exit = ask_first(cli, params, &go);
    if (exit == CLI_OK && go)
        exit = undo_now(cli, &params);
    arena_clear(&arena);
    return exit;
}
