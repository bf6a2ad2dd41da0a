/* Escape sequences between the user's terminal and a terminal of the daemon. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* --- keys --- */

/* The keys of an attached user: all go to the terminal except Ctrl-\ d, which detaches. */
struct terminal_keys {
    struct slice first; /* Ctrl-\ as it was received, while the next key is missing; else empty */
};

/* Appends the keys to send. Returns true if the user wants to detach, and drops later keys. Ctrl-\ Ctrl-\ sends one of
 * them; with any other key, both are sent. */
bool terminal_keys_take(struct terminal_keys *keys, struct slice pressed, struct buf *out);

/* --- modes --- */

/* Modes that a program has set in the user's terminal, to reset them if the user detaches first. */
enum { TERMINAL_MODES_BYTES = 48 };

struct terminal_modes {
    uint32_t changed; /* one bit for each mode that differs from the default */
    bool keypad;
    enum { MODES_TEXT, MODES_ESCAPE, MODES_SEQUENCE } state;
    char numbers[TERMINAL_MODES_BYTES]; /* of the current sequence */
    size_t size;
};

/* Tracks output to the terminal, in pieces of any size. */
void terminal_modes_feed(struct terminal_modes *modes, struct slice output);

/* Appends sequences that reset the modes, or set them again. */
void terminal_modes_undo(const struct terminal_modes *modes, struct buf *out);
void terminal_modes_redo(const struct terminal_modes *modes, struct buf *out);

/* Appends earlier output without queries of the terminal, whose answers would become input of the current program. */
void terminal_modes_replay(struct buf *out, struct slice output);
