#include "jail/init.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "jail/root.h"
#include "jail/skeleton.h"

/* Fixed descriptors of this process; those of the program and the root follow. */
enum { CONTROL_FD = 3, SIGNAL_FD };

static void send_report(const struct init_report *report)
{
    (void)send(CONTROL_FD, report, sizeof *report, MSG_NOSIGNAL);
}

static void report(enum init_word word, int number, const struct problem *problem)
{
    struct init_report report = {.word = word, .number = number};
    if (problem)
        report.problem = *problem;
    send_report(&report);
}

/* --- user and mounts --- */

static int write_file(const char *path, const char *text)
{
    autoclose int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    return write(fd, text, strlen(text)) < 0 ? -errno : 0;
}

/* Maps the user and the group to themselves, and no other IDs. */
static int map_ids(uid_t uid, gid_t gid)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%u %u 1\n", uid, uid);
    int r = write_file("/proc/self/uid_map", text);
    if (r == 0)
        r = write_file("/proc/self/setgroups", "deny");
    (void)snprintf(text, sizeof text, "%u %u 1\n", gid, gid);
    return r < 0 ? r : write_file("/proc/self/gid_map", text);
}

/* Mounts that are added outside later propagate into this namespace, but not back. /proc shows this PID namespace; the
 * kernel refuses the mount if parts of the old /proc are covered, and the old one stays. */
static void mount_own(void)
{
    (void)mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL);
    (void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

static int arrange_descriptors(const struct init *init)
{
    sigset_t chld;
    (void)sigemptyset(&chld);
    (void)sigaddset(&chld, SIGCHLD);
    if (init->control_fd != CONTROL_FD && dup3(init->control_fd, CONTROL_FD, O_CLOEXEC) < 0)
        return -errno;
    if (close_range(SIGNAL_FD, ~0U, 0) < 0)
        return -errno;
    return signalfd(-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK) == SIGNAL_FD ? 0 : -EMFILE;
}

static bool outer_is_gone(void)
{
    struct pollfd control = {.fd = CONTROL_FD, .events = POLLIN};
    return poll(&control, 1, 0) < 0 || (control.revents & (POLLHUP | POLLERR)) != 0;
}

/* --- the program --- */

static int start(const struct program *program, pid_t *ret_pid)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    pid_t pid = fork();
    if (pid == 0)
        program_run(program, ends[1]);
    int r = pid < 0 ? -errno : 0;
    close(ends[1]);
    if (r == 0) {
        struct problem problem;
        program_await(ends[0], &problem);
        if (problem.error)
            report(INIT_NOT_STARTED, 0, &problem);
    }
    close(ends[0]);
    *ret_pid = pid;
    return r;
}

/* --- supervising the tree --- */

struct watch {
    struct root root;        /* only with a sandbox */
    struct changes *changes; /* if prepared in advance: the state of the system at that time; otherwise NULL */
    bool is_old;             /* the system has changed since */
    const struct view *view;
    bool has_session;
    pid_t program;
    bool program_ended;
    enum { WATCH_RUNNING, WATCH_ASKED, WATCH_ENDING } phase;
    int reaped; /* since the end began */
};

/* Returns false if no process is left. */
static bool reap(struct watch *watch)
{
    for (;;) {
        int wait_status = 0;
        pid_t pid = waitpid(-1, &wait_status, WNOHANG);
        if (pid == 0)
            return true;
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            return false;
        if (watch->phase != WATCH_RUNNING)
            watch->reaped++;
        if (pid == watch->program) {
            watch->program_ended = true;
            send_report(&(struct init_report){
                .word = INIT_PROGRAM_ENDED, .number = wait_status, .told = watch->phase != WATCH_RUNNING});
        }
    }
}

static void ask(struct watch *watch)
{
    if (watch->phase == WATCH_RUNNING)
        watch->phase = WATCH_ASKED;
    (void)kill(-1, SIGTERM);
    (void)kill(-1, SIGCONT); /* a stopped process would not handle SIGTERM */
}

static void end(struct watch *watch)
{
    watch->phase = WATCH_ENDING;
    (void)fault_point("jail.before_end");
    (void)kill(-1, SIGKILL); /* the kernel delivers it to concurrently forked processes too */
}

