#include "cli/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/columns.h"
#include "cli/text.h"

/* --- restoring the terminal on every way out --- */

/* Signals that end or stop the process. Signals that are already handled or ignored stay that way. */
static const int deadly[] = {SIGINT,  SIGTERM, SIGQUIT, SIGHUP, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
                             SIGXFSZ, SIGSEGV, SIGBUS,  SIGFPE, SIGILL,  SIGABRT, SIGSYS,  SIGTRAP, SIGTSTP};
enum { DEADLY = sizeof deadly / sizeof *deadly, CRASHES_AT = 10 };

/* Global, because signal handlers and atexit() functions have no argument. */
static struct {
    volatile sig_atomic_t armed, stopped; /* stopped by Ctrl-Z, and not set again since `enter` is NULL */
    int fd;
    struct termios before;
    const char *leave, *enter;
    bool at_exit;
    bool ours[DEADLY];
    struct sigaction actions[DEADLY];
} rescue;

static void say(const char *text)
{
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t n = write(STDOUT_FILENO, text, size);
        if (n < 0 && errno != EINTR)
            return;
        text += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

/* In the background, the terminal belongs to another process. */
static bool is_ours(void)
{
    pid_t group = tcgetpgrp(rescue.fd);
    return group <= 0 || group == getpgrp();
}

static void put_back(void)
{
    if (!is_ours())
        return;
    say(rescue.leave);
    (void)tcsetattr(rescue.fd, TCSANOW, &rescue.before);
}

static void give_back(void)
{
    if (rescue.armed)
        put_back();
    rescue.armed = 0;
}

/* A fault occurs again on return and then reaches the previous handler. Signals of kill(2) and of keys have to be
 * raised again. */
static void on_deadly(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    (void)context;
    give_back();
    for (size_t i = 0; i < DEADLY; i++)
        if (deadly[i] == number) {
            (void)sigaction(number, &rescue.actions[i], NULL);
            if (i < CRASHES_AT || info->si_code <= 0)
                (void)raise(number);
        }
    errno = saved;
}

/* Restores the terminal for the shell before the process stops, and sets the mode again when it continues in the
 * foreground. */
static void on_stop(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    struct termios during;
    struct sigaction ours, usual = {.sa_handler = SIG_DFL};
    sigset_t stops, masked;
    (void)info;
    (void)context;
    bool known = tcgetattr(rescue.fd, &during) == 0;
    put_back();
    (void)sigemptyset(&stops);
    (void)sigaddset(&stops, number);
    (void)sigaddset(&stops, SIGTTOU);
    (void)sigaction(number, &usual, &ours);
    (void)raise(number);
    (void)sigprocmask(SIG_UNBLOCK, &stops, &masked); /* stops here */
    (void)sigaction(number, &ours, NULL);
    rescue.stopped = rescue.enter == NULL;
    if (known && rescue.armed && rescue.enter) { /* in the background, SIGTTOU stops the process here */
        (void)tcsetattr(rescue.fd, TCSANOW, &during);
        say(rescue.enter);
    }
    (void)sigprocmask(SIG_SETMASK, &masked, NULL);
    errno = saved;
}

void tty_rescue(int fd, const struct termios *before, const char *leave, const char *enter)
{
    if (rescue.armed)
        return;
    rescue.fd = fd;
    rescue.before = *before;
    rescue.leave = leave;
    rescue.enter = enter;
    rescue.stopped = 0;
    rescue.armed = 1;
    if (!rescue.at_exit)
        rescue.at_exit = atexit(give_back) == 0;
    for (size_t i = 0; i < DEADLY; i++) {
        struct sigaction action = {.sa_flags = SA_SIGINFO};
        action.sa_sigaction = deadly[i] == SIGTSTP ? on_stop : on_deadly;
        (void)sigemptyset(&action.sa_mask);
        (void)sigaddset(&action.sa_mask, SIGTTOU); /* or tcsetattr() in the background would stop the process */
        bool is_crash = i >= CRASHES_AT && deadly[i] != SIGTSTP;
        rescue.ours[i] = sigaction(deadly[i], NULL, &rescue.actions[i]) == 0 &&
                         (is_crash || rescue.actions[i].sa_handler == SIG_DFL) &&
                         sigaction(deadly[i], &action, NULL) == 0;
    }
}

void tty_rescued(void)
{
    if (!rescue.armed)
        return;
    for (size_t i = 0; i < DEADLY; i++)
        if (rescue.ours[i])
            (void)sigaction(deadly[i], &rescue.actions[i], NULL);
    rescue.armed = 0;
}

/* --- the terminal --- */

/* Opens the terminal again: O_NONBLOCK, which libuv needs, must not apply to the file description shared with the
 * shell. */
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
    tty_rescue(tty->keys, &tty->before, "", "");
    tty->raw = true;
    /* In the background, SIGTTOU stops the process here until it is in the foreground. */
    return tcsetattr(tty->keys, TCSANOW, &mode) < 0 ? -errno : 0;
}

