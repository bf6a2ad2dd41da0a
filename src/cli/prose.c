#include "cli/prose.h"

#include "cli/ascii.h"

enum { ROOM_LEAST = 10, BAR_WIDTH = 2 };

void prose_clear(struct prose *prose)
{
    buf_clear(&prose->word);
    *prose = (struct prose){.width = prose->width, .bare = prose->bare};
}

/* --- style --- */

static void append_style(const struct prose *prose, struct buf *out, unsigned style)
{
    static const struct {
        unsigned bit;
        const char *code;
    } codes[] = {
        {PROSE_BOLD, ";1"},       {PROSE_DIM, ";2"},    {PROSE_ITALIC, ";3"},
        {PROSE_UNDERLINED, ";4"}, {PROSE_STRUCK, ";9"}, {PROSE_CODE, ";36"},
    };
    if (prose->bare)
        return;
    (void)buf_append_text(out, "\033[0");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (style & codes[i].bit)
            (void)buf_append_text(out, codes[i].code);
    (void)buf_append_char(out, 'm');
}

void prose_set_style(struct prose *prose, struct buf *out, unsigned style)
{
    if (prose->style != style)
        append_style(prose, out, style);
    prose->style = style;
}

/* --- lines --- */

static void append_bars(struct prose *prose, struct buf *out)
{
    if (prose->bars == 0)
        return;
    prose_set_style(prose, out, PROSE_DIM);
    for (size_t i = 0; i < prose->bars; i++)
        (void)buf_append_text(out, ascii_or("│ ", "| "));
    prose->column += BAR_WIDTH * prose->bars;
}

void prose_begin_line(struct prose *prose, struct buf *out, size_t indent)
{
    append_bars(prose, out);
    prose_set_style(prose, out, 0);
    columns_pad(out, indent);
    prose->column += indent;
}

static void break_line(struct prose *prose, struct buf *out)
{
    prose_set_style(prose, out, 0);
    (void)buf_append_char(out, '\n');
    prose->column = 0;
    prose->blanks = 0;
    prose_begin_line(prose, out, prose->hang);
}

static size_t room_of(const struct prose *prose)
{
    size_t taken = BAR_WIDTH * prose->bars + prose->hang;
    if (prose->width == COLUMNS_ANY)
        return COLUMNS_ANY;
    return prose->width > taken + ROOM_LEAST ? prose->width - taken : ROOM_LEAST;
}

static bool fits(const struct prose *prose)
{
    if (prose->width == COLUMNS_ANY)
        return true;
    size_t start = BAR_WIDTH * prose->bars + prose->hang;
    return prose->column <= start || prose->column + prose->blanks + prose->word_width <= prose->width;
}

void prose_flush(struct prose *prose, struct buf *out)
{
    if (prose->word_width == 0 && prose->word.size == 0)
        return;
    if (!fits(prose))
        break_line(prose, out);
    if (prose->blanks > 0) {
        /* Underline and strikethrough cover blanks only between two words that both have the style. */
        prose_set_style(prose, out, prose->style & prose->word_begins);
        columns_pad(out, prose->blanks);
        prose->column += prose->blanks;
        prose->blanks = 0;
    }
    prose_set_style(prose, out, prose->word_begins);
    (void)buf_append_slice(out, buf_slice(&prose->word));
    prose->style = prose->word_style;
    prose->column += prose->word_width;
    prose->word_width = 0;
    buf_reset(&prose->word, PROSE_WORD_BYTES_MAX);
}

void prose_end_line(struct prose *prose, struct buf *out)
{
    prose_flush(prose, out);
    prose_set_style(prose, out, 0);
    (void)buf_append_char(out, '\n');
    prose->column = prose->blanks = 0;
}

/* --- characters --- */

void prose_put(struct prose *prose, struct buf *out, const struct columns_glyph *glyph, unsigned style)
{
    if (glyph->point == ' ' || glyph->point == '\t') {
        prose_flush(prose, out);
        if (prose->blanks < PROSE_HANG_MAX)
            prose->blanks += glyph->point == '\t' ? 4 : 1;
        return;
    }
    /* Breaks between wide characters, since their scripts have no spaces, and inside of words that are longer than a
     * line. */
    bool breaks = glyph->width > 1 && glyph->width < 3;
    if (prose->word.size > 0 &&
        (breaks || prose->word_width + glyph->width > room_of(prose) || prose->word.size > PROSE_WORD_BYTES_MAX / 2))
        prose_flush(prose, out);
    prose->word.limit = PROSE_WORD_BYTES_MAX;
    if (prose->word.size == 0)
        prose->word_begins = style;
    else if (prose->word_style != style)
        append_style(prose, &prose->word, style);
    prose->word_style = style;
    (void)buf_append(&prose->word, glyph->text, glyph->size);
    prose->word_width += glyph->width;
    if (breaks)
        prose_flush(prose, out);
}

void prose_slice(struct prose *prose, struct buf *out, struct slice text, unsigned style)
{
    struct columns_glyph glyph;
    while (text.size > 0) {
        columns_take(&text, &glyph);
        prose_put(prose, out, &glyph, style);
    }
}

void prose_text(struct prose *prose, struct buf *out, const char *text, unsigned style)
{
    prose_slice(prose, out, slice_of(text), style);
}

void prose_paragraph(struct buf *out, struct slice text, size_t width, size_t column, size_t hang)
{
    struct prose prose = {.width = width, .column = column, .hang = hang};
    prose_slice(&prose, out, text, 0);
    prose_flush(&prose, out);
    prose_clear(&prose);
}
