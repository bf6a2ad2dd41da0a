#include "cli/screen.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/tty.h"

/* The other screen, without a cursor, and without lines that go on in the next one. */
#define ENTER "\033[?1049h\033[?25l\033[?7l\033[H\033[2J"
#define LEAVE "\033[0m\033[?7h\033[?25h\033[?1049l"

/* The terminal is opened once more: what the loop sets on its descriptor must not stay with the shell's. */
void screen_init(struct screen *screen)
{
    const char *name = ttyname(STDIN_FILENO);
    *screen = (struct screen){.keys = -1};
    if (name)
        screen->keys = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (screen->keys < 0)
        screen->keys = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

void screen_clear(struct screen *screen)
{
    screen_leave(screen);
    if (screen->keys >= 0)
        (void)close(screen->keys);
    screen->keys = -1;
}

void screen_enter(struct screen *screen)
{
    struct termios mode;
    if (screen->keys >= 0 && tcgetattr(screen->keys, &mode) == 0) {
        screen->before = mode;
        tty_rescue(screen->keys, &screen->before, LEAVE, ENTER);
        mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
        screen->changed = tcsetattr(screen->keys, TCSADRAIN, &mode) == 0;
    }
    (void)fputs(ENTER, stdout);
    (void)fflush(stdout);
    screen->entered = true;
}

void screen_leave(struct screen *screen)
{
    if (screen->entered) {
        (void)fputs(LEAVE, stdout);
        (void)fflush(stdout);
    }
    if (screen->changed)
        (void)tcsetattr(screen->keys, TCSADRAIN, &screen->before);
    screen->entered = screen->changed = false;
    tty_rescued();
}