static int add_session(struct watch *watch, const char *text, size_t size, struct problem *problem)
{
    static struct view session;
    if (watch->view->level == SANDBOX_OFF || watch->has_session || view_cwd(watch->view))
        return problem_refuse(problem, EALREADY, "the program has a session already");
    int r = view_parse_session(&session, text, size, problem);
    if (r == 0)
        r = root_add(&watch->root, watch->view, &session, problem);
    watch->has_session = r == 0;
    return r;
}

static void take_request(struct watch *watch)
{
    static char request[INIT_REQUEST_MAX];
    ssize_t n = recv(CONTROL_FD, request, sizeof request, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n >= 1 && request[0] == INIT_REQUEST_SESSION) {
        struct problem problem = {0};
        (void)add_session(watch, request + 1, (size_t)n - 1, &problem);
        report(INIT_SESSION, 0, &problem);
        return;
    }
    if (n == 1 && request[0] == INIT_REQUEST_ASK && !watch->program_ended)
        ask(watch);
    else
        end(watch); /* the end was requested, or the program has ended, or the outer process has exited */
    if (n <= 0)
        _exit(1); /* the kernel kills the namespace with its PID 1 */
}

static void stand_over(struct watch *watch)
{
    struct pollfd fds[] = {{.fd = CONTROL_FD, .events = POLLIN}, {.fd = SIGNAL_FD, .events = POLLIN}};
    while (reap(watch)) {
        if (watch->program_ended && watch->phase == WATCH_RUNNING) {
            end(watch);
            continue;
        }
        if (poll(fds, 2, -1) < 0)
            continue;
        struct signalfd_siginfo ignored;
        if (fds[1].revents)
            (void)!read(SIGNAL_FD, &ignored, sizeof ignored);
        if (fds[0].revents && reap(watch)) /* a program that has ended by itself was not stopped */
            take_request(watch);
    }
}

/* Enables the loopback interface of a new network namespace. */
static int raise_loopback(void)
{
    struct ifreq ifr = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    autoclose int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return fd < 0 || ioctl(fd, SIOCSIFFLAGS, &ifr) < 0 ? -errno : 0;
}

/* Preparation that does not depend on the program. */
static int prepare(const struct init *init, struct watch *watch, struct problem *problem)
{
    static struct changes changes;
    int r = map_ids(init->uid, init->gid);
    if (r == 0)
        r = fault_point("jail.namespace");
    if (r < 0)
        return problem_say(problem, -r, "cannot map the user ID: %s", strerror(-r));
    if (init->is_ahead) {
        watch->changes = &changes;
        changes_begin(&changes);
    }
    if (!init->is_sandboxed) {
        mount_own();
        return 0;
    }
    r = root_make(&watch->root, problem);
    if (r == 0 && watch->changes) /* before the bind mount, the inode number may have been reused */
        watch->is_old = changes_any(watch->changes);
    return r;
}

