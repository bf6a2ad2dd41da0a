#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/attach.h"
#include "cli/chat.h"
#include "cli/prompt.h"
#include "cli/text.h"
#include "contract/chat.h"

enum { PRIORITY_MAX = 1000000 };

/* What the agent does and asks for, as 'weir run' shows and asks it. */
static enum cli_exit answer(struct cli *cli, const struct chat_send_params *params, const struct chat_send_result *sent)
{
    struct run_wish wish = {.is_chat = true, .resumed = params->thread_id_is == FIELD_SET};
    wish.session = strndup(sent->thread_id.data, sent->thread_id.size);
    wish.cwd = params->cwd_is == FIELD_SET ? strndup(params->cwd.data, params->cwd.size) : NULL;
    enum cli_exit exit = wish.session ? run_watch(cli, &wish, params->message, sent->task_id.data)
                                      : cli_fail(cli, CLI_FAILED, "no memory");
    run_wish_clear(&wish);
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
        exit = answer(cli, params, &sent);
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
    static const char *const others[] = {"continue",        "resume",     "agent", "model", "permission-mode",
                                         "thinking-tokens", "time-limit", "title", "tools"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cli_option(cli, others[i]))
            return cli_fail(cli, CLI_USAGE,
                            "--%s is for a conversation: leave the message out, or give it to 'weir run'", others[i]);
    if (cli_option(cli, "thread") && cli_option(cli, "session"))
        return cli_fail(cli, CLI_USAGE, "--thread and --session are the same: leave one of them out");
    return CLI_OK;
}

/* A new thread works where the command runs, one that is there where it is. */
static enum cli_exit choose_directory(const struct cli *cli, struct chat_send_params *params, char **ret_cwd)
{
    const char *cwd = cli_option(cli, "cwd");
    if (!cwd && params->thread_id_is == FIELD_SET)
        return CLI_OK;
    enum cli_exit exit = ask_directory(cli, "cwd", cwd ? cwd : ".", ret_cwd);
    params->cwd = slice_of(*ret_cwd);
    params->cwd_is = exit == CLI_OK ? FIELD_SET : FIELD_ABSENT;
    return exit;
}

enum cli_exit chat_send_one(struct cli *cli, int count, char **arguments)
{
    struct chat_send_params params = {0};
    struct attach attach = {0};
    struct buf message;
    autofree char *cwd = NULL;
    const char *priority = cli_option(cli, "priority");
    if (priority && text_parse_integer(priority, PRIORITY_MAX, &params.priority) < 0)
        return cli_fail(cli, CLI_USAGE, "--priority takes a whole number from -%d to %d; not '%s'", PRIORITY_MAX,
                        PRIORITY_MAX, priority);
    enum cli_exit exit = refuse_others(cli);
    if (exit == CLI_OK)
        exit =
            ask_option(cli, cli_option(cli, "session") ? "session" : "thread", &params.thread_id, &params.thread_id_is);
    if (exit == CLI_OK)
        exit = choose_directory(cli, &params, &cwd);
    if (exit != CLI_OK)
        return exit;
    exit = prompt_take(cli, count, arguments, &message);
    params.message = buf_slice(&message);
    if (exit == CLI_OK)
        exit = attach_options(cli, &attach);
    if (exit == CLI_OK && !(count == 1 && strcmp(arguments[0], "-") == 0))
        exit = attach_named(cli, params.message, cwd, &attach);
    params.attachments = attach_list(&attach);
    params.attachments_is = attach.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = send_message(cli, &params);
    attach_clear(&attach);
    buf_clear(&message);
    return exit;
}
