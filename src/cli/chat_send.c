#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/attach.h"
#include "cli/chat.h"
#include "cli/prompt.h"
#include "cli/task_wait.h"
#include "cli/text.h"
#include "contract/chat.h"

enum { PRIORITY_MAX = 1000000 };

static enum cli_exit answer(struct cli *cli, const struct chat_send_result *sent)
{
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = task_follow(&live, sent->task_id.data, true);
    live_end(&live);
    if (!cli_option(cli, "thread") && !cli_option(cli, "session") && !cli_option(cli, "quiet"))
        cli_hint(cli, "'weir chat --thread %s' goes on with this thread", sent->thread_id.data);
    return exit;
}

static enum cli_exit send_message(struct cli *cli, const struct chat_send_params *params)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct chat_send_result sent;
    enum cli_exit exit = ask(cli, &chat_send_method, params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &chat_send_result_shape, result, &sent);
    if (exit == CLI_OK && !cli_option(cli, "no-wait")) {
        exit = answer(cli, &sent);
    } else if (exit == CLI_OK && cli->json) {
        ask_print_json(result);
    } else if (exit == CLI_OK) {
        text_write(stdout, sent.task_id);
        (void)fputs(" in thread ", stdout);
        text_write(stdout, sent.thread_id);
        (void)putchar('\n');
    }
    arena_clear(&arena);
    return exit;
}

/* A message alone goes to its thread as that is. */
static enum cli_exit refuse_others(const struct cli *cli)
{
    static const char *const others[] = {"continue",        "cwd",        "agent", "model", "permission-mode",
                                         "thinking-tokens", "time-limit", "title", "tools", "verbose"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cli_option(cli, others[i]))
            return cli_fail(cli, CLI_USAGE,
                            "--%s is for a conversation: leave the message out, or give it to 'weir run'", others[i]);
    if (cli_option(cli, "thread") && cli_option(cli, "session"))
        return cli_fail(cli, CLI_USAGE, "--thread and --session are the same: leave one of them out");
    return CLI_OK;
}

enum cli_exit chat_send_one(struct cli *cli, int count, char **arguments)
{
    struct chat_send_params params = {0};
    struct attach attach = {0};
    struct buf message;
    const char *priority = cli_option(cli, "priority");
    if (priority && text_parse_integer(priority, PRIORITY_MAX, &params.priority) < 0)
        return cli_fail(cli, CLI_USAGE, "--priority takes a whole number from -%d to %d; not '%s'", PRIORITY_MAX,
                        PRIORITY_MAX, priority);
    enum cli_exit exit = refuse_others(cli);
    if (exit == CLI_OK)
        exit =
            ask_option(cli, cli_option(cli, "session") ? "session" : "thread", &params.thread_id, &params.thread_id_is);
    if (exit != CLI_OK)
        return exit;
    exit = prompt_take(cli, count, arguments, &message);
    params.message = buf_slice(&message);
    if (exit == CLI_OK)
        exit = attach_options(cli, &attach);
    if (exit == CLI_OK && !(count == 1 && strcmp(arguments[0], "-") == 0))
        exit = attach_named(cli, params.message, NULL, &attach);
    params.attachments = attach_list(&attach);
    params.attachments_is = attach.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = send_message(cli, &params);
    attach_clear(&attach);
    buf_clear(&message);
    return exit;
}
