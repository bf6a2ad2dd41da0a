/* The user's terminal: its size, single keys, the alternate screen; restored on every way out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/* --- the terminal of a descriptor --- */

/* Returns the maximum width of a line: COLUMNS_ANY if it is not a terminal, so that output to files and programs is not
 * cut. */
size_t tty_columns(int fd);

/* Returns whether it is a terminal that can move its cursor. */
bool tty_obeys(int fd);

/* Returns the size of the window; if the terminal does not report it, that of COLUMNS and LINES, or 80 × 24. */
void tty_size(int fd, size_t *ret_columns, size_t *ret_rows);

/* --- keys --- */

enum { TTY_TYPED_MAX = 1024 };

struct tty {
    int keys, display; /* non-blocking; -1: not open */
    bool raw;
    struct termios before;
    bool reports; /* let the terminal report its focus while keys are read */
    bool is_away; /* the window has lost the focus */
    bool watches; /* tty_watch() is in effect */
    char typed[TTY_TYPED_MAX];
    size_t typed_size;
    uint64_t typing_ns; /* time of the last key that was not meant for a question; 0: none recently */
};

/* Until tty_rescued(), the terminal is restored whenever the process ends by exit(), by a signal without another
 * handler, or by a crash: `leave` is written to standard output, and the mode `before` is set. Ctrl-Z does the same;
 * when the process continues, `enter` is written and the current mode is set again, unless `enter` is NULL. All code
 * that changes the mode of a terminal uses this. It holds one terminal: a second call changes nothing. The texts must
 * be constants. */
void tty_rescue(int fd, const struct termios *before, const char *leave, const char *enter);
void tty_rescued(void);

/* Opens the terminals of standard input and output; changes nothing yet. Returns -ENOTTY if one is not a terminal. */
int tty_init(struct tty *tty);
void tty_clear(struct tty *tty);

/* Sets raw mode: keys are read one by one, output is not processed. If the process ends without tty_leave(), the
 * terminal is restored all the same. One tty at a time. */
int tty_enter(struct tty *tty);

/* Lets keys be read one by one without echo; all else stays, Ctrl-C too. Discards input typed before, since it was not
 * meant for the next question. If there was any, tty_read_key() also drops the keys that follow, until none is pressed
 * for a second. */
int tty_enter_keys(struct tty *tty);

/* Sets whether the terminal reports its focus while keys are read. Off by default. */
void tty_report(struct tty *tty, bool reports);

/* The same while no question is shown, to read focus reports without echo. The caller passes keys to tty_keep();
 * tty_leave() returns them to the input queue where the kernel allows it. Returns -EAGAIN in the background. Ctrl-Z
 * restores the terminal, and the next call sets the mode again. */
int tty_watch(struct tty *tty);
void tty_keep(struct tty *tty, char key);

/* Reads one key. Returns 1; 0 if the terminal is gone; -EAGAIN if there is no key, or the input was a report or an
 * unknown escape sequence. */
int tty_read_key(struct tty *tty, char *ret_key);

/* Restores the terminal; may be called at any time. */
void tty_leave(struct tty *tty);

/* --- the alternate screen, with a hidden cursor and single keys --- */

struct tty_screen {
    int keys; /* where keys are read; -1: none */
    bool entered, changed;
    struct termios before;
};

/* Opens the keyboard; changes nothing yet. */
void tty_screen_init(struct tty_screen *screen);
void tty_screen_clear(struct tty_screen *screen);

void tty_screen_enter(struct tty_screen *screen);

/* Restores the terminal; may be called at any time. */
void tty_screen_leave(struct tty_screen *screen);
