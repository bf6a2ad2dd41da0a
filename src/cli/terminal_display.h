/* Writes to the user's terminal while weir is attached. Never blocks on a slow or stopped terminal: pauses the
 * connection instead. */
#pragma once

#include <uv.h>

#include "cli/live.h"
#include "cli/terminal_sequences.h"

struct terminal_display {
    struct live *live;
    int fd;
    uv_poll_t poll;
    bool polls;         /* the poll handle is initialized */
    struct buf waiting; /* output to write */
    struct terminal_modes modes;
    bool used;        /* some output was shown */
    bool begins_line; /* the cursor is at the start of a line, as far as known */
};

/* Borrows `fd`, which must be non-blocking. */
int terminal_display_begin(struct terminal_display *display, struct live *live, int fd);

/* Writes pending output within a second, and resets the terminal's modes. */
void terminal_display_end(struct terminal_display *display);

/* Shows output of the program. */
void terminal_display_show(struct terminal_display *display, struct slice output);

/* Shows a line of weir between that output. */
void terminal_display_tell(struct terminal_display *display, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* While weir is stopped, the shell uses the terminal. */
void terminal_display_lend(struct terminal_display *display);
void terminal_display_take_back(struct terminal_display *display);
