#include "cli/entry.h"

#include <string.h>

#include "base/buf.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/tty.h"

enum { NAME_MAX_COLUMNS = 36, ABOUT_LEAST = 24, BELOW = 4, LINE_COLUMNS = 110, BYTES_MAX = 1 << 20 };

struct entries entries_to(FILE *out, size_t indent, const char *color)
{
    return (struct entries){
        .indent = indent, .limit = tty_columns(fileno(out)), .color = color, .off = *color ? pretty_off : ""};
}

/* Takes the blanks before a name, which columns_append() would leave out. */
static size_t take_blanks(struct slice *name)
{
    size_t blanks = 0;
    for (; name->size > 0 && name->data[0] == ' '; blanks++)
        *name = (struct slice){name->data + 1, name->size - 1};
    return blanks;
}

void entries_measure(struct entries *entries, struct slice name)
{
    size_t width = take_blanks(&name) + columns_width(name);
    if (width > entries->column && width <= NAME_MAX_COLUMNS)
        entries->column = width;
}

void entries_print(const struct entries *entries, FILE *out, struct slice name, struct slice about)
{
    struct buf text = BUF_LIMITED(BYTES_MAX);
    size_t blanks = take_blanks(&name), width = blanks + columns_width(name);
    size_t hang = entries->indent + entries->column + 2;
    bool is_narrow = entries->limit < hang + ABOUT_LEAST;
    struct prose prose = {.width = entries->limit};
    prose.hang = is_narrow ? entries->indent + BELOW : hang;
    columns_pad(&text, entries->indent + blanks);
    (void)buf_append_text(&text, entries->color);
    (void)columns_append(&text, name, COLUMNS_ANY);
    (void)buf_append_text(&text, entries->off);
    if (is_narrow || width > entries->column) {
        (void)buf_append_char(&text, '\n');
        columns_pad(&text, prose.hang);
    } else {
        columns_pad(&text, entries->column + 2 - width);
    }
    prose.column = prose.hang;
    prose_slice(&prose, &text, about, 0);
    prose_end_line(&prose, &text);
    (void)fwrite(text.data, 1, text.size, out);
    prose_clear(&prose);
    buf_clear(&text);
}

/* --- paragraphs ------------------------------------------------------------------------ */

/* A line of the text goes on with the one before it, unless either is blank or an example. */
static bool goes_on(struct slice line, bool joins)
{
    return joins && line.size > 0 && line.data[0] != ' ';
}

void entries_print_text(FILE *out, const char *text)
{
    struct buf written = BUF_LIMITED(BYTES_MAX);
    size_t limit = tty_columns(fileno(out));
    struct prose prose = {.width = limit};
    bool joins = false;
    if (limit >= LINE_COLUMNS) {
        (void)fprintf(out, "%s\n", text);
        return;
    }
    while (*text) {
        struct slice line = {text, strcspn(text, "\n")};
        size_t indent = strspn(text, " ");
        if (goes_on(line, joins))
            prose_text(&prose, &written, " ", 0);
        else if (joins)
            prose_end_line(&prose, &written);
        prose.hang = indent > 0 ? indent + BELOW : 0;
        prose_slice(&prose, &written, line, 0);
        joins = line.size > 0 && indent == 0;
        if (!joins)
            prose_end_line(&prose, &written);
        text += line.size + (text[line.size] == '\n');
    }
    if (joins)
        prose_end_line(&prose, &written);
    (void)fwrite(written.data, 1, written.size, out);
    prose_clear(&prose);
    buf_clear(&written);
}
