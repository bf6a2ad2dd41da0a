#include "cli/markdown.h"

#include <ctype.h>

#include "cli/ascii.h"

enum { HELD_BYTES_MAX = 64 << 10, START_MAX = 256, LINE_MAX_HELD = 8192, RULE_WIDTH = 40, MARKER_DIGITS = 9 };

enum kind {
    UNDECIDED,
    TEXT,
    BLANK,
    HEADING,
    QUOTE,
    ITEM,
    RULE,
    FENCE,
    TABLE,
};

struct start {
    enum kind kind;
    size_t indent; /* leading blanks */
    size_t mark;   /* length of the marker, with the blank after it */
};

void markdown_clear(struct markdown *markdown)
{
    prose_clear(&markdown->prose);
    buf_clear(&markdown->held);
    *markdown = (struct markdown){.plain = markdown->plain, .prose.bare = markdown->prose.bare};
}

bool markdown_is_at_line_start(const struct markdown *markdown)
{
    return markdown->prose.column == 0;
}

/* --- kinds of lines --- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct slice behind(struct slice text, size_t size)
{
    return (struct slice){text.data + size, text.size - size};
}

static size_t run_of(struct slice text, char c)
{
    size_t size = 0;
    while (size < text.size && text.data[size] == c)
        size++;
    return size;
}

static enum kind look_at_heading(struct slice text, bool final, size_t *ret_mark)
{
    size_t run = run_of(text, '#');
    if (run > 6)
        return TEXT;
    if (run == text.size)
        return final ? TEXT : UNDECIDED;
    *ret_mark = run + 1;
    return is_blank(text.data[run]) ? HEADING : TEXT;
}

/* A fence is known only with its newline, since the info string of the block follows the marker. */
static enum kind look_at_fence(struct slice text, bool final)
{
    char mark = text.data[0];
    size_t run = run_of(text, mark);
    if (run < 3)
        return run < text.size || final ? TEXT : UNDECIDED;
    if (mark == '`' && run < text.size && memchr(text.data + run, '`', text.size - run))
        return TEXT;
    return final ? FENCE : text.size > START_MAX ? TEXT : UNDECIDED;
}

/* "---" is a thematic break, "- a" a list item. */
static enum kind look_at_dashes(struct slice text, bool final, size_t *ret_mark)
{
    char mark = text.data[0];
    size_t i = 0, marks = 0;
    for (; i < text.size && (text.data[i] == mark || is_blank(text.data[i])); i++)
        marks += text.data[i] == mark;
    if (i == text.size && !final && text.size <= START_MAX)
        return UNDECIDED;
    if (i == text.size && marks >= 3 && mark != '+')
        return RULE;
    *ret_mark = 2;
    return mark != '_' && text.size > 2 && is_blank(text.data[1]) ? ITEM : TEXT;
}

static enum kind look_at_number(struct slice text, bool final, size_t *ret_mark)
{
    size_t digits = 0;
    while (digits < text.size && isdigit((unsigned char)text.data[digits]))
        digits++;
    if (digits > MARKER_DIGITS)
        return TEXT;
    if (digits + 1 >= text.size)
        return final ? TEXT : UNDECIDED;
    *ret_mark = digits + 2;
    return (text.data[digits] == '.' || text.data[digits] == ')') && is_blank(text.data[digits + 1]) ? ITEM : TEXT;
}

static enum kind look_at_mark(struct slice text, bool final, size_t *ret_mark)
{
    char c = text.data[0];
    if (c == '#')
        return look_at_heading(text, final, ret_mark);
    if (c == '`' || c == '~')
        return look_at_fence(text, final);
    if (c == '-' || c == '*' || c == '+' || c == '_')
        return look_at_dashes(text, final, ret_mark);
    if (isdigit((unsigned char)c))
        return look_at_number(text, final, ret_mark);
    if (c == '|')
        return final ? TABLE : text.size > LINE_MAX_HELD ? TEXT : UNDECIDED;
    if (c != '>')
        return TEXT;
    if (text.size == 1 && !final)
        return UNDECIDED;
    *ret_mark = text.size > 1 && text.data[1] == ' ' ? 2 : 1;
    return QUOTE;
}

