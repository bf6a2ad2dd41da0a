/* A lock that says: one daemon only. It is held as long as its descriptor is open, whatever happens to the process. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* -EWOULDBLOCK: somebody holds it; *ret_holder is the pid that its file names, or 0. -EOWNERDEAD: that one has ended,
 * but somebody to whom it gave the lock has not. The file is made if it is missing, and holds our pid from here on. */
int lock_take(const char *path, int *ret_fd, pid_t *ret_holder);

/* A daemon that was killed while it started another process leaves that process what it had open until it has become
 * its own program. So where the holder (0: not known) is no longer there, this rests a moment and answers true: look
 * again. false: it is there, or enough time has passed. *waited_ms is 0 at first. */
bool lock_rest(pid_t holder, int *waited_ms);

/* Removes the file, if it is still the one that was locked, and lets go. Sets *fd to -1. */
void lock_release(const char *path, int *fd);
