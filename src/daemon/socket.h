/* Opens the daemon's socket. A lock file beside the socket ensures one daemon per path. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct daemon_socket {
    char *path;
    char *lock_path;
    int lock_fd;
    int fd;         /* the listening socket; -1 once the listener owns it */
    bool inherited; /* from systemd, which owns the socket file */
    dev_t device;   /* identify the file at `path` that this daemon created */
    ino_t inode;
};

#define DAEMON_SOCKET_INIT                                                                                             \
    {                                                                                                                  \
        .lock_fd = -1, .fd = -1                                                                                        \
    }

/* Locks and listens. On failure `problem` is one sentence for the user. -EADDRINUSE: another daemon runs (the
 * sentence names its pid); -ENAMETOOLONG; -EEXIST: the path is not a socket. */
int daemon_socket_open(struct daemon_socket *socket, const char *path, char *problem, size_t problem_size);

/* Returns 0 while the path is the file that this daemon created, -ENOENT if it is missing, -ESTALE if it is
 * another file. */
int daemon_socket_check(const struct daemon_socket *socket);

/* Listens again at the path after its file was removed. The lock is still held. */
int daemon_socket_restore(struct daemon_socket *socket, char *problem, size_t problem_size);

/* Removes the file if it is still the one of this daemon, and releases the lock. */
void daemon_socket_close(struct daemon_socket *socket);

/* If a daemon is killed between fork and exec of a child, the child keeps the lock's descriptor until it calls
 * exec. So if the holder (0: unknown) no longer exists, this function sleeps for a moment and returns true: try
 * the lock again. Returns false if the holder exists or the time is up. Set *waited_ms to 0 before the first
 * call. */
bool daemon_lock_rest(pid_t holder, int *waited_ms);
