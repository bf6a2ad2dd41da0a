/* Reads the lines of a conversation: from a terminal with a line editor, or from a file or pipe. */
#pragma once

#include <histedit.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <wchar.h>

#include "base/buf.h"

#define CHAT_PROMPT "> "

enum { CHAT_OFFERS_MAX = 50 };

/* A question that may arrive while a line is edited. It gets the terminal if the line is empty and no key was pressed
 * for a moment; a line that is not empty stays, with a notice above it. */
struct chat_question {
    int fd;                            /* check when it is readable; -1: no question can arrive */
    bool (*wants)(void *user);         /* returns whether a question is pending, without blocking */
    const char *(*notice)(void *user); /* returns the notice, one line */
    void *user;
};

struct chat_line {
    EditLine *editor; /* NULL: not a terminal */
    History *history;
    const char *const *words; /* completed by Tab at the start of a line; ends with NULL */
    /* Completes paths after an @; or NULL. The caller frees them. */
    size_t (*paths)(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX]);
    /* Completes further commands at the start of a line, with slashes; or NULL. The caller frees them. */
    size_t (*commands)(void *user, char *ret_names[static CHAT_OFFERS_MAX]);
    void *offers_user;              /* for both */
    sigset_t outside;               /* the signal mask outside of chat_line_read() */
    struct chat_question *question; /* set between two lines; or NULL */
    uint64_t pressed_ns;            /* time of the last key */
    bool busy, pastes;              /* keys have another meaning, in a search or a paste */
    bool noticed;                   /* the notice was shown */
    bool is_asked;                  /* the question gets the terminal */
    int ended_by;                   /* the signal that caused CHAT_END; or 0 */
};

enum chat_read {
    CHAT_LINE,
    CHAT_END,         /* end of input, such as Ctrl-D */
    CHAT_INTERRUPTED, /* Ctrl-C; *ret_text has the text typed so far */
    CHAT_TOO_LONG,
    CHAT_QUESTION, /* a question needs the terminal, and the line is empty */
};

/* Uses the terminal if there is one, unless `plain`. */
void chat_line_init(struct chat_line *line, const char *const *words, bool plain);
void chat_line_clear(struct chat_line *line);

/* Reads the next line, without its newline, but with newlines that were pasted or typed with Alt-Enter. */
enum chat_read chat_line_read(struct chat_line *line, struct buf *ret_text);

/* Adds the line to the history, for the arrow keys now and in later conversations. */
void chat_line_remember(struct chat_line *line, struct slice text);
