/* Markdown that comes bit by bit, as a terminal shows it. What is shown depends on the text alone, not on where its
 * pieces were cut; what waits is the last word, or a mark that is not decided yet, and at most the rest of a line. */
#pragma once

#include "cli/prose.h"

enum { MARKDOWN_TABLE_COLUMNS = 16 };

struct markdown {
    bool plain; /* nothing is rendered: the text as it is, made harmless */

    struct prose prose;
    struct buf held; /* of this line, what is not decided yet */
    enum markdown_at {
        MARKDOWN_LINE_START, /* what kind of line it is, is not known */
        MARKDOWN_IN_TEXT,
        MARKDOWN_IN_CODE, /* in a line of a fenced block */
    } at;
    unsigned style; /* of the line */
    char before;    /* the last character of the line so far; 0: none */
    char fence;     /* of the block that is open: '`' or '~'; 0: none is */
    size_t fence_size;
    size_t widths[MARKDOWN_TABLE_COLUMNS]; /* of the table's first row */
    size_t width_count;                    /* 0: the line before was not of a table */
};

void markdown_clear(struct markdown *markdown);

/* Appends what can be shown of the text so far, on lines of `width` columns. */
void markdown_write(struct markdown *markdown, struct buf *out, struct slice text, size_t width);

/* Nothing more came for a while: shows the word that waits for its end. Only where it is broken may depend on this. */
void markdown_rest(struct markdown *markdown, struct buf *out);

/* There is no more: shows the rest, and ends a line that was begun. A next text may follow. */
void markdown_finish(struct markdown *markdown, struct buf *out);

/* Whether the terminal's cursor stands at the start of a line. */
bool markdown_is_at_line_start(const struct markdown *markdown);

/* --- markdown_spans.c: what stands inside of a line -------------------------------- */

/* Takes from the front of the text what is decided, and puts it into the line. `final`: there is no more of it. */
void markdown_spans(struct markdown *markdown, struct buf *out, struct slice *text, unsigned style, bool final);
