#include "cli/fold.h"

#include <stdio.h>
#include <string.h>

#include "cli/ascii.h"
#include "cli/columns.h"
#include "cli/pretty.h"

enum {
    BEGINNING = 3, /* lines shown of a result */
    END = 5,       /* lines shown of a command's output */
    FAILED = 20,   /* lines shown of a failure */
    LABEL_COLUMNS = 40,
    LINE_BYTES_MAX = 64 << 20,
};

static const char first_head[] = "  = ", next_head[] = "    ";

/* --- kinds of results --- */

enum kind { KIND_BEGINNING, KIND_END, KIND_COUNT };

static enum kind kind_of(struct slice tool)
{
    static const struct {
        const char *tool;
        enum kind kind;
    } kinds[] = {{"Bash", KIND_END},     {"BashOutput", KIND_END}, {"Terminal", KIND_END}, {"Shell", KIND_END},
                 {"shell", KIND_END},    {"bash", KIND_END},       {"Grep", KIND_COUNT},   {"Glob", KIND_COUNT},
                 {"Search", KIND_COUNT}, {"grep", KIND_COUNT},     {"glob", KIND_COUNT}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_is(tool, kinds[i].tool))
            return kinds[i].kind;
    return KIND_BEGINNING;
}

/* --- lines --- */

static struct slice take_line(struct slice *rest)
{
    const char *end = memchr(rest->data, '\n', rest->size);
    struct slice line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
    size_t taken = line.size + (end ? 1 : 0);
    *rest = (struct slice){rest->data + taken, rest->size - taken};
    return line;
}

static bool is_blank(struct slice line)
{
    for (size_t i = 0; i < line.size; i++)
        if (!strchr(" \t\r", line.data[i]))
            return false;
    return true;
}

