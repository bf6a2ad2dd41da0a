/* The daemon as a process, and the places that it uses. */
#pragma once

#include <sys/types.h>

#include "cli/cli.h"

/* What daemon.status says; NULL and 0 stand for what it does not say. */
struct daemon_facts {
    pid_t pid;
    char *socket, *state, *config;
    bool stopping;
};

/* Asks the daemon at the other end of the connection. Where it does not answer, the kernel knows a process at least:
 * under socket activation that is the one that made the socket. Clear it in any case. 0, or libweir's error. */
int daemon_facts_ask(struct cli *cli, struct daemon_facts *ret_facts);
void daemon_facts_clear(struct daemon_facts *facts);

/* Waits until the process of the descriptor has ended. -ETIMEDOUT; timeout_ms negative: without end. */
int daemon_wait_gone(int pidfd, int64_t timeout_ms);

/* What a restart is made of; the second is in daemon_start.c. *ret_stopped: there was one. `like` (may be NULL) names
 * the state and the configuration that the daemon shall have; where it does not, the usual ones. */
enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped);
enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like);

/* The same in silence, for who needs a daemon; one that runs is left as it is. */
enum cli_exit daemon_start_if_none(struct cli *cli, bool *ret_started);
