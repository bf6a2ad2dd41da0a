/* Into the background, but not before the daemon is ready: whoever starts it may connect as soon as the start returns.
 */
#pragma once

/* The caller goes on in a new process and session; the first process waits, and ends with 0 once detach_ready() was
 * called, or with the exit code of a daemon that failed before. */
int detach_begin(int *ret_ready_fd);

/* Lets the first process go, and leaves the terminal. Does nothing for a daemon in the foreground (-1). */
void detach_ready(int *ready_fd);
