/* Words on a terminal, broken into lines where they do not fit, each character in its style. */
#pragma once

#include "base/buf.h"
#include "cli/columns.h"

enum prose_style {
    PROSE_BOLD = 1,
    PROSE_DIM = 2,
    PROSE_ITALIC = 4,
    PROSE_UNDERLINED = 8,
    PROSE_STRUCK = 16,
    PROSE_CODE = 32,
};

enum { PROSE_WORD_BYTES_MAX = 64 << 10, PROSE_BARS_MAX = 8, PROSE_HANG_MAX = 40 };

struct prose {
    size_t width;    /* of a line; COLUMNS_ANY: nothing is broken */
    bool bare;       /* no style is shown: the same text in the same places, without colour */
    size_t bars;     /* before each line: so many bars of a quotation */
    size_t hang;     /* and so many blanks before each line but the first */
    size_t column;   /* how much of this line is written */
    size_t blanks;   /* that wait for the next word */
    struct buf word; /* that is not written yet */
    size_t word_width;
    unsigned style;       /* of what is written */
    unsigned word_begins; /* the style at the word's first character */
    unsigned word_style;  /* and behind its last */
};

void prose_clear(struct prose *prose);

/* One character. A word is written when something stands behind it; a blank is where a line may be broken. */
void prose_put(struct prose *prose, struct buf *out, const struct columns_glyph *glyph, unsigned style);

/* Text of our own, and text of somebody else. */
void prose_text(struct prose *prose, struct buf *out, const char *text, unsigned style);
void prose_slice(struct prose *prose, struct buf *out, struct slice text, unsigned style);

/* Words without a style, and no newline behind them: `column` columns of the first line are taken, and each further one
 * begins with `hang` blanks. */
void prose_paragraph(struct buf *out, struct slice text, size_t width, size_t column, size_t hang);

/* Writes the word, and goes on in the same line. */
void prose_flush(struct prose *prose, struct buf *out);

/* The bars and `indent` blanks, at the start of a line. */
void prose_begin_line(struct prose *prose, struct buf *out, size_t indent);
void prose_end_line(struct prose *prose, struct buf *out);

/* What comes next on the terminal has this style; 0: none. */
void prose_set_style(struct prose *prose, struct buf *out, unsigned style);
