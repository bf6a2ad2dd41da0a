/* Executes the new program, after a child process has verified that the program can read the state. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/daemon.h"

extern char **environ;

/* The limit for the verification; no client is served meanwhile. */
enum { VERIFY_MS = 5000 };

static void keep_open(const struct handover_out *out, int memory, bool open)
{
    for (size_t i = 0; i < out->fd_count; i++)
        (void)fcntl(out->fds[i], F_SETFD, open ? 0 : FD_CLOEXEC);
    (void)fcntl(memory, F_SETFD, open ? 0 : FD_CLOEXEC);
}

static int spawn_verifier(const struct daemon *daemon, int memory, int errors, pid_t *ret_child)
{
    char last[64];
    (void)snprintf(last, sizeof last, "--verify-handover=%d", memory);
    autofree char **arguments = options_arguments(&daemon->options, daemon->handover.name, last);
    posix_spawn_file_actions_t actions;
    if (!arguments || posix_spawn_file_actions_init(&actions) != 0)
        return -ENOMEM;
    int r = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (r == 0)
        r = posix_spawn(ret_child, daemon->handover.program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return -r;
}

/* Waits for the child. *ret_status is as from waitpid(). -ETIMEDOUT: the child was killed. */
static int wait_for(pid_t child, int *ret_status)
{
    autoclose int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd end = {.fd = pidfd, .events = POLLIN};
    int r = pidfd < 0 ? 1 : poll(&end, 1, VERIFY_MS);
    if (r <= 0)
        (void)kill(child, SIGKILL);
    while (waitpid(child, ret_status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return r <= 0 ? -ETIMEDOUT : 0;
}

/* Reads the last line that the child printed: the reason of its failure. */
static void read_last_line(int fd, char *ret_line, size_t size)
{
    char text[512] = "";
    off_t end = lseek(fd, 0, SEEK_END), from = end > (off_t)sizeof text - 1 ? end - ((off_t)sizeof text - 1) : 0;
    ssize_t n = pread(fd, text, sizeof text - 1, from);
    while (n > 0 && text[n - 1] == '\n')
        n--;
    text[n > 0 ? n : 0] = '\0';
    const char *line = strrchr(text, '\n');
    (void)snprintf(ret_line, size, "%s", line ? line + 1 : text);
}

static int verify(const struct daemon *daemon, int memory, char *problem, size_t problem_size)
{
    autoclose int errors = memfd_create("weir-verify", MFD_CLOEXEC);
    char reason[512] = "";
    pid_t child = 0;
    int status = 0;
    const char *program = daemon->handover.program;
    int r = errors < 0 ? -errno : fault_point("handover.verify");
    if (r == 0)
        r = spawn_verifier(daemon, memory, errors, &child);
    if (r < 0) {
        (void)snprintf(problem, problem_size, "cannot start %s: %s", program, strerror(-r));
        return r;
    }
    r = wait_for(child, &status);
    if (r == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    read_last_line(errors, reason, sizeof reason);
    if (r < 0)
        (void)snprintf(problem, problem_size, "%s did not verify the state within %d ms", program, VERIFY_MS);
    else if (WIFSIGNALED(status))
        (void)snprintf(problem, problem_size, "%s was killed by signal %d while it verified the state", program,
                       WTERMSIG(status));
    else
        (void)snprintf(problem, problem_size, "%s cannot take over: %s", program, *reason ? reason : "no reason given");
    return -EPROTO;
}

static int execute(struct daemon *daemon, int memory)
{
    char last[64];
    process_table_clear(&daemon->processes); /* the new program builds its own table */
    (void)snprintf(last, sizeof last, "--handover=%d", memory);
    autofree char **arguments = options_arguments(&daemon->options, daemon->handover.name, last);
    if (!arguments)
        return -ENOMEM;
    int r = fault_point("handover.before_exec");
    if (r == 0) {
        (void)execv(daemon->handover.program, arguments);
        r = -errno;
    }
    return r;
}

void handover_become(struct daemon *daemon, char *problem, size_t problem_size)
{
    struct handover_out out;
    autoclose int memory = -1;
    int r = handover_write(daemon, &out, &memory);
    if (r < 0) {
        (void)snprintf(problem, problem_size, "cannot write the state of the daemon: %s", strerror(-r));
    } else {
        keep_open(&out, memory, true);
        r = verify(daemon, memory, problem, problem_size);
        if (r == 0) {
            r = execute(daemon, memory);
            (void)snprintf(problem, problem_size, "cannot start %s: %s", daemon->handover.program, strerror(-r));
        }
        keep_open(&out, memory, false);
    }
    handover_out_clear(&out);
}
