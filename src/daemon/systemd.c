#include "daemon/systemd.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"

enum { FIRST_LISTEN_FD = 3 };

int systemd_listen_fd(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!pid || !count || strtol(pid, NULL, 10) != (long)getpid())
        return -ENOENT;
    int domain = 0, type = 0, listening = 0;
    socklen_t size = sizeof domain;
    if (strcmp(count, "1") != 0 || getsockopt(FIRST_LISTEN_FD, SOL_SOCKET, SO_DOMAIN, &domain, &size) < 0 ||
        getsockopt(FIRST_LISTEN_FD, SOL_SOCKET, SO_TYPE, &type, &size) < 0 ||
        getsockopt(FIRST_LISTEN_FD, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) < 0 || domain != AF_UNIX ||
        type != SOCK_STREAM || !listening)
        return -EINVAL;
    (void)fcntl(FIRST_LISTEN_FD, F_SETFD, FD_CLOEXEC);
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return FIRST_LISTEN_FD;
}

int systemd_socket_path(int fd, char **ret_path)
{
    struct sockaddr_un address = {0};
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0)
        return -errno;
    if (size <= offsetof(struct sockaddr_un, sun_path) || address.sun_path[0] != '/')
        return -EINVAL;
    *ret_path = strndup(address.sun_path, sizeof address.sun_path);
    return *ret_path ? 0 : -ENOMEM;
}

void systemd_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof address.sun_path)
        return;
    size_t length = strlen(path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') /* the abstract namespace */
        address.sun_path[0] = '\0';
    autoclose int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (fd < 0 || sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, size) < 0)
        log_warn("systemd: cannot send %s: %s", state, strerror(errno));
}
