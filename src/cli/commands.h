/* The list of commands. To add one, define its struct cli_command (cli.h) in the file of its group, and add a line
 * here. main.c makes a table from this list, which the help, the parser and the completions use. */
#pragma once

#include "cli/cli.h"

/* COMMAND(name) for each command, in the order of a group's help; daemon_start is "daemon start". */
#define CLI_COMMANDS(COMMAND)                                                                                          \
    COMMAND(run)                                                                                                       \
    COMMAND(daemon_start)                                                                                              \
    COMMAND(daemon_stop)                                                                                               \
    COMMAND(daemon_restart)                                                                                            \
    COMMAND(daemon_status)                                                                                             \
    COMMAND(daemon_logs)                                                                                               \
    COMMAND(task_submit)                                                                                               \
    COMMAND(task_list)                                                                                                 \
    COMMAND(task_get)                                                                                                  \
    COMMAND(task_wait)                                                                                                 \
    COMMAND(task_logs)                                                                                                 \
    COMMAND(task_diff)                                                                                                 \
    COMMAND(task_undo)                                                                                                 \
    COMMAND(task_cancel)                                                                                               \
    COMMAND(task_stats)                                                                                                \
    COMMAND(session_create)                                                                                            \
    COMMAND(session_list)                                                                                              \
    COMMAND(session_get)                                                                                               \
    COMMAND(session_update)                                                                                            \
    COMMAND(session_fork)                                                                                              \
    COMMAND(session_export)                                                                                            \
    COMMAND(session_close)                                                                                             \
    COMMAND(session_reopen)                                                                                            \
    COMMAND(session_delete)                                                                                            \
    COMMAND(sessions)                                                                                                  \
    COMMAND(threads)                                                                                                   \
    COMMAND(chat)                                                                                                      \
    COMMAND(mcp_add)                                                                                                   \
    COMMAND(mcp_list)                                                                                                  \
    COMMAND(mcp_get)                                                                                                   \
    COMMAND(mcp_tools)                                                                                                 \
    COMMAND(mcp_search)                                                                                                \
    COMMAND(mcp_call)                                                                                                  \
    COMMAND(mcp_prompts)                                                                                               \
    COMMAND(mcp_resources)                                                                                             \
    COMMAND(mcp_read)                                                                                                  \
    COMMAND(mcp_logs)                                                                                                  \
    COMMAND(mcp_start)                                                                                                 \
    COMMAND(mcp_stop)                                                                                                  \
    COMMAND(mcp_restart)                                                                                               \
    COMMAND(mcp_remove)                                                                                                \
    COMMAND(mcp_import)                                                                                                \
    COMMAND(mcp_offers)                                                                                                \
    COMMAND(mcp_approve)                                                                                               \
    COMMAND(apps_list)                                                                                                 \
    COMMAND(apps_install)                                                                                              \
    COMMAND(apps_open)                                                                                                 \
    COMMAND(apps_grant)                                                                                                \
    COMMAND(apps_remove)                                                                                               \
    COMMAND(agents)                                                                                                    \
    COMMAND(models)                                                                                                    \
    COMMAND(terminal_open)                                                                                             \
    COMMAND(terminal_attach)                                                                                           \
    COMMAND(terminal_list)                                                                                             \
    COMMAND(terminal_close)                                                                                            \
    COMMAND(approve)                                                                                                   \
    COMMAND(permissions_list)                                                                                          \
    COMMAND(permissions_answer)                                                                                        \
    COMMAND(permissions_rules)                                                                                         \
    COMMAND(permissions_allow)                                                                                         \
    COMMAND(permissions_deny)                                                                                          \
    COMMAND(permissions_remove)                                                                                        \
    COMMAND(watch)                                                                                                     \
    COMMAND(top)                                                                                                       \
    COMMAND(db_stats)                                                                                                  \
    COMMAND(db_check)                                                                                                  \
    COMMAND(db_backup)                                                                                                 \
    COMMAND(db_compact)                                                                                                \
    COMMAND(context_card)                                                                                              \
    COMMAND(context_recent)                                                                                            \
    COMMAND(context_search)                                                                                            \
    COMMAND(capture_status)                                                                                            \
    COMMAND(capture_on)                                                                                                \
    COMMAND(capture_off)                                                                                               \
    COMMAND(capture_forget)                                                                                            \
    COMMAND(health_show)                                                                                               \
    COMMAND(health_retry)                                                                                              \
    COMMAND(settings_show)                                                                                             \
    COMMAND(settings_theme)                                                                                            \
    COMMAND(settings_profile)                                                                                          \
    COMMAND(doctor)                                                                                                    \
    COMMAND(key_set)                                                                                                   \
    COMMAND(key_list)                                                                                                  \
    COMMAND(key_delete)                                                                                                \
    COMMAND(key_rotate)                                                                                                \
    COMMAND(audit_list)                                                                                                \
    COMMAND(audit_verify)                                                                                              \
    COMMAND(ping)                                                                                                      \
    COMMAND(call)                                                                                                      \
    COMMAND(methods)                                                                                                   \
    COMMAND(completion)                                                                                                \
    COMMAND(help)

#define COMMAND_DECLARE(name) extern const struct cli_command command_##name;
CLI_COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE
