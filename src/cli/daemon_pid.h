/* The daemon as a process. */
#pragma once

#include <sys/types.h>

#include "cli/cli.h"

/* Of the daemon at the other end of the connection; 0: it cannot be told. The daemon is asked first, since under socket
 * activation the kernel names the process that made the socket. */
pid_t daemon_pid(struct cli *cli);

/* Waits until the process of the descriptor has ended. -ETIMEDOUT; timeout_ms negative: without end. */
int daemon_wait_gone(int pidfd, int64_t timeout_ms);
