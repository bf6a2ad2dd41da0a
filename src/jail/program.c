#include "jail/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

enum { EXIT_NOT_STARTED = 127 };

_Noreturn static void give_up(int problem_fd, int error, const char *what, const char *name)
{
    struct program_problem problem = {.error = error};
    (void)snprintf(problem.sentence, sizeof problem.sentence, "%s %.160s: %s", what, name, strerror(error));
    (void)!write(problem_fd, &problem, sizeof problem);
    _exit(EXIT_NOT_STARTED);
}

/* What a parent ignored or blocked would go through exec. */
static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL);
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static int take_descriptors(int output_fd, int problem_fd)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(output_fd, 1) < 0 || dup2(output_fd, 2) < 0)
        return -errno;
    /* All others have the flag already; this is for those that a library may have opened. */
    (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    return fcntl(problem_fd, F_SETFD, FD_CLOEXEC) < 0 ? -errno : 0;
}

_Noreturn void program_run(const struct program *program, int problem_fd)
{
    if (program->parent > 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != program->parent) /* it died before that */
            _exit(EXIT_NOT_STARTED);
    }
    (void)setpgid(0, 0);
    int r = take_descriptors(program->output_fd, problem_fd);
    if (r < 0)
        give_up(problem_fd, -r, "cannot open", "/dev/null");
    if (chdir(program->cwd) < 0)
        give_up(problem_fd, errno, "cannot enter the working directory", program->cwd);
    (void)umask(022);
    r = fault_point("jail.before_exec");
    reset_signals();
    if (r == 0) {
        (void)execvp(program->arguments[0], program->arguments);
        r = -errno;
    }
    give_up(problem_fd, -r, "cannot start", program->arguments[0]);
}

struct program_problem program_await(int problem_fd)
{
    struct program_problem problem = {0};
    ssize_t n;
    do
        n = read(problem_fd, &problem, sizeof problem);
    while (n < 0 && errno == EINTR);
    problem.sentence[sizeof problem.sentence - 1] = '\0';
    return problem;
}
