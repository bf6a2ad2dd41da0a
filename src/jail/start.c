#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "jail/filter.h"
#include "jail/init.h"
#include "jail/jail.h"
#include "jail/landlock.h"
#include "jail/missing.h"
#include "jail/program.h"

/* As fork(); glibc has no door to this one. -errno in the parent. */
static pid_t clone_child(struct jail *jail, uint64_t flags)
{
    struct clone_args arguments = {
        .flags = flags | CLONE_PIDFD,
        .pidfd = (uint64_t)(uintptr_t)&jail->child_fd,
        .exit_signal = SIGCHLD,
    };
    if (jail->cgroup.fd >= 0) {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = (uint64_t)jail->cgroup.fd;
    }
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    return pid < 0 ? -errno : pid;
}

/* Born in the cgroup where that is allowed, else without. */
static pid_t fork_child(struct jail *jail, uint64_t flags)
{
    if (fault_point("jail.before_clone") < 0)
        return -EAGAIN;
    pid_t pid = clone_child(jail, flags);
    if (pid < 0 && jail->cgroup.fd >= 0) {
        cgroup_remove(&jail->cgroup, jail->directory_fd);
        pid = clone_child(jail, flags);
    }
    if (pid == -ENOSYS && flags == 0)
        pid = fork();
    return pid;
}

/* The same, and while it prepares what it shall become, the filter that it then enters is put together here. */
static pid_t make_child(struct jail *jail, uint64_t flags, struct sandbox *sandbox)
{
    if (sandbox->level == SANDBOX_OFF)
        return fork_child(jail, flags);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    sandbox->filter_fd = ends[0];
    pid_t pid = fork_child(jail, flags);
    if (pid == 0) {
        close(ends[1]);
        return pid;
    }
    close(take_fd(&sandbox->filter_fd));
    if (pid > 0)
        filter_write(sandbox->level, sandbox->view->is_closed, ends[1]);
    close(ends[1]);
    return pid;
}

/* --- PID 1 of a namespace --------------------------------------------------------- */

/* Its first word. Without one the namespace is of no use. */
static int await_ready(struct jail *jail, struct problem *problem)
{
    struct init_report report = {0};
    ssize_t n;
    do
        n = recv(jail->control_fd, &report, sizeof report, 0);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)sizeof report && report.word == INIT_READY)
        return 0;
    close(take_fd(&jail->control_fd));
    cleanup_close(&jail->child_fd);
    jail->child_fd = -1;
    (void)waitpid(jail->child, NULL, 0);
    jail->child = 0;
    if (n != (ssize_t)sizeof report || report.problem.error == 0)
        return problem_say(problem, EPERM, "the first process in it has left");
    *problem = report.problem;
    return -problem->error;
}

/* Those that the sandbox needs come along: a program alone in them cannot reach what they keep. */
static uint64_t namespaces_of(const struct sandbox *sandbox)
{
    uint64_t flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID;
    if (sandbox->level == SANDBOX_OFF)
        return flags;
    flags |= CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    return sandbox->view->is_closed ? flags | CLONE_NEWNET : flags;
}

static int start_in_namespace(struct jail *jail, const struct program *program, struct problem *problem)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return problem_say(problem, errno, "cannot make a socket: %s", strerror(errno));
    struct init init = {.control_fd = pair[1], .uid = geteuid(), .gid = getegid(), .program = *program};
    pid_t pid = make_child(jail, namespaces_of(&program->sandbox), &init.program.sandbox);
    if (pid == 0) {
        close(pair[0]); /* else this one would never see that end closed */
        init_run(&init);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return problem_say(problem, -pid, "%s", "");
    }
    jail->child = pid;
    jail->control_fd = pair[0];
    return await_ready(jail, problem);
}

/* --- the program as our own child ---------------------------------------------------- */

static int start_below(struct jail *jail, struct program *program, struct problem *problem)
{
    int ends[2];
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || pipe2(ends, O_CLOEXEC) < 0)
        return problem_say(problem, errno, "cannot start a process: %s", strerror(errno));
    program->parent = getpid();
    pid_t pid = make_child(jail, 0, &program->sandbox);
    if (pid == 0)
        program_run(program, ends[1]);
    close(ends[1]);
    if (pid > 0) {
        struct problem found;
        program_await(ends[0], &found);
        jail->child = pid;
        jail->status.failed = found.error;
        (void)snprintf(jail->status.sentence, sizeof jail->status.sentence, "%s", found.sentence);
    }
    close(ends[0]);
    return pid < 0 ? problem_say(problem, -pid, "cannot start a process: %s", strerror(-pid)) : 0;
}

