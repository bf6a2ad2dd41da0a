/* The protocol between `weir chat` and its shell: what is typed into the shell so that it runs a command, and the marks
 * in its output that tell where the command's own output begins, and with which status it ended. A mark is an escape
 * sequence that terminals ignore, with a random token in it.
 *
 * The shell reads its prompt from the terminal as for a person, so job control, Ctrl-C and Ctrl-Z work as usual. Its
 * prompt is the mark of the end. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

enum { SHELL_TOKEN_SIZE = 33, SHELL_MARK_MAX = 80 };

struct shell_marks {
    char token[SHELL_TOKEN_SIZE];
    enum { SHELL_HIDDEN, SHELL_SHOWN, SHELL_DONE } state;
    int status;                /* of the command, once it is done */
    char held[SHELL_MARK_MAX]; /* what may be the beginning of a mark */
    size_t held_size;
};

/* The command for `sh -c` that becomes the shell: bash where there is one, or for a user of zsh, that. */
extern const char shell_marks_program[], shell_marks_program_zsh[];

/* Appends what a new shell is given to read first. */
void shell_marks_begin(const struct shell_marks *marks, struct buf *typed);

/* Appends what makes the shell run the command, and waits for its output from here on. */
void shell_marks_run(struct shell_marks *marks, struct slice command, struct buf *typed);

/* Takes output of the terminal, in pieces of any size; appends the part that belongs to the command. */
void shell_marks_feed(struct shell_marks *marks, struct slice output, struct buf *out);