/* --- keys and focus reports --- */

static const char focus_on[] = "\033[?1004h", focus_off[] = "\033[?1004l";

static int take_keys(struct tty *tty, int when)
{
    struct termios mode = tty->before;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    return tcsetattr(tty->keys, when, &mode) < 0 ? -errno : 0;
}

/* say() bypasses stdio, so flush first. */
static void switch_reports(bool on)
{
    (void)fflush(stdout);
    say(on ? focus_on : focus_off);
}

void tty_report(struct tty *tty, bool reports)
{
    if (tty->raw && tty->reports != reports) {
        switch_reports(reports);
        rescue.leave = reports ? focus_off : "";
        rescue.enter = !rescue.enter ? NULL : reports ? focus_on : "";
    }
    tty->reports = reports;
}

/* Ctrl-Z has restored the terminal, and the process runs again: the mode has to be set anew. */
static void notice_stop(struct tty *tty)
{
    if (!tty->watches || !rescue.stopped)
        return;
    tty->raw = tty->watches = false;
    tty_rescued();
}

void tty_keep(struct tty *tty, char key)
{
    tty->typing_ns = clock_monotonic_ns();
    if (tty->typed_size < sizeof tty->typed)
        tty->typed[tty->typed_size++] = key;
}

/* The kernel stops background processes that read from the terminal. */
static bool is_in_background(const struct tty *tty)
{
    pid_t group = tcgetpgrp(tty->keys);
    return group > 0 && group != getpgrp();
}

/* Reads the rest of an escape sequence. Returns false for the Escape key alone; a terminal sends a sequence at once. */
static bool read_sequence(struct tty *tty)
{
    enum { LONGEST = 32 };
    char c = 0;
    if (read(tty->keys, &c, 1) != 1)
        return false;
    if (c != '[')
        return true;
    for (int i = 0; i < LONGEST && read(tty->keys, &c, 1) == 1; i++)
        if (c >= 0x40 && c <= 0x7e) {
            if (i == 0 && (c == 'I' || c == 'O'))
                tty->is_away = c == 'O';
            break;
        }
    return true;
}

#define REST_NS UINT64_C(1000000000)

/* Whether a key that has come belongs to what was typed before the question. */
static bool is_typing(struct tty *tty)
{
    uint64_t now = clock_monotonic_ns();
    bool rested = tty->typing_ns == 0 || now - tty->typing_ns >= REST_NS;
    tty->typing_ns = rested ? 0 : now;
    return !rested;
}

int tty_read_key(struct tty *tty, char *ret_key)
{
    if (is_in_background(tty))
        return -EAGAIN;
    ssize_t n = read(tty->keys, ret_key, 1);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? -EAGAIN : 0;
    if (n > 0 && *ret_key == '\033' && tty->raw && tty->reports && read_sequence(tty))
        return -EAGAIN;
    return n > 0 && !tty->watches && is_typing(tty) ? -EAGAIN : (int)n;
}

/* Reads the remaining focus reports, which no other program expects, and keeps the keys for the next reader. */
static void take_reports(struct tty *tty)
{
    int left = 0;
    char key;
    while (!is_in_background(tty) && ioctl(tty->keys, FIONREAD, &left) == 0 && left > 0 &&
           tty->typed_size < sizeof tty->typed) {
        int n = tty_read_key(tty, &key);
        if (n > 0)
            tty_keep(tty, key);
        if (n == 0)
            break;
    }
}

