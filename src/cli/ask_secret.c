#include "cli/ask_secret.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/tty.h"

enum {
    CHUNK = 4096,
    SECRET_BYTES_MAX = 256 << 10,
    LINE_MAX_BYTES = 4095 /* the limit of the kernel for a line in canonical mode */
};

static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* Global, because a signal handler has no argument. */
static volatile sig_atomic_t ended_by;

static void on_ending(int number)
{
    ended_by = number;
}

struct quiet {
    struct termios before;
    sigset_t mask; /* the mask before; these signals are unblocked only in ppoll(), so that none is lost */
    struct sigaction actions[ENDINGS];
    bool off;
};

/* Turns echo off. Handlers record signals that would end the process, so that the terminal can be restored first.
 * Ctrl-Z is disabled, since it would leave the shell without echo. */
static void become_quiet(struct quiet *quiet)
{
    struct sigaction action = {.sa_handler = on_ending};
    quiet->off = tcgetattr(STDIN_FILENO, &quiet->before) == 0;
    if (!quiet->off)
        return;
    sigset_t held;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < ENDINGS; i++) {
        (void)sigaddset(&held, endings[i]);
        (void)sigaction(endings[i], &action, &quiet->actions[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &held, &quiet->mask);
    struct termios mode = quiet->before;
    tty_rescue(STDIN_FILENO, &quiet->before, "", "");
    mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    mode.c_cc[VSUSP] = _POSIX_VDISABLE;
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode);
}

static void become_loud(const struct quiet *quiet)
{
    if (!quiet->off)
        return;
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet->before);
    tty_rescued();
    (void)fputc('\n', stderr);
    for (size_t i = 0; i < ENDINGS; i++)
        (void)sigaction(endings[i], &quiet->actions[i], NULL);
    (void)sigprocmask(SIG_SETMASK, &quiet->mask, NULL);
    if (ended_by != 0 && ended_by != SIGINT)
        (void)raise(ended_by);
}

/* Reads until the end of input, or of the line. */
static enum cli_exit read_secret(const struct cli *cli, const char *what, const struct quiet *quiet, struct buf *secret)
{
    bool line = quiet->off;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        if (line && ppoll(&input, 1, NULL, &quiet->mask) < 0 && ended_by != 0)
            return CLI_INTERRUPTED;
        char *room = buf_room(secret, CHUNK);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "%s is too long (limit: %d KiB)", what, SECRET_BYTES_MAX >> 10);
        ssize_t n = read(STDIN_FILENO, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "cannot read standard input: %s", strerror(errno));
        secret->size += (size_t)n;
        if (n == 0 || (line && room[n - 1] == '\n'))
            break;
    }
    if (line && secret->size >= LINE_MAX_BYTES)
        return cli_fail(cli, CLI_USAGE, "a terminal cuts lines of this length; pass %s on standard input", what);
    if (secret->size > 0 && secret->data[secret->size - 1] == '\n')
        secret->size--;
    if (secret->size > 0 && secret->data[secret->size - 1] == '\r')
        secret->size--;
    return CLI_OK;
}

enum cli_exit ask_secret(const struct cli *cli, const char *what, const char *prompt, struct buf *ret_secret)
{
    bool typed = isatty(STDIN_FILENO);
    struct quiet quiet = {.off = false};
    *ret_secret = (struct buf){.limit = SECRET_BYTES_MAX, .traceless = true};
    ended_by = 0;
    if (typed) {
        become_quiet(&quiet);
        (void)fprintf(stderr, "%s", prompt);
        (void)fflush(stderr);
    }
    enum cli_exit exit = read_secret(cli, what, &quiet, ret_secret);
    if (typed)
        become_loud(&quiet);
    return exit;
}

void ask_secret_clear(struct buf *secret)
{
    buf_wipe(secret);
    buf_clear(secret);
}
