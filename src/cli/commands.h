/* Every command, each in the file of its name. */
#pragma once

#include "cli/cli.h"
#include "cli/daemon_facts.h"

extern const struct cli_command command_agents;
extern const struct cli_command command_models;
extern const struct cli_command command_approve;
extern const struct cli_command command_audit_list;
extern const struct cli_command command_audit_verify;
extern const struct cli_command command_call;
extern const struct cli_command command_chat;
extern const struct cli_command command_completion;
extern const struct cli_command command_daemon_logs;
extern const struct cli_command command_daemon_restart;
extern const struct cli_command command_daemon_start;
extern const struct cli_command command_daemon_status;
extern const struct cli_command command_daemon_stop;
extern const struct cli_command command_db_backup;
extern const struct cli_command command_db_check;
extern const struct cli_command command_db_compact;
extern const struct cli_command command_db_stats;
extern const struct cli_command command_doctor;
extern const struct cli_command command_help;
extern const struct cli_command command_key_delete;
extern const struct cli_command command_key_list;
extern const struct cli_command command_key_rotate;
extern const struct cli_command command_key_set;
extern const struct cli_command command_methods;
extern const struct cli_command command_permissions_allow;
extern const struct cli_command command_permissions_answer;
extern const struct cli_command command_permissions_deny;
extern const struct cli_command command_permissions_list;
extern const struct cli_command command_permissions_remove;
extern const struct cli_command command_permissions_rules;
extern const struct cli_command command_ping;
extern const struct cli_command command_run;
extern const struct cli_command command_session_close;
extern const struct cli_command command_session_reopen;
extern const struct cli_command command_session_create;
extern const struct cli_command command_session_delete;
extern const struct cli_command command_session_export;
extern const struct cli_command command_session_fork;
extern const struct cli_command command_session_get;
extern const struct cli_command command_session_list;
extern const struct cli_command command_session_update;
extern const struct cli_command command_sessions;
extern const struct cli_command command_task_cancel;
extern const struct cli_command command_task_diff;
extern const struct cli_command command_task_get;
extern const struct cli_command command_task_list;
extern const struct cli_command command_task_logs;
extern const struct cli_command command_task_stats;
extern const struct cli_command command_task_submit;
extern const struct cli_command command_task_undo;
extern const struct cli_command command_task_wait;
extern const struct cli_command command_terminal_attach;
extern const struct cli_command command_terminal_close;
extern const struct cli_command command_terminal_list;
extern const struct cli_command command_terminal_open;
extern const struct cli_command command_top;
extern const struct cli_command command_watch;

/* daemon_stop.c, daemon_start.c: what a restart is made of. *ret_stopped: there was one. `like` (may be NULL) names the
 * state and the configuration that the daemon shall have; where it does not, the usual ones. */
enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped);
enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like);

/* The same in silence, for who needs a daemon; one that runs is left as it is. */
enum cli_exit daemon_start_if_none(struct cli *cli, bool *ret_started);
