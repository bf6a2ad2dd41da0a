/* Controls the daemon process. */
#pragma once

#include <sys/types.h>

#include "cli/cli.h"

/* The result of daemon.status; NULL and 0 if it lacks a member. */
struct daemon_facts {
    pid_t pid;
    char *socket, *state, *config;
    bool stopping;
};

/* Asks the daemon of the connection. If it does not respond, takes the pid from the kernel; with socket activation,
 * that is the process that created the socket. Returns 0 or an error of libweir. Call daemon_facts_clear() in any
 * case. */
int daemon_facts_ask(struct cli *cli, struct daemon_facts *ret_facts);
void daemon_facts_clear(struct daemon_facts *facts);

/* Waits until the process of the pidfd has ended. Returns -ETIMEDOUT. If timeout_ms is negative, waits without
 * limit. */
int daemon_wait_gone(int pidfd, int64_t timeout_ms);

/* The parts of a restart; the second is in daemon_start.c. *ret_stopped: a daemon was running. `like` (may be NULL)
 * names the state directory and the configuration for the new daemon; members that are NULL mean the usual ones. */
enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped);
enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like);

/* Starts a daemon if none runs, without output. */
enum cli_exit daemon_start_if_none(struct cli *cli, bool *ret_started);