/* --- the ladder ------------------------------------------------------------------------ */

/* Without a sandbox it is of no matter whether there are namespaces. */
static int start_without(struct jail *jail, struct program *program, struct problem *problem)
{
    jail->status.level = jail->options.level;
    if (jail->options.level == JAIL_NAMESPACE && start_in_namespace(jail, program, problem) == 0)
        return 0;
    jail->status.level = JAIL_WALK;
    return start_below(jail, program, problem);
}

/* The socket on which the program shall listen, since it cannot make one itself. */
static int open_socket(struct sandbox *sandbox, struct problem *problem)
{
    const char *path = view_find(sandbox->view, VIEW_LISTEN);
    if (!path)
        return 0;
    const char *slash = strrchr(path, '/');
    autofree char *directory = strndup(path, (size_t)(slash - path));
    autoclose int fd = directory ? open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    int r = fd < 0 ? -errno : control_listen(fd, slash + 1, SOCK_STREAM, &sandbox->listen_fd);
    return r < 0 ? problem_refuse(problem, -r, "cannot listen on %.200s: %s", path, strerror(-r)) : 0;
}

static int start_with_landlock(struct jail *jail, struct program *program, struct problem *problem)
{
    struct sandbox *sandbox = &program->sandbox;
    jail->status.level = JAIL_WALK;
    if (sandbox->landlock < LANDLOCK_NEEDED)
        return problem_say(problem, EOPNOTSUPP, "%s", "");
    sandbox->level = SANDBOX_LANDLOCK;
    int r = sandbox_check(sandbox->view, problem);
    if (r == 0)
        r = open_socket(sandbox, problem);
    if (r == 0)
        r = start_below(jail, program, problem);
    if (r < 0)
        problem->is_final = true;
    cleanup_close(&sandbox->listen_fd);
    sandbox->listen_fd = -1;
    return r;
}

/* What a person needs to know to get one, or to do without. */
static int explain(const struct sandbox *sandbox, const char *namespaces, struct problem *problem)
{
    char landlock[128];
    missing_landlock(landlock, sizeof landlock, sandbox->landlock);
    return problem_refuse(problem, EOPNOTSUPP,
                          "no sandbox can be had on this machine: %s%s%s; \"sandbox\": \"off\" in the configuration "
                          "allows running without one",
                          namespaces, *namespaces ? "; " : "", landlock);
}

static int start_sandboxed(struct jail *jail, struct program *program, struct problem *problem)
{
    struct sandbox *sandbox = &program->sandbox;
    char namespaces[256] = "";
    if (!filter_is_there())
        return problem_refuse(problem, EOPNOTSUPP,
                              "no sandbox can be had on this machine: no seccomp (CONFIG_SECCOMP_FILTER of the "
                              "kernel); \"sandbox\": \"off\" in the configuration allows running without one");
    if (jail->view.level == SANDBOX_NAMESPACE && jail->options.level == JAIL_NAMESPACE) {
        jail->status.level = JAIL_NAMESPACE;
        sandbox->level = SANDBOX_NAMESPACE;
        int r = start_in_namespace(jail, program, problem);
        if (r == 0 || problem->is_final)
            return r;
        missing_namespaces(namespaces, sizeof namespaces, -r, problem->sentence);
    }
    int r = start_with_landlock(jail, program, problem);
    return r < 0 && !problem->is_final ? explain(sandbox, namespaces, problem) : r;
}

int jail_start(struct jail *jail, struct problem *problem)
{
    struct program program = {.arguments = jail->options.program, .cwd = jail->options.cwd, .sandbox = SANDBOX_INIT};
    int r = output_open(&jail->output, jail->directory_fd, &program.output_fd);
    if (r < 0)
        return problem_say(problem, -r, "cannot make a pipe: %s", strerror(-r));
    if (jail->has_view && jail->view.level != SANDBOX_OFF) {
        program.sandbox.view = &jail->view;
        program.sandbox.landlock = landlock_version();
        r = start_sandboxed(jail, &program, problem);
    } else {
        r = start_without(jail, &program, problem);
    }
    close(program.output_fd);
    jail->status.cgroup = jail->cgroup.fd >= 0;
    if (r == 0) {
        jail->sandbox = program.sandbox;
        jail->status.sandbox = sandbox_level_name(program.sandbox.level);
    }
    return r;
}
