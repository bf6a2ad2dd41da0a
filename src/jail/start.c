#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "jail/filter.h"
#include "jail/jail.h"
#include "jail/problem.h"
#include "jail/program.h"
#include "jail/sandbox.h"

/* Builds the seccomp filter while the child prepares the program. */
static pid_t make_child(struct jail *jail, struct sandbox *sandbox)
{
    if (sandbox->level == SANDBOX_OFF)
        return jail_fork(jail, 0);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    sandbox->filter_fd = ends[0];
    pid_t pid = jail_fork(jail, 0);
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

/* --- without a PID namespace --- */

static int start_below(struct jail *jail, struct program *program, struct problem *problem)
{
    int ends[2];
    jail_drop_init(jail);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || pipe2(ends, O_CLOEXEC) < 0)
        return problem_say(problem, errno, "cannot start a process: %s", strerror(errno));
    program->parent = getpid();
    pid_t pid = make_child(jail, &program->sandbox);
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

/* --- choosing a level --- */

/* Without a sandbox, namespaces are optional. */
static int start_without(struct jail *jail, struct program *program, struct problem *problem)
{
    jail->status.level = jail->options.level;
    if (jail->options.level == JAIL_NAMESPACE && jail_start_in_namespace(jail, program, problem) == 0)
        return 0;
    jail->status.level = JAIL_WALK;
    return start_below(jail, program, problem);
}

/* Opens the socket on which the program listens. SO_PEERCRED reports this process to clients. */
static int open_socket(const char *path, struct sandbox *sandbox, struct problem *problem)
{
    if (!path || sandbox->listen_fd >= 0)
        return 0;
    const char *slash = strrchr(path, '/');
    autofree char *directory = strndup(path, (size_t)(slash - path));
    autoclose int fd = directory ? open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    int r = fd < 0 ? -errno : control_listen(fd, slash + 1, SOCK_STREAM, &sandbox->listen_fd);
    return r < 0 ? problem_refuse(problem, -r, "cannot listen on %.200s: %s", path, strerror(-r)) : 0;
}

/* The temporary name of the socket until the program runs: a client that connected earlier would not be answered. */
static char *draft_of(const struct view *view)
{
    const char *path = view_find(view, VIEW_SOCKET);
    char *draft = NULL;
    return path && asprintf(&draft, "%s.new", path) >= 0 ? draft : NULL;
}

/* Opens the socket and the spool, whose directory the program cannot access. */
static int open_given(const struct view *view, struct sandbox *sandbox, struct problem *problem)
{
    const char *spool = view_find(view, VIEW_SPOOL);
    autofree char *draft = draft_of(view);
    if (!draft && view_find(view, VIEW_SOCKET))
        return problem_refuse(problem, ENOMEM, "out of memory for the socket of the program");
    int r = open_socket(draft, sandbox, problem);
    if (r < 0 || !spool)
        return r;
    (void)unlink(spool);
    sandbox->spool_fd = open(spool, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return sandbox->spool_fd < 0 ? problem_refuse(problem, errno, "cannot create %.200s: %s", spool, strerror(errno))
                                 : 0;
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
        r = open_socket(view_find(sandbox->view, VIEW_LISTEN), sandbox, problem);
    if (r == 0)
        r = start_below(jail, program, problem);
    if (r < 0)
        problem->is_final = true;
    return r;
}

/* Explains how to enable a sandbox, or to run without one. */
static int explain(const struct sandbox *sandbox, const char *namespaces, struct problem *problem)
{
    char landlock[128];
    missing_landlock(landlock, sizeof landlock, sandbox->landlock);
    return problem_refuse(problem, EOPNOTSUPP,
                          "no sandbox is available on this machine: %s%s%s; to run without one, set \"sandbox\": "
                          "\"off\" in the configuration",
                          namespaces, *namespaces ? "; " : "", landlock);
}

static int start_sandboxed(struct jail *jail, struct program *program, struct problem *problem)
{
    struct sandbox *sandbox = &program->sandbox;
    char namespaces[256] = "";
    if (!filter_is_there())
        return problem_refuse(
            problem, EOPNOTSUPP,
            "no sandbox is available on this machine: the kernel has no seccomp filters (CONFIG_SECCOMP_FILTER); to "
            "run without one, set \"sandbox\": \"off\" in the configuration");
    if (jail->view->level == SANDBOX_NAMESPACE && jail->options.level == JAIL_NAMESPACE) {
        jail->status.level = JAIL_NAMESPACE;
        sandbox->level = SANDBOX_NAMESPACE;
        int r = jail_start_in_namespace(jail, program, problem);
        if (r == 0 || problem->is_final)
            return r;
        missing_namespaces(namespaces, sizeof namespaces, -r, problem->sentence);
    }
    int r = start_with_landlock(jail, program, problem);
    return r < 0 && !problem->is_final ? explain(sandbox, namespaces, problem) : r;
}

/* If the directory was removed, no client waits for the socket. */
static void name_socket(const struct view *view, bool has_started)
{
    autofree char *draft = draft_of(view);
    if (draft && (!has_started || rename(draft, view_find(view, VIEW_SOCKET)) < 0))
        (void)unlink(draft);
}

int jail_start(struct jail *jail, struct problem *problem)
{
    struct program program = {
        .arguments = jail->options.program, .environment = environ, .cwd = jail->options.cwd, .sandbox = SANDBOX_INIT};
    int r = output_open(&jail->output, jail->directory_fd, &program.output_fd);
    if (r < 0)
        return problem_say(problem, -r, "cannot create a pipe: %s", strerror(-r));
    struct sandbox *sandbox = &program.sandbox;
    if (jail->has_view)
        r = open_given(jail->view, sandbox, problem);
    if (r == 0 && jail->has_view && jail->view->level != SANDBOX_OFF) {
        sandbox->view = jail->view;
        sandbox->landlock = landlock_version();
        r = start_sandboxed(jail, &program, problem);
    } else if (r == 0) {
        r = start_without(jail, &program, problem);
    }
    close(program.output_fd);
    cleanup_close(&sandbox->listen_fd);
    cleanup_close(&sandbox->spool_fd);
    sandbox->listen_fd = sandbox->spool_fd = -1;
    if (jail->has_view)
        name_socket(jail->view, r == 0);
    jail->status.cgroup = jail->cgroup.fd >= 0;
    if (r == 0) {
        jail->sandbox = program.sandbox;
        jail->status.sandbox = sandbox_level_name(program.sandbox.level);
    }
    return r;
}

/* --- fork --- */

/* Like fork(), with the flags of clone3(), for which glibc has no wrapper. Returns a negative errno in the parent. */
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

pid_t jail_fork(struct jail *jail, uint64_t flags)
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

/* --- signals and descriptors --- */

/* Blocks all signals except those that report a bug in this program. */
static int hold_signals(struct jail *jail)
{
    static const int ours[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
    static const int mistakes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t held, wanted;
    (void)sigfillset(&held);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        (void)sigdelset(&held, mistakes[i]);
    (void)sigemptyset(&wanted);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        (void)sigaddset(&wanted, ours[i]);
    (void)signal(SIGCHLD, SIG_DFL); /* if it were ignored, waitpid() would not report children */
    (void)signal(SIGPIPE, SIG_IGN);
    if (sigprocmask(SIG_SETMASK, &held, NULL) < 0)
        return -errno;
    jail->signal_fd = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    return jail->signal_fd < 0 ? -errno : 0;
}

int jail_settle(struct jail *jail)
{
    if (jail->signal_fd >= 0)
        return 0;
    (void)close_range(3, ~0U, 0);
    (void)setsid();
    (void)umask(077);
    return hold_signals(jail);
}
