#include "cli/confirm.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/tty.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    interrupted = number; /* ends the wait for a key */
}

/* Returns 0 on Ctrl-C or at the end of input. SIGINT is unblocked only while ppoll() waits, so that none is lost once
 * the question is shown. */
static char ask_key(int fd, const char *question)
{
    struct sigaction before, action = {.sa_handler = on_interrupt};
    struct pollfd keys = {.fd = fd, .events = POLLIN};
    sigset_t blocked, outside, waiting;
    char key = 0;
    (void)sigemptyset(&action.sa_mask);
    (void)sigemptyset(&blocked);
    (void)sigaddset(&blocked, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &blocked, &outside);
    waiting = outside;
    (void)sigdelset(&waiting, SIGINT);
    interrupted = 0;
    (void)sigaction(SIGINT, &action, &before);
    (void)fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    int ready;
    do
        ready = ppoll(&keys, 1, NULL, &waiting);
    while (ready < 0 && errno == EINTR && !interrupted);
    if (ready > 0 && read(fd, &key, 1) != 1)
        key = 0;
    (void)sigaction(SIGINT, &before, NULL);
    (void)sigprocmask(SIG_SETMASK, &outside, NULL);
    return key;
}

static bool ask_line(const char *question)
{
    char line[64] = "";
    (void)fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    return fgets(line, sizeof line, stdin) && (strcmp(line, "y\n") == 0 || strcmp(line, "yes\n") == 0);
}

bool confirm(const struct cli *cli, const char *question)
{
    struct tty tty;
    if (!isatty(STDIN_FILENO))
        return true;
    (void)fflush(stdout);
    if (tty_init(&tty) < 0)
        return ask_line(question);
    if (tty_enter_keys(&tty) < 0) {
        tty_clear(&tty);
        return ask_line(question);
    }
    char key = ask_key(tty.keys, question);
    tty_leave(&tty);
    tty_clear(&tty);
    bool yes = key == 'y' || key == 'Y';
    (void)fputs(yes ? "yes\n" : "no\n", stderr);
    if (interrupted && strcmp(cli->command->name, "chat") != 0) { /* in a chat, Ctrl-C only means no */
        (void)signal(SIGINT, SIG_DFL);
        (void)raise(SIGINT);
    }
    return yes;
}
