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

/* --- what a task changed ----------------------------------------------------------------- */

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

/* What no line of a diff tells. */
static void print_facts(const struct task_file_change *file)
{
    if (file->before_mode_is == FIELD_SET && file->after_mode_is == FIELD_SET && file->before_mode != file->after_mode)
        (void)printf(", mode %04" PRIo64 " to %04" PRIo64, (uint64_t)file->before_mode, (uint64_t)file->after_mode);
    if (file->link)
        (void)fputs(", a link", stdout);
    if (file->binary)
        (void)fputs(", not text", stdout);
    if (!file->kept)
        (void)fputs(", too large to be kept", stdout);
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

/* One line each: A, M or D, the name, how large it was and is. Names are made harmless for a terminal. */
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

/* --- a diff -------------------------------------------------------------------------- */

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

/* A file as a unified diff, with a head that says what cannot be shown in one. */
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
        (void)fputs(", too long to be shown", stdout);
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

/* --- asking -------------------------------------------------------------------------- */

/* Asks for it. *ret_result lies in the arena, *ret_text is the caller's: what came, as JSON. */
static enum cli_exit ask_changes(struct cli *cli, const struct task_diff_params *params, struct arena *arena,
                                 struct task_diff_result *ret_result, char **ret_text)
{
    static const struct ask_progress progress = {.doing = "looking at the files", .later = "nothing was changed"};
    enum cli_exit exit = ask_long(cli, &task_diff_method, params, &progress, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &task_diff_result_shape, *ret_text, ret_result) : exit;
}

/* The arguments behind the task as paths, in the arena. Where there are none: NULL, and 0. */
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
            return cli_fail(cli, CLI_USAGE, "the path is not UTF-8: name the directory that it is in");
    }
    *ret_count = paths;
    return CLI_OK;
}

/* --- task diff --------------------------------------------------------------------------- */

static enum cli_exit run_diff(struct cli *cli, int count, char **arguments);

static const struct cli_option diff_options[] = {
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
    .options = diff_options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_diff,
};

/* Where the answer was too long for all texts, the rest is asked for one by one. */
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

/* --- task undo --------------------------------------------------------------------------- */

static enum cli_exit run_undo(struct cli *cli, int count, char **arguments);

static const struct cli_option undo_options[] = {
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
    .options = undo_options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_undo,
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
    static const struct ask_progress progress = {.doing = "putting the files back",
                                                 .later = "it goes on, and 'weir task diff' tells how far it came"};
    enum cli_exit exit = ask_long(cli, &task_undo_method, params, &progress, ret_text);
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

static enum cli_exit run_undo(struct cli *cli, int count, char **arguments)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_undo_params params = {.task_id = slice_of(arguments[0]), .dry_run = cli_option(cli, "dry-run") != NULL};
    bool asks = !params.dry_run && !cli_option(cli, "yes"), go = true;
    enum cli_exit exit = read_paths(cli, count, arguments, &arena, &params.paths.items, &params.paths.count);
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
