#include "cli/notify.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "notify/desktop.h"
#include "json/read.h"

/* --- desktop notifications --- */

enum { LIMIT_SECONDS = 5 };

/* Shares nothing with this process: not the terminal, whose keys would kill it, and no descriptor whose reader waits
 * for its end. */
static _Noreturn void run_alone(const char *title, const char *text)
{
    (void)signal(SIGALRM, SIG_DFL);
    (void)alarm(LIMIT_SECONDS);
    for (int fd = 0; fd < 3; fd++)
        (void)close(fd);
    (void)close_range(3, ~0u, 0);
    (void)notify_desktop(title, text);
    _exit(0);
}

/* Sends a notification in a separate process within five seconds, so that nothing here waits for the bus. Does nothing
 * without a bus. `title` is UTF-8 text. `text` is a constant, since some desktops interpret it as markup. */
static void desktop_notify(const char *title, const char *text)
{
    pid_t child = fork();
    if (child == 0) {
        (void)setsid();
        if (fork() == 0) /* reparented to init, which reaps it */
            run_alone(title, text);
        _exit(0);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* --- when and how to notify --- */

enum { TITLE_MAX = 200, UTF8_MAX = 4 };

static const char *const words[] = {
    [CORE_NOTIFY_AUTO] = "auto", [CORE_NOTIFY_BELL] = "bell", [CORE_NOTIFY_OFF] = "off"};

static void choose(struct notify *notify, const char *word)
{
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            notify->how = (enum core_notify)i;
    tty_report(notify->tty, notify->how != CORE_NOTIFY_OFF);
}

void notify_begin(struct notify *notify, const struct cli *cli, struct tty *tty)
{
    const char *word = cli_option(cli, "notify"), *terminal = getenv("TERM");
    *notify = (struct notify){0};
    if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return;
    *notify = (struct notify){.tty = tty, .how = CORE_NOTIFY_OFF, .is_chosen = word != NULL};
    choose(notify, word);
}

void notify_configure(struct notify *notify, const char *initialized)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL;
    if (notify->tty && !notify->is_chosen && json_read(&arena, slice_of(initialized), &root, &error) == 0)
        choose(notify, yyjson_get_str(yyjson_obj_get(root, "notify")));
    arena_clear(&arena);
}

/* Omits control characters and those that change the text direction, which would be shown as escapes. Merges blanks
 * into one space. */
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

void notify_send(struct notify *notify, struct slice title, const char *state)
{
    struct buf text = BUF_LIMITED((size_t)8 * TITLE_MAX);
    if (!notify->tty || !notify->tty->reports || !notify->tty->is_away)
        return;
    (void)fputc('\a', stdout);
    (void)fflush(stdout);
    append_plain(&text, title);
    if (notify->how == CORE_NOTIFY_AUTO && buf_terminate(&text) == 0)
        desktop_notify(text.size > 0 ? text.data : "weir", state);
    buf_clear(&text);
}
