/* Escape sequences between the user's terminal and one of the daemon. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* --- keys -------------------------------------------------------------------------------- */

/* Of somebody who is attached: all of them are typed there, but for the two that leave. */
struct terminal_keys {
    struct slice first; /* Ctrl-\ in the form in which it came, as long as the key behind it is to come */
};

/* Appends what is to be typed. True: the user wants to leave; what came behind that is dropped. Ctrl-\ twice types one
 * of them, and any other key behind it is typed together with it. */
bool terminal_keys_take(struct terminal_keys *keys, struct slice pressed, struct buf *out);

/* --- modes ------------------------------------------------------------------------------- */

/* What a program has switched on in the user's terminal: somebody who leaves before the program does has to switch it
 * off again. */
enum { TERMINAL_MODES_BYTES = 48 };

struct terminal_modes {
    uint32_t changed; /* a bit for each mode that is not what terminals begin with */
    bool keypad;
    enum { MODES_TEXT, MODES_ESCAPE, MODES_SEQUENCE } state;
    char numbers[TERMINAL_MODES_BYTES]; /* of the sequence at hand */
    size_t size;
};

/* Looks at output that goes to the terminal, in pieces of any size. */
void terminal_modes_feed(struct terminal_modes *modes, struct slice output);

/* Appends what makes the terminal plain again, and what brings back what was switched on. */
void terminal_modes_undo(const struct terminal_modes *modes, struct buf *out);
void terminal_modes_redo(const struct terminal_modes *modes, struct buf *out);

/* Appends output of an earlier time without what asks the terminal for an answer: that would be typed into whatever
 * runs now. */
void terminal_modes_replay(struct buf *out, struct slice output);
