/* A status line at the end of a terminal's standard error, which shows that an operation is running. */
#pragma once

#include <uv.h>

#include "cli/live.h"

struct status_line {
    const struct cli *cli;
    uv_timer_t timer;
    bool running, shown, held;
    bool below;       /* the cursor is inside a line: show the status below it, and only after a pause of the output */
    bool shown_below; /* it is shown below */
    uint64_t begun;   /* clock_monotonic_ns() */
    uint64_t moved;   /* the same, of the last activity */
    unsigned turn;
    char text[256];
    char waits[128]; /* what it waits for, if nothing happens; or "" */
};

/* Shows the text and the elapsed seconds if the operation takes longer than a moment. Does nothing without a terminal,
 * or with --json. */
void status_line_begin(struct status_line *line, struct live *live, const char *text);
void status_line_set(struct status_line *line, const char *text);

/* Records activity, and what it waits for from now on, which is shown after a few seconds. */
void status_line_moved(struct status_line *line, const char *waits);

/* Hides the line for other output; the next tick shows it again. */
void status_line_hide(struct status_line *line);

/* Hides the line while other text is shown in its place. */
void status_line_hold(struct status_line *line, bool held);

/* Sets whether the cursor is inside a line of other output. */
void status_line_place(struct status_line *line, bool in_line);

/* Hides the line. The loop must run once more, as in live_end(). */
void status_line_end(struct status_line *line);
