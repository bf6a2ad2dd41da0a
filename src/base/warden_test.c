#include "base/warden.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/check.h"

static void wait_until_gone(int pidfd)
{
    struct pollfd poll_fd = {.fd = pidfd, .events = POLLIN};
    while (poll(&poll_fd, 1, -1) < 0 && errno == EINTR)
        ;
}

static struct warden_report end_of(struct warden *warden)
{
    struct warden_report report;
    wait_until_gone(warden->pidfd);
    warden_reap(warden, &report);
    return report;
}

static struct warden start_with(const char *command, int output)
{
    char *const arguments[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
    struct warden_order order = {.arguments = arguments, .input = -1, .output = output, .errors = -1};
    struct warden warden;
    assert_int_equal(warden_start(&order, &warden), 0);
    assert_true(warden.command > 0);
    return warden;
}

static struct warden start(const char *command)
{
    return start_with(command, -1);
}

static void tells_the_end(void **state)
{
    (void)state;
    struct warden warden = start("exit 7");
    struct warden_report report = end_of(&warden);
    assert_int_equal(report.error, 0);
    assert_true(WIFEXITED(report.status) && WEXITSTATUS(report.status) == 7);
    assert_int_equal(warden.pidfd, -1);

    warden = start("kill -TERM $$");
    report = end_of(&warden);
    assert_true(WIFSIGNALED(report.status) && WTERMSIG(report.status) == SIGTERM);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void tells_what_cannot_be_started(void **state)
{
    char *const arguments[] = {(char *)"/nothing/of/this/name", NULL};
    struct warden_order order = {.arguments = arguments, .input = -1, .output = -1, .errors = -1};
    struct warden warden;
    (void)state;
    assert_int_equal(warden_start(&order, &warden), 0);
    assert_int_equal(end_of(&warden).error, -ENOENT);
}

static void ends_when_told(void **state)
{
    int ends[2];
    char byte;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    struct warden warden = start_with("trap : TERM; echo; while :; do sleep 1000; done", ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    (void)close(ends[0]);
    (void)close(ends[1]);
    warden_end(&warden, false);
    warden_end(&warden, false);
    struct warden_report report = end_of(&warden);
    assert_true(WIFSIGNALED(report.status) && WTERMSIG(report.status) == SIGKILL);
    warden = start("sleep 1000");
    warden_end(&warden, true);
    report = end_of(&warden);
    assert_true(WIFSIGNALED(report.status) && WTERMSIG(report.status) == SIGKILL);
}

static void wait_until_taken(pid_t pid)
{
    static const char word[] = "ShdPnd:";
    char path[64], line[256];
    unsigned long long pending = 1;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    while (pending != 0) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            if (strncmp(line, word, sizeof word - 1) == 0)
                pending = strtoull(line + sizeof word - 1, NULL, 16);
        (void)fclose(file);
    }
}

static void goes_on_where_a_signal_ends_nobody(void **state)
{
    static const int numbers[] = {SIGCONT, SIGWINCH, SIGURG, SIGTSTP, SIGTTIN, SIGTTOU};
    char *const arguments[] = {(char *)"cat", NULL};
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    struct warden_order order = {.arguments = arguments, .input = ends[0], .output = -1, .errors = -1};
    struct warden warden;
    assert_int_equal(warden_start(&order, &warden), 0);
    (void)close(ends[0]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_int_equal(kill(warden.pid, numbers[i]), 0);
        wait_until_taken(warden.pid);
    }
    (void)close(ends[1]);
    struct warden_report report = end_of(&warden);
    assert_true(WIFEXITED(report.status) && WEXITSTATUS(report.status) == 0);
}

/* Nobody is left to tell it. */
static void ends_with_whoever_started_it(void **state)
{
    int ends[2];
    pid_t command = 0;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t starter = fork();
    if (starter == 0) {
        struct warden warden = start("sleep 1000");
        (void)!write(ends[1], &warden.command, sizeof warden.command);
        (void)close(ends[1]);
        for (;;)
            (void)pause();
    }
    assert_int_equal(read(ends[0], &command, sizeof command), sizeof command);
    int pidfd = pidfd_open(command, 0);
    assert_true(pidfd >= 0);
    assert_int_equal(kill(starter, SIGKILL), 0);
    assert_int_equal(waitpid(starter, NULL, 0), starter);
    wait_until_gone(pidfd);
    (void)close(pidfd);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_end),
        cmocka_unit_test(tells_what_cannot_be_started),
        cmocka_unit_test(ends_when_told),
        cmocka_unit_test(goes_on_where_a_signal_ends_nobody),
        cmocka_unit_test(ends_with_whoever_started_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
