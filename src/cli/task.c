#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/notify.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/session_options.h"
#include "cli/task_view.h"
#include "cli/task_wait.h"
#include "cli/text.h"
#include "contract/task.h"

/* --- task submit --- */

static enum cli_exit run_submit(struct cli *cli, int count, char **arguments);

static const struct cli_option submit_options[] = {
    {"agent", 'a', "AGENT", NULL, "agent (default: the session's)"},
    {"cwd", 'C', "DIR", NULL, "working directory (default: the current one; with --session, the session's)"},
    {"session", 's', "ID", NULL, "submit to this session (default: a new one)"},
    {"priority", 'p', "NUMBER", NULL, "priority; higher goes first (default 0)"},
    {"time-limit", 0, "SECONDS", NULL, "running time of the task, once started (default: as configured)"},
    {"memory", 0, "SIZE", NULL,
     "memory of all its processes, such as 512M or 2G; 0: no limit (default: as configured)"},
    {"processes", 0, "COUNT", NULL, "number of its processes at the same time; 0: no limit"},
    {"output", 0, "SIZE", NULL, "bytes of all that it reports; 0: no limit"},
    {"tokens", 0, "COUNT", NULL, "tokens that it uses, input and output together; 0: no limit"},
    {"tools", 0, "LIST", NULL,
     "tools that the task may use, separated by commas; * stands for any characters ('': none)"},
    ATTACH_OPTION,
    NOTIFY_OPTION,
    {"no-stream", 0, NULL, NULL, "report whole messages, not pieces of them"},
    {"key", 0, "KEY", NULL, "idempotency key: a second submission with the same key returns the first task"},
    {"wait", 'w', NULL, NULL, "wait for the end of the task, and show it"},
    {"follow", 'f', NULL, NULL, "show what happens until the end of the task"},
    {0},
};

const struct cli_command command_task_submit = {
    .name = "task submit",
    .arguments = "PROMPT...|-",
    .summary = "Queue a prompt for an agent",
    .details =
        "The words are joined with spaces; '-' reads the prompt from standard input. Options may follow the prompt;\n"
        "'--' ends them. With --wait or --follow, the exit status tells how the task ended, as with 'weir task wait',\n"
        "and --timeout limits the waiting. The daemon ends a task that exceeds a limit, and names the limit in the\n"
        "result.\n"
        "\n"
        "  weir task submit fix the failing test --priority 5\n"
        "  git diff | weir task submit - --wait",
    .options = submit_options,
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run_submit,
};

enum { PRIORITY_MAX = 1000000, TIME_LIMIT_MAX_MS = 604800000, LIMIT_PROCESSES_MAX = 1000000 };
static const int64_t LIMIT_BYTES_MAX = 1LL << 40, LIMIT_TOKENS_MAX = 1000000000000;

static enum cli_exit read_numbers(const struct cli *cli, struct task_submit_params *params)
{
    const char *priority = cli_option(cli, "priority"), *limit = cli_option(cli, "time-limit");
    if (priority && text_parse_integer(priority, PRIORITY_MAX, &params->priority) < 0)
        return cli_fail(cli, CLI_USAGE, "--priority must be a whole number from -%d to %d, not '%s'", PRIORITY_MAX,
                        PRIORITY_MAX, priority);
    if (!limit)
        return CLI_OK;
    if (text_parse_seconds(limit, &params->timeout_ms) < 0 || params->timeout_ms < 1 ||
        params->timeout_ms > TIME_LIMIT_MAX_MS)
        return cli_fail(cli, CLI_USAGE,
                        "--time-limit must be a number of seconds up to %d (a week), such as 600 or 0.5; not '%s'",
                        TIME_LIMIT_MAX_MS / 1000, limit);
    params->timeout_ms_is = FIELD_SET;
    return CLI_OK;
}

