#include "cli/secret.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/tty.h"

enum { CHUNK = 4096, LINE_MAX_BYTES = 4095 /* what the kernel keeps of a line that is typed */ };

static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* A signal handler has no other way to say it. */
static volatile sig_atomic_t ended_by;

static void on_ending(int number)
{
    ended_by = number;
}

struct quiet {
    struct termios before;
    sigset_t mask; /* as it was: those signals come only while we wait, so that none is missed */
    struct sigaction actions[ENDINGS];
    bool off;
};

/* Nothing of what is typed is shown. Signals that would end us are noted instead, so that there is time to put the
 * terminal back; Ctrl-Z is switched off: it would leave a shell behind that shows nothing either. */
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

/* Up to the end of the input, or of the line. */
static enum cli_exit take(const struct cli *cli, const struct quiet *quiet, struct buf *secret)
{
    bool line = quiet->off;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        if (line && ppoll(&input, 1, NULL, &quiet->mask) < 0 && ended_by != 0)
            return CLI_INTERRUPTED;
        char *room = buf_room(secret, CHUNK);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "what was given is longer than %d KiB", SECRET_BYTES_MAX >> 10);
        ssize_t n = read(STDIN_FILENO, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "the standard input cannot be read: %s", strerror(errno));
        secret->size += (size_t)n;
        if (n == 0 || (line && room[n - 1] == '\n'))
            break;
    }
    if (line && secret->size >= LINE_MAX_BYTES)
        return cli_fail(cli, CLI_USAGE, "a terminal takes no line as long as this: give it on the standard input");
    if (secret->size > 0 && secret->data[secret->size - 1] == '\n')
        secret->size--;
    if (secret->size > 0 && secret->data[secret->size - 1] == '\r')
        secret->size--;
    return CLI_OK;
}

enum cli_exit secret_read(const struct cli *cli, const char *prompt, struct buf *ret_secret)
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
    enum cli_exit exit = take(cli, &quiet, ret_secret);
    if (typed)
        become_loud(&quiet);
    return exit;
}

void secret_clear(struct buf *secret)
{
    buf_wipe(secret);
    buf_clear(secret);
}

enum cli_exit secret_confirm(const char *question, bool *ret_yes)
{
    char answer[64] = "";
    *ret_yes = true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return CLI_OK;
    (void)fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    *ret_yes = fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
    return CLI_OK;
}