static struct start look(struct slice text, bool final)
{
    struct start start = {.kind = final ? BLANK : UNDECIDED};
    size_t i = 0;
    for (; i < text.size && is_blank(text.data[i]); i++)
        start.indent += text.data[i] == '\t' ? 4 : 1;
    if (i > START_MAX)
        return (struct start){.kind = TEXT};
    if (i == text.size)
        return start;
    start.kind = look_at_mark(behind(text, i), final, &start.mark);
    start.mark += i;
    if (start.kind == TEXT)
        start.mark = i;
    return start;
}

/* --- tables: a row is a line, with the column widths of the first row --- */

static struct slice take_cell(struct slice *row)
{
    struct slice cell = {row->data, 0};
    for (bool code = false; cell.size < row->size && (code || row->data[cell.size] != '|'); cell.size++) {
        code ^= row->data[cell.size] == '`';
        cell.size += row->data[cell.size] == '\\' && cell.size + 1 < row->size;
    }
    *row = behind(*row, cell.size < row->size ? cell.size + 1 : cell.size);
    return cell;
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = behind(text, 1);
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

static bool is_line_of_table(struct slice row)
{
    for (size_t i = 0; i < row.size; i++)
        if (!strchr("|-: \t", row.data[i]) || row.data[i] == '\0')
            return false;
    return memchr(row.data, '-', row.size) != NULL;
}

/* Returns the width of the cell in the first row, including its padding. */
static size_t width_of(struct markdown *markdown, size_t index, struct slice cell)
{
    size_t width = columns_width(trimmed(cell)), room = cell.size > 2 ? cell.size - 2 : 0;
    if (index >= MARKDOWN_TABLE_COLUMNS)
        return width;
    if (index >= markdown->width_count) {
        markdown->widths[index] = cell.size < 200 && room > width ? room : width;
        markdown->width_count = index + 1;
    }
    return markdown->widths[index];
}

static void write_cell(struct markdown *markdown, struct buf *out, struct slice cell, size_t width, unsigned style)
{
    struct prose *prose = &markdown->prose;
    size_t begin = prose->column;
    markdown->before = 0;
    cell = trimmed(cell);
    markdown_spans(markdown, out, &cell, style, true);
    prose_flush(prose, out);
    size_t used = prose->column - begin;
    prose_set_style(prose, out, 0);
    columns_pad(out, used < width ? width - used : 0);
    prose->column = begin + (used < width ? width : used);
}

static void write_row(struct markdown *markdown, struct buf *out, struct slice row)
{
    struct prose *prose = &markdown->prose;
    size_t whole = prose->width;
    bool line = is_line_of_table(row), head = markdown->width_count == 0;
    prose->width = COLUMNS_ANY; /* rows are not wrapped */
    row = trimmed(row);
    row = behind(row, 1);
    if (row.size > 0 && row.data[row.size - 1] == '|')
        row.size--;
    for (size_t i = 0; row.size > 0 || i == 0; i++) {
        struct slice cell = take_cell(&row);
        size_t width = width_of(markdown, i, cell);
        if (i > 0) {
            prose_set_style(prose, out, PROSE_DIM);
            (void)buf_append_text(out, line ? ascii_or("─┼─", "-+-") : ascii_or(" │ ", " | "));
            prose->column += 3;
        }
        if (!line) {
            write_cell(markdown, out, cell, width, head ? PROSE_BOLD : 0);
            continue;
        }
        prose_set_style(prose, out, PROSE_DIM);
        for (size_t at = 0; at < width; at++)
            (void)buf_append_text(out, ascii_or("─", "-"));
        prose->column += width;
    }
    prose->width = whole;
}

/* --- lines --- */

static void consume(struct markdown *markdown, size_t size)
{
    buf_consume(&markdown->held, size);
}

static void write_rule(struct markdown *markdown, struct buf *out)
{
    size_t width = markdown->prose.width < RULE_WIDTH ? markdown->prose.width : RULE_WIDTH;
    prose_begin_line(&markdown->prose, out, 0);
    prose_set_style(&markdown->prose, out, PROSE_DIM);
    for (size_t i = 0; i < width; i++)
        (void)buf_append_text(out, ascii_or("─", "-"));
}

static void open_fence(struct markdown *markdown, struct slice line)
{
    line = trimmed(line);
    markdown->fence = line.data[0];
    markdown->fence_size = run_of(line, line.data[0]);
}

static void begin_text(struct markdown *markdown, struct buf *out, const struct start *start)
{
    struct prose *prose = &markdown->prose;
    struct slice held = buf_slice(&markdown->held);
    size_t indent = start->indent < PROSE_HANG_MAX ? start->indent : PROSE_HANG_MAX;
    prose_begin_line(prose, out, indent);
    prose->hang = indent;
    if (start->kind == HEADING) {
        bool title = start->mark < 3 || held.data[start->mark - 3] != '#';
        markdown->style = title ? PROSE_BOLD | PROSE_UNDERLINED : PROSE_BOLD;
    } else if (start->kind == ITEM) {
        struct slice mark = trimmed((struct slice){held.data, start->mark});
        bool number = isdigit((unsigned char)mark.data[0]);
        prose->hang += number ? mark.size + 1 : 2;
        if (number)
            (void)buf_append_slice(out, mark);
        else
            (void)buf_append_text(out, ascii_or("•", "*"));
        (void)buf_append_char(out, ' ');
        prose->column += number ? mark.size + 1 : 2;
    }
    consume(markdown, start->mark);
    markdown->at = MARKDOWN_IN_TEXT;
}

/* Returns true if the kind of the line is known; its marker is consumed then. */
static bool decide(struct markdown *markdown, struct buf *out, bool final)
{
    for (;;) {
        struct start start = look(buf_slice(&markdown->held), final);
        if (start.kind == UNDECIDED)
            return false;
        if (start.kind != TABLE)
            markdown->width_count = 0;
        if (start.kind == QUOTE) {
            markdown->prose.bars += markdown->prose.bars < PROSE_BARS_MAX;
            consume(markdown, start.mark);
            if (markdown->held.size == 0 && !final)
                return false;
            continue;
        }
        if (start.kind == BLANK) {
            prose_begin_line(&markdown->prose, out, 0);
            consume(markdown, markdown->held.size);
        } else if (start.kind == RULE) {
            write_rule(markdown, out);
            consume(markdown, markdown->held.size);
        } else if (start.kind == FENCE) {
            open_fence(markdown, buf_slice(&markdown->held));
            consume(markdown, markdown->held.size);
        } else if (start.kind == TABLE) {
            prose_begin_line(&markdown->prose, out, 0);
            write_row(markdown, out, buf_slice(&markdown->held));
            consume(markdown, markdown->held.size);
        } else {
            begin_text(markdown, out, &start);
        }
        return true;
    }
}

static void take_text(struct markdown *markdown, struct buf *out, bool final)
{
    struct slice text = buf_slice(&markdown->held);
    size_t before = text.size;
    markdown_spans(markdown, out, &text, markdown->style, final);
    consume(markdown, before - text.size);
}

static void end_line(struct markdown *markdown, struct buf *out)
{
    prose_end_line(&markdown->prose, out);
    markdown->prose.hang = markdown->prose.bars = 0;
    markdown->style = 0;
    markdown->before = 0;
    markdown->at = MARKDOWN_LINE_START;
}

/* --- fenced blocks --- */

/* Returns whether the line so far may be the fence that closes the block, or is. */
static bool may_close(const struct markdown *markdown, bool final)
{
    struct slice line = buf_slice(&markdown->held);
    while (line.size > 0 && is_blank(line.data[0]))
        line = behind(line, 1);
    size_t run = run_of(line, markdown->fence);
    for (size_t i = run; i < line.size; i++)
        if (!is_blank(line.data[i]))
            return false;
    if (markdown->held.size > START_MAX)
        return false;
    return final ? run >= markdown->fence_size : run > 0 || line.size == 0;
}

/* Writes code unchanged; a character is shown when all of its bytes are here. */
static void take_code(struct markdown *markdown, struct buf *out, bool final)
{
    struct slice text = buf_slice(&markdown->held);
    size_t before = text.size;
    while (text.size > 0) {
        unsigned char c = (unsigned char)text.data[0];
        size_t size = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        struct columns_glyph glyph;
        if (size > text.size && !final)
            break;
        columns_take(&text, &glyph);
        if (markdown->prose.column == 0)
            prose_set_style(&markdown->prose, out, PROSE_CODE);
        if (c == '\t')
            (void)buf_append_char(out, '\t');
        else
            (void)buf_append(out, glyph.text, glyph.size);
        markdown->prose.column += glyph.width;
    }
    consume(markdown, before - text.size);
}

static void take_fenced(struct markdown *markdown, struct buf *out, bool final)
{
    if (markdown->at == MARKDOWN_LINE_START && may_close(markdown, false) && !final)
        return;
    markdown->at = MARKDOWN_IN_CODE;
    take_code(markdown, out, final);
}

static void end_fenced(struct markdown *markdown, struct buf *out)
{
    if (markdown->at == MARKDOWN_LINE_START && may_close(markdown, true)) {
        consume(markdown, markdown->held.size);
        markdown->fence = 0;
        return;
    }
    take_fenced(markdown, out, true);
    end_line(markdown, out);
}

/* --- input and output --- */

static void take_newline(struct markdown *markdown, struct buf *out)
{
    if (markdown->held.size > 0 && markdown->held.data[markdown->held.size - 1] == '\r')
        markdown->held.size--;
    if (markdown->fence) {
        end_fenced(markdown, out);
        return;
    }
    if (markdown->at == MARKDOWN_LINE_START)
        (void)decide(markdown, out, true);
    if (markdown->at == MARKDOWN_IN_TEXT)
        take_text(markdown, out, true);
    if (markdown->fence) /* the fence itself is not shown */
        markdown->prose.bars = 0;
    else
        end_line(markdown, out);
}

static void take_byte(struct markdown *markdown, struct buf *out, char c)
{
    if (c == '\n') {
        take_newline(markdown, out);
        return;
    }
    markdown->held.limit = HELD_BYTES_MAX;
    (void)buf_append_char(&markdown->held, c);
    if (c == '\r' && (markdown->held.size < 2 || markdown->held.data[markdown->held.size - 2] != '\r'))
        return; /* may belong to a newline */
    if (markdown->fence) {
        take_fenced(markdown, out, false);
        return;
    }
    if (markdown->at == MARKDOWN_LINE_START && !decide(markdown, out, false))
        return;
    if (markdown->at == MARKDOWN_IN_TEXT)
        take_text(markdown, out, false);
}

void markdown_write(struct markdown *markdown, struct buf *out, struct slice text, size_t width)
{
    markdown->prose.width = width;
    if (markdown->plain) {
        columns_append_verbatim(out, text);
        if (text.size > 0)
            markdown->prose.column = text.data[text.size - 1] != '\n';
        return;
    }
    for (size_t i = 0; i < text.size; i++)
        take_byte(markdown, out, text.data[i]);
}

void markdown_rest(struct markdown *markdown, struct buf *out)
{
    if (!markdown->plain && markdown->at == MARKDOWN_IN_TEXT)
        prose_flush(&markdown->prose, out);
}

void markdown_finish(struct markdown *markdown, struct buf *out)
{
    if (markdown->plain) {
        if (markdown->prose.column > 0)
            (void)buf_append_char(out, '\n');
        markdown->prose.column = 0;
        return;
    }
    if (markdown->held.size > 0 || markdown->at != MARKDOWN_LINE_START || markdown->prose.bars > 0)
        take_newline(markdown, out);
    markdown->fence = 0;
    markdown->width_count = 0;
}
