/* What is shown on the user's terminal while weir is attached to another one. Nothing here waits for a terminal that is
 * slow or stands still: the connection is paused instead. */
#pragma once

#include <uv.h>

#include "cli/live.h"
#include "cli/terminal_sequences.h"

struct terminal_display {
    struct live *live;
    int fd;
    uv_poll_t poll;
    bool polls;         /* the handle is there */
    struct buf waiting; /* to be written */
    struct terminal_modes modes;
    bool used;        /* something was shown */
    bool begins_line; /* the cursor is, as far as we know */
};

/* Lends the descriptor, which does not block. */
int terminal_display_begin(struct terminal_display *display, struct live *live, int fd);

/* Writes what waits, within a second, and makes the terminal plain again. */
void terminal_display_end(struct terminal_display *display);

/* The program's own output. */
void terminal_display_show(struct terminal_display *display, struct slice output);

/* A line of ours among it. */
void terminal_display_tell(struct terminal_display *display, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* While weir is stopped the terminal belongs to the shell. */
void terminal_display_lend(struct terminal_display *display);
void terminal_display_take_back(struct terminal_display *display);
