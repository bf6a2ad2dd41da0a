#include "base/private_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"

static int bind_privately(int fd, const struct sockaddr_un *address)
{
    mode_t before = umask(0177);
    int r = bind(fd, (const struct sockaddr *)address, sizeof *address) < 0 ? -errno : 0;
    (void)umask(before);
    return r;
}

int private_socket_listen(const char *path, int type, int backlog, int *ret_fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t size = strlen(path);
    if (size > PATHS_SOCKET_MAX)
        return -ENAMETOOLONG;
    memcpy(address.sun_path, path, size + 1);
    autoclose int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    int r = bind_privately(fd, &address);
    if (r < 0)
        return r;
    if (listen(fd, backlog) < 0) {
        r = -errno;
        (void)unlink(path);
        return r;
    }
    /* Another process that may write to the directory may have replaced the file by a link. */
    (void)utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
    *ret_fd = take_fd(&fd);
    return 0;
}
