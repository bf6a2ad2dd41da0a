/* Decides for each kind of request what the offline agent does, and writes its answer. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offline/internal.h"
#include "json/write.h"

enum { LISTED_MAX = 5000, LINES_QUOTED = 120, README_LINES = 25, LINES_READ = 200, FINDINGS = 100, LINE_SHOWN = 300 };

/* --- tool inputs --- */

static struct buf *begin_input(struct offline *offline)
{
    buf_reset(&offline->input, 0);
    (void)buf_append_char(&offline->input, '{');
    return &offline->input;
}

static void add_text(struct buf *input, const char *name, struct slice text)
{
    (void)buf_printf(input, "%s\"%s\":", input->size > 1 ? "," : "", name);
    (void)json_write_string(input, text);
}

static const char *use(struct buf *input, const char *tool)
{
    (void)buf_append_char(input, '}');
    return tool;
}

static const char *list_place(struct offline *offline, struct slice place)
{
    struct buf *input = begin_input(offline);
    add_text(input, "pattern", SLICE("**/*"));
    if (place.size > 0)
        add_text(input, "path", place);
    (void)buf_printf(input, ",\"head_limit\":%d", LISTED_MAX);
    return use(input, "Glob");
}

static const char *read_file(struct offline *offline, struct slice path, int64_t from, int64_t lines)
{
    struct buf *input = begin_input(offline);
    add_text(input, "file_path", path);
    if (from > 1)
        (void)buf_printf(input, ",\"offset\":%" PRId64, from);
    (void)buf_printf(input, ",\"limit\":%" PRId64, lines);
    return use(input, "Read");
}

static const char *search(struct offline *offline)
{
    const struct offline_intent *intent = &offline->intent;
    struct buf *input = begin_input(offline), escaped = BUF_LIMITED(64 << 10);
    for (size_t i = 0; i < intent->text.size; i++) {
        if (!intent->is_expression && strchr("\\.[]{}()*+?^$|", intent->text.data[i]))
            (void)buf_append_char(&escaped, '\\');
        (void)buf_append_char(&escaped, intent->text.data[i]);
    }
    add_text(input, "pattern", buf_slice(&escaped));
    if (intent->place.size > 0)
        add_text(input, "path", intent->place);
    (void)buf_printf(input, ",\"output_mode\":\"content\",\"head_limit\":%d", FINDINGS);
    buf_clear(&escaped);
    return use(input, "Grep");
}

static const char *find(struct offline *offline)
{
    const struct offline_intent *intent = &offline->intent;
    struct buf *input = begin_input(offline), pattern = BUF_LIMITED(8192);
    /* ".c files": the files with this extension. */
    bool is_ending = intent->text.size > 1 && intent->text.data[0] == '.' &&
                     isalnum((unsigned char)intent->text.data[1]) &&
                     !memchr(intent->text.data + 1, '.', intent->text.size - 1) && intent->text.size <= 6;
    (void)buf_printf(&pattern, "%s%.*s", is_ending ? "*" : "", SLICE_ARG(intent->text));
    add_text(input, "pattern", buf_slice(&pattern));
    if (intent->place.size > 0)
        add_text(input, "path", intent->place);
    buf_clear(&pattern);
    return use(input, "Glob");
}

static const char *run(struct offline *offline)
{
    struct buf *input = begin_input(offline);
    add_text(input, "command", offline->intent.text);
    return use(input, "Bash");
}

/* Matches every line. */
static const char *count_lines(struct offline *offline)
{
    struct buf *input = begin_input(offline);
    add_text(input, "pattern", SLICE("^"));
    if (offline->intent.place.size > 0)
        add_text(input, "path", offline->intent.place);
    (void)buf_append_text(input, ",\"output_mode\":\"count\",\"head_limit\":0");
    return use(input, "Grep");
}

