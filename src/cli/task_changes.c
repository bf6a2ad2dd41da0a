#include "cli/task_changes.h"

#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/diff.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/waiting.h"

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

void task_changes_list(const struct cli *cli, const struct task_diff_result *result)
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

void task_changes_show(const struct cli *cli, const struct task_file_change *file)
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

enum cli_exit task_changes_ask(struct cli *cli, const struct task_diff_params *params, struct arena *arena,
                               struct task_diff_result *ret_result, char **ret_text)
{
    static const struct waiting waiting = {.doing = "looking at the files", .later = "nothing was changed"};
    enum cli_exit exit = waiting_call(cli, &task_diff_method, params, &waiting, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &task_diff_result_shape, *ret_text, ret_result) : exit;
}

enum cli_exit task_changes_paths(const struct cli *cli, int count, char **arguments, struct arena *arena,
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
