/* What an executor passes. It is not trusted: what is not a terminal, or a scrollback that could be cut, is not taken.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/terminal/internal.h"

static int take(struct message_fds *fds, unsigned index)
{
    return fds && index < fds->count ? take_fd(&fds->fds[index]) : -1;
}

/* The process as this PID namespace knows it; the executor may live in another. 0: it is no pidfd, or of nobody here.
 */
static int64_t pid_of(int pidfd)
{
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/self/fdinfo/%d", pidfd);
    autoclose int fd = pidfd < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    const char *line = strstr(text, "\nPid:");
    int64_t pid = line ? strtoll(line + strlen("\nPid:"), NULL, 10) : 0;
    return pid > 0 ? pid : 0;
}

static bool is_master(int fd)
{
    unsigned number = 0;
    struct winsize size;
    return ioctl(fd, TIOCGPTN, &number) == 0 && ioctl(fd, TIOCGWINSZ, &size) == 0;
}

int terminal_take_fds(struct terminal *terminal, struct message_fds *fds, int64_t pty_pid, const char **ret_problem)
{
    autoclose int master = take(fds, 0), memory = take(fds, 1), pidfd = take(fds, 2);
    struct scrollback scrollback = {0};
    if (master < 0 || memory < 0 || !is_master(master)) {
        *ret_problem = "the executor passed no terminal";
        return -EPROTO;
    }
    int r = scrollback_map(&scrollback, memory);
    if (r < 0) {
        *ret_problem = r == -EINVAL ? "the executor passed no scrollback" : strerror(-r);
        return r;
    }
    terminal->master = take_fd(&master);
    terminal->memory = take_fd(&memory); /* for the program that takes over from this one */
    terminal->scrollback = scrollback;
    terminal->pid = pid_of(pidfd);
    if (terminal->pid == 0)
        terminal->pid = pty_pid;
    return 0;
}
