/* A Unix socket that only its owner can connect to. */
#pragma once

/* Creates a socket of this type (SOCK_STREAM, optionally SOCK_NONBLOCK) and listens on it. The file has its final
 * permissions from the start. Its times are set when connections are accepted, so that a process can wait for the
 * socket with inotify instead of polling. Returns -ENAMETOOLONG beyond PATHS_SOCKET_MAX, -EADDRINUSE if the path
 * exists. */
int private_socket_listen(const char *path, int type, int backlog, int *ret_fd);
