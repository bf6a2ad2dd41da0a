/* Shared by the files of the executor's terminals. */
#pragma once

#include <sys/types.h>

#include "base/arena.h"
#include "contract/executor.h"
#include "executor/terminal.h"
#include "rpc/timers.h"

/* A program in a pseudo-terminal. */
struct terminal_command {
    const char *path;
    char *const *arguments, *const *environment;
    const char *cwd;
    unsigned short cols, rows;
};

struct terminal_pty {
    int master; /* non-blocking */
    int pidfd;
    /* leader of the terminal's session; a child of this process, so that the PID is valid until it is reaped */
    pid_t pid;
};

enum { TERMINAL_ID_MAX = 128, TERMINALS_MAX = 256, TERMINAL_PROBLEM_SIZE = 256 };

struct terminal {
    struct executor *executor;
    struct list link; /* in executor->terminals */
    char id[TERMINAL_ID_MAX + 1];
    char *token; /* of the daemon that created it; NULL: another daemon has connected since */
    char *cwd, *shell;
    bool use_tmux;
    int64_t created_at_ms;
    struct terminal_pty pty;
    int scrollback;  /* a memfd */
    uv_poll_t watch; /* of the pidfd */

    /* The process has ended. It stays a zombie until the terminal is forgotten, so that its PID, which is also the
     * session id, cannot be reused. */
    bool exited;
    int exit_code; /* or -1 */
    int signal;    /* or 0 */

    struct list closers; /* struct terminal_closer: calls that wait until all processes have ended */
    bool forget;         /* forget the terminal when it is closed */
    uint64_t closing_since_ms;
    struct deadline poll; /* polls remaining processes while the terminal is being closed */
};

struct terminal_closer {
    struct list link;
    struct terminal *terminal;
    struct call *call;
};

/* --- terminal.c --- */

struct terminal *terminal_find(const struct executor *executor, struct slice id);

/* Takes `terminal`, which has no watch yet, even on failure. */
int terminal_add(struct terminal *terminal);
struct executor_handed_terminal terminal_describe(const struct terminal *terminal);

/* Attaches the master, the scrollback and the pidfd to the answer. */
int terminal_attach_fds(struct call *call, const struct terminal *terminal);

/* The memory is freed in a later turn of the loop. */
void terminal_forget(struct terminal *terminal);

/* Frees a terminal that was not passed to terminal_add(). Returns NULL. */
struct terminal *terminal_free(struct terminal *terminal);

/* --- terminal_program.c --- */

/* Builds the command in the arena. Returns a negative value with a message in `problem`, and with the path of the
 * invalid field, if any, in *ret_path. */
int terminal_program(const struct executor *executor, const struct spawn_terminal_params *params, struct arena *arena,
                     struct terminal_command *ret_command, char problem[static TERMINAL_PROBLEM_SIZE],
                     const char **ret_path);

/* Starts a program in a new pseudo-terminal. Returns when it was started, or failed with a message in `problem`. */
int terminal_pty_start(const struct terminal_command *command, struct terminal_pty *ret_pty,
                       char problem[static TERMINAL_PROBLEM_SIZE]);

/* --- terminal.c: close_terminal --- */

/* Sends a signal (0: none) to every process of the terminal's session. Returns their number, without zombies. */
size_t terminal_signal(const struct terminal *terminal, int number);

/* Called when the process has ended while calls wait for the rest. */
void terminal_check_end(struct terminal *terminal);
