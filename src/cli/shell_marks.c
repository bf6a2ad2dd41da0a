#include "cli/shell_marks.h"

#include <stdio.h>
#include <string.h>

#include "base/base64.h"

enum { PIECE = 900 /* of a typed line; terminals cut lines of more than 4095 bytes */, STATUS_MAX = 255 };

#define NUMBER "6973"

/* Runs no start-up files: the user's aliases or prompt could change the input or the output. */
const char shell_marks_program[] =
    "command -v bash >/dev/null && exec bash --norc --noprofile --noediting -i; exec sh -i";
const char shell_marks_program_zsh[] =
    "command -v zsh >/dev/null && exec zsh -fi +Z; exec bash --norc --noprofile --noediting -i";

/* The prompt begins with the exit status, before any command changes it. `stty sane` repairs the terminal after a
 * program that was killed. TMOUT ends a shell that is idle for a day. __weir_take reads a command, and returns the
 * status of the one before, so that $? has it. */
void shell_marks_begin(const struct shell_marks *marks, struct buf *typed)
{
    (void)buf_printf(typed,
                     "PS1=\"$(printf '\\033]" NUMBER ";%s;')\"'$?'\"$(printf '\\007')\"'$(stty sane </dev/tty "
                     "2>/dev/null)$ ' PS2= TMOUT=86400; unset HISTFILE MAILCHECK PROMPT_COMMAND; "
                     "__weir_take() { set -- \"$?\"; while IFS= read -r weir_line && [ -n \"$weir_line\" ]; do "
                     "printf %%s \"$weir_line\"; done </dev/tty | base64 -d; "
                     "printf '\\033]" NUMBER ";%s;begin\\007' >/dev/tty; return \"$1\"; }; "
                     "[ -z \"$ZSH_VERSION\" ] || setopt promptsubst nopromptsp nopromptcr interactivecomments\n",
                     marks->token, marks->token);
}

/* Ctrl-U first deletes input that was typed before and not read as a line. */
void shell_marks_run(struct shell_marks *marks, struct slice command, struct buf *typed)
{
    (void)buf_append_text(typed, "\x15"
                                 "eval \"$(__weir_take)\"\n");
    for (size_t at = 0; at < command.size; at += PIECE) {
        size_t size = command.size - at < PIECE ? command.size - at : PIECE;
        char *text = buf_room(typed, base64_size(size));
        if (!text)
            return;
        base64_encode(command.data + at, size, text);
        typed->size += base64_size(size);
        (void)buf_append_char(typed, '\n');
    }
    (void)buf_append_char(typed, '\n');
    marks->state = SHELL_HIDDEN;
    marks->held_size = 0;
}

/* --- output --- */

static void pass(const struct shell_marks *marks, char c, struct buf *out)
{
    if (marks->state == SHELL_SHOWN)
        (void)buf_append_char(out, c);
}

static void take_mark(struct shell_marks *marks, struct slice word)
{
    int status = 0;
    if (slice_is(word, "begin")) {
        marks->state = SHELL_SHOWN;
        return;
    }
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] < '0' || word.data[i] > '9' || i > 3)
            return;
        status = status * 10 + (word.data[i] - '0');
    }
    if (marks->state == SHELL_SHOWN && word.size > 0) {
        marks->state = SHELL_DONE;
        marks->status = status < STATUS_MAX ? status : STATUS_MAX;
    }
}

/* Returns 1 if the held text is a complete mark; 0 if it may become one; -1 if it is none. */
static int look_at(const struct shell_marks *marks, struct slice *ret_word)
{
    char head[SHELL_MARK_MAX];
    size_t size = (size_t)snprintf(head, sizeof head, "\033]" NUMBER ";%s;", marks->token);
    if (memcmp(marks->held, head, marks->held_size < size ? marks->held_size : size) != 0)
        return -1;
    if (marks->held_size > size && marks->held[marks->held_size - 1] == '\a') {
        *ret_word = (struct slice){marks->held + size, marks->held_size - size - 1};
        return 1;
    }
    return marks->held_size < size + 8 ? 0 : -1;
}

/* The first held character does not begin a mark; a later one may. */
static void let_go(struct shell_marks *marks, struct buf *out)
{
    struct slice word;
    do {
        pass(marks, marks->held[0], out);
        marks->held_size--;
        memmove(marks->held, marks->held + 1, marks->held_size);
    } while (marks->held_size > 0 && look_at(marks, &word) < 0);
}

void shell_marks_feed(struct shell_marks *marks, struct slice output, struct buf *out)
{
    for (size_t i = 0; i < output.size && marks->state != SHELL_DONE; i++) {
        struct slice word = {0};
        marks->held[marks->held_size++] = output.data[i];
        int r = look_at(marks, &word);
        if (r < 0)
            let_go(marks, out);
        if (r > 0) {
            take_mark(marks, word);
            marks->held_size = 0;
        }
    }
}