static const char *replace(struct offline *offline)
{
    struct buf *input = begin_input(offline);
    add_text(input, "file_path", offline->intent.place);
    add_text(input, "old_string", offline->intent.text);
    add_text(input, "new_string", offline->intent.instead);
    (void)buf_append_text(input, offline->intent.all ? ",\"replace_all\":true" : "");
    return use(input, "Edit");
}

/* --- texts --- */

/* Writes a code block, fenced with more backticks than it contains. */
static void quote(struct buf *text, struct slice content, size_t lines_max)
{
    size_t longest = 2, row = 0, lines = 0, end = 0;
    for (; end < content.size && lines < lines_max; end++) {
        row = content.data[end] == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
        lines += content.data[end] == '\n';
    }
    for (size_t i = 0; i <= longest; i++)
        (void)buf_append_char(text, '`');
    (void)buf_append_char(text, '\n');
    (void)buf_append(text, content.data, end);
    if (end > 0 && content.data[end - 1] != '\n')
        (void)buf_append_char(text, '\n');
    for (size_t i = 0; i <= longest; i++)
        (void)buf_append_char(text, '`');
    (void)buf_append_char(text, '\n');
    if (end < content.size)
        (void)buf_append_text(text, "The tool result has more lines.\n");
}

/* Marks the request as not done, so that the task's status shows it. */
__attribute__((format(printf, 3, 4))) static void fail(struct offline *offline, const char *word, const char *format,
                                                       ...)
{
    va_list arguments;
    offline->failure = word;
    buf_reset(&offline->problem, 0);
    va_start(arguments, format);
    (void)buf_vprintf(&offline->problem, format, arguments);
    va_end(arguments);
}

/* Returns the most useful line of a result: the first one; of a command the last one, which describes its end. */
static struct slice main_line(const struct offline *offline)
{
    struct slice all = buf_slice(&offline->result), line = all;
    while (line.size > 0 && line.data[line.size - 1] == '\n')
        line.size--;
    const char *end = line.size == 0                        ? NULL
                      : offline->intent.what == OFFLINE_RUN ? memrchr(line.data, '\n', line.size)
                                                            : memchr(line.data, '\n', line.size);
    if (end && offline->intent.what == OFFLINE_RUN)
        line = (struct slice){end + 1, (size_t)(line.data + line.size - end - 1)};
    else if (end)
        line.size = (size_t)(end - line.data);
    line.size = line.size < LINE_SHOWN ? line.size : 0; /* never cuts inside a character */
    return line;
}

static void say_failed(struct offline *offline, struct buf *text)
{
    if (offline->refused)
        fail(offline, "not_permitted", "%s was not permitted, so nothing was done", offline->tool->name);
    else
        fail(offline, "tool_failed", "%s failed: %.*s", offline->tool->name, SLICE_ARG(main_line(offline)));
    if (offline->refused)
        (void)buf_append_text(text, "I did nothing, because permission was denied: ");
    else
        (void)buf_append_text(text, "That failed. ");
    if (offline->refused || offline->result.size < 400) {
        (void)buf_append_slice(text, buf_slice(&offline->result));
        (void)buf_append_char(text, '\n');
        if (offline->refused && memmem(offline->result.data, offline->result.size, "no_approver", 11))
            (void)buf_append_text(
                text, "Nobody could be asked. On a terminal, `weir run` asks you; `weir approve` answers from another "
                      "terminal; `weir run --help` lists the permission modes that do not ask.\n");
    } else {
        (void)buf_append_char(text, '\n');
        quote(text, buf_slice(&offline->result), LINES_QUOTED);
    }
    if (offline->intent.what == OFFLINE_REPLACE && !offline->refused && !offline->intent.all &&
        memmem(offline->result.data, offline->result.size, "replace_all", 11))
        (void)buf_printf(text, "To replace all of them: `replace all \"%.*s\" with \"%.*s\" in %.*s`\n",
                         SLICE_ARG(offline->intent.text), SLICE_ARG(offline->intent.instead),
                         SLICE_ARG(offline->intent.place));
}

