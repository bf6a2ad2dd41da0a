#include "cli/approve.h"

#include <errno.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "contract/core.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {ATTENTION_OPTION, {0}};

const struct cli_command command_approve = {
    .name = "approve",
    .arguments = "",
    .summary = "Answer what agents ask for, one request after the other",
    .details = "An edit is shown as a difference, a command in full. Each question takes one key:\n"
               "\n"
               "  y  allow this call\n"
               "  s  allow calls like it, until the session is closed\n"
               "  a  allow calls like it always; first it shows which calls of the past that would have been\n"
               "  n  refuse it; r: and tell the agent why\n"
               "  v  show all of the request\n"
               "  l  ask again later\n"
               "  q  quit; what is not answered goes on waiting\n"
               "\n"
               "While it runs, agents wait for answers instead of being refused. 'weir permissions' is for scripts.",
    .options = options,
    .run = run,
};

static void on_key(uv_poll_t *handle, int status, int events)
{
    struct approve *approve = handle->data;
    char key;
    (void)events;
    /* One at a time: what comes behind it was typed before its question was seen. */
    int n = status < 0 ? 0 : tty_read_key(&approve->tty, &key);
    if (n == 0)
        approve->quit = true;
    else if (n > 0)
        approve_take_key(approve, key);
    live_wake(approve->live);
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct approve *approve = user;
    (void)weir;
    (void)reason;
    approve->lost = true;
    live_wake(approve->live);
}

enum cli_exit approve_introduce(struct approve *approve, struct slice name)
{
    autofree char *text = NULL;
    const struct initialize_params params = {
        .client = {.name = name, .version = slice_of(weir_version()), .version_is = FIELD_SET},
        .client_is = FIELD_SET,
        .protocol_version = SLICE("1.0"),
        .approves = true,
    };
    int r = live_call(approve->live, &initialize_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r == -EINTR)
        return CLI_INTERRUPTED;
    if (r == 0)
        attention_configure(&approve->attention, text);
    return r < 0 ? ask_fail(approve->cli, &approve->live->error) : approve_fetch(approve);
}

/* --- asking -------------------------------------------------------------------------- */

static void wait_for_more(struct approve *approve)
{
    (void)tty_enter_keys(&approve->tty);
    (void)puts(approve->answered ? "That was all. Waiting for more; q ends it."
                                 : "Nobody asks for anything. Waiting; q ends it.");
}

static void show(struct approve *approve, struct approve_item *item)
{
    const struct permission_request *request = &item->request;
    approve_show(approve, item);
    attention_call(&approve->attention, request->command_is == FIELD_SET ? request->command : request->tool,
                   "waits for a permission");
}

static bool is_done(const struct approve *approve)
{
    bool amid = approve->session_id && !approve->shown && !approve->held_back;
    return approve->quit || approve->lost || (amid && !approve_has_new(approve));
}

void approve_ask(struct approve *approve)
{
    bool idle = false;
    approve->dirty = true;
    while (!is_done(approve)) {
        approve->held_back = approve->held_back && !list_is_empty(&approve->waiting);
        if (approve->dirty && !approve->shown && !approve->held_back) {
            struct approve_item *next = approve_next(approve);
            approve->dirty = false;
            if (next)
                show(approve, next);
            else if (!idle)
                wait_for_more(approve);
            idle = next == NULL;
        }
        if (!cli_flush(approve->cli) || !live_turn(approve->live))
            break;
    }
    tty_leave(&approve->tty);
}

bool approve_keys_begin(struct approve *approve)
{
    approve->reads_keys = uv_poll_init(&approve->live->loop, &approve->keys, approve->tty.keys) == 0;
    if (!approve->reads_keys)
        return false;
    approve->keys.data = approve;
    return uv_poll_start(&approve->keys, UV_READABLE, on_key) == 0;
}

void approve_keys_end(struct approve *approve)
{
    if (approve->reads_keys)
        uv_close((uv_handle_t *)&approve->keys, NULL);
    approve->reads_keys = false;
}

static enum cli_exit go(struct approve *approve)
{
    enum cli_exit exit = live_connect(approve->live);
    if (exit != CLI_OK)
        return exit;
    weir_on_closed(approve->cli->weir, on_closed, approve);
    approve_items_begin(approve);
    exit = approve_introduce(approve, SLICE("weir approve"));
    if (exit != CLI_OK)
        return exit;
    if (approve_keys_begin(approve))
        approve_ask(approve);
    else
        exit = cli_fail(approve->cli, CLI_FAILED, "the keyboard cannot be read");
    approve_keys_end(approve);
    if (approve->live->ended_by || approve->quit)
        (void)putchar('\n');
    return approve->lost ? cli_fail(approve->cli, CLI_NO_DAEMON, "the daemon has closed the connection") : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct live live;
    struct approve approve = {.cli = cli, .live = &live};
    if (cli->json || tty_init(&approve.tty) < 0)
        return cli_fail(
            cli, CLI_USAGE,
            "approve asks a person and needs a terminal: 'weir permissions list' and 'weir permissions answer' "
            "are for scripts");
    list_init(&approve.waiting);
    attention_begin(&approve.attention, cli, &approve.tty);
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = go(&approve);
    if (cli->weir)
        weir_on_closed(cli->weir, NULL, NULL);
    tty_leave(&approve.tty);
    approve_items_clear(&approve);
    live_end(&live);
    tty_clear(&approve.tty);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit;
}
