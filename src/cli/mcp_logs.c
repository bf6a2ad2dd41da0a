#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/commands.h"
#include "cli/live.h"
#include "cli/mcp.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"follow", 'f', NULL, NULL, "continue with new lines, until Ctrl-C"},
    {"lines", 'n', "LINES", NULL, "number of last lines to begin with (default 100)"},
    {0},
};

const struct cli_command command_mcp_logs = {
    .name = "mcp logs",
    .arguments = "NAME",
    .summary = "Show what an MCP server wrote to its log and to standard error",
    .details = "weir keeps the last part only; the limit is the setting mcp.logBytes.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run,
};

enum { LINES_DEFAULT = 100, BYTES_MAX = 1 << 20, EVERY_MS = 300 };

/* Omits all but the last lines. */
static struct slice last_lines(struct slice text, int64_t lines)
{
    size_t at = text.size;
    if (at > 0 && text.data[at - 1] == '\n')
        at--;
    for (; at > 0; at--)
        if (text.data[at - 1] == '\n' && --lines <= 0)
            break;
    return lines <= 0 && at > 0 ? (struct slice){text.data + at, text.size - at} : text;
}

static void print(const struct cli *cli, const char *result, struct slice text)
{
    if (cli->json)
        ask_print_json(result);
    else if (text.size > 0)
        mcp_print_text(stdout, text);
}

static void on_tick(uv_timer_t *timer)
{
    live_wake(timer->data);
}

/* The daemon announces no lines, so this asks again and again. */
static enum cli_exit follow(struct cli *cli, struct mcp_logs_params *params, char *position)
{
    struct live live;
    uv_timer_t timer;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK && uv_timer_init(&live.loop, &timer) == 0) {
        timer.data = &live;
        (void)uv_timer_start(&timer, on_tick, EVERY_MS, EVERY_MS);
        while (exit == CLI_OK && cli_flush(cli) && live_turn(&live)) {
            autofree char *text = NULL;
            struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
            struct mcp_logs_result result;
            params->after = slice_of(position);
            params->after_is = FIELD_SET;
            int r = live_call(&live, &mcp_logs_method, params, WEIR_TIMEOUT_DEFAULT, &text);
            if (r < 0)
                exit = r == -EINTR ? CLI_INTERRUPTED : ask_fail(cli, &live.error);
            else if ((exit = ask_read(cli, &arena, &mcp_logs_result_shape, text, &result)) == CLI_OK) {
                if (result.text.size > 0)
                    print(cli, text, result.text);
                char *next = strndup(result.position.data, result.position.size);
                if (next) {
                    free(position);
                    position = next;
                }
            }
            arena_clear(&arena);
        }
        uv_close((uv_handle_t *)&timer, NULL);
    }
    free(position);
    live_end(&live);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit; /* Ctrl-C ends it as wanted */
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_logs_result result = {0};
    struct mcp_logs_params params = {.server_id = slice_of(arguments[0]), .bytes = BYTES_MAX};
    const char *lines_text = cli_option(cli, "lines");
    int64_t lines = LINES_DEFAULT;
    char *position = NULL;
    if (lines_text && text_parse_count(lines_text, INT64_MAX - 1, &lines) < 0)
        return cli_fail(cli, CLI_USAGE, "--lines must be a whole number, not '%s'", lines_text);
    enum cli_exit exit = mcp_ask(cli, &mcp_logs_method, &params, arguments[0], &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &mcp_logs_result_shape, text, &result);
    if (exit == CLI_OK && lines > 0)
        print(cli, text, last_lines(result.text, lines));
    if (exit == CLI_OK && cli_option(cli, "follow"))
        position = strndup(result.position.data, result.position.size);
    arena_clear(&arena);
    if (exit == CLI_OK && cli_option(cli, "follow"))
        return position ? follow(cli, &params, position) : cli_fail(cli, CLI_FAILED, "out of memory");
    return exit;
}