static void say_count(struct buf *text, struct slice listing, const char *where)
{
    size_t count = offline_count(listing);
    if (count == 0)
        (void)buf_printf(text, "%s has no files, not counting hidden and ignored ones (`.gitignore`).\n", where);
    else
        (void)buf_printf(text, "%s has %zu file%s, not counting hidden and ignored ones (`.gitignore`).\n", where,
                         count, count == 1 ? "" : "s");
}

static void say_overview(const struct offline *offline, struct buf *text)
{
    struct slice listing = buf_slice(&offline->listing);
    (void)buf_printf(text, "`%s`: ", offline->box.cwd);
    say_count(text, listing, "this folder");
    offline_describe_kind(text, listing);
    if (offline_count(listing) > 0)
        (void)buf_append_char(text, '\n');
    offline_describe_entries(text, listing, SLICE(""));
    if (offline->step > 1 && !offline->result_is_error) {
        struct slice readme = offline_readme(listing);
        (void)buf_printf(text, "\n`%.*s` begins:\n\n", SLICE_ARG(readme));
        quote(text, buf_slice(&offline->result), README_LINES);
    }
    (void)buf_append_text(text, "\nYou could continue with, for example:\n\n");
    offline_examples(text, listing, OFFLINE_OVERVIEW);
}

static void say_list(const struct offline *offline, struct buf *text)
{
    struct slice listing = buf_slice(&offline->result), place = offline->intent.place;
    char where[300];
    (void)snprintf(where, sizeof where, "`%.*s`", place.size < 250 ? (int)place.size : 250,
                   place.size > 0 ? place.data : "");
    say_count(text, listing, place.size > 0 ? where : "This folder");
    (void)buf_append_char(text, '\n');
    size_t cwd = strlen(offline->box.cwd);
    if (place.size > cwd + 1 && slice_starts_with(place, slice_of(offline->box.cwd)) && place.data[cwd] == '/')
        place = (struct slice){place.data + cwd + 1, place.size - cwd - 1};
    offline_describe_entries(text, listing, place);
}

static void say_findings(const struct offline *offline, struct buf *text)
{
    struct slice result = buf_slice(&offline->result);
    if (slice_starts_with(result, SLICE(TOOL_NO_MATCHES))) {
        (void)buf_printf(text, "I found nothing for `%.*s`.\n", SLICE_ARG(offline->intent.text));
        return;
    }
    (void)buf_printf(text, "%s `%.*s`:\n\n", offline->intent.what == OFFLINE_FIND ? "Files that match" : "Lines with",
                     SLICE_ARG(offline->intent.text));
    quote(text, result, LINES_QUOTED);
}

/* The result has lines "path:number". */
static void say_lines(const struct offline *offline, struct buf *text)
{
    struct slice rest = buf_slice(&offline->result), place = offline->intent.place;
    uint64_t lines = 0, files = 0;
    while (rest.size > 0) {
        const char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end ? (size_t)(end - rest.data) : rest.size;
        const char *colon = memrchr(rest.data, ':', size);
        if (colon && rest.data[0] != '[') {
            lines += strtoull(colon + 1, NULL, 10);
            files++;
        }
        size += end != NULL;
        rest = (struct slice){rest.data + size, rest.size - size};
    }
    bool partial = memmem(offline->result.data ? offline->result.data : "", offline->result.size, "\n[", 2) != NULL;
    (void)buf_printf(text, "%s%.*s%s has %s%" PRIu64 " line%s", place.size > 0 ? "`" : "This folder", SLICE_ARG(place),
                     place.size > 0 ? "`" : "", partial ? "at least " : "", lines, lines == 1 ? "" : "s");
    if (files != 1)
        (void)buf_printf(text, " in %" PRIu64 " files, not counting binary, hidden and ignored ones (`.gitignore`)",
                         files);
    (void)buf_append_text(text, ".\n");
}

