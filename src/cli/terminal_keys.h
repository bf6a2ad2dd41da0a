/* The keys of somebody who is attached to a terminal: all of them are typed there, but for the two that leave it. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

struct terminal_keys {
    struct slice first; /* Ctrl-\ in the form in which it came, as long as the key behind it is to come */
};

/* Appends what is to be typed. True: the user wants to leave; what came behind that is dropped. Ctrl-\ twice types one
 * of them, and any other key behind it is typed together with it. */
bool terminal_keys_take(struct terminal_keys *keys, struct slice pressed, struct buf *out);
