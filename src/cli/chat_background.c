/* What the tasks of /run ask while a line is being edited. The connection stands for as long as that takes; while the
 * agent answers a message, run_ask.c asks. */
#include "cli/chat_background.h"

#include <signal.h>
#include <stdio.h>

#include "cli/pretty.h"

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct chat_background *background = user;
    (void)weir;
    (void)reason;
    background->approve.lost = true;
    background->question.fd = -1;
    live_wake(&background->live);
}

static bool wants(void *user)
{
    struct chat_background *background = user;
    (void)uv_run(&background->live.loop, UV_RUN_NOWAIT);
    return approve_has_new(&background->approve);
}

static const char *notice(void *user)
{
    struct chat_background *background = user;
    const struct list *first = background->approve.waiting.next;
    const struct approve_item *item = list_member(first, const struct approve_item, link);
    bool color = background->approve.cli->color;
    (void)snprintf(background->text, sizeof background->text,
                   "%s-- %.*s asks for a permission; it is asked here once this line is sent or cleared%s",
                   pretty_if(color, pretty_yellow), SLICE_ARG(item->request.task_id), pretty_if(color, pretty_off));
    return background->text;
}

static bool hear(struct chat_background *background, struct cli *cli)
{
    struct approve *approve = &background->approve;
    if (live_begin(&background->live, cli) != CLI_OK || live_connect(&background->live) != CLI_OK)
        return false;
    weir_on_closed(cli->weir, on_closed, background);
    approve_items_begin(approve);
    if (approve_introduce(approve, SLICE("weir chat")) != CLI_OK)
        return false;
    live_mind_signals(&background->live, false); /* the editor has its own way with them */
    (void)uv_timer_stop(&background->live.reader);
    (void)uv_run(&background->live.loop, UV_RUN_NOWAIT);
    return true;
}

void chat_background_begin(struct chat_background *background, struct cli *cli, char *const *tasks, size_t count)
{
    *background = (struct chat_background){
        .approve = {.cli = cli, .live = &background->live, .session_id = "", .tasks = tasks, .task_count = count},
        .question = {.fd = -1, .wants = wants, .notice = notice, .user = background},
    };
    list_init(&background->approve.waiting);
    background->approve.tty = (struct tty){.keys = -1, .display = -1};
    if (count == 0 || cli_place(cli) != CLI_OK || cli_connect_quietly(cli) < 0)
        return;
    background->is_open = true;
    if (tty_init(&background->approve.tty) == 0 && hear(background, cli))
        background->question.fd = uv_backend_fd(&background->live.loop);
}

void chat_background_ask(struct chat_background *background)
{
    struct approve *approve = &background->approve;
    approve->quit = false;
    live_mind_signals(&background->live, true);
    if (approve_keys_begin(approve))
        approve_ask(approve);
    approve_keys_end(approve);
    int ended_by = background->live.ended_by;
    live_mind_signals(&background->live, false);
    if (approve->shown)
        (void)putchar('\n');
    if (approve->shown && ended_by == SIGINT)
        cli_hint(approve->cli, "it goes on waiting, and is asked again behind the next line");
    approve_put_off(approve);
    if (ended_by != 0 && ended_by != SIGINT)
        (void)raise(ended_by);
}

void chat_background_end(struct chat_background *background)
{
    if (!background->is_open)
        return;
    if (background->approve.cli->weir)
        weir_on_closed(background->approve.cli->weir, NULL, NULL);
    approve_items_clear(&background->approve);
    tty_clear(&background->approve.tty);
    live_end(&background->live);
    background->is_open = false;
}
