/* Write: replaces the whole content of a file. */
#include <errno.h>
#include <stdlib.h>

#include "tools/all.h"
#include "tools/call.h"
#include "tools/files.h"
#include "tools/text.h"

struct writing {
    struct work work; /* must be the first member */
    char *path;
    struct slice content; /* of the input */
};

static size_t count_lines(struct slice text)
{
    size_t lines = text.size > 0 && text.data[text.size - 1] != '\n';
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

static void run(struct work *work)
{
    struct writing *writing = (struct writing *)work;
    struct replaced replaced;
    char size[TEXT_SIZE_SIZE], old_size[TEXT_SIZE_SIZE];
    int r = replace_file(writing->path, writing->content, NULL, &replaced);
    if (r < 0) {
        work_fail(work, "cannot write %s: %s", writing->path, paths_problem(r));
        return;
    }
    size_t lines = count_lines(writing->content);
    (void)buf_printf(&work->text, "wrote %s: %zu line%s, %s", writing->path, lines, lines == 1 ? "" : "s",
                     text_size(writing->content.size, size));
    if (replaced.is_new)
        (void)buf_append_text(&work->text, "; new file");
    else
        (void)buf_printf(&work->text, "; it had %s before", text_size((uint64_t)replaced.old_size, old_size));
}

static void free_writing(struct work *work)
{
    struct writing *writing = (struct writing *)work;
    free(writing->path);
    free(writing);
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct writing *writing = calloc(1, sizeof *writing);
    if (!writing)
        return -ENOMEM;
    writing->work = (struct work){.run = run, .free = free_writing, .text = BUF_LIMITED(TOOL_OUTPUT_MAX)};
    writing->content = tool_text(input, "content");
    int r = paths_resolve(call->box, tool_text(input, "file_path"), &writing->path);
    if (r < 0) {
        paths_refuse("file_path", r, problem);
        free_writing(&writing->work);
        return r;
    }
    return work_start(&writing->work, call);
}

static enum tool_touches touches(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                 struct slice *ret_path)
{
    *ret_path = paths_in_arena(box, tool_text(input, "file_path"), arena);
    return TOOL_TOUCHES_PATH;
}

const struct tool tool_write = {
    .name = "Write",
    .description =
        "Writes a file: creates it and missing directories, or replaces its whole content. Use Edit to change "
        "a part of a file. Read an existing file before you replace it.",
    .schema = "{\"type\":\"object\",\"properties\":{"
              "\"file_path\":{\"type\":\"string\",\"minLength\":1,"
              "\"description\":\"The file: an absolute path, or a path relative to the working directory.\"},"
              "\"content\":{\"type\":\"string\",\"description\":\"The whole new content.\"}},"
              "\"required\":[\"file_path\",\"content\"],\"additionalProperties\":false}",
    .touches = touches,
    .start = start,
    .cancel = work_cancel,
};
