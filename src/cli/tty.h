/* The user's own terminal: its size, its keys as they are pressed, another screen on it; and all of it given back on
 * every way out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/* --- the terminal behind a descriptor, if there is one ----------------------------------- */

/* How wide a line may be: COLUMNS_ANY where it is no terminal, so that nothing is cut for a file or another program. */
size_t tty_columns(int fd);

/* Whether it is one that moves its cursor when it is told to. */
bool tty_obeys(int fd);

/* The size of its window; where it is not known, COLUMNS and LINES, or 80 × 24. */
void tty_size(int fd, size_t *ret_columns, size_t *ret_rows);

/* --- keys -------------------------------------------------------------------------------- */

enum { TTY_TYPED_MAX = 1024 };

struct tty {
    int keys, display; /* non-blocking; -1: not open */
    bool raw;
    struct termios before;
    bool reports; /* the terminal shall report its focus while keys are read */
    bool is_away; /* it has lost the focus */
    bool watches; /* since tty_watch() */
    char typed[TTY_TYPED_MAX];
    size_t typed_size;
};

/* Until tty_rescued(), whatever ends the process (exit(), a signal that nobody else handles, a crash) writes `leave` to
 * the standard output and gives the terminal the mode that it had before; Ctrl-Z does so too, and `enter` and the
 * present mode are back when the process goes on; with `enter` NULL they are not. Everything that changes the mode of a
 * terminal uses it. One at a time: a second one changes nothing. The texts are constants. */
void tty_rescue(int fd, const struct termios *before, const char *leave, const char *enter);
void tty_rescued(void);

/* Opens the terminals behind the standard input and output; changes nothing yet. -ENOTTY: one of them is none. */
int tty_init(struct tty *tty);
void tty_clear(struct tty *tty);

/* Every key is read as it is pressed, every byte is shown as it is. Where the process ends without tty_leave(), by
 * exit(), a signal or a crash, the terminal is given back all the same. One tty at a time. */
int tty_enter(struct tty *tty);

/* Every key is read as it is pressed and not shown; all else stays, Ctrl-C too. What was typed before is forgotten: it
 * was not meant for what is asked now. */
int tty_enter_keys(struct tty *tty);

/* Whether it shall report its focus while keys are read; from the beginning it does not. */
void tty_report(struct tty *tty, bool reports);

/* The same for as long as nothing is asked, so that reports of the focus are read and not shown. What is typed
 * meanwhile is kept by tty_keep(), and given back by tty_leave() where the kernel takes it. -EAGAIN: the terminal is
 * somebody else's now, since the process is in the background. Ctrl-Z gives the terminal back, and the next call takes
 * it again. */
int tty_watch(struct tty *tty);
void tty_keep(struct tty *tty, char key);

/* One key. 1; 0: the terminal is gone; -EAGAIN: none yet, or what came was a report or another sequence of bytes that
 * no key of ours has. */
int tty_read_key(struct tty *tty, char *ret_key);

/* Gives it back; may be called at any time. */
void tty_leave(struct tty *tty);

/* --- a whole terminal: another screen, no cursor, keys as they are pressed --------------- */

struct tty_screen {
    int keys; /* where they are read from; -1: nowhere */
    bool entered, changed;
    struct termios before;
};

/* Finds the keyboard, and changes nothing yet. */
void tty_screen_init(struct tty_screen *screen);
void tty_screen_clear(struct tty_screen *screen);

void tty_screen_enter(struct tty_screen *screen);

/* Gives everything back; may be called at any time. */
void tty_screen_leave(struct tty_screen *screen);