static struct slice trimmed(struct slice text)
{
    struct slice rest = text;
    while (rest.size > 0 && is_blank(take_line(&rest)))
        text = rest;
    while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

static size_t count_lines(struct slice text)
{
    size_t lines = text.size > 0;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

/* Returns the size of an escape sequence at the beginning of the text, or 0. */
static size_t sequence_size(struct slice text)
{
    size_t size = 2;
    if (text.size < 2 || text.data[0] != '\033')
        return 0;
    if (text.data[1] == '[') {
        while (size < text.size && (unsigned char)text.data[size] < 0x40)
            size++;
        return size < text.size ? size + 1 : size;
    }
    if (text.data[1] != ']')
        return size;
    while (size < text.size && text.data[size] != '\a' && text.data[size] != '\033')
        size++;
    return size < text.size && text.data[size] == '\033' && size + 1 < text.size ? size + 2 : size + (size < text.size);
}

/* Appends the line as a terminal would finally show it: without escape sequences, and after carriage returns. */
static void append_plain(struct buf *out, struct slice line)
{
    while (line.size > 0 && line.data[line.size - 1] == '\r')
        line.size--;
    const char *over = line.size > 0 ? memrchr(line.data, '\r', line.size) : NULL;
    if (over)
        line = (struct slice){over + 1, line.size - (size_t)(over + 1 - line.data)};
    while (line.size > 0) {
        size_t size = sequence_size(line);
        if (size == 0) {
            const char *next = memchr(line.data + 1, '\033', line.size - 1);
            size = next ? (size_t)(next - line.data) : line.size;
            (void)buf_append(out, line.data, size);
        }
        line = (struct slice){line.data + size, line.size - size};
    }
}

/* --- rows --- */

struct folding {
    struct buf *out;
    const struct fold_result *result;
    const struct fold_style *style;
    size_t rows;
};

static void write_row(struct folding *folding, struct slice text)
{
    struct buf row = BUF_LIMITED(LINE_BYTES_MAX);
    const struct fold_style *style = folding->style;
    struct slice label = folding->result->label;
    size_t room = style->width > sizeof first_head ? style->width - sizeof first_head : 1;
    if (folding->rows == 0 && label.size > 0) {
        (void)buf_append_char(&row, '(');
        (void)columns_append(&row, label, LABEL_COLUMNS);
        (void)buf_append_text(&row, text.size > 0 ? ") " : ")");
    }
    (void)buf_append_slice(&row, text);
    (void)buf_append_text(folding->out, style->paint);
    (void)buf_append_text(folding->out, folding->rows++ == 0 ? first_head : next_head);
    if (style->whole && style->width != COLUMNS_ANY) {
        struct buf wrapped = BUF_LIMITED(LINE_BYTES_MAX);
        columns_wrap(&wrapped, buf_slice(&row), next_head, style->width);
        size_t skip = wrapped.size > sizeof next_head - 1 ? sizeof next_head - 1 : 0; /* the head of the first row */
        struct slice all = {wrapped.data ? wrapped.data + skip : "", wrapped.size - skip};
        while (all.size > 0 && all.data[all.size - 1] == '\n')
            all.size--;
        (void)buf_append_slice(folding->out, all);
        buf_clear(&wrapped);
    } else {
        (void)columns_append_row(folding->out, buf_slice(&row), style->width == COLUMNS_ANY ? COLUMNS_ANY : room);
    }
    (void)buf_append_text(folding->out, *style->paint ? pretty_off : "");
    (void)buf_append_char(folding->out, '\n');
    buf_clear(&row);
}

/* "… 212 more lines above" */
static void write_count(struct folding *folding, const char *before, size_t count, const char *what, const char *behind)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%s%zu %s%s%s", before, count, what, count == 1 ? "" : "s", behind);
    write_row(folding, slice_of(text));
}

static void write_lines(struct folding *folding, struct slice text, size_t from, size_t to)
{
    struct buf plain = BUF_LIMITED(LINE_BYTES_MAX);
    for (size_t i = 0; i < to && text.size > 0; i++) {
        struct slice line = take_line(&text);
        if (i < from)
            continue;
        buf_reset(&plain, LINE_BYTES_MAX);
        append_plain(&plain, line);
        write_row(folding, buf_slice(&plain));
    }
    buf_clear(&plain);
}

void fold_write(struct buf *out, const struct fold_result *result, const struct fold_style *style)
{
    struct folding folding = {.out = out, .result = result, .style = style};
    struct slice text = trimmed(result->text);
    enum kind kind = kind_of(result->tool);
    size_t lines = count_lines(text);
    size_t most = result->failed ? FAILED : kind == KIND_END ? END : BEGINNING;
    bool is_all = style->whole || lines <= most + 1; /* the text "1 more line" would need the space of that line */
    if (lines > 1 && (is_all || kind == KIND_BEGINNING) && result->label.size > 0)
        write_row(&folding, SLICE("")); /* start on a new line, so that the lines are aligned */
    if (lines == 0) {
        write_row(&folding, SLICE("(empty)"));
    } else if (is_all) {
        write_lines(&folding, text, 0, lines);
    } else if (kind == KIND_COUNT && !result->failed) {
        write_count(&folding, "", lines, "result", "");
    } else if (kind == KIND_END) {
        write_count(&folding, ascii_or("… ", "... "), lines - most, "more line", " above");
        write_lines(&folding, text, lines - most, lines);
    } else {
        write_lines(&folding, text, 0, most);
        write_count(&folding, ascii_or("… ", "... "), lines - most, "more line", "");
    }
}

void fold_line(struct buf *out, const struct fold_result *result)
{
    struct slice text = trimmed(result->text), line = {0};
    enum kind kind = kind_of(result->tool);
    size_t lines = count_lines(text);
    if (kind == KIND_COUNT && !result->failed && lines > BEGINNING + 1) {
        (void)buf_printf(out, "%zu results", lines);
        return;
    }
    while (text.size > 0 && (line.size == 0 || kind == KIND_END))
        line = take_line(&text);
    append_plain(out, line);
    if (lines > 1)
        (void)buf_printf(out, " (+%zu %s)", lines - 1, lines == 2 ? "line" : "lines");
}
