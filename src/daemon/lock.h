/* A lock that says: one daemon only. It is held as long as its descriptor is open, whatever happens to the process. */
#pragma once

#include <sys/types.h>

/* -EWOULDBLOCK: somebody holds it; *ret_holder is the pid that its file names (for messages only), or 0. The file is
 * made if it is missing, and holds our pid from here on. */
int lock_take(const char *path, int *ret_fd, pid_t *ret_holder);

/* Removes the file, if it is still the one that was locked, and lets go. Sets *fd to -1. */
void lock_release(const char *path, int *fd);