static enum cli_exit read_limits(const struct cli *cli, struct task_submit_params *params)
{
    struct task_limits *limits = &params->limits;
    const struct {
        const char *name;
        bool bytes;
        int64_t max, *value;
        enum field_is *is;
    } wanted[] = {
        {"memory", true, LIMIT_BYTES_MAX, &limits->memory_bytes, &limits->memory_bytes_is},
        {"processes", false, LIMIT_PROCESSES_MAX, &limits->processes, &limits->processes_is},
        {"output", true, LIMIT_BYTES_MAX, &limits->output_bytes, &limits->output_bytes_is},
        {"tokens", false, LIMIT_TOKENS_MAX, &limits->tokens, &limits->tokens_is},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *text = cli_option(cli, wanted[i].name);
        if (!text)
            continue;
        if (wanted[i].bytes && text_parse_bytes(text, wanted[i].max, wanted[i].value) < 0)
            return cli_fail(cli, CLI_USAGE, "--%s must be a size up to 1T, such as 512M or 2G; not '%s'",
                            wanted[i].name, text);
        if (!wanted[i].bytes && text_parse_count(text, wanted[i].max, wanted[i].value) < 0)
            return cli_fail(cli, CLI_USAGE, "--%s must be a whole number up to %" PRId64 ", not '%s'", wanted[i].name,
                            wanted[i].max, text);
        *wanted[i].is = FIELD_SET;
        params->limits_is = FIELD_SET;
    }
    return CLI_OK;
}

/* *ret_cwd is the storage of params->cwd. */
static enum cli_exit read_options(const struct cli *cli, struct task_submit_params *params, char **ret_cwd)
{
    const char *cwd = cli_option(cli, "cwd");
    enum cli_exit exit = read_numbers(cli, params);
    if (exit == CLI_OK)
        exit = read_limits(cli, params);
    if (exit == CLI_OK)
        exit = ask_option(cli, "agent", &params->agent, &params->agent_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "session", &params->session_id, &params->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "key", &params->idempotency_key, &params->idempotency_key_is);
    if (exit != CLI_OK || (!cwd && params->session_id_is == FIELD_SET))
        return exit;
    exit = ask_directory(cli, "cwd", cwd ? cwd : ".", ret_cwd);
    if (exit == CLI_OK) {
        params->cwd = slice_of(*ret_cwd);
        params->cwd_is = FIELD_SET;
    }
    return exit;
}

static void print_submitted(const struct cli *cli, const struct task_submit_result *task)
{
    text_write(stdout, task->task_id);
    (void)printf(" %s%.*s%s in session ", pretty_if(cli->color, task_state_color(task->state)),
                 SLICE_ARG(task_state_word(task->state)), pretty_if(cli->color, pretty_off));
    text_write(stdout, task->session_id);
    (void)putchar('\n');
}

static enum cli_exit go_on(struct cli *cli, const char *task_id)
{
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = cli_option(cli, "follow") ? task_follow(&live, task_id) : task_await(&live, task_id);
    live_end(&live);
    return exit;
}

static enum cli_exit submit(struct cli *cli, const struct task_submit_params *params)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_submit_result task;
    bool goes_on = cli_option(cli, "wait") || cli_option(cli, "follow");
    enum cli_exit exit = ask(cli, &task_submit_method, params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &task_submit_result_shape, result, &task);
    if (exit == CLI_OK && !cli->json)
        print_submitted(cli, &task);
    else if (exit == CLI_OK && !goes_on)
        ask_print_json(result);
    if (exit == CLI_OK && !cli_flush(cli))
        exit = CLI_FAILED;
    if (exit == CLI_OK && goes_on)
        exit = go_on(cli, task.task_id.data);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_submit(struct cli *cli, int count, char **arguments)
{
    struct task_submit_params params = {0};
    struct attach attach = {0};
    struct buf prompt;
    autofree char *cwd = NULL;
    struct slice tools[SESSION_TOOLS_MAX];
    enum cli_exit exit = read_options(cli, &params, &cwd);
    if (exit == CLI_OK)
        exit = session_tools(cli, tools, &params.tools.count, &params.tools_is);
    params.tools.items = tools;
    params.stream_is = cli_option(cli, "no-stream") ? FIELD_SET : FIELD_ABSENT; /* the value is false */
    if (exit != CLI_OK)
        return exit;
    exit = prompt_take(cli, count, arguments, &prompt);
    params.prompt = buf_slice(&prompt);
    if (exit == CLI_OK)
        exit = attach_options(cli, &attach);
    params.attachments = attach_list(&attach);
    params.attachments_is = attach.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = submit(cli, &params);
    attach_clear(&attach);
    buf_clear(&prompt);
    return exit;
}

