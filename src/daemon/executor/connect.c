/* Connecting to the socket on which a process listens that we have started. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/executor/process.h"

/* The path may be a link to the socket of somebody else, who is to learn neither its secret nor its task's token. */
static int check_listener(const struct executor_process *process, int fd)
{
    struct ucred credentials = {0};
    socklen_t size = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0)
        return -errno;
    if (credentials.uid != geteuid())
        return -EPERM;
    int r = executor_process_has(process, credentials.pid);
    if (r < 0)
        return -ECONNREFUSED; /* it has ended between the two calls; how, its jail is about to tell */
    return r ? 0 : -EREMOTE;
}

int executor_process_connect(const struct executor_process *process, int *ret_fd)
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
