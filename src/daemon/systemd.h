/* Socket activation and readiness notification with systemd. Without systemd, these functions do nothing. */
#pragma once

/* Returns the socket from socket activation (LISTEN_FDS). -ENOENT: there is none. -EINVAL: it is not a single
 * listening Unix socket. */
int systemd_listen_fd(void);

/* Returns the path to which that socket is bound. The caller frees it. */
int systemd_socket_path(int fd, char **ret_path);

/* Sends a line such as "READY=1" to $NOTIFY_SOCKET. */
void systemd_notify(const char *state);