/* The terminal may send a report as soon as reports are on, so first set the mode that hides it and discards old
 * input. */
static int take_over(struct tty *tty, int when)
{
    bool asks = !tty->raw && tty->reports;
    tty->raw = true;
    int r = take_keys(tty, when);
    if (asks)
        switch_reports(true);
    return r;
}

int tty_enter_keys(struct tty *tty)
{
    notice_stop(tty);
    if (!tty->raw && tcgetattr(tty->keys, &tty->before) < 0)
        return -errno;
    if (tty->watches)
        rescue.enter = focus_on; /* set the mode again after Ctrl-Z from now on */
    else
        tty_rescue(tty->keys, &tty->before, tty->reports ? focus_off : "", tty->reports ? focus_on : "");
    if (tty->raw && tty->reports)
        take_reports(tty);
    tty->watches = false;
    (void)take_keys(tty, TCSANOW); /* before, a line that is not ended does not count */
    int left = 0;
    if (ioctl(tty->keys, FIONREAD, &left) == 0 && left > 0)
        tty->typing_ns = clock_monotonic_ns();
    tty->typed_size = 0;
    return take_over(tty, TCSAFLUSH);
}

int tty_watch(struct tty *tty)
{
    notice_stop(tty);
    if (tty->watches)
        return 0;
    if (is_in_background(tty))
        return -EAGAIN;
    if (!tty->raw && tcgetattr(tty->keys, &tty->before) < 0)
        return -errno;
    if (tty->raw)
        rescue.enter = NULL;
    else
        tty_rescue(tty->keys, &tty->before, focus_off, NULL);
    tty->watches = true;
    return take_over(tty, TCSANOW);
}

void tty_leave(struct tty *tty)
{
    notice_stop(tty);
    if (tty->raw && tty->reports) {
        switch_reports(false);
        take_reports(tty);
    }
    if (tty->raw)
        (void)tcsetattr(tty->keys, TCSANOW, &tty->before);
    for (size_t i = 0; tty->raw && i < tty->typed_size; i++)
        (void)ioctl(tty->keys, TIOCSTI, &tty->typed[i]);
    tty->raw = tty->watches = false;
    tty->typed_size = 0;
    tty_rescued();
}

/* --- size --- */

enum { COLUMNS_DEFAULT = 80, ROWS_DEFAULT = 24, SIZE_LIMIT = 10000 };

static size_t from_environment(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    int64_t value = 0;
    return text && text_parse_count(text, SIZE_LIMIT, &value) == 0 && value > 0 ? (size_t)value : otherwise;
}

void tty_size(int fd, size_t *ret_columns, size_t *ret_rows)
{
    struct winsize size = {0};
    (void)ioctl(fd, TIOCGWINSZ, &size);
    *ret_columns = size.ws_col > 0 ? size.ws_col : from_environment("COLUMNS", COLUMNS_DEFAULT);
    *ret_rows = size.ws_row > 0 ? size.ws_row : from_environment("LINES", ROWS_DEFAULT);
}

size_t tty_columns(int fd)
{
    size_t columns, rows;
    if (!isatty(fd))
        return COLUMNS_ANY;
    tty_size(fd, &columns, &rows);
    return columns;
}

bool tty_obeys(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

/* --- alternate screen --- */

/* Alternate screen, hidden cursor, no automatic wrapping. */
#define ENTER "\033[?1049h\033[?25l\033[?7l\033[H\033[2J"
#define LEAVE "\033[0m\033[?7h\033[?25h\033[?1049l"

/* Opens the terminal again, as open_again() does. */
void tty_screen_init(struct tty_screen *screen)
{
    const char *name = ttyname(STDIN_FILENO);
    *screen = (struct tty_screen){.keys = -1};
    if (name)
        screen->keys = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (screen->keys < 0)
        screen->keys = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

void tty_screen_clear(struct tty_screen *screen)
{
    tty_screen_leave(screen);
    if (screen->keys >= 0)
        (void)close(screen->keys);
    screen->keys = -1;
}

void tty_screen_enter(struct tty_screen *screen)
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

void tty_screen_leave(struct tty_screen *screen)
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
