#include "load.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int socket_connect(const char *path, int *ret_fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    /* The socket is blocking: connect() waits while the backlog is full. */
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        int r = -errno;
        (void)close(fd);
        return r;
    }
    *ret_fd = fd;
    return 0;
}

int socket_write(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = send(fd, data, size, MSG_NOSIGNAL);
        if (n < 0)
            return -errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

static int reader_fill(struct reader *reader, int fd)
{
    if (reader->at > 0) {
        reader->size -= reader->at;
        memmove(reader->data, reader->data + reader->at, reader->size);
        reader->at = 0;
    }
    if (reader->size == sizeof reader->data)
        return -EMSGSIZE;
    ssize_t n = recv(fd, reader->data + reader->size, sizeof reader->data - reader->size, 0);
    if (n <= 0)
        return n < 0 ? -errno : -EPIPE;
    reader->size += (size_t)n;
    return 0;
}

int reader_next(struct reader *reader, int fd, const char **ret_line, size_t *ret_size)
{
    for (;;) {
        const char *line = reader->data + reader->at;
        const char *newline = memchr(line, '\n', reader->size - reader->at);
        if (!newline) {
            int r = reader_fill(reader, fd);
            if (r < 0)
                return r;
            continue;
        }
        size_t size = (size_t)(newline - line);
        reader->at += size + 1;
        if (!is_notification(line, size)) {
            *ret_line = line;
            *ret_size = size;
            return 0;
        }
    }
}

int socket_server_clock(int fd, clockid_t *ret_clock)
{
    struct ucred server;
    socklen_t size = sizeof server;

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &server, &size) < 0)
        return -errno;
    return -clock_getcpuclockid(server.pid, ret_clock);
}

uint64_t clock_ns(clockid_t clock)
{
    struct timespec now = {0};

    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
