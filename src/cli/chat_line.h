/* Where a conversation's lines come from: a person at a terminal, who can edit them, or a file or pipe. */
#pragma once

#include <histedit.h>
#include <signal.h>

#include "base/buf.h"

struct chat_line {
    EditLine *editor; /* NULL: no terminal */
    History *history;
    const char *const *words; /* what Tab completes at the start of a line; ends with NULL */
    sigset_t outside;         /* the signals that are blocked while nothing is being read */
};

enum chat_read {
    CHAT_LINE,
    CHAT_END,         /* of the input: Ctrl-D */
    CHAT_INTERRUPTED, /* by Ctrl-C; *ret_text has what was typed until then */
    CHAT_TOO_LONG,
};

/* Takes the terminal where there is one, unless `plain`. */
void chat_line_init(struct chat_line *line, const char *const *words, bool plain);
void chat_line_clear(struct chat_line *line);

/* The next line, without its newline; with those inside of it that were pasted or typed with Alt-Enter. */
enum chat_read chat_line_read(struct chat_line *line, struct buf *ret_text);

/* For the arrow keys, now and in later conversations. */
void chat_line_remember(struct chat_line *line, struct slice text);
