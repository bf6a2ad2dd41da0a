#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/terminal_attach.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/event.h"
#include "contract/terminal.h"

/* --- terminal open --- */

static enum cli_exit run_open(struct cli *cli, int count, char **arguments);

static const struct cli_option open_options[] = {
    {"session", 's', "ID", NULL, "open it in this session and its sandbox (default: in none)"},
    {"cwd", 'C', "DIR", NULL, "working directory (default: the current one; with --session, the session's)"},
    {"shell", 0, "PROGRAM", NULL, "program to run, by name or path (default: the user's shell)"},
    {"env", 'e', "NAME=VALUE", NULL, "environment variable; may be repeated"},
    {"tmux", 0, "[=NAME]", NULL, "open a window in tmux, in its session of this name"},
    {"window", 0, "NAME", NULL, "name of that window"},
    {"detach", 'd', NULL, NULL, "print the terminal's id, and do not attach to it"},
    {0},
};

const struct cli_command command_terminal_open = {
    .name = "terminal open",
    .arguments = "",
    .summary = "Open a terminal, and attach to it",
    .details =
        "The terminal outlives weir and a restart of the daemon: Ctrl-\\ d detaches, 'weir terminal attach' attaches\n"
        "again. It ends with its shell, or by 'weir terminal close'. 'weir terminal' alone is the same command.\n"
        "\n"
        "TERM and COLORTERM are passed on. Names that make programs load other code, and names of keys, are refused.\n"
        "For the exit status, see 'weir help terminal attach'. Standard input and output must be a terminal, except "
        "with\n"
        "--detach.",
    .options = open_options,
    .leads = true,
    .starts = true,
    .run = run_open,
};

enum { SIZE_MOST = 1000 };

/* --- options --- */

/* The variables of --env, then TERM and COLORTERM if they are not among them. */
struct environment {
    struct terminal_open_params_env_pair pairs[CLI_GIVEN_MAX + 2];
    size_t count;
};

static void inherit(struct environment *environment, const char *name)
{
    const char *value = getenv(name);
    if (!value || !*value || !text_is_utf8(slice_of(value)))
        return;
    for (size_t i = 0; i < environment->count; i++)
        if (slice_is(environment->pairs[i].key, name))
            return;
    environment->pairs[environment->count++] =
        (struct terminal_open_params_env_pair){.key = slice_of(name), .value = slice_of(value)};
}

static enum cli_exit read_environment(const struct cli *cli, struct environment *environment)
{
    int at = 0;
    for (const char *text; (text = cli_option_next(cli, "env", &at));) {
        const char *equals = strchr(text, '=');
        if (!equals || equals == text)
            return cli_fail(cli, CLI_USAGE, "--env must be NAME=VALUE, not '%s'", text);
        if (!text_is_utf8(slice_of(text)))
            return cli_fail(cli, CLI_USAGE, "the value of --env is not UTF-8 text");
        struct terminal_open_params_env_pair pair = {.key = {text, (size_t)(equals - text)},
                                                     .value = slice_of(equals + 1)};
        size_t i = 0;
        while (i < environment->count && !slice_equal(environment->pairs[i].key, pair.key))
            i++; /* the last value of a name counts */
        environment->pairs[i] = pair;
        environment->count += i == environment->count;
    }
    if (!cli_option(cli, "detach")) {
        inherit(environment, "TERM");
        inherit(environment, "COLORTERM");
    }
    return CLI_OK;
}

static void read_size(struct terminal_open_params *params)
{
    size_t columns, rows;
    tty_size(STDOUT_FILENO, &columns, &rows);
    params->cols = columns < SIZE_MOST ? (int64_t)columns : SIZE_MOST;
    params->rows = rows < SIZE_MOST ? (int64_t)rows : SIZE_MOST;
}

/* *ret_cwd is the storage of params->cwd. */
static enum cli_exit read_options(const struct cli *cli, struct terminal_open_params *params, char **ret_cwd)
{
    const char *cwd = cli_option(cli, "cwd"), *tmux = cli_option(cli, "tmux");
    enum field_is tmux_is = FIELD_ABSENT;
    enum cli_exit exit = ask_option(cli, "session", &params->session_id, &params->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "shell", &params->shell, &params->shell_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "tmux", &params->tmux_session_name, &tmux_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "window", &params->tmux_window_name, &params->tmux_window_name_is);
    if (exit == CLI_OK && params->tmux_window_name_is == FIELD_SET && !tmux)
        exit = cli_fail(cli, CLI_USAGE, "--window needs --tmux, since it names a window of tmux");
    if (tmux && *tmux)
        params->tmux_session_name_is = tmux_is;
    params->use_tmux = tmux != NULL;
    read_size(params);
    if (exit != CLI_OK || (!cwd && params->session_id_is == FIELD_SET))
        return exit;
    exit = ask_directory(cli, "cwd", cwd ? cwd : ".", ret_cwd);
    if (exit == CLI_OK) {
        params->cwd = slice_of(*ret_cwd);
        params->cwd_is = FIELD_SET;
    }
    return exit;
}

