/* What the files of the executor's terminals share. */
#pragma once

#include "base/arena.h"
#include "contract/executor.h"
#include "executor/terminal.h"
#include "executor/terminal_pty.h"
#include "rpc/timers.h"

enum { TERMINAL_ID_MAX = 128, TERMINALS_MAX = 256 };

struct terminal {
    struct executor *executor;
    struct list link; /* in executor->terminals */
    char id[TERMINAL_ID_MAX + 1];
    char *token; /* of whoever had it made; NULL: a daemon after that one has come */
    char *cwd, *shell;
    bool use_tmux;
    int64_t created_at_ms;
    struct terminal_pty pty;
    int scrollback;  /* a memfd */
    uv_poll_t watch; /* of the pidfd */

    /* Its process has ended. It is a zombie until the terminal is forgotten, so that nothing else gets the number by
     * which the terminal's session is known. */
    bool exited;
    int exit_code; /* or -1 */
    int signal;    /* or 0 */

    struct list closers; /* struct terminal_closer: who waits for all of it to be gone */
    bool forget;         /* when it is closed */
    uint64_t closing_since_ms;
    struct deadline look; /* what is left, while it is being closed */
};

struct terminal_closer {
    struct list link;
    struct terminal *terminal;
    struct call *call;
};

/* --- terminal.c --- */

struct terminal *terminal_find(const struct executor *executor, struct slice id);

/* Takes all of `terminal`, which has no watch yet, even on failure. */
int terminal_add(struct terminal *terminal);
struct executor_handed_terminal terminal_describe(const struct terminal *terminal);

/* Attaches the master, the scrollback and the pidfd to the answer. */
int terminal_attach_fds(struct call *call, const struct terminal *terminal);

/* Its memory goes with a later turn of the loop. */
void terminal_forget(struct terminal *terminal);

/* Frees what terminal_add() has not got. NULL. */
struct terminal *terminal_free(struct terminal *terminal);

/* --- terminal_program.c --- */

/* What to run, in the arena. Negative, with a sentence in `problem` and the field that is wrong in *ret_path where one
 * is. */
int terminal_program(const struct executor *executor, const struct spawn_terminal_params *params, struct arena *arena,
                     struct terminal_command *ret_command, char problem[static TERMINAL_PROBLEM_SIZE],
                     const char **ret_path);

/* --- terminal_end.c --- */

/* Sends a signal (0: none) to every process of the terminal's session. Returns how many there are, zombies not counted.
 */
size_t terminal_signal(const struct terminal *terminal, int number);

/* Its process has ended, while somebody waits for the rest. */
void terminal_look(struct terminal *terminal);
