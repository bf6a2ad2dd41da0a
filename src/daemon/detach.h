/* Starts the daemon in the background. The foreground process exits only once the daemon is ready, so that its
 * caller can connect at once. */
#pragma once

/* Forks: the caller continues in a new process and session. The first process waits, and exits with 0 after
 * detach_ready(), or with the exit code of a daemon that failed before that. */
int detach_begin(int *ret_ready_fd);

/* Lets the first process exit, and detaches from the terminal. Does nothing in the foreground (-1). */
void detach_ready(int *ready_fd);
