#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/filter.h"
#include "jail/init.h"
#include "jail/jail.h"
#include "jail/skeleton.h"

/* --- PID 1 --- */

/* The namespaces that a sandbox needs from the beginning: a program that shares them could reach objects of other
 * processes. PID 1 creates the others when it knows the program. */
static uint64_t namespaces_of(bool is_sandboxed)
{
    uint64_t flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID;
    return is_sandboxed ? flags | CLONE_NEWIPC | CLONE_NEWCGROUP : flags;
}

static int make_init(struct jail *jail, bool is_sandboxed, struct problem *problem)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return problem_say(problem, errno, "cannot create a socket pair: %s", strerror(errno));
    struct init init = {.control_fd = pair[1],
                        .uid = geteuid(),
                        .gid = getegid(),
                        .is_sandboxed = is_sandboxed,
                        .is_ahead = jail->mounts_fd >= 0};
    pid_t pid = jail_fork(jail, namespaces_of(is_sandboxed));
    if (pid == 0) {
        close(pair[0]); /* otherwise PID 1 would not notice when the outer process exits */
        init_run(&init);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return problem_say(problem, -pid, "%s", "");
    }
    jail->child = pid;
    jail->control_fd = pair[0];
    return 0;
}

void jail_drop_init(struct jail *jail)
{
    if (jail->control_fd < 0)
        return;
    close(take_fd(&jail->control_fd));
    cleanup_close(&jail->child_fd);
    jail->child_fd = -1;
    (void)kill(jail->child, SIGKILL);
    (void)waitpid(jail->child, NULL, 0);
    jail->child = 0;
}

/* --- starting the program --- */

static int send_program(const struct jail *jail, const struct program *program)
{
    struct init_begin request = {.word = INIT_REQUEST_BEGIN, .program = *program, .title = jail->title};
    const struct sandbox *sandbox = &program->sandbox;
    const int all[INIT_BEGIN_FDS] = {program->output_fd, sandbox->filter_fd, sandbox->listen_fd, sandbox->spool_fd};
    int fds[INIT_BEGIN_FDS] = {0};
    size_t count = 0;
    for (size_t i = 0; i < INIT_BEGIN_FDS; i++)
        if (all[i] >= 0)
            fds[count++] = all[i];
    const size_t size = count * sizeof *fds;
    union {
        char bytes[CMSG_SPACE(sizeof fds)];
        struct cmsghdr header;
    } control = {0};
    struct msghdr message = {
        .msg_iov = &(struct iovec){.iov_base = &request, .iov_len = sizeof request},
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = CMSG_SPACE(size),
    };
    control.header = (struct cmsghdr){.cmsg_len = CMSG_LEN(size), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), fds, size);
    return sendmsg(jail->control_fd, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* Builds the seccomp filter while PID 1 prepares the rest. Errors of sending are ignored: PID 1 has reported its reason
 * before it exited. */
static void begin(const struct jail *jail, struct program *program)
{
    int ends[2];
    if (program->sandbox.level == SANDBOX_OFF || pipe2(ends, O_CLOEXEC) < 0) {
        (void)send_program(jail, program);
        return;
    }
    program->sandbox.filter_fd = ends[0];
    (void)send_program(jail, program);
    close(take_fd(&program->sandbox.filter_fd));
    filter_write(program->sandbox.level, program->sandbox.view->is_closed, ends[1]);
    close(ends[1]);
}

/* Waits for the first report; without INIT_READY the namespace cannot be used. */
static int await_ready(struct jail *jail, struct problem *problem)
{
    struct init_report report = {0};
    ssize_t n;
    do /* if PID 1 exited without reading its requests, recv() fails with ECONNRESET once before the report */
        n = recv(jail->control_fd, &report, sizeof report, 0);
    while (n < 0 && (errno == EINTR || errno == ECONNRESET));
    if (n == (ssize_t)sizeof report && report.word == INIT_READY)
        return 0;
    jail_drop_init(jail);
    if (n != (ssize_t)sizeof report || report.problem.error == 0)
        return problem_say(problem, EPERM, "the init process exited");
    *problem = report.problem;
    return -problem->error;
}

static int start_in(struct jail *jail, struct program *program, struct problem *problem)
{
    begin(jail, program);
    return await_ready(jail, problem);
}

int jail_start_in_namespace(struct jail *jail, struct program *program, struct problem *problem)
{
    bool is_sandboxed = program->sandbox.level != SANDBOX_OFF;
    if (jail->control_fd >= 0 && (!is_sandboxed || changes_of_mounts(jail->mounts_fd)))
        jail_drop_init(jail);
    if (jail->control_fd >= 0) {
        int r = start_in(jail, program, problem);
        if (r == 0 || problem->is_final)
            return r;
    }
    cleanup_close(&jail->mounts_fd);
    jail->mounts_fd = -1;
    jail->title = (struct title){0};
    int r = make_init(jail, is_sandboxed, problem);
    return r < 0 ? r : start_in(jail, program, problem);
}

/* --- preparing in advance --- */

void jail_make_ahead(struct jail *jail, const char *id)
{
    struct problem problem;
    jail->mounts_fd = changes_open_mounts();
    if (jail->mounts_fd < 0)
        return;
    if (cgroup_make(&jail->cgroup, id) < 0)
        cgroup_remove(&jail->cgroup, -1);
    (void)make_init(jail, true, &problem);
}

/* Returns false if the process must leave. */
static bool take_signal(struct jail *jail)
{
    struct signalfd_siginfo info;
    if (read(jail->signal_fd, &info, sizeof info) != sizeof info || info.ssi_signo == SIGHUP)
        return true;
    if (info.ssi_signo != SIGCHLD)
        return false;
    jail_drop_init(jail);
    return true;
}

bool jail_await(struct jail *jail, int fd)
{
    enum { FD, SIGNALS, MOUNTS };
    struct pollfd fds[] = {[FD] = {.fd = fd, .events = POLLIN},
                           [SIGNALS] = {.fd = jail->signal_fd, .events = POLLIN},
                           [MOUNTS] = {.fd = jail->mounts_fd, .events = POLLPRI}};
    for (;;) {
        if (poll(fds, sizeof fds / sizeof *fds, -1) < 0)
            continue;
        /* Reported only once. An unmounted file system must not stay in use because of the prepared namespace. */
        if (fds[MOUNTS].revents) {
            jail_drop_init(jail);
            fds[MOUNTS].fd = -1;
        }
        /* A signal may have been sent after the request was written; it is then handled by the started jail. */
        if (fds[FD].revents || poll(&fds[FD], 1, 0) > 0)
            break;
        if (fds[SIGNALS].revents && !take_signal(jail))
            return false;
    }
    static const char word = INIT_REQUEST_CHECK;
    if (jail->control_fd >= 0)
        (void)send(jail->control_fd, &word, sizeof word, MSG_NOSIGNAL);
    return true;
}
