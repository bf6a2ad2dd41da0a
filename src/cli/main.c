/* weir, the command line: it shows; it decides nothing. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/standard.h"
#include "cli/ascii.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/ids.h"

static const struct cli_command *const commands[] = {
    &command_run,
    &command_daemon_start,
    &command_daemon_stop,
    &command_daemon_restart,
    &command_daemon_status,
    &command_daemon_logs,
    &command_task_submit,
    &command_task_list,
    &command_task_get,
    &command_task_wait,
    &command_task_logs,
    &command_task_diff,
    &command_task_undo,
    &command_task_cancel,
    &command_task_stats,
    &command_session_create,
    &command_session_list,
    &command_session_get,
    &command_session_update,
    &command_session_fork,
    &command_session_export,
    &command_session_close,
    &command_session_reopen,
    &command_session_delete,
    &command_sessions,
    &command_chat,
    &command_agents,
    &command_models,
    &command_terminal_open,
    &command_terminal_attach,
    &command_terminal_list,
    &command_terminal_close,
    &command_approve,
    &command_permissions_list,
    &command_permissions_answer,
    &command_permissions_rules,
    &command_permissions_allow,
    &command_permissions_deny,
    &command_permissions_remove,
    &command_watch,
    &command_top,
    &command_db_stats,
    &command_db_check,
    &command_db_backup,
    &command_db_compact,
    &command_doctor,
    &command_key_set,
    &command_key_list,
    &command_key_delete,
    &command_key_rotate,
    &command_audit_list,
    &command_audit_verify,
    &command_ping,
    &command_call,
    &command_methods,
    &command_completion,
    &command_help,
    NULL,
};

static enum cli_exit run(struct cli *cli)
{
    if (cli_option(cli, "version")) {
        (void)printf(cli->json ? "{\"name\":\"weir\",\"version\":\"%s\"}\n" : "weir %s\n", WEIR_VERSION);
        return CLI_OK;
    }
    if (cli_option(cli, "help")) {
        if (cli->group)
            cli_help_group(cli, cli->group, stdout);
        else if (cli->command)
            cli_help_command(cli->command, stdout);
        else
            cli_help(cli, stdout);
        return CLI_OK;
    }
    if (cli->command) {
        enum cli_exit exit = ids_resolve(cli);
        return exit == CLI_OK ? cli->command->run(cli, cli->argument_count, cli->arguments) : exit;
    }
    if (cli->json)
        return cli_fail(cli, CLI_USAGE, "a command is missing: see 'weir help'");
    if (cli->group)
        cli_help_group(cli, cli->group, stderr);
    else
        cli_help(cli, stderr);
    return CLI_USAGE;
}

/* Whoever has started it may have blocked some: Ctrl-C and a window's new size shall come through all the same. */
static void hear_signals(void)
{
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
}

int main(int argc, char **argv)
{
    struct cli cli = {.commands = commands};
    if (standard_open() < 0)
        return CLI_FAILED;
    hear_signals();
    enum cli_exit exit = cli_parse(&cli, argc, argv);
    ascii_use(ascii_is_locale() && !cli.json); /* JSON is UTF-8 */
    if (exit == CLI_OK)
        exit = run(&cli);
    exit = cli_finish(&cli, exit);
    cli_disconnect(&cli);
    weir_place_free(cli.place);
    free(cli.arguments);
    for (struct cli_kept *next; cli.kept; cli.kept = next) {
        next = cli.kept->next;
        free(cli.kept);
    }
    return exit;
}
