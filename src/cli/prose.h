/* Wraps styled text to lines of a terminal. */
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
    size_t width;    /* of a line; COLUMNS_ANY: no wrapping */
    bool bare;       /* omits styles; the wrapping stays the same */
    size_t bars;     /* number of quotation bars before each line */
    size_t hang;     /* number of blanks before each line except the first */
    size_t column;   /* columns used in this line */
    size_t blanks;   /* blanks before the pending word */
    struct buf word; /* the pending word, not yet written */
    size_t word_width;
    unsigned style;       /* of the output so far */
    unsigned word_begins; /* style of the first character of the word */
    unsigned word_style;  /* style after its last character */
};

void prose_clear(struct prose *prose);

/* Adds one character. A word is written when a blank follows; lines break at blanks. */
void prose_put(struct prose *prose, struct buf *out, const struct columns_glyph *glyph, unsigned style);

/* prose_text() is for text of this program, prose_slice() escapes untrusted text. */
void prose_text(struct prose *prose, struct buf *out, const char *text, unsigned style);
void prose_slice(struct prose *prose, struct buf *out, struct slice text, unsigned style);

/* Appends text without styles and without a final newline. The first line begins at column `column`; the others begin
 * with `hang` blanks. */
void prose_paragraph(struct buf *out, struct slice text, size_t width, size_t column, size_t hang);

/* Writes the pending word, and stays in the line. */
void prose_flush(struct prose *prose, struct buf *out);

/* Writes the bars and `indent` blanks at the start of a line. */
void prose_begin_line(struct prose *prose, struct buf *out, size_t indent);
void prose_end_line(struct prose *prose, struct buf *out);

/* Sets the style of the following output; 0: none. */
void prose_set_style(struct prose *prose, struct buf *out, unsigned style);
