/* The user's own terminal, raw, and given back on every way out. */
#pragma once

#include <stdbool.h>
#include <termios.h>

struct tty {
    int keys, display; /* non-blocking; -1: not open */
    bool raw;
    struct termios before;
};

/* Opens the terminals behind the standard input and output; changes nothing yet. -ENOTTY: one of them is none. */
int tty_init(struct tty *tty);
void tty_clear(struct tty *tty);

/* Every key is read as it is pressed, every byte is shown as it is. Where the process ends without tty_leave(), by
 * exit() or by a crash, the terminal is given back all the same. One tty at a time. */
int tty_enter(struct tty *tty);

/* Every key is read as it is pressed and not shown; all else stays, Ctrl-C too. What was typed before is forgotten: it
 * was not meant for what is asked now. */
int tty_enter_keys(struct tty *tty);

/* Gives it back; may be called at any time. */
void tty_leave(struct tty *tty);
