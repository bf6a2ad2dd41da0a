/* The guest of a line that is being edited: when it may have the terminal, and its notice where it may not. All of this
 * happens inside of the editor, while that waits for a key. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/clock.h"
#include "cli/chat_line.h"
#include "cli/tty.h"

/* Who has pressed a key just now is about to press another, which is not meant for a question. */
#define REST_NS UINT64_C(1000000000)

enum { CTRL_R = 0x12, CTRL_S = 0x13, BACKSPACE = 0x08, DELETE = 0x7f, CTRL_W = 0x17 };

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

/* In a search the keys are its own until one comes that ends it. */
void chat_guest_note_key(struct chat_line *line, wchar_t key)
{
    bool searches = key == CTRL_R || key == CTRL_S;
    bool stays = key >= 0x20 || key == BACKSPACE || key == DELETE || key == CTRL_W;
    line->busy = searches || (line->busy && stays);
    line->pressed_ns = clock_monotonic_ns();
}

/* How many rows of the terminal the line has above that of the cursor, as the editor shows it. */
static size_t rows_above(const LineInfoW *info, size_t columns)
{
    size_t row = 0, column = sizeof CHAT_PROMPT - 1;
    for (const wchar_t *at = info->buffer; at < info->cursor; at++) {
        int width = *at == L'\t' ? 8 - (int)(column % 8) : *at < 0x20 ? 2 : wcwidth(*at);
        size_t more = width > 0 ? (size_t)width : 0;
        if (*at == L'\n' || column + more > columns) {
            row++;
            column = *at == L'\n' ? 0 : more;
        } else {
            column += more;
        }
        if (column == columns) {
            row++;
            column = 0;
        }
    }
    return row;
}

/* The line is taken away, the notice stands in its place, and the line below it. */
static void show_notice(struct chat_line *line)
{
    size_t columns = tty_columns(STDOUT_FILENO);
    if (is_dumb()) {
        (void)putchar('\n');
    } else {
        for (size_t rows = rows_above(el_wline(line->editor), columns); rows > 0; rows--)
            (void)fputs("\033[A", stdout);
        (void)fputs("\r\033[J", stdout);
    }
    (void)printf("%s\n", line->guest->notice(line->guest->user));
    (void)el_set(line->editor, EL_REFRESH); /* from the beginning of a line that is clear */
    line->noticed = true;
}

int chat_guest_look(struct chat_line *line, struct timespec *ret_wait)
{
    const LineInfo *info = el_line(line->editor);
    uint64_t rested = clock_monotonic_ns() - line->pressed_ns;
    if (!line->guest || line->guest->fd < 0 || line->busy || !line->guest->wants(line->guest->user))
        return 0;
    if (info->lastchar > info->buffer) {
        if (!line->noticed)
            show_notice(line);
        return 0;
    }
    if (rested < REST_NS) {
        *ret_wait = (struct timespec){.tv_nsec = (long)(REST_NS - rested - 1)};
        return 1;
    }
    (void)fputs(is_dumb() ? "\n" : "\r\033[K", stdout);
    line->aside = true;
    return -EINTR;
}