/* --- opening --- */

/* Returns the current end of the event log, so that no event of the new terminal is missed. The caller frees
 * *ret_epoch. */
static enum cli_exit find_end_of_log(struct cli *cli, int64_t *ret_from_seq, char **ret_epoch)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    const struct event_list_params params = {.limit = 1};
    struct event_list_result result;
    enum cli_exit exit = ask(cli, &event_list_method, &params, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &event_list_result_shape, text, &result);
    if (exit == CLI_OK) {
        *ret_from_seq = result.last_seq + 1;
        *ret_epoch = strndup(result.epoch.data, result.epoch.size);
        if (!*ret_epoch)
            exit = cli_fail(cli, CLI_FAILED, "out of memory");
    }
    arena_clear(&arena);
    return exit;
}

/* The caller frees *ret_id. */
static enum cli_exit open_one(struct cli *cli, const struct terminal_open_params *params, char **ret_id)
{
    static const struct ask_progress progress = {
        .doing = "opening the terminal",
        .later = "the terminal may open all the same; to see it: weir terminal list",
    };
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct terminal_open_result result;
    enum cli_exit exit = ask_long(cli, &terminal_open_method, params, &progress, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &terminal_open_result_shape, text, &result);
    if (exit == CLI_OK) {
        *ret_id = strndup(result.terminal_id.data, result.terminal_id.size);
        if (!*ret_id)
            exit = cli_fail(cli, CLI_FAILED, "out of memory");
    }
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK && cli_option(cli, "detach")) {
        text_write(stdout, result.terminal_id);
        (void)putchar('\n');
    }
    arena_clear(&arena);
    return exit;
}

static enum cli_exit open_and_stay(struct cli *cli, struct terminal_open_params params)
{
    struct environment environment = {0};
    struct terminal_start start = {.scrollback = true, .opened = true};
    autofree char *epoch = NULL;
    autofree char *id = NULL;
    bool detach = cli_option(cli, "detach") != NULL;
    enum cli_exit exit = read_environment(cli, &environment);
    params.env = (struct terminal_open_params_env){environment.pairs, environment.count};
    params.env_is = environment.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK && !detach)
        exit = find_end_of_log(cli, &start.from_seq, &epoch);
    if (exit == CLI_OK)
        exit = open_one(cli, &params, &id);
    if (exit != CLI_OK || detach)
        return exit;
    start.id = id;
    start.epoch = epoch;
    return terminal_attach_run(cli, &start);
}

enum cli_exit terminal_open_shell(struct cli *cli, const char *session, const char *cwd, const char *command,
                                  struct terminal_opened *ret_opened)
{
    struct environment environment = {0};
    struct terminal_opened opened = {0};
    struct terminal_open_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(cwd),
        .cwd_is = cwd ? FIELD_SET : FIELD_ABSENT,
        .shell = SLICE("sh"),
        .shell_is = FIELD_SET,
        .command = slice_of(command),
        .command_is = FIELD_SET,
    };
    read_size(&params);
    enum cli_exit exit = read_environment(cli, &environment);
    params.env = (struct terminal_open_params_env){environment.pairs, environment.count};
    params.env_is = environment.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = find_end_of_log(cli, &opened.from_seq, &opened.epoch);
    if (exit == CLI_OK)
        exit = open_one(cli, &params, &opened.id);
    if (exit != CLI_OK) {
        free(opened.epoch);
        return exit;
    }
    *ret_opened = opened;
    return CLI_OK;
}

static enum cli_exit run_open(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct terminal_open_params params = {0};
    autofree char *cwd = NULL;
    enum cli_exit exit = cli_option(cli, "detach") ? CLI_OK : terminal_attach_check(cli);
    if (exit == CLI_OK)
        exit = read_options(cli, &params, &cwd);
    return exit == CLI_OK ? open_and_stay(cli, params) : exit;
}

/* --- terminal attach --- */

static enum cli_exit run_attach(struct cli *cli, int count, char **arguments);

static const struct cli_option attach_options[] = {
    {"no-scrollback", 0, NULL, NULL, "show only new output"},
    {0},
};

