/* Edit: replaces an exact part of a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "tools/all.h"
#include "tools/call.h"
#include "tools/files.h"
#include "tools/text.h"

enum {
    FILE_MAX = 32 << 20,
    LINES_NAMED = 8, /* the most line numbers to list */
    AROUND = 2,      /* lines to show before and after the change */
    SHOWN_MAX = 40,
    SHOWN_LINE = 200,
};

struct editing {
    struct work work; /* must be the first member */
    char *path;
    struct slice old_string, new_string; /* of the input */
    bool all;
};

/* The texts to find and to insert, with the line ends of the file. */
struct change {
    struct slice content;
    struct buf old_text, new_text;
};

/* --- lines --- */

static size_t line_at(struct slice text, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset && i < text.size; i++)
        line += text.data[i] == '\n';
    return line;
}

static struct slice trim(struct slice text)
{
    while (text.size > 0 && strchr(" \t\r\n", text.data[0]) && text.data[0]) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]) && text.data[text.size - 1])
        text.size--;
    return text;
}

/* Returns the line at *at, and moves *at after it. */
static struct slice take_line(struct slice text, size_t *at)
{
    const char *from = text.data + *at;
    const char *end = memchr(from, '\n', text.size - *at);
    struct slice line = {from, end ? (size_t)(end - from) : text.size - *at};
    *at += line.size + (end != NULL);
    return line;
}

/* The number of the first line that equals the first line of `wanted` apart from white space; 0: none. */
static size_t like_first_line(struct slice text, struct slice wanted)
{
    struct slice first = trim(wanted);
    size_t at = 0;
    if (first.size == 0)
        return 0;
    first = trim(take_line(first, &at));
    at = 0;
    for (size_t number = 1; at < text.size; number++)
        if (slice_equal(trim(take_line(text, &at)), first))
            return number;
    return 0;
}

/* Whether all lines end with \r\n. */
static bool has_dos_ends(struct slice text)
{
    bool found = false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\n')
            continue;
        if (i == 0 || text.data[i - 1] != '\r')
            return false;
        found = true;
    }
    return found;
}

static void append_with_ends(struct buf *out, struct slice text, bool dos)
{
    for (size_t i = 0; i < text.size; i++) {
        if (dos && text.data[i] == '\n' && (i == 0 || text.data[i - 1] != '\r'))
            (void)buf_append_char(out, '\r');
        (void)buf_append_char(out, text.data[i]);
    }
}

/* --- finding --- */

static const char *find(struct slice text, size_t from, struct slice wanted)
{
    return from <= text.size ? memmem(text.data + from, text.size - from, wanted.data, wanted.size) : NULL;
}

static void fail_not_found(struct editing *editing, struct slice content)
{
    size_t line = like_first_line(content, editing->old_string);
    if (line > 0)
        work_fail(
            &editing->work,
            "old_string was not found in %s. Line %zu resembles its first line: white space or a later line differs. "
            "Read the file from there, and copy the text exactly.",
            editing->path, line);
    else
        work_fail(&editing->work, "old_string was not found in %s. Read the file, and copy the text exactly.",
                  editing->path);
}

/* Counts the matches and writes the lines of the first ones to `lines`. */
static size_t count(const struct change *change, struct buf *lines)
{
    struct slice wanted = buf_slice(&change->old_text);
    size_t found = 0, from = 0, line = 1;
    for (const char *at; (at = find(change->content, from, wanted)); found++) {
        size_t offset = (size_t)(at - change->content.data);
        line += line_at((struct slice){change->content.data + from, offset - from}, SIZE_MAX) - 1;
        if (found < LINES_NAMED)
            (void)buf_printf(lines, "%s%zu", found > 0 ? ", " : "", line);
        line += line_at(wanted, SIZE_MAX) - 1;
        from = offset + wanted.size;
    }
    if (found > LINES_NAMED)
        (void)buf_append_text(lines, ", …");
    return found;
}

/* --- change --- */

static int put_together(const struct change *change, bool all, struct buf *out)
{
    size_t from = 0;
    for (const char *at; (at = find(change->content, from, buf_slice(&change->old_text)));) {
        (void)buf_append(out, change->content.data + from, (size_t)(at - change->content.data) - from);
        (void)buf_append_slice(out, buf_slice(&change->new_text));
        from = (size_t)(at - change->content.data) + change->old_text.size;
        if (!all)
            break;
    }
    return buf_append(out, change->content.data + from, change->content.size - from);
}

/* Shows the lines of the first change after the change. */
static void show(struct buf *out, const struct change *change, struct slice now)
{
    const char *at = find(change->content, 0, buf_slice(&change->old_text));
    size_t offset = (size_t)(at - change->content.data);
    size_t first = line_at(now, offset), last = line_at(now, offset + change->new_text.size) + AROUND;
    size_t from = first > AROUND ? first - AROUND : 1;
    if (last > from + SHOWN_MAX)
        last = from + SHOWN_MAX;
    size_t place = 0;
    for (size_t number = 1; number <= last && place < now.size; number++) {
        struct slice line = take_line(now, &place);
        if (number < from)
            continue;
        if (line.size > 0 && line.data[line.size - 1] == '\r')
            line.size--;
        (void)buf_printf(out, "%6zu\t", number);
        (void)text_append(out, text_cut(line, SHOWN_LINE));
        (void)buf_append_text(out, line.size > SHOWN_LINE ? " […]\n" : "\n");
    }
}

