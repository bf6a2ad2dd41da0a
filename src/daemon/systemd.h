/* The two things that a service says to systemd and hears from it. Without systemd they do nothing. */
#pragma once

/* The socket of socket activation (LISTEN_FDS). -ENOENT: there is none. -EINVAL: it is not one listening Unix socket.
 */
int systemd_listen_fd(void);

/* The path to which that socket is bound. The caller frees it. */
int systemd_socket_path(int fd, char **ret_path);

/* Sends a line such as "READY=1" to $NOTIFY_SOCKET. */
void systemd_notify(const char *state);
