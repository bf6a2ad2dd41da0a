/* A Unix socket that only its owner may connect to. */
#pragma once

/* Makes one of this type (SOCK_STREAM, with SOCK_NONBLOCK or not) and listens on it. The file is born with its rights.
 * Its times are set when connections are taken: whoever waits for it by inotify can look again then, instead of asking
 * the clock. -ENAMETOOLONG beyond PATHS_SOCKET_MAX, -EADDRINUSE where there is something at
 * the path. */
int private_socket_listen(const char *path, int type, int backlog, int *ret_fd);
