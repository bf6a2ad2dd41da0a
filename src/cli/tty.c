#include "cli/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
enum { CRASHES = sizeof crashes / sizeof *crashes };

/* A signal handler and atexit() have no other way to know. */
static struct {
    volatile sig_atomic_t armed;
    int fd;
    struct termios before;
    bool at_exit;
    struct sigaction actions[CRASHES];
} rescue;

static void give_back(void)
{
    if (rescue.armed)
        (void)tcsetattr(rescue.fd, TCSANOW, &rescue.before);
    rescue.armed = 0;
}

/* What the kernel has raised happens again on return, and goes to who handled it before us; what a process has sent
 * does not. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    (void)context;
    give_back();
    for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i] == number)
            (void)sigaction(number, &rescue.actions[i], NULL);
    if (info->si_code <= 0)
        (void)raise(number);
    errno = saved;
}

static void arm(const struct tty *tty)
{
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO};
    if (rescue.armed)
        return;
    rescue.fd = tty->keys;
    rescue.before = tty->before;
    rescue.armed = 1;
    if (!rescue.at_exit)
        rescue.at_exit = atexit(give_back) == 0;
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i], &action, &rescue.actions[i]);
}

static void disarm(void)
{
    if (!rescue.armed)
        return;
    for (size_t i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i], &rescue.actions[i], NULL);
    rescue.armed = 0;
}

/* Opened once more: what the loop sets on its descriptor must not stay with the shell's. */
static int open_again(int fd, int flags)
{
    const char *name = ttyname(fd);
    int again = name ? open(name, flags | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
    return again >= 0 ? again : open("/dev/tty", flags | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

int tty_init(struct tty *tty)
{
    *tty = (struct tty){.keys = -1, .display = -1};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return -ENOTTY;
    tty->keys = open_again(STDIN_FILENO, O_RDONLY);
    int r = tty->keys < 0 ? -errno : 0;
    if (r == 0) {
        tty->display = open_again(STDOUT_FILENO, O_WRONLY);
        r = tty->display < 0 ? -errno : 0;
    }
    if (r < 0)
        tty_clear(tty);
    return r;
}

void tty_clear(struct tty *tty)
{
    tty_leave(tty);
    if (tty->keys >= 0)
        (void)close(tty->keys);
    if (tty->display >= 0)
        (void)close(tty->display);
    tty->keys = tty->display = -1;
}

int tty_enter(struct tty *tty)
{
    struct termios mode;
    if (!tty->raw && tcgetattr(tty->keys, &tty->before) < 0)
        return -errno;
    mode = tty->before;
    cfmakeraw(&mode);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    arm(tty);
    tty->raw = true;
    /* In the background this stops the process until it is in the foreground. */
    return tcsetattr(tty->keys, TCSANOW, &mode) < 0 ? -errno : 0;
}

int tty_enter_keys(struct tty *tty)
{
    struct termios mode;
    if (!tty->raw && tcgetattr(tty->keys, &tty->before) < 0)
        return -errno;
    mode = tty->before;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    arm(tty);
    tty->raw = true;
    return tcsetattr(tty->keys, TCSAFLUSH, &mode) < 0 ? -errno : 0;
}

void tty_leave(struct tty *tty)
{
    if (tty->raw)
        (void)tcsetattr(tty->keys, TCSANOW, &tty->before);
    tty->raw = false;
    disarm();
}