/* No file matches the name, or several do. */
static void say_which(struct offline *offline, struct buf *text)
{
    struct slice name = offline->intent.place, path = SLICE("");
    size_t count = offline_look_up(buf_slice(&offline->listing), name, &path);
    fail(offline, "not_found", count > 0 ? "several files match %.*s" : "no such file: %.*s", SLICE_ARG(name));
    if (count == 0) {
        (void)buf_printf(text, "There is no file `%.*s` here, and no file with a similar name.\n", SLICE_ARG(name));
        return;
    }
    (void)buf_printf(text, "Which one? %zu files match `%.*s`:\n\n", count, SLICE_ARG(name));
    offline_list_like(text, buf_slice(&offline->listing), name);
}

static void say_no_command(struct offline *offline, struct buf *text)
{
    const char *what = offline->intent.what == OFFLINE_TEST ? "tested" : "built";
    fail(offline, "not_understood", "the files do not show how this project is %s", what);
    (void)buf_printf(
        text, "The files here do not show how this project is %s. If you know the command: `run COMMAND`.\n", what);
}

static void say_help(struct offline *offline, struct buf *text)
{
    if (offline->intent.what == OFFLINE_UNKNOWN)
        fail(offline, "not_understood",
             "the offline agent did not understand the request, which needs a model; add an API key (weir key set "
             "anthropic), or start Ollama");
    if (offline->intent.what == OFFLINE_UNKNOWN)
        (void)buf_append_text(text, "I do not understand this request and did nothing; it needs a model. I know a few "
                                    "kinds of requests. These work here:\n\n");
    else
        (void)buf_append_text(text, "I can list, read and search files, run a command, and replace text in a file, "
                                    "with the same sandbox and permissions as a real agent. These work here:\n\n");
    offline_examples(text, offline->result_is_error ? SLICE("") : buf_slice(&offline->result), OFFLINE_HELP);
}

/* --- choosing the next step --- */

static const char *first_tool(struct offline *offline)
{
    const struct offline_intent *intent = &offline->intent;
    switch (intent->what) {
    case OFFLINE_READ:
        return read_file(offline, intent->place, intent->from,
                         intent->to >= intent->from && intent->from > 0 ? intent->to - intent->from + 1 : LINES_READ);
    case OFFLINE_SEARCH:
        return search(offline);
    case OFFLINE_FIND:
        return find(offline);
    case OFFLINE_RUN:
        return run(offline);
    case OFFLINE_REPLACE:
        return replace(offline);
    case OFFLINE_LIST:
    case OFFLINE_COUNT:
        return list_place(offline, intent->place);
    case OFFLINE_LINES:
        return count_lines(offline);
    default:
        return list_place(offline, SLICE(""));
    }
}

static bool has_said(const struct offline *offline, const char *words)
{
    return offline->result.size > 0 && memmem(offline->result.data, offline->result.size, words, strlen(words));
}

static bool is_word(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!isalnum((unsigned char)text.data[i]) && text.data[i] != '_')
            return false;
    return text.size > 0;
}

/* All files were listed: reads the file that matches the name, or searches for a word that matches no file. */
static const char *read_meant(struct offline *offline)
{
    struct slice path = SLICE(""), name = offline->intent.place;
    (void)buf_append_slice(&offline->listing, buf_slice(&offline->result));
    size_t count = offline_look_up(buf_slice(&offline->listing), name, &path);
    if (count == 1) {
        offline->intent.place = path;
        return read_file(offline, path, offline->intent.from, LINES_READ);
    }
    if (count > 1 || !is_word(name))
        return NULL;
    offline->intent = (struct offline_intent){.what = OFFLINE_SEARCH, .text = name};
    return search(offline);
}

