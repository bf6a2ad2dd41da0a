/* Renders streamed Markdown for a terminal. The output depends only on the text, not on its division into pieces. The
 * renderer holds back the last word, or an undecided marker with at most the rest of the line. */
#pragma once

#include "cli/prose.h"

enum { MARKDOWN_TABLE_COLUMNS = 16 };

struct markdown {
    bool plain; /* show the text unrendered, but escaped */

    struct prose prose;
    struct buf held; /* the undecided part of this line */
    enum markdown_at {
        MARKDOWN_LINE_START, /* the kind of the line is not known yet */
        MARKDOWN_IN_TEXT,
        MARKDOWN_IN_CODE, /* in a line of a fenced block */
    } at;
    unsigned style; /* of the line */
    char before;    /* last character of the line so far; 0: none */
    char fence;     /* of the open block: '`' or '~'; 0: none */
    size_t fence_size;
    size_t widths[MARKDOWN_TABLE_COLUMNS]; /* of the first row of the table */
    size_t width_count;                    /* 0: the line before is not part of a table */
};

void markdown_clear(struct markdown *markdown);

/* Appends what can be shown so far, wrapped to `width` columns. */
void markdown_write(struct markdown *markdown, struct buf *out, struct slice text, size_t width);

/* Called after a pause: shows the pending word. Only line breaks may depend on this. */
void markdown_rest(struct markdown *markdown, struct buf *out);

/* Called at the end of a text: shows the rest, and ends the line. Another text may follow. */
void markdown_finish(struct markdown *markdown, struct buf *out);

/* Returns whether the cursor is at the start of a line. */
bool markdown_is_at_line_start(const struct markdown *markdown);

/* --- markdown_spans.c: inline elements --- */

/* Takes the decided part from the front of the text and writes it. `final`: the text is complete. */
void markdown_spans(struct markdown *markdown, struct buf *out, struct slice *text, unsigned style, bool final);
