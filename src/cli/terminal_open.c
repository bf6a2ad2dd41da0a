#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/terminal_attached.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/event.h"
#include "contract/terminal.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"session", 's', "ID", NULL, "in this session, where that is (default: in none)"},
    {"cwd", 'C', "DIR", NULL, "where (default: here; with --session, where the session is)"},
    {"shell", 0, "PROGRAM", NULL, "a name or a path (default: the user's shell)"},
    {"env", 'e', "NAME=VALUE", NULL, "for its environment; may be repeated"},
    {"tmux", 0, "[=NAME]", NULL, "in tmux, in its session of this name"},
    {"window", 0, "NAME", NULL, "in tmux, in a window of this name"},
    {"detach", 'd', NULL, NULL, "print its id, and do not attach to it"},
    {0},
};

const struct cli_command command_terminal_open = {
    .name = "terminal open",
    .arguments = "",
    .summary = "Open a terminal, and attach to it",
    .details = "It outlives weir, and a restart of the daemon: Ctrl-\\ then d leaves it, 'weir terminal attach' comes\n"
               "back, and it ends with its shell, or by 'weir terminal close'. 'weir terminal' alone means this too.\n"
               "\n"
               "TERM and COLORTERM are passed on; names that would make it load other code, or that stand for a key,\n"
               "are refused. For the exit status see 'weir help terminal attach'. The standard input and output must\n"
               "be a terminal, except with --detach.",
    .options = options,
    .leads = true,
    .starts = true,
    .run = run,
};

enum { SIZE_MOST = 1000 };

/* --- what is asked for ------------------------------------------------------------ */

/* The variables, and behind them those of our own terminal that were not named. */
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
            return cli_fail(cli, CLI_USAGE, "--env takes NAME=VALUE; not '%s'", text);
        if (!text_is_utf8(slice_of(text)))
            return cli_fail(cli, CLI_USAGE, "the value of --env is not UTF-8 text");
        struct terminal_open_params_env_pair pair = {.key = {text, (size_t)(equals - text)},
                                                     .value = slice_of(equals + 1)};
        size_t i = 0;
        while (i < environment->count && !slice_equal(environment->pairs[i].key, pair.key))
            i++; /* the last of one name wins */
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
    terminal_size(STDOUT_FILENO, &columns, &rows);
    params->cols = columns < SIZE_MOST ? (int64_t)columns : SIZE_MOST;
    params->rows = rows < SIZE_MOST ? (int64_t)rows : SIZE_MOST;
}

/* *ret_cwd is what params->cwd points to. */
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
        exit = cli_fail(cli, CLI_USAGE, "--window names a window of tmux: it needs --tmux");
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

/* --- opening ---------------------------------------------------------------------- */

/* Where the log ends, so that nothing that happens to the terminal is missed. *ret_epoch is the caller's. */
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
            exit = cli_fail(cli, CLI_FAILED, "no memory");
    }
    arena_clear(&arena);
    return exit;
}

/* *ret_id is the caller's. */
static enum cli_exit open_one(struct cli *cli, const struct terminal_open_params *params, char **ret_id)
{
    static const struct waiting waiting = {
        .doing = "the terminal is being opened",
        .later = "it may be opened all the same, and 'weir terminal list' tells",
    };
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct terminal_open_result result;
    enum cli_exit exit = waiting_call(cli, &terminal_open_method, params, &waiting, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &terminal_open_result_shape, text, &result);
    if (exit == CLI_OK) {
        *ret_id = strndup(result.terminal_id.data, result.terminal_id.size);
        if (!*ret_id)
            exit = cli_fail(cli, CLI_FAILED, "no memory");
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
    return terminal_attached_run(cli, &start);
}

enum cli_exit terminal_run_command(struct cli *cli, const char *session, const char *cwd, const char *command)
{
    struct terminal_open_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(cwd),
        .cwd_is = cwd ? FIELD_SET : FIELD_ABSENT,
        .command = slice_of(command),
        .command_is = FIELD_SET,
    };
    enum cli_exit exit = terminal_attached_check(cli);
    read_size(&params);
    return exit == CLI_OK ? open_and_stay(cli, params) : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct terminal_open_params params = {0};
    autofree char *cwd = NULL;
    enum cli_exit exit = cli_option(cli, "detach") ? CLI_OK : terminal_attached_check(cli);
    if (exit == CLI_OK)
        exit = read_options(cli, &params, &cwd);
    return exit == CLI_OK ? open_and_stay(cli, params) : exit;
}