/* Returns the tool for a second step; NULL: write the answer. */
static const char *next_tool(struct offline *offline)
{
    struct slice result = buf_slice(&offline->result);
    enum offline_what what = offline->intent.what;
    if (what == OFFLINE_READ && offline->looks_up && offline->step == 2 && !offline->result_is_error)
        return read_meant(offline);
    if (what == OFFLINE_READ && offline->step == 1 && offline->result_is_error && has_said(offline, "no such file")) {
        offline->looks_up = true;
        return list_place(offline, SLICE(""));
    }
    if (what == OFFLINE_FIND && offline->step == 1 && !offline->result_is_error && is_word(offline->intent.text) &&
        slice_starts_with(result, SLICE(TOOL_NO_MATCHES))) {
        offline->looks_up = true;
        offline->intent.what = OFFLINE_SEARCH;
        return search(offline);
    }
    if ((what == OFFLINE_TEST || what == OFFLINE_BUILD) && offline->step == 1 && !offline->result_is_error) {
        const char *command = offline_command(result, what);
        offline->intent.text = slice_of(command ? command : "");
        offline->intent.what = command ? OFFLINE_RUN : what;
        return command ? run(offline) : NULL;
    }
    if (offline->intent.what == OFFLINE_READ && offline->result_is_error && result.size > 0 &&
        memmem(result.data, result.size, "is a directory", 14)) {
        offline->intent.what = OFFLINE_LIST;
        return list_place(offline, offline->intent.place);
    }
    if (offline->intent.what == OFFLINE_OVERVIEW && offline->step == 1 && !offline->result_is_error) {
        (void)buf_append_slice(&offline->listing, result);
        struct slice readme = offline_readme(result);
        return readme.size > 0 ? read_file(offline, readme, 1, README_LINES) : NULL;
    }
    return NULL;
}

static void answer(struct offline *offline, struct buf *text)
{
    struct slice result = buf_slice(&offline->result);
    enum offline_what what = offline->intent.what;
    bool helps = what == OFFLINE_HELP || what == OFFLINE_UNKNOWN || (what == OFFLINE_OVERVIEW && offline->step > 1);
    if (what == OFFLINE_READ && offline->looks_up && offline->step == 2 && !offline->result_is_error) {
        say_which(offline, text);
        return;
    }
    if (offline->result_is_error && !helps && !(what == OFFLINE_RUN && !offline->refused)) {
        say_failed(offline, text);
        return;
    }
    switch (what) {
    case OFFLINE_OVERVIEW:
        say_overview(offline, text);
        break;
    case OFFLINE_LIST:
        say_list(offline, text);
        break;
    case OFFLINE_READ:
        (void)buf_printf(text, "`%.*s`:\n\n", SLICE_ARG(offline->intent.place));
        quote(text, result, LINES_QUOTED);
        break;
    case OFFLINE_SEARCH:
    case OFFLINE_FIND:
        if (offline->looks_up)
            (void)buf_printf(text, "There is no such file. ");
        say_findings(offline, text);
        break;
    case OFFLINE_COUNT:
        say_list(offline, text);
        break;
    case OFFLINE_LINES:
        say_lines(offline, text);
        break;
    case OFFLINE_TEST:
    case OFFLINE_BUILD:
        say_no_command(offline, text);
        break;
    case OFFLINE_RUN:
        if (offline->result_is_error)
            fail(offline, "command_failed", "the command `%.*s` failed: %.*s",
                 offline->intent.text.size < LINE_SHOWN ? (int)offline->intent.text.size : 0, offline->intent.text.data,
                 SLICE_ARG(main_line(offline)));
        (void)buf_printf(text, "`%.*s` has %s:\n\n", SLICE_ARG(offline->intent.text),
                         offline->result_is_error ? "failed" : "run");
        quote(text, result, LINES_QUOTED);
        break;
    case OFFLINE_REPLACE:
        (void)buf_append_text(text, "Done:\n\n");
        quote(text, result, LINES_QUOTED);
        break;
    default:
        say_help(offline, text);
    }
}

int offline_decide(struct offline *offline, const char **ret_tool, struct buf *text)
{
    *ret_tool = offline->step == 0 ? first_tool(offline) : next_tool(offline);
    if (!*ret_tool)
        answer(offline, text);
    return 0;
}
