/* Where a conversation's lines come from: a person at a terminal, who can edit them, or a file or pipe. */
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

/* A question that may come while a line is being edited. It gets the terminal while the line is empty and nobody types;
 * a line that is not empty is left alone, with a notice above it. */
struct chat_question {
    int fd;                            /* readable: look; -1: no question will come */
    bool (*wants)(void *user);         /* whether one is there; looks, without waiting */
    const char *(*notice)(void *user); /* one line, for whoever is writing */
    void *user;
};

struct chat_line {
    EditLine *editor; /* NULL: no terminal */
    History *history;
    const char *const *words; /* what Tab completes at the start of a line; ends with NULL */
    /* What it completes behind an @; or NULL. The paths are the caller's. */
    size_t (*paths)(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX]);
    /* What else it completes at the start of a line, each with its slash; or NULL. They are the caller's. */
    size_t (*commands)(void *user, char *ret_names[static CHAT_OFFERS_MAX]);
    void *offers_user;              /* of both */
    sigset_t outside;               /* the signals that are blocked while nothing is being read */
    struct chat_question *question; /* to be set between two lines; or NULL */
    uint64_t pressed_ns;            /* when the last key was */
    bool busy, pastes;              /* keys mean something else: in a search, in a paste */
    bool noticed;                   /* the notice was shown */
    bool is_asked;                  /* the question has the terminal */
    int ended_by;                   /* the signal that was behind CHAT_END; or 0 */
};

enum chat_read {
    CHAT_LINE,
    CHAT_END,         /* of the input: Ctrl-D */
    CHAT_INTERRUPTED, /* by Ctrl-C; *ret_text has what was typed until then */
    CHAT_TOO_LONG,
    CHAT_QUESTION, /* a question wants the terminal, and the line is empty */
};

/* Takes the terminal where there is one, unless `plain`. */
void chat_line_init(struct chat_line *line, const char *const *words, bool plain);
void chat_line_clear(struct chat_line *line);

/* The next line, without its newline; with those inside of it that were pasted or typed with Alt-Enter. */
enum chat_read chat_line_read(struct chat_line *line, struct buf *ret_text);

/* For the arrow keys, now and in later conversations. */
void chat_line_remember(struct chat_line *line, struct slice text);
