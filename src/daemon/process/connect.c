/* Connecting to the socket on which a process listens that we have started. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"
#include "daemon/process/process.h"

/* One that listens itself may have been started by another program, so any process of the tree may be the first: there
 * is no agent yet. Afterwards the agent is one of them, and could bind a socket of its own to the same path. */
static int check_own(struct process *process, pid_t pid)
{
    struct process_facts facts;
    int r = process_has(process, pid);
    if (r < 0 || (r > 0 && process_look(pid, &facts) < 0))
        return -ECONNREFUSED; /* it has ended between the two calls; how, its jail is about to tell */
    if (r == 0)
        return -EREMOTE;
    if (process->listener.pid == 0) {
        process->listener.pid = pid;
        process->listener.start_time = facts.start_time;
    }
    return pid == process->listener.pid && facts.start_time == process->listener.start_time ? 0 : -EREMOTE;
}

/* The path may lead to the socket of somebody else, who is to learn neither its secret nor its task's token. The kernel
 * tells who called listen(). */
static int check_listener(struct process *process, int fd)
{
    struct ucred credentials = {0};
    socklen_t size = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0)
        return -errno;
    if (credentials.uid != geteuid())
        return -EPERM;
    if (process->is_given)
        return credentials.pid == process->pid ? 0 : -EREMOTE;
    return check_own(process, credentials.pid);
}

int process_connect(struct process *process, int *ret_fd)
{
    const char *path = process->socket_path;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    memcpy(address.sun_path, path, strlen(path) + 1);
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return -errno;
    int r = check_listener(process, fd);
    if (r < 0)
        return r;
    *ret_fd = take_fd(&fd);
    return 0;
}
