/* Every command, each in the file of its name. */
#pragma once

#include "cli/cli.h"
#include "cli/daemon_facts.h"

extern const struct cli_command command_call;
extern const struct cli_command command_completion;
extern const struct cli_command command_daemon_logs;
extern const struct cli_command command_daemon_restart;
extern const struct cli_command command_daemon_start;
extern const struct cli_command command_daemon_status;
extern const struct cli_command command_daemon_stop;
extern const struct cli_command command_help;
extern const struct cli_command command_methods;
extern const struct cli_command command_ping;

/* daemon_stop.c, daemon_start.c: what a restart is made of. *ret_stopped: there was one. `like` (may be NULL) names the
 * state and the configuration that the daemon shall have; where it does not, the usual ones. */
enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped);
enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like);
