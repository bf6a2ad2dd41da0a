#include "cli/terminal_shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/terminal_attach.h"
#include "contract/terminal.h"

enum { TYPED_MAX = 16 << 20, CLOSE_MS = 5000 };

static bool make_token(struct shell_marks *marks)
{
    unsigned char bytes[(SHELL_TOKEN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(marks->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Uses zsh for users of zsh. For all others bash will do, since it reads commands for sh. */
static const char *choose_program(void)
{
    const char *shell = getenv("SHELL"), *slash = shell ? strrchr(shell, '/') : NULL;
    return slash && strcmp(slash, "/zsh") == 0 ? shell_marks_program_zsh : shell_marks_program;
}

static void forget(struct terminal_shell *shell)
{
    free(shell->id);
    shell->id = NULL;
    shell->busy = false;
    shell->died = true;
}

/* Attaches until the command ends, and reports its end. If the terminal had ended before, sets shell->id to NULL. */
static enum cli_exit attach(struct cli *cli, struct terminal_shell *shell, struct terminal_start start)
{
    struct terminal_left left = {0};
    start.id = shell->id;
    start.marks = &shell->marks;
    start.left = &left;
    enum cli_exit exit = terminal_attach_run(cli, &start);
    shell->offset = left.offset;
    shell->busy = shell->marks.state != SHELL_DONE;
    if (left.is_gone)
        forget(shell);
    return exit;
}

static enum cli_exit open_and_run(struct cli *cli, struct terminal_shell *shell, const char *session, const char *cwd,
                                  struct slice command)
{
    struct terminal_opened opened = {0};
    struct buf typed = BUF_LIMITED(TYPED_MAX);
    if (!make_token(&shell->marks))
        return cli_fail(cli, CLI_FAILED, "cannot open a terminal: no random bytes");
    if (shell->died)
        cli_note(cli, "", "The shell has ended; a new one starts in %s.", cwd ? cwd : "the session's directory");
    enum cli_exit exit = terminal_open_shell(cli, session, cwd, choose_program(), &opened);
    if (exit == CLI_OK) {
        shell->id = opened.id;
        shell_marks_begin(&shell->marks, &typed);
        shell_marks_run(&shell->marks, command, &typed);
        exit = attach(cli, shell,
                      (struct terminal_start){.scrollback = true,
                                              .opened = true,
                                              .from_seq = opened.from_seq,
                                              .epoch = opened.epoch,
                                              .typed = buf_slice(&typed)});
    }
    free(opened.epoch);
    buf_clear(&typed);
    return exit;
}

static enum cli_exit run_again(struct cli *cli, struct terminal_shell *shell, struct slice command)
{
    struct buf typed = BUF_LIMITED(TYPED_MAX);
    shell_marks_run(&shell->marks, command, &typed);
    enum cli_exit exit = attach(cli, shell, (struct terminal_start){.typed = buf_slice(&typed)});
    buf_clear(&typed);
    return exit;
}

enum cli_exit terminal_shell_run(struct cli *cli, struct terminal_shell *shell, const char *session, const char *cwd,
                                 const char *command)
{
    enum cli_exit exit = terminal_attach_check(cli);
    if (exit == CLI_OK && !command)
        cli_note(cli, "", "the command continues; Ctrl-\\ d leaves it running");
    if (exit == CLI_OK && shell->id && shell->busy)
        exit = attach(cli, shell, (struct terminal_start){.resumes = true, .offset = shell->offset, .peeks = command});
    if (exit == CLI_OK && command && shell->busy)
        exit = cli_fail(cli, CLI_FAILED, "a command still runs in the terminal; to return to it, type ! alone");
    if (!command || shell->busy || (exit != CLI_OK && !shell->id))
        return exit;
    if (shell->id) {
        exit = run_again(cli, shell, slice_of(command));
        if (shell->id || shell->marks.state != SHELL_HIDDEN)
            return exit;
    }
    return open_and_run(cli, shell, session, cwd, slice_of(command));
}

void terminal_shell_clear(struct cli *cli, struct terminal_shell *shell)
{
    const struct terminal_close_params params = {.terminal_id = slice_of(shell->id)};
    struct buf text = BUF_LIMITED(4096);
    autofree char *result = NULL;
    if (shell->id && cli_find_socket(cli) == CLI_OK && cli_connect_quietly(cli) == 0) {
        if (ask_write(&text, &terminal_close_method, &params) == 0)
            (void)weir_call(cli->weir, "terminal.close", text.data, text.size, CLOSE_MS, &result, NULL);
        cli_disconnect(cli);
    }
    buf_clear(&text);
    forget(shell);
}
