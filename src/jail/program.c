#include "jail/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

enum { EXIT_NOT_STARTED = 127 };
enum { GIVEN_FD = 3, GIVEN_MAX = 2, FIRST_FREE_FD = GIVEN_FD + GIVEN_MAX };

_Noreturn static void give_up(int problem_fd, const struct problem *problem)
{
    (void)!write(problem_fd, problem, sizeof *problem);
    _exit(EXIT_NOT_STARTED);
}

/* Ignored and blocked signals would be inherited across exec. */
static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL);
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* All other descriptors are close-on-exec already; the range is for descriptors that a library may have opened. */
static int take_descriptors(const struct program *program, int *problem_fd)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(program->output_fd, 1) < 0 || dup2(program->output_fd, 2) < 0)
        return -errno;
    (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    *problem_fd = fcntl(*problem_fd, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    return *problem_fd < 0 ? -errno : 0;
}

/* Moves a descriptor above the numbers that the program gets. */
static int move_up(int *fd)
{
    int moved = *fd < 0 ? -1 : fcntl(*fd, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    if (*fd >= 0 && moved < 0)
        return -errno;
    *fd = moved;
    return 0;
}

/* The protocol of systemd: descriptor 3 is the listening socket, 4 the spool if there is one; the LISTEN_ variables
 * describe them. */
static int give_descriptors(struct sandbox *sandbox)
{
    char pid[16];
    if (sandbox->listen_fd < 0)
        return 0;
    int r = move_up(&sandbox->filter_fd);
    if (r == 0)
        r = move_up(&sandbox->listen_fd);
    if (r == 0)
        r = move_up(&sandbox->spool_fd);
    if (r < 0)
        return r;
    bool has_spool = sandbox->spool_fd >= 0;
    (void)snprintf(pid, sizeof pid, "%d", (int)getpid());
    if (setenv("LISTEN_FDS", has_spool ? "2" : "1", 1) < 0 || setenv("LISTEN_PID", pid, 1) < 0 ||
        setenv("LISTEN_FDNAMES", has_spool ? "executor:spool" : "executor", 1) < 0)
        return -errno;
    if (dup2(sandbox->listen_fd, GIVEN_FD) < 0 || (has_spool && dup2(sandbox->spool_fd, GIVEN_FD + 1) < 0))
        return -errno;
    return 0;
}

/* Copies the environment: setenv() must not modify memory that other processes share. */
static int take_environment(const struct program *program, struct problem *problem)
{
    size_t count = 0;
    while (program->environment[count])
        count++;
    environ = calloc(count + 1, sizeof *environ);
    if (!environ)
        return problem_say(problem, ENOMEM, "cannot start %.160s: %s", program->arguments[0], strerror(ENOMEM));
    memcpy(environ, program->environment, count * sizeof *environ);
    return 0;
}

static int prepare(const struct program *program, int *problem_fd, struct problem *problem)
{
    struct sandbox sandbox = program->sandbox;
    int r = sandbox_enter_root(&sandbox, problem);
    if (r < 0)
        return r;
    r = take_descriptors(program, problem_fd);
    if (r == 0)
        r = give_descriptors(&sandbox);
    if (r < 0)
        return problem_say(problem, -r, "cannot set up the descriptors: %s", strerror(-r));
    if (chdir(program->cwd) < 0)
        return problem_say(problem, errno, "cannot enter the working directory %.160s: %s", program->cwd,
                           strerror(errno));
    (void)umask(022);
    r = fault_point("jail.before_exec");
    if (r < 0)
        return problem_say(problem, -r, "cannot start %.160s: %s", program->arguments[0], strerror(-r));
    reset_signals();
    return sandbox_restrict(&sandbox, problem);
}

_Noreturn void program_run(const struct program *program, int problem_fd)
{
    struct problem problem = {0};
    if (program->parent > 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != program->parent) /* the parent died before prctl() */
            _exit(EXIT_NOT_STARTED);
    }
    (void)setpgid(0, 0);
    if (take_environment(program, &problem) == 0 && prepare(program, &problem_fd, &problem) == 0) {
        (void)execvp(program->arguments[0], program->arguments);
        (void)problem_say(&problem, errno, "cannot start %.160s: %s", program->arguments[0], strerror(errno));
    }
    give_up(problem_fd, &problem);
}

void program_await(int problem_fd, struct problem *ret_problem)
{
    ssize_t n;
    *ret_problem = (struct problem){0};
    do
        n = read(problem_fd, ret_problem, sizeof *ret_problem);
    while (n < 0 && errno == EINTR);
    ret_problem->sentence[sizeof ret_problem->sentence - 1] = '\0';
}
