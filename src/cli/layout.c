#include "cli/layout.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"

/* --- cards --- */

enum { CARD_BYTES_MAX = 256 << 20 };

void card_begin(struct card *card, const struct cli *cli, int column)
{
    *card = (struct card){.out = stdout, .cli = cli, .column = column, .limit = tty_columns(STDOUT_FILENO)};
}

void card_text(const struct card *card, const char *name, struct slice value, const char *color)
{
    struct buf line = BUF_LIMITED(CARD_BYTES_MAX);
    size_t hang = (size_t)card->column + 3;
    prose_paragraph(&line, value, card->limit, hang, hang);
    (void)fprintf(card->out, "  %-*s %s%.*s%s\n", card->column, name, color ? pretty_if(card->cli->color, color) : "",
                  (int)line.size, line.size > 0 ? line.data : "", color ? pretty_if(card->cli->color, pretty_off) : "");
    buf_clear(&line);
}

void card_line(const struct card *card, const char *name, const char *format, ...)
{
    struct buf text = BUF_LIMITED(CARD_BYTES_MAX);
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&text, format, arguments);
    va_end(arguments);
    card_text(card, name, buf_slice(&text), NULL);
    buf_clear(&text);
}

void card_time(const struct card *card, const char *name, int64_t epoch_ms)
{
    char time[TEXT_TIME_SIZE], ago[TEXT_DURATION_SIZE];
    text_time(epoch_ms, time);
    text_duration((clock_epoch_ms() - epoch_ms) / 1000, ago);
    card_line(card, name, "%s (%s ago)", time, ago);
}

void card_block(const struct card *card, const char *name, struct slice text)
{
    struct buf lines = BUF_LIMITED(CARD_BYTES_MAX);
    columns_wrap(&lines, text, "    ", card->limit);
    (void)fprintf(card->out, "  %s\n", name);
    if (lines.size > 0)
        (void)fwrite(lines.data, 1, lines.size, card->out);
    buf_clear(&lines);
}

/* --- definitions --- */

enum { NAME_MAX_COLUMNS = 36, ABOUT_LEAST = 24, BELOW = 4, LINE_COLUMNS = 110, BYTES_MAX = 1 << 20 };

struct definitions definitions_to(FILE *out, size_t indent, const char *color)
{
    return (struct definitions){
        .indent = indent, .limit = tty_columns(fileno(out)), .color = color, .off = *color ? pretty_off : ""};
}

/* Removes the leading blanks of a name, which columns_append() would omit, and returns their number. */
static size_t take_blanks(struct slice *name)
{
    size_t blanks = 0;
    for (; name->size > 0 && name->data[0] == ' '; blanks++)
        *name = (struct slice){name->data + 1, name->size - 1};
    return blanks;
}

void definitions_measure(struct definitions *definitions, struct slice name)
{
    size_t width = take_blanks(&name) + columns_width(name);
    if (width > definitions->column && width <= NAME_MAX_COLUMNS)
        definitions->column = width;
}

void definitions_print(const struct definitions *definitions, FILE *out, struct slice name, struct slice about)
{
    struct buf text = BUF_LIMITED(BYTES_MAX);
    size_t blanks = take_blanks(&name), width = blanks + columns_width(name);
    size_t hang = definitions->indent + definitions->column + 2;
    bool is_narrow = definitions->limit < hang + ABOUT_LEAST;
    struct prose prose = {.width = definitions->limit};
    prose.hang = is_narrow ? definitions->indent + BELOW : hang;
    columns_pad(&text, definitions->indent + blanks);
    (void)buf_append_text(&text, definitions->color);
    (void)columns_append(&text, name, COLUMNS_ANY);
    (void)buf_append_text(&text, definitions->off);
    if (is_narrow || width > definitions->column) {
        (void)buf_append_char(&text, '\n');
        columns_pad(&text, prose.hang);
    } else {
        columns_pad(&text, definitions->column + 2 - width);
    }
    prose.column = prose.hang;
    prose_slice(&prose, &text, about, 0);
    prose_end_line(&prose, &text);
    (void)fwrite(text.data, 1, text.size, out);
    prose_clear(&prose);
    buf_clear(&text);
}

/* --- paragraphs --- */

/* Joins a line to the previous one, unless either is blank or an example. */
static bool goes_on(struct slice line, bool joins)
{
    return joins && line.size > 0 && line.data[0] != ' ';
}

void paragraphs_print(FILE *out, const char *text)
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
