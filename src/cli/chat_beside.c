/* What the tasks of /run ask while a line is being edited. The connection stands for as long as that takes; while the
 * agent answers a message, run_ask.c asks. */
#include "cli/chat_beside.h"

#include <signal.h>
#include <stdio.h>

#include "cli/pretty.h"

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct chat_beside *beside = user;
    (void)weir;
    (void)reason;
    beside->approve.lost = true;
    beside->guest.fd = -1;
    live_wake(&beside->live);
}

static bool wants(void *user)
{
    struct chat_beside *beside = user;
    (void)uv_run(&beside->live.loop, UV_RUN_NOWAIT);
    return approve_has_new(&beside->approve);
}

static const char *notice(void *user)
{
    struct chat_beside *beside = user;
    const struct list *first = beside->approve.waiting.next;
    const struct approve_item *item = list_member(first, const struct approve_item, link);
    bool color = beside->approve.cli->color;
    (void)snprintf(beside->text, sizeof beside->text,
                   "%s-- %.*s asks for a permission; it is asked here once this line is sent or cleared%s",
                   pretty_if(color, pretty_yellow), SLICE_ARG(item->request.task_id), pretty_if(color, pretty_off));
    return beside->text;
}

static bool hear(struct chat_beside *beside, struct cli *cli)
{
    struct approve *approve = &beside->approve;
    if (live_begin(&beside->live, cli) != CLI_OK || live_connect(&beside->live) != CLI_OK)
        return false;
    weir_on_closed(cli->weir, on_closed, beside);
    approve_items_begin(approve);
    if (approve_introduce(approve, SLICE("weir chat")) != CLI_OK)
        return false;
    live_mind_signals(&beside->live, false); /* the editor has its own way with them */
    (void)uv_timer_stop(&beside->live.reader);
    (void)uv_run(&beside->live.loop, UV_RUN_NOWAIT);
    return true;
}

void chat_beside_begin(struct chat_beside *beside, struct cli *cli, char *const *tasks, size_t count)
{
    *beside = (struct chat_beside){
        .approve = {.cli = cli, .live = &beside->live, .session_id = "", .tasks = tasks, .task_count = count},
        .guest = {.fd = -1, .wants = wants, .notice = notice, .user = beside},
    };
    list_init(&beside->approve.waiting);
    beside->approve.tty = (struct tty){.keys = -1, .display = -1};
    if (count == 0 || cli_place(cli) != CLI_OK || cli_connect_quietly(cli) < 0)
        return;
    beside->is_open = true;
    if (tty_init(&beside->approve.tty) == 0 && hear(beside, cli))
        beside->guest.fd = uv_backend_fd(&beside->live.loop);
}

void chat_beside_ask(struct chat_beside *beside)
{
    struct approve *approve = &beside->approve;
    approve->quit = false;
    live_mind_signals(&beside->live, true);
    if (approve_keys_begin(approve))
        approve_ask(approve);
    approve_keys_end(approve);
    int ended_by = beside->live.ended_by;
    live_mind_signals(&beside->live, false);
    if (approve->shown)
        (void)putchar('\n');
    if (approve->shown && ended_by == SIGINT)
        cli_hint(approve->cli, "it goes on waiting, and is asked again behind the next line");
    approve_put_off(approve);
    if (ended_by != 0 && ended_by != SIGINT)
        (void)raise(ended_by);
}

void chat_beside_end(struct chat_beside *beside)
{
    if (!beside->is_open)
        return;
    if (beside->approve.cli->weir)
        weir_on_closed(beside->approve.cli->weir, NULL, NULL);
    approve_items_clear(&beside->approve);
    tty_clear(&beside->approve.tty);
    live_end(&beside->live);
    beside->is_open = false;
}