static void apply(struct editing *editing, const struct change *change, const struct stat *seen)
{
    struct work *work = &editing->work;
    struct buf lines = BUF_LIMITED(256), now = BUF_LIMITED(FILE_MAX);
    struct replaced replaced;
    size_t found = count(change, &lines);
    (void)buf_terminate(&lines);
    if (found == 0) {
        fail_not_found(editing, change->content);
    } else if (found > 1 && !editing->all) {
        work_fail(work,
                  "old_string was found %zu times in %s, at lines %s. Include more of the surrounding lines to select "
                  "one, or "
                  "set replace_all.",
                  found, editing->path, lines.data ? lines.data : "");
    } else if (put_together(change, editing->all, &now) < 0) {
        work_fail(work, "%s was not changed: the result would be too large", editing->path);
    } else {
        int r = replace_file(editing->path, buf_slice(&now), seen, &replaced);
        if (r == -ESTALE)
            work_fail(work, "%s was not changed: another program has changed it meanwhile. Read it again.",
                      editing->path);
        else if (r < 0)
            work_fail(work, "%s was not changed: %s", editing->path, paths_problem(r));
        else
            (void)buf_printf(&work->text, "replaced %zu occurrence%s in %s, line%s %s:\n", found, found == 1 ? "" : "s",
                             editing->path, found == 1 ? "" : "s", lines.data ? lines.data : "");
        if (r == 0 && now.data)
            show(&work->text, change, buf_slice(&now));
    }
    buf_clear(&lines);
    buf_clear(&now);
}

/* --- tool --- */

static int read_whole(int fd, struct buf *out)
{
    for (;;) {
        enum { CHUNK = 64 << 10 };
        char *room = buf_room(out, CHUNK);
        if (!room)
            return out->error;
        ssize_t n = read(fd, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        out->size += (size_t)n;
    }
}

static void run(struct work *work)
{
    struct editing *editing = (struct editing *)work;
    struct buf content = BUF_LIMITED(FILE_MAX + (64 << 10));
    struct change change = {.old_text = BUF_LIMITED(FILE_MAX), .new_text = BUF_LIMITED(FILE_MAX)};
    struct stat seen;
    autoclose int fd = -1;
    int r = paths_open_file(editing->path, &fd, &seen);
    if (r == 0)
        r = seen.st_size > FILE_MAX ? -ENOBUFS : read_whole(fd, &content);
    change.content = content.data ? buf_slice(&content) : SLICE("");
    if (r == -ENOBUFS) {
        work_fail(work, "%s is too large to edit; use sed in Bash", editing->path);
    } else if (r < 0) {
        work_fail(work, "cannot edit %s: %s%s", editing->path, paths_problem(r),
                  r == -ENOENT ? "; create it with Write" : "");
    } else if (text_is_binary(change.content)) {
        work_fail(work, "cannot edit %s: it is a binary file", editing->path);
    } else {
        bool dos = has_dos_ends(change.content);
        append_with_ends(&change.old_text, editing->old_string, dos);
        append_with_ends(&change.new_text, editing->new_string, dos);
        if (buf_terminate(&change.old_text) < 0 || buf_terminate(&change.new_text) < 0 || !change.old_text.data ||
            !change.new_text.data)
            work_fail(work, "out of memory");
        else
            apply(editing, &change, &seen);
    }
    buf_clear(&content);
    buf_clear(&change.old_text);
    buf_clear(&change.new_text);
}

static void free_editing(struct work *work)
{
    struct editing *editing = (struct editing *)work;
    free(editing->path);
    free(editing);
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct editing *editing = calloc(1, sizeof *editing);
    if (!editing)
        return -ENOMEM;
    editing->work = (struct work){.run = run, .free = free_editing, .text = BUF_LIMITED(TOOL_OUTPUT_MAX)};
    editing->old_string = tool_text(input, "old_string");
    editing->new_string = tool_text(input, "new_string");
    editing->all = tool_flag(input, "replace_all", false);
    int r = paths_resolve(call->box, tool_text(input, "file_path"), &editing->path);
    if (r < 0) {
        paths_refuse("file_path", r, problem);
    } else if (slice_equal(editing->old_string, editing->new_string)) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "old_string and new_string are identical");
        r = -EINVAL;
    }
    if (r < 0) {
        free_editing(&editing->work);
        return r;
    }
    return work_start(&editing->work, call);
}

static enum tool_touches touches(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                 struct slice *ret_path)
{
    *ret_path = paths_in_arena(box, tool_text(input, "file_path"), arena);
    return TOOL_TOUCHES_PATH;
}

const struct tool tool_edit = {
    .name = "Edit",
    .description =
        "Replaces text in a file. old_string must match the file exactly, including white space but without the line "
        "numbers that Read shows, and must occur only once: include enough surrounding lines, or set replace_all to "
        "replace every occurrence. Read the file first. Line endings and the file mode are kept.",
    .schema = "{\"type\":\"object\",\"properties\":{"
              "\"file_path\":{\"type\":\"string\",\"minLength\":1,"
              "\"description\":\"The file: an absolute path, or a path relative to the working directory.\"},"
              "\"old_string\":{\"type\":\"string\",\"minLength\":1,\"description\":\"The exact text to replace.\"},"
              "\"new_string\":{\"type\":\"string\",\"description\":\"The text that replaces it.\"},"
              "\"replace_all\":{\"type\":\"boolean\",\"description\":\"Replace every occurrence; default false.\"}},"
              "\"required\":[\"file_path\",\"old_string\",\"new_string\"],\"additionalProperties\":false}",
    .touches = touches,
    .start = start,
    .cancel = work_cancel,
};
