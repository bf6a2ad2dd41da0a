#include "cli/attention.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/desktop.h"
#include "json/read.h"

enum { TITLE_MAX = 200, UTF8_MAX = 4 };

static const char *const words[] = {
    [CORE_NOTIFY_AUTO] = "auto", [CORE_NOTIFY_BELL] = "bell", [CORE_NOTIFY_OFF] = "off"};

static void choose(struct attention *attention, const char *word)
{
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            attention->how = (enum core_notify)i;
    tty_report(attention->tty, attention->how != CORE_NOTIFY_OFF);
}

void attention_begin(struct attention *attention, const struct cli *cli, struct tty *tty)
{
    const char *word = cli_option(cli, "notify"), *terminal = getenv("TERM");
    *attention = (struct attention){0};
    if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return;
    *attention = (struct attention){.tty = tty, .how = CORE_NOTIFY_OFF, .is_chosen = word != NULL};
    choose(attention, word);
}

void attention_configure(struct attention *attention, const char *initialized)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL;
    if (attention->tty && !attention->is_chosen && json_read(&arena, slice_of(initialized), &root, &error) == 0)
        choose(attention, yyjson_get_str(yyjson_obj_get(root, "notify")));
    arena_clear(&arena);
}

/* Control characters and what turns the direction of text have six bytes as they are shown; here they are left out.
 * Blanks of every kind are one space. */
static void append_plain(struct buf *out, struct slice text)
{
    bool blank = true;
    for (size_t count = 0; text.size > 0 && count < TITLE_MAX;) {
        struct columns_glyph glyph;
        columns_take(&text, &glyph);
        if (glyph.point == ' ' || glyph.point == '\n' || glyph.point == '\t') {
            (void)buf_append_text(out, blank ? "" : " ");
            count += !blank;
            blank = true;
        } else if (glyph.size <= UTF8_MAX) {
            (void)buf_append(out, glyph.text, glyph.size);
            count++;
            blank = false;
        }
    }
}

void attention_call(struct attention *attention, struct slice title, const char *state)
{
    struct buf text = BUF_LIMITED((size_t)8 * TITLE_MAX);
    if (!attention->tty || !attention->tty->reports || !attention->tty->is_away)
        return;
    (void)fputc('\a', stdout);
    (void)fflush(stdout);
    append_plain(&text, title);
    if (attention->how == CORE_NOTIFY_AUTO && buf_terminate(&text) == 0)
        desktop_notify(text.size > 0 ? text.data : "weir", state);
    buf_clear(&text);
}
