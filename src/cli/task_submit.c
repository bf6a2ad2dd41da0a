#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/attach.h"
#include "cli/attention.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/session_fields.h"
#include "cli/task_await.h"
#include "cli/task_view.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"agent", 'a', "AGENT", NULL, "who shall do it (default: the session's agent)"},
    {"cwd", 'C', "DIR", NULL, "where (default: here; with --session, where the session is)"},
    {"session", 's', "ID", NULL, "in this session (default: a new one)"},
    {"priority", 'p', "NUMBER", NULL, "higher goes first (default 0)"},
    {"time-limit", 0, "SECONDS", NULL, "how long it may run, once started (default: as configured)"},
    {"memory", 0, "SIZE", NULL, "all its processes together: 512M, 2G; 0: no limit (default: as configured)"},
    {"processes", 0, "COUNT", NULL, "how many there may be at the same time, likewise"},
    {"output", 0, "SIZE", NULL, "all that it reports, likewise"},
    {"tokens", 0, "COUNT", NULL, "in and out together, likewise"},
    {"tools", 0, "LIST", NULL, "which tools, separated by commas; * stands for any characters ('': none)"},
    ATTACH_OPTION,
    {"no-stream", 0, NULL, NULL, "report whole messages only, not the pieces that they come in"},
    ATTENTION_OPTION,
    {"key", 0, "KEY", NULL, "the same key again gives the same task, not a second one"},
    {"wait", 'w', NULL, NULL, "wait for its end, and show it"},
    {"follow", 'f', NULL, NULL, "show what is said and done until its end"},
    {0},
};

const struct cli_command command_task_submit = {
    .name = "task submit",
    .arguments = "PROMPT...|-",
    .summary = "Give an agent something to do",
    .details =
        "The words are joined with spaces; '-' reads the prompt from the standard input. Options may stand behind\n"
        "the prompt; '--' ends them. With --wait or --follow the exit status tells how the task ended, as that of\n"
        "'weir task wait' does, and --timeout says how long to wait for that. A task that goes beyond a limit is\n"
        "ended, and tells beyond which.\n"
        "\n"
        "  weir task submit fix the failing test --priority 5\n"
        "  git diff | weir task submit - --wait",
    .options = options,
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

enum { PRIORITY_MAX = 1000000, TIME_LIMIT_MAX_MS = 604800000, LIMIT_PROCESSES_MAX = 1000000 };
static const int64_t LIMIT_BYTES_MAX = 1LL << 40, LIMIT_TOKENS_MAX = 1000000000000;

static enum cli_exit read_numbers(const struct cli *cli, struct task_submit_params *params)
{
    const char *priority = cli_option(cli, "priority"), *limit = cli_option(cli, "time-limit");
    if (priority && text_parse_integer(priority, PRIORITY_MAX, &params->priority) < 0)
        return cli_fail(cli, CLI_USAGE, "--priority takes a whole number from -%d to %d; not '%s'", PRIORITY_MAX,
                        PRIORITY_MAX, priority);
    if (!limit)
        return CLI_OK;
    if (text_parse_seconds(limit, &params->timeout_ms) < 0 || params->timeout_ms < 1 ||
        params->timeout_ms > TIME_LIMIT_MAX_MS)
        return cli_fail(cli, CLI_USAGE, "--time-limit takes seconds, such as 600 or 0.5, up to %d (a week); not '%s'",
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
            return cli_fail(cli, CLI_USAGE, "--%s takes a size, such as 512M or 2G, up to 1T; not '%s'", wanted[i].name,
                            text);
        if (!wanted[i].bytes && text_parse_count(text, wanted[i].max, wanted[i].value) < 0)
            return cli_fail(cli, CLI_USAGE, "--%s takes a whole number, up to %" PRId64 "; not '%s'", wanted[i].name,
                            wanted[i].max, text);
        *wanted[i].is = FIELD_SET;
        params->limits_is = FIELD_SET;
    }
    return CLI_OK;
}

/* *ret_cwd is what params->cwd points to. */
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

static void print(const struct cli *cli, const struct task_submit_result *task)
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
        print(cli, &task);
    else if (exit == CLI_OK && !goes_on)
        ask_print_json(result);
    if (exit == CLI_OK && !cli_flush(cli))
        exit = CLI_FAILED;
    if (exit == CLI_OK && goes_on)
        exit = go_on(cli, task.task_id.data);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
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
    params.stream_is = cli_option(cli, "no-stream") ? FIELD_SET : FIELD_ABSENT; /* and false */
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
