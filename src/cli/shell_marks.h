/* The protocol between `weir chat` and its shell: the input that runs a command, and marks in the output that show
 * where the output of the command begins, and its exit status. A mark is an escape sequence with a random token, which
 * terminals ignore. The shell is interactive and reads from the terminal, so job control, Ctrl-C and Ctrl-Z work as
 * usual. Its prompt is the mark of the end. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

enum { SHELL_TOKEN_SIZE = 33, SHELL_MARK_MAX = 80 };

struct shell_marks {
    char token[SHELL_TOKEN_SIZE];
    enum { SHELL_HIDDEN, SHELL_SHOWN, SHELL_DONE } state;
    int status;                /* exit status of the command, in SHELL_DONE */
    char held[SHELL_MARK_MAX]; /* possibly the beginning of a mark */
    size_t held_size;
};

/* Arguments of `sh -c` that start the shell: bash if it exists, or zsh for a user of zsh. */
extern const char shell_marks_program[], shell_marks_program_zsh[];

/* Appends the first input of a new shell. */
void shell_marks_begin(const struct shell_marks *marks, struct buf *typed);

/* Appends the input that runs the command, and expects its output from here on. */
void shell_marks_run(struct shell_marks *marks, struct slice command, struct buf *typed);

/* Takes output of the terminal in pieces of any size, and appends the part that belongs to the command. */
void shell_marks_feed(struct shell_marks *marks, struct slice output, struct buf *out);
