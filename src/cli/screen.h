/* A whole terminal: another screen, no cursor, keys as they are pressed; and all of it given back. */
#pragma once

#include <stdbool.h>
#include <termios.h>

struct screen {
    int keys; /* where they are read from; -1: nowhere */
    bool entered, changed;
    struct termios before;
};

/* Finds the keyboard, and changes nothing yet. */
void screen_init(struct screen *screen);
void screen_clear(struct screen *screen);

void screen_enter(struct screen *screen);

/* Gives everything back; may be called at any time. */
void screen_leave(struct screen *screen);
