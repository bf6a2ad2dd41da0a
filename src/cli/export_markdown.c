#include <inttypes.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/export.h"
#include "cli/text.h"

enum { FENCE_LEAST = 3, HARMLESS_BYTES_MAX = 256 << 20 };

/* --- blocks --- */

static size_t longest_run(struct slice text, char mark)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text.size; i++) {
        run = text.data[i] == mark ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static void append_marks(struct buf *out, char mark, size_t count)
{
    for (size_t i = 0; i < count; i++)
        (void)buf_append_char(out, mark);
}

/* The fence is longer than any in the text, so that the text cannot end the block. */
static void append_fenced(struct buf *out, const char *language, struct slice text)
{
    size_t run = longest_run(text, '`'), fence = run >= FENCE_LEAST ? run + 1 : FENCE_LEAST;
    append_marks(out, '`', fence);
    (void)buf_printf(out, "%s\n", language);
    columns_append_verbatim(out, text);
    if (text.size == 0 || text.data[text.size - 1] != '\n')
        (void)buf_append_char(out, '\n');
    append_marks(out, '`', fence);
    (void)buf_append_text(out, "\n\n");
}

/* --- Markdown of agents --- */

/* Returns the character of a line that opens or closes a fence, and the length of the fence; 0 if it is none. */
static char fence_of(struct slice line, size_t *ret_size)
{
    size_t indent = 0, size = 0;
    while (indent < line.size && indent < 4 && line.data[indent] == ' ')
        indent++;
    if (indent == 4 || indent == line.size || (line.data[indent] != '`' && line.data[indent] != '~'))
        return 0;
    char mark = line.data[indent];
    while (indent + size < line.size && line.data[indent + size] == mark)
        size++;
    *ret_size = size;
    return size >= FENCE_LEAST ? mark : 0;
}

/* Returns the end of the code span that begins at `at`; `at` if there is none. */
static size_t end_of_code(struct slice line, size_t at)
{
    size_t size = 0;
    while (at + size < line.size && line.data[at + size] == '`')
        size++;
    for (size_t i = at + size; size > 0 && i < line.size;) {
        size_t run = 0;
        while (i + run < line.size && line.data[i + run] == '`')
            run++;
        if (run == size)
            return i + run;
        i += run > 0 ? run : 1;
    }
    return at;
}

/* Escapes HTML tags and remote images. */
static void append_line(struct buf *out, struct slice line)
{
    for (size_t i = 0; i < line.size; i++) {
        char c = line.data[i], next = i + 1 < line.size ? line.data[i + 1] : 0;
        size_t code = c == '`' ? end_of_code(line, i) : i;
        if (code > i) {
            (void)buf_append(out, line.data + i, code - i);
            i = code - 1;
            continue;
        }
        bool tag = c == '<' && ((next | 0x20) >= 'a' || next == '/' || next == '!' || next == '?');
        if ((tag || (c == '!' && next == '[')) && (i == 0 || line.data[i - 1] != '\\'))
            (void)buf_append_char(out, '\\');
        (void)buf_append_char(out, c);
    }
}

/* Closes a code block that the text leaves open. `before` begins each line. */
static void append_markdown(struct buf *out, struct slice text, const char *before)
{
    struct buf harmless = BUF_LIMITED(HARMLESS_BYTES_MAX);
    columns_append_verbatim(&harmless, text);
    struct slice rest = buf_slice(&harmless);
    char open = 0;
    size_t fence = 0;
    while (rest.size > 0 && rest.data[rest.size - 1] == '\n')
        rest.size--;
    while (rest.size > 0) {
        const char *newline = memchr(rest.data, '\n', rest.size);
        struct slice line = {rest.data, newline ? (size_t)(newline - rest.data) : rest.size};
        size_t size = 0, taken = line.size + (newline != NULL);
        char mark = fence_of(line, &size);
        bool was_open = open != 0;
        if (mark && !open) {
            open = mark;
            fence = size;
        } else if (mark && mark == open && size >= fence) {
            open = 0;
        }
        (void)buf_append_text(out, before);
        if (was_open || open)
            (void)buf_append_slice(out, line);
        else
            append_line(out, line);
        (void)buf_append_char(out, '\n');
        rest = (struct slice){rest.data + taken, rest.size - taken};
    }
    if (open) {
        (void)buf_append_text(out, before);
        append_marks(out, open, fence);
        (void)buf_append_char(out, '\n');
    }
    (void)buf_append_char(out, '\n');
    buf_clear(&harmless);
}

/* Appends untrusted text inside of a line of this program. */
static void append_inline(struct buf *out, struct slice text)
{
    struct buf line = BUF_LIMITED(HARMLESS_BYTES_MAX);
    (void)columns_append(&line, text, COLUMNS_ANY);
    size_t fence = longest_run(buf_slice(&line), '`') + 1;
    bool pads = line.size > 0 && (line.data[0] == '`' || line.data[line.size - 1] == '`');
    append_marks(out, '`', fence);
    (void)buf_append_text(out, pads ? " " : "");
    (void)buf_append_slice(out, line.size > 0 ? buf_slice(&line) : SLICE(" "));
    (void)buf_append_text(out, pads ? " " : "");
    append_marks(out, '`', fence);
    buf_clear(&line);
}

/* --- parts --- */

static void begin(struct buf *out, const struct session_record *session)
{
    char created[TEXT_TIME_SIZE];
    struct buf title = BUF_LIMITED(HARMLESS_BYTES_MAX);
    bool titled = session->title_is == FIELD_SET && session->title.size > 0;
    (void)columns_append(&title, titled ? session->title : SLICE("Session"), COLUMNS_ANY);
    text_time(session->created_at, created);
    (void)buf_append_text(out, "# ");
    append_line(out, buf_slice(&title));
    (void)buf_printf(out, "\n\n- session: `%.*s`\n- directory: ", SLICE_ARG(session->id));
    append_inline(out, session->cwd);
    if (session->agent_is == FIELD_SET) {
        (void)buf_append_text(out, "\n- agent: ");
        append_inline(out, session->agent);
    }
    if (session->model_is == FIELD_SET) {
        (void)buf_append_text(out, "\n- model: ");
        append_inline(out, session->model);
    }
    (void)buf_printf(out,
                     "\n"
                     "- created: %s\n"
                     "\n",
                     created);
    buf_clear(&title);
}

static void prompt(struct buf *out, struct slice text, int64_t at_ms)
{
    char time[TEXT_TIME_SIZE];
    text_time(at_ms, time);
    (void)buf_printf(out, "## Prompt, %s\n\n", time);
    append_markdown(out, text, "> ");
}

static void text(struct buf *out, struct slice said)
{
    append_markdown(out, said, "");
}

static void thought(struct buf *out, struct slice said)
{
    (void)buf_append_text(out, "<details><summary>Thinking</summary>\n\n");
    append_fenced(out, "text", said);
    (void)buf_append_text(out, "</details>\n\n");
}

static void call(struct buf *out, struct slice line, struct slice input)
{
    (void)buf_append_text(out, "**Tool** ");
    append_inline(out, line);
    (void)buf_append_text(out, "\n\n");
    if (input.size > 0)
        append_fenced(out, "json", input);
}

static void result(struct buf *out, struct slice said, bool failed)
{
    (void)buf_printf(out, "<details><summary>%s</summary>\n\n", failed ? "Failed" : "Result");
    append_fenced(out, "text", said);
    (void)buf_append_text(out, "</details>\n\n");
}

static void change(struct buf *out, struct slice head, struct slice diff)
{
    (void)buf_append_text(out, "**Changed** ");
    append_inline(out, head);
    (void)buf_append_text(out, "\n\n");
    if (diff.size > 0)
        append_fenced(out, "diff", diff);
}

static void note(struct buf *out, struct slice said, bool bad)
{
    struct buf line = BUF_LIMITED(HARMLESS_BYTES_MAX);
    (void)columns_append(&line, said, COLUMNS_ANY);
    (void)buf_append_text(out, bad ? "**" : "*");
    append_line(out, buf_slice(&line));
    (void)buf_append_text(out, bad ? "**\n\n" : "*\n\n");
    buf_clear(&line);
}

static void end(struct buf *out)
{
    (void)out;
}

const struct export_format export_markdown = {
    .name = "markdown",
    .begin = begin,
    .prompt = prompt,
    .text = text,
    .thought = thought,
    .call = call,
    .result = result,
    .change = change,
    .note = note,
    .end = end,
};
