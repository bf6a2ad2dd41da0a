#include "base/clock.h"
#include "cli/ask.h"
#include "cli/run.h"
#include "contract/core.h"

#define PATIENCE_NS UINT64_C(1000000000)
#define REPLAY_PATIENCE_NS (10 * PATIENCE_NS)

/* Only stores the key: it is handled between two turns of the loop, since handling it makes calls. */
static void on_key(uv_poll_t *handle, int status, int events)
{
    struct run *run = handle->data;
    (void)events;
    int n = status < 0 ? 0 : tty_read_key(&run->approve.tty, &run->key);
    if (n == 0)
        run->asks = false; /* the terminal is gone */
    if (n > 0 && run->approve.tty.watches)
        tty_keep(&run->approve.tty, run->key); /* for the next reader */
    run->has_key = n > 0 && !run->approve.tty.watches;
    (void)uv_poll_stop(handle);
    run->polls = false;
    live_wake(&run->live);
}

void run_ask_begin(struct run *run)
{
    struct approve *approve = &run->approve;
    *approve = (struct approve){.cli = run->cli,
                                .live = &run->live,
                                .session_id = "", /* matches no session until there is one */
                                .tasks = run->wish->background,
                                .task_count = run->wish->background_count,
                                .tty = {.keys = -1, .display = -1}};
    list_init(&approve->waiting);
    if (run->cli->json || tty_init(&approve->tty) < 0)
        return;
    if (uv_poll_init(&run->live.loop, &approve->keys, approve->tty.keys) < 0)
        return;
    approve->keys.data = run;
    approve->reads_keys = true;
    notify_begin(&approve->notify, run->cli, &approve->tty);
    run->asks = true;
    approve_items_begin(approve);
}

void run_ask_end(struct run *run)
{
    struct approve *approve = &run->approve;
    if (!approve->live)
        return;
    if (approve->reads_keys)
        uv_close((uv_handle_t *)&approve->keys, NULL);
    approve->reads_keys = false;
    approve_items_clear(approve);
    tty_clear(&approve->tty);
}

static void on_introduced(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct run *run = user;
    (void)weir;
    if (!reply->error)
        notify_configure(&run->approve.notify, reply->result);
}

void run_ask_introduce(struct run *run)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct slice health = SLICE("system:health");
    const struct initialize_params params = {
        .client = {.name = SLICE("weir run"), .version = slice_of(weir_version()), .version_is = FIELD_SET},
        .client_is = FIELD_SET,
        .protocol_version = SLICE("1.0"),
        .approves = run->asks,
        .opt_out_notification_methods = {.items = &health, .count = 1},
        .opt_out_notification_methods_is = FIELD_SET,
    };
    if (!run->introduced && ask_write(&text, &initialize_method, &params) == 0)
        (void)weir_call_async(run->cli->weir, initialize_method.name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT,
                              on_introduced, run, NULL);
    run->introduced = true;
    buf_clear(&text);
}

void run_ask_forget(struct run *run)
{
    struct approve *approve = &run->approve;
    if (!run->asks)
        return;
    if (approve->shown && !run->interrupted)
        (void)fputs("\n", stdout);
    run->interrupted = false;
    approve->shown = NULL;
    approve->held_back = false;
    approve->dirty = true;
    run->has_key = false;
    if (run->polls)
        (void)uv_poll_stop(&approve->keys); /* later keys are not for this question */
    run->polls = false;
    tty_leave(&approve->tty);
}

static void show_next(struct run *run)
{
    struct approve *approve = &run->approve;
    struct approve_item *next = approve_next(approve);
    approve->dirty = false;
    if (!next)
        return;
    run_display_finish(&run->display);
    status_line_hold(&run->line, true);
    (void)fflush(stderr);
    approve_show(approve, next);
    if (next->request.input_is == FIELD_SET && slice_is(next->request.task_id, run->task_id))
        run_display_saw_change(&run->display, (yyjson_val *)next->request.input.value);
    notify_send(&approve->notify, run_title(run), next->is_question ? "asks a question" : "waiting for permission");
}

/* A request may arrive before the text that the agent wrote earlier, which the user should read first. So
 * the question waits until all older events are here and a pause follows; if the agent goes on writing, the question
 * interrupts it. */
static bool may_ask(struct run *run)
{
    uint64_t now = clock_monotonic_ns();
    if (run->was_behind && run->follow.caught_up)
        run_await_rest(run); /* more text may follow at once */
    if (run->wants_to_ask == 0 || (run->was_behind && run->follow.caught_up))
        run->wants_to_ask = now;
    run->was_behind = !run->follow.caught_up;
    uint64_t waited = now - run->wants_to_ask;
    bool is_nothing = list_is_empty(&run->approve.waiting);
    bool is_behind = !run->follow.caught_up && waited < REPLAY_PATIENCE_NS;
    bool is_told = uv_is_active((const uv_handle_t *)&run->rest) && waited < PATIENCE_NS;
    if (!is_nothing && (is_behind || is_told))
        return false;
    run->wants_to_ask = 0;
    run->was_behind = false;
    return true;
}

void run_ask_interrupt(struct run *run)
{
    if (run->asks && run->approve.shown && !run->interrupted)
        (void)fputs("\n", stdout);
    run->interrupted = run->asks && run->approve.shown;
}

/* Shows the question again below other output, after a pause, but not while the user types a reason. */
static void repeat(struct run *run)
{
    struct approve *approve = &run->approve;
    run->interrupted = run->interrupted && approve->shown && approve->step != APPROVE_REASON;
    if (!run->interrupted || uv_is_active((const uv_handle_t *)&run->rest))
        return;
    run_display_finish(&run->display);
    (void)fflush(stderr);
    run->interrupted = false;
    approve_show(approve, approve->shown);
}

void run_ask_turn(struct run *run)
{
    struct approve *approve = &run->approve;
    if (!run->asks)
        return;
    if (run->has_key) {
        run->has_key = false;
        approve_take_key(approve, run->key);
    }
    repeat(run);
    approve->held_back = approve->held_back && !list_is_empty(&approve->waiting);
    if (approve->dirty && !approve->shown && !approve->held_back && run->follow.subscribed && !run->stopping &&
        may_ask(run))
        show_next(run);
    bool wants = approve->shown || approve->held_back;
    if (!wants)
        wants = approve->tty.reports && tty_watch(&approve->tty) == 0;
    if (wants && !run->polls)
        run->polls = uv_poll_start(&approve->keys, UV_READABLE, on_key) == 0;
    else if (!wants && run->polls)
        (void)uv_poll_stop(&approve->keys);
    run->polls = run->polls && wants;
    if (!wants)
        tty_leave(&approve->tty);
}

bool run_ask_is_open(const struct run *run)
{
    return run->asks &&
           (run->approve.shown || run->approve.held_back || (run->approve.answering && !run->approve.answer_told));
}