/* --- task list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

static const struct cli_option list_options[] = {
    {"state", 's', "STATE", "queued starting running awaiting_permission stopping completed failed cancelled",
     "only tasks in this state"},
    {"session", 0, "ID", NULL, "only tasks of this session"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_task_list = {
    .name = "task list",
    .arguments = "",
    .summary = "List tasks, the newest first",
    .details = "AGE is the time since the submission, TIME the running time. A task in the state 'asks' has a pending\n"
               "permission request. With --json, prints a line of JSON per task.",
    .options = list_options,
    .starts = true,
    .run = run_list,
};

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct task_list_params params = {0};
    params.state = (enum task_state)ask_word(cli, "state", &task_state_shape, &params.state_is);
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &task_list_method,
                                .columns = task_columns,
                                .column_count = task_column_count,
                                .row = task_row,
                                .none = "no tasks; to start one: weir run",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- task get --- */

static enum cli_exit run_get(struct cli *cli, int count, char **arguments);

const struct cli_command command_task_get = {
    .name = "task get",
    .arguments = "TASK",
    .summary = "Show a task: its state, prompt, progress and result",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_get,
};

static enum cli_exit run_get(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *result = NULL;
    struct task_get_params params = {.task_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &task_get_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record task;
    exit = ask_read(cli, &arena, &task_record_shape, result, &task);
    if (exit == CLI_OK)
        task_card(cli, &task);
    arena_clear(&arena);
    return exit;
}

/* --- task cancel --- */

static enum cli_exit run_cancel(struct cli *cli, int count, char **arguments);

static const struct cli_option cancel_options[] = {
    {"reason", 'r', "TEXT", NULL, "reason for the log (default user_cancelled)"},
    {0},
};

const struct cli_command command_task_cancel = {
    .name = "task cancel",
    .arguments = "TASK",
    .summary = "Stop a task, and wait until its processes have ended",
    .details =
        "Removes a queued task from the queue; asks a running task to stop, and kills it if it does not. --timeout\n"
        "limits the waiting (default: no limit); after that, the exit status is 4, and the task continues to stop.\n"
        "Cancelling a task that has ended is an error.",
    .options = cancel_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run_cancel,
};

static enum cli_exit run_cancel(struct cli *cli, int count, char **arguments)
{
    (void)count;
    static const struct ask_progress progress = {
        .doing = "stopping the task",
        .later = "the task continues to stop; to see how it ended: weir task get",
    };
    autofree char *result = NULL;
    struct task_cancel_params params = {.task_id = slice_of(arguments[0]), .reason = SLICE("user_cancelled")};
    enum field_is reason_is = FIELD_ABSENT;
    enum cli_exit exit = ask_option(cli, "reason", &params.reason, &reason_is);
    if (exit == CLI_OK)
        exit = ask_long(cli, &task_cancel_method, &params, &progress, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_cancel_result cancelled;
    exit = ask_read(cli, &arena, &task_cancel_result_shape, result, &cancelled);
    if (exit == CLI_OK) {
        (void)fputs(cancelled.cancelled ? "cancelled " : "", stdout);
        text_write(stdout, params.task_id);
        (void)fputs(cancelled.cancelled ? "" : " ended before it could be cancelled", stdout);
        if (cancelled.processes_is == FIELD_SET && cancelled.processes > 0)
            (void)printf("; %" PRId64 " %s ended", cancelled.processes,
                         cancelled.processes == 1 ? "process" : "processes");
        (void)putchar('\n');
    }
    arena_clear(&arena);
    return exit;
}

/* --- task stats --- */

static enum cli_exit run_stats(struct cli *cli, int count, char **arguments);

const struct cli_command command_task_stats = {
    .name = "task stats",
    .arguments = "",
    .summary = "Count the tasks by their state",
    .details = "'running' counts all tasks between queued and ended.",
    .starts = true,
    .run = run_stats,
};

static void print_count(const struct cli *cli, const char *name, int64_t number, const char *color)
{
    bool colored = cli->color && number > 0 && color;
    (void)printf("  %-10s %s%10" PRId64 "%s\n", name, colored ? color : "", number, colored ? pretty_off : "");
}

static enum cli_exit run_stats(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = ask(cli, &task_stats_method, NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_stats_result stats;
    exit = ask_read(cli, &arena, &task_stats_result_shape, result, &stats);
    if (exit == CLI_OK) {
        print_count(cli, "queued", stats.queued, NULL);
        print_count(cli, "running", stats.running, pretty_cyan);
        print_count(cli, "completed", stats.completed, pretty_green);
        print_count(cli, "failed", stats.failed, pretty_red);
        print_count(cli, "cancelled", stats.cancelled, pretty_yellow);
        print_count(cli, "total", stats.total, pretty_bold);
    }
    arena_clear(&arena);
    return exit;
}