const struct cli_command command_terminal_attach = {
    .name = "terminal attach",
    .arguments = "TERMINAL",
    .summary = "Attach to a terminal",
    .details =
        "Shows the recent output first. Ctrl-\\ d detaches, and the terminal continues; Ctrl-\\ Ctrl-\\ types one "
        "Ctrl-\\.\n"
        "The terminal takes the size of this window. Several clients may attach at the same time.\n"
        "\n"
        "The exit status is that of the shell, or 128 and the number of the signal that ended it; 0 after detaching.\n"
        "Standard input and output must be a terminal.",
    .options = attach_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TERMINALS,
    .run = run_attach,
};

static enum cli_exit run_attach(struct cli *cli, int count, char **arguments)
{
    (void)count;
    const struct terminal_start start = {.id = arguments[0], .scrollback = !cli_option(cli, "no-scrollback")};
    return terminal_attach_run(cli, &start);
}

/* --- terminal list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

static const struct cli_option list_options[] = {
    {"session", 's', "ID", NULL, "only terminals of this session"},
    {0},
};

const struct cli_command command_terminal_list = {
    .name = "terminal list",
    .arguments = "",
    .summary = "List open terminals, the oldest first",
    .details =
        "USERS is the number of attached clients, or 'held' if a program holds the file descriptor. With --json,\n"
        "prints a line of JSON per terminal.",
    .options = list_options,
    .run = run_list,
};

static const struct table_column list_columns[] = {
    {.title = "ID"},
    {.title = "AGE", .right = true},
    {.title = "USERS", .right = true, .spare = 2},
    {.title = "SIZE", .right = true, .spare = 3},
    {.title = "PID", .right = true, .spare = 4},
    {.title = "SHELL", .yields = true},
    {.title = "CWD", .yields = true, .path = true},
    {.title = "SESSION", .optional = true, .spare = 1},
};

static void row_list(struct table *table, const void *record, const struct table_style *style)
{
    const struct terminal_record *terminal = record;
    char age[TEXT_BRIEF_SIZE], users[32], size[64], pid[32];
    text_brief((style->now_ms - terminal->created_at) / 1000, age);
    (void)snprintf(users, sizeof users, "%" PRId64, terminal->clients);
    (void)snprintf(size, sizeof size, "%" PRId64 "x%" PRId64, terminal->cols, terminal->rows);
    (void)snprintf(pid, sizeof pid, "%" PRId64, terminal->pid);
    table_cell_id(table, terminal->id, style);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, terminal->held ? SLICE("held") : slice_of(users), style->color ? pretty_cyan : NULL);
    table_cell(table, slice_of(size), NULL);
    table_cell(table, slice_of(pid), NULL);
    table_cell(table, terminal->use_tmux ? SLICE("tmux") : terminal->shell, NULL);
    table_cell(table, terminal->cwd, NULL);
    table_cell_id(table, terminal->session_id_is == FIELD_SET ? terminal->session_id : SLICE(""), style);
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct terminal_list_params params = {0};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &terminal_list_method,
                                .columns = list_columns,
                                .column_count = sizeof list_columns / sizeof *list_columns,
                                .row = row_list,
                                .none = "no open terminals; to open one: weir terminal open",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- terminal close --- */

static enum cli_exit run_close(struct cli *cli, int count, char **arguments);

const struct cli_command command_terminal_close = {
    .name = "terminal close",
    .arguments = "TERMINAL...",
    .summary = "End terminals, with all of their processes",
    .details =
        "--timeout limits the waiting for each (default: no limit). If one cannot be closed, the others still are.",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .completes = CLI_COMPLETES_TERMINALS,
    .run = run_close,
};

static enum cli_exit close_one(struct cli *cli, const char *id)
{
    static const struct ask_progress progress = {
        .doing = "closing the terminal",
        .later = "the terminal continues to close; to see whether it still exists: weir terminal list",
    };
    autofree char *result = NULL;
    const struct terminal_close_params params = {.terminal_id = slice_of(id)};
    enum cli_exit exit = ask_long(cli, &terminal_close_method, &params, &progress, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
    } else {
        (void)fputs("closed ", stdout);
        text_write(stdout, params.terminal_id);
        (void)putchar('\n');
    }
    return cli_flush(cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit run_close(struct cli *cli, int count, char **arguments)
{
    enum cli_exit exit = CLI_OK;
    for (int i = 0; i < count && exit != CLI_INTERRUPTED && exit != CLI_NO_DAEMON; i++) {
        enum cli_exit one = close_one(cli, arguments[i]);
        if (one != CLI_OK)
            exit = one;
    }
    return exit;
}
