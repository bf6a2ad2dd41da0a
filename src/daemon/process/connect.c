/* Connects to the socket of a process that the daemon has started. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"
#include "daemon/process/process.h"

/* An executor that binds its socket itself may run as a child of the started program. So the first process of
 * the tree that listens is accepted: no agent runs yet. Afterwards only that process is accepted, because an
 * agent could bind another socket to the same path. */
static int check_own(struct process *process, pid_t pid)
{
    struct process_facts facts;
    int r = process_has(process, pid);
    if (r < 0 || (r > 0 && process_look(pid, &facts) < 0))
        return -ECONNREFUSED; /* the process ended between the two calls; on_end() will report how */
    if (r == 0)
        return -EREMOTE;
    if (process->listener.pid == 0) {
        process->listener.pid = pid;
        process->listener.start_time = facts.start_time;
    }
    return pid == process->listener.pid && facts.start_time == process->listener.start_time ? 0 : -EREMOTE;
}

/* The path may lead to the socket of another process, which must learn neither the secret nor the token of the
 * task. SO_PEERCRED identifies the process that called listen(). */
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
