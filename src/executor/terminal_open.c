/* The method spawn_terminal. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/scrollback.h"
#include "executor/terminal_internal.h"
#include "rpc/call.h"

enum { ARENA_BYTES = 32 << 20 };

static int choose_id(struct executor *executor, const struct spawn_terminal_params *params, char id[static ID_SIZE],
                     struct slice *ret_id)
{
    if (params->terminal_id_is == FIELD_SET) {
        *ret_id = params->terminal_id;
        return terminal_find(executor, params->terminal_id) ? -EEXIST : 0;
    }
    struct id_source source = {0};
    int r = id_make(&source, "term_", id);
    *ret_id = slice_of(id);
    return r;
}

static struct terminal *make(struct executor *executor, const struct spawn_terminal_params *params, struct slice id)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    if (!terminal)
        return NULL;
    terminal->executor = executor;
    terminal->scrollback = -1;
    terminal->exit_code = -1;
    terminal->use_tmux = params->use_tmux;
    terminal->created_at_ms = clock_epoch_ms();
    memcpy(terminal->id, id.data, id.size < TERMINAL_ID_MAX ? id.size : TERMINAL_ID_MAX);
    list_init(&terminal->link);
    list_init(&terminal->closers);
    terminal->token = strdup(params->session_token.data);
    terminal->cwd = strdup(params->cwd.data);
    terminal->shell = strdup(params->shell.data);
    if (!terminal->token || !terminal->cwd || !terminal->shell || scrollback_make(&terminal->scrollback) < 0)
        return terminal_free(terminal);
    return terminal;
}

static int start(struct executor *executor, const struct spawn_terminal_params *params, struct terminal *terminal,
                 char problem[static TERMINAL_PROBLEM_SIZE], const char **ret_path)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct terminal_command command;
    int r = terminal_program(executor, params, &arena, &command, problem, ret_path);
    if (r == 0)
        r = terminal_pty_start(&command, &terminal->pty, problem);
    arena_clear(&arena);
    return r;
}

int spawn_terminal(struct call *call, const struct spawn_terminal_params *params)
{
    char problem[TERMINAL_PROBLEM_SIZE] = "", id[ID_SIZE];
    const char *path = NULL;
    struct slice chosen;
    if (!executor_admits(call))
        return 0;
    struct executor *executor = executor_of(call);
    if (executor->leaving)
        return call_fail(call, ERROR_TERMINAL_FAILED, "the executor is stopping");
    if (terminal_count(executor) >= TERMINALS_MAX)
        return call_fail(call, ERROR_TERMINAL_FAILED, "too many terminals (limit: %d)", TERMINALS_MAX);
    int r = choose_id(executor, params, id, &chosen);
    if (r < 0)
        return call_fail(call, ERROR_TERMINAL_FAILED, "%s",
                         r == -EEXIST ? "a terminal with this id exists already" : "cannot generate an id");
    struct terminal *terminal = make(executor, params, chosen);
    if (!terminal)
        return -ENOMEM;
    r = start(executor, params, terminal, problem, &path);
    if (r < 0) {
        (void)terminal_free(terminal);
        if (path)
            return call_refuse(call, ERROR_INVALID_PARAMS, path, problem);
        return call_fail(call, ERROR_TERMINAL_FAILED, "%s", problem);
    }
    r = terminal_add(terminal);
    if (r < 0)
        return call_fail(call, ERROR_TERMINAL_FAILED, "cannot watch the shell: %s", strerror(-r));
    r = terminal_attach_fds(call, terminal);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        terminal_forget(terminal);
        return call_fail(call, ERROR_TERMINAL_FAILED, "cannot pass the terminal: %s", strerror(-r));
    }
    return spawn_terminal_reply(call, &(struct spawn_terminal_result){.terminal_id = slice_of(terminal->id),
                                                                      .pty_pid = terminal->pty.pid,
                                                                      .created_at = terminal->created_at_ms,
                                                                      .created_at_is = FIELD_SET});
}
