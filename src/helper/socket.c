#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/private_socket.h"
#include "helper/helper.h"

enum { INHERITED_SOCKET = 3 };

static bool is_inherited(void)
{
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    return count && pid && strcmp(count, "1") == 0 && strtol(pid, NULL, 10) == (long)getpid();
}

int helper_listen(const char *name, const char *socket, int *ret_fd)
{
    if (is_inherited()) {
        *ret_fd = INHERITED_SOCKET;
        return 0;
    }
    int r = private_socket_listen(socket, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, ret_fd);
    if (r < 0)
        (void)fprintf(stderr, "%s: %s: %s\n", name, socket, strerror(-r));
    return r;
}
