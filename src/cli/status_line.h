/* One line at the foot of a terminal's standard error that tells that something goes on. */
#pragma once

#include <uv.h>

#include "cli/live.h"

struct status_line {
    const struct cli *cli;
    uv_timer_t timer;
    bool running, shown, held;
    bool below; /* the cursor stands in the middle of a line: it is shown below that, and only when all stands still */
    bool shown_below; /* it is */
    uint64_t begun;   /* clock_monotonic_ns() */
    uint64_t moved;   /* the same, when something happened last */
    unsigned turn;
    char text[256];
    char waits[128]; /* what is waited for, where nothing happens; "": nothing in particular */
};

/* Shows the text, with the seconds that have passed, once it took long enough to make a person wonder. Does nothing
 * without a terminal, or with --json. */
void status_line_begin(struct status_line *line, struct live *live, const char *text);
void status_line_set(struct status_line *line, const char *text);

/* Something happened, and what is waited for from here on: it is shown when that takes longer than a few seconds. */
void status_line_moved(struct status_line *line, const char *waits);

/* Takes it away for something else to be printed; it comes back. */
void status_line_hide(struct status_line *line);

/* Takes it away and keeps it away, for as long as something else stands on the line. */
void status_line_hold(struct status_line *line, bool held);

/* Where the cursor stands when nothing of it is shown. */
void status_line_place(struct status_line *line, bool in_line);

/* Takes it away. The loop has to turn once more, as live_end() lets it. */
void status_line_end(struct status_line *line);
