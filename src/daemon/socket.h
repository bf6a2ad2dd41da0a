/* The daemon's socket: one daemon a path, by a lock on a file beside it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct daemon_socket {
    char *path;
    char *lock_path;
    int lock_fd;
    int fd;         /* listening; -1 once it is given away */
    bool inherited; /* from systemd, which owns the file */
    dev_t device;   /* of the file at `path`, as it was made */
    ino_t inode;
};

#define DAEMON_SOCKET_INIT                                                                                             \
    {                                                                                                                  \
        .lock_fd = -1, .fd = -1                                                                                        \
    }

/* Locks and listens. On failure `problem` is one sentence for a person.
 * -EADDRINUSE: another daemon is there (the sentence names its pid); -ENAMETOOLONG; -EEXIST: the path is something
 * else. */
int daemon_socket_open(struct daemon_socket *socket, const char *path, char *problem, size_t problem_size);

/* 0 while the file at the path is the one that was made; -ENOENT, or -ESTALE when it is another. */
int daemon_socket_check(const struct daemon_socket *socket);

/* Listens at the path again, after its file was removed; the lock is still held. */
int daemon_socket_restore(struct daemon_socket *socket, char *problem, size_t problem_size);

/* Removes the file (if it is still ours) and gives the lock back. */
void daemon_socket_close(struct daemon_socket *socket);

/* A daemon that was killed while it started another process leaves that process what it had open until it has become
 * its own program. So where the holder (0: not known) is no longer there, this rests a moment and answers true: look
 * again. false: it is there, or enough time has passed. *waited_ms is 0 at first. */
bool daemon_lock_rest(pid_t holder, int *waited_ms);
