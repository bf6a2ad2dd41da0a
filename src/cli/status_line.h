/* One line at the foot of a terminal's standard error that tells that something goes on. */
#pragma once

#include <uv.h>

#include "cli/live.h"

struct status_line {
    const struct cli *cli;
    uv_timer_t timer;
    bool running, shown, held;
    uint64_t begun; /* clock_monotonic_ns() */
    unsigned turn;
    char text[256];
};

/* Shows the text, with the seconds that have passed, once it took long enough to make a person wonder. Does nothing
 * without a terminal, or with --json. */
void status_line_begin(struct status_line *line, struct live *live, const char *text);
void status_line_set(struct status_line *line, const char *text);

/* Takes it away for something else to be printed; it comes back. */
void status_line_hide(struct status_line *line);

/* Takes it away and keeps it away, for as long as something else stands on the line. */
void status_line_hold(struct status_line *line, bool held);

/* Takes it away. The loop has to turn once more, as live_end() lets it. */
void status_line_end(struct status_line *line);