/* Receives a request with its descriptors; -1 for missing ones. */
static ssize_t receive(struct init_begin *ret_request, int ret_fds[static INIT_BEGIN_FDS])
{
    union {
        char bytes[CMSG_SPACE(INIT_BEGIN_FDS * sizeof(int))];
        struct cmsghdr header;
    } control;
    struct msghdr message = {
        .msg_iov = &(struct iovec){.iov_base = ret_request, .iov_len = sizeof *ret_request},
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control,
    };
    ssize_t n;
    do
        n = recvmsg(CONTROL_FD, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    for (size_t i = 0; i < INIT_BEGIN_FDS; i++)
        ret_fds[i] = -1;
    const struct cmsghdr *header = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_type == SCM_RIGHTS)
        memcpy(ret_fds, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
    return n;
}

/* Replaces the outer process's descriptor numbers by the received ones, which arrive in the same order. */
static bool take_descriptors(struct program *program, const int *fds)
{
    int *const names[INIT_BEGIN_FDS] = {&program->output_fd, &program->sandbox.filter_fd, &program->sandbox.listen_fd,
                                        &program->sandbox.spool_fd};
    bool has_all = true;
    for (size_t i = 0, taken = 0; i < INIT_BEGIN_FDS; i++)
        if (*names[i] >= 0) {
            *names[i] = fds[taken++];
            has_all = has_all && *names[i] >= 0;
        }
    return has_all && (program->sandbox.filter_fd >= 0 || program->sandbox.level == SANDBOX_OFF);
}

/* Waits for the program. Exits if the outer process is gone, because only that one can send it. Checks for changes of
 * the system at the first message, while the outer process is busy with other work. */
static int await_program(struct watch *watch, struct init_begin *ret_request, struct problem *problem)
{
    int fds[INIT_BEGIN_FDS];
    ssize_t n = receive(ret_request, fds);
    if (n > 0 && watch->changes)
        watch->is_old |= changes_any(watch->changes);
    if (n == 1 && ret_request->word == INIT_REQUEST_CHECK)
        n = receive(ret_request, fds);
    if (n != (ssize_t)sizeof *ret_request || ret_request->word != INIT_REQUEST_BEGIN)
        _exit(1);
    bool has_all = take_descriptors(&ret_request->program, fds);
    if (watch->is_old)
        return problem_say(problem, ESTALE, "the system has changed since the namespace was prepared");
    if (!has_all)
        return problem_say(problem, EMFILE, "cannot receive the descriptors of the program");
    return 0;
}

/* The preparation that depends on the program. */
static int complete(struct watch *watch, struct program *program, struct problem *problem)
{
    if (program->sandbox.level == SANDBOX_OFF)
        return 0;
    watch->view = program->sandbox.view;
    program->sandbox.root = &watch->root;
    /* Unshared only now, so that a process that was prepared in advance has the current host name. */
    int flags = CLONE_NEWUTS | (watch->view->is_closed ? CLONE_NEWNET : 0);
    int r = unshare(flags) < 0 ? -errno : 0;
    if (r < 0)
        return problem_say(problem, -r, "cannot create %s: %s",
                           watch->view->is_closed ? "UTS and network namespaces" : "a UTS namespace", strerror(-r));
    r = watch->view->is_closed ? raise_loopback() : 0;
    if (r < 0)
        return problem_say(problem, -r, "cannot enable the loopback interface: %s", strerror(-r));
    return root_add(&watch->root, watch->view, NULL, problem);
}

static int make_ready(const struct init *init, struct watch *watch, struct init_begin *ret_request,
                      struct problem *problem)
{
    int r = prepare(init, watch, problem);
    if (r == 0)
        r = await_program(watch, ret_request, problem);
    if (r < 0)
        return r;
    environ = ret_request->program.environment;
    if (ret_request->title.arguments)
        title_show(&ret_request->title);
    return complete(watch, &ret_request->program, problem);
}

_Noreturn void init_run(const struct init *init)
{
    static const struct view none = {.level = SANDBOX_OFF};
    static struct init_begin request;
    struct watch watch = {.root = ROOT_INIT, .view = &none};
    struct problem problem = {0};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    int r = arrange_descriptors(init);
    if (r < 0 || outer_is_gone()) /* in a PID namespace getppid() always returns 0 here */
        _exit(1);
    if (make_ready(init, &watch, &request, &problem) < 0) {
        report(INIT_UNABLE, 0, &problem);
        _exit(1);
    }
    /* A root program has all capabilities in this namespace, but must not trace this process. */
    (void)prctl(PR_SET_DUMPABLE, 0);
    report(INIT_READY, 0, NULL);

    r = start(&request.program, &watch.program);
    if (r < 0) {
        (void)problem_say(&problem, -r, "cannot start a process: %s", strerror(-r));
        report(INIT_NOT_STARTED, 0, &problem);
    }
    cleanup_close(&request.program.output_fd);
    cleanup_close(&request.program.sandbox.filter_fd);
    cleanup_close(&request.program.sandbox.listen_fd);
    cleanup_close(&request.program.sandbox.spool_fd);
    if (r == 0)
        stand_over(&watch);
    report(INIT_EMPTY, watch.reaped, NULL);
    _exit(0);
}
