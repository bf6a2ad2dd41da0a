#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/follow.h"
#include "cli/top_poll.h"
#include "cli/tty.h"
#include "json/decode.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_top = {
    .name = "top",
    .arguments = "",
    .summary = "Show tasks, sessions, rates and health on the whole terminal, live",
    .details = "'q' or Ctrl-C ends it. Rates are those of the last second.",
    .run = run,
};

enum { TICK_MS = 250, POLL_NS = 1000000000, SIGNALS = 3, FRAME_BYTES_MAX = 64 << 20 };

struct top {
    struct cli *cli;
    struct live live;
    struct tty_screen screen;
    struct follow follow;
    struct top_poll poll;
    struct top_view view;
    uv_timer_t tick;
    uv_poll_t keys;
    uv_signal_t signals[SIGNALS];
    bool reads_keys, dirty, quit;
    bool escape; /* inside of the sequence of a special key */
};

/* --- the frame ------------------------------------------------------------------- */

static void draw(struct top *top)
{
    struct buf lines = BUF_LIMITED(FRAME_BYTES_MAX), frame = BUF_LIMITED(FRAME_BYTES_MAX);
    size_t columns, rows;
    tty_size(STDOUT_FILENO, &columns, &rows);
    top_screen_write(&lines, &top->view, columns, rows, top->cli->color, clock_epoch_ms());
    /* A line is erased before it is written: behind its last character the cursor may still stand on that. The last
     * one has no newline, which would scroll. */
    (void)buf_append_text(&frame, "\033[H");
    const char *at = lines.data, *end = at + lines.size;
    for (; at && at < end; rows--) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = newline ? (size_t)(newline - at) : (size_t)(end - at);
        (void)buf_append_text(&frame, at == lines.data ? "\033[K" : "\r\n\033[K");
        (void)buf_append(&frame, at, size);
        at += size + 1;
    }
    (void)buf_append_text(&frame, rows > 0 ? "\r\n\033[J" : "");
    (void)fwrite(frame.data, 1, frame.size, stdout);
    buf_clear(&lines);
    buf_clear(&frame);
    top->dirty = false;
}

static void poll_now(struct top *top)
{
    size_t columns, rows;
    uint64_t now = clock_monotonic_ns();
    if (top->poll.asked_ns > 0 && now - top->poll.asked_ns < POLL_NS)
        return;
    tty_size(STDOUT_FILENO, &columns, &rows);
    top_poll_ask(&top->poll, rows);
}

static void on_facts(void *user)
{
    struct top *top = user;
    top->dirty = true;
    live_wake(&top->live);
}

static void on_tick(uv_timer_t *timer)
{
    poll_now(timer->data);
}

/* --- events ---------------------------------------------------------------------- */

/* The row is a copy of ours, until the next answer brings its own. */
static void take_progress(struct top *top, yyjson_val *params)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct event_task_progress_params event;
    struct decode_error error;
    struct top_facts *facts = top->view.facts;
    if (facts && json_decode(&arena, &event_task_progress_params_shape, params, "params", &event, &error) == 0)
        for (size_t i = 0; i < facts->row_count; i++) {
            struct task_record *task = (struct task_record *)facts->rows[i];
            if (!slice_equal(task->id, event.task_id))
                continue;
            task->progress_is = FIELD_SET;
            task->progress.percent = event.progress.percent;
            task->progress.percent_is = event.progress.percent_is;
            top->dirty = true;
        }
    arena_clear(&arena);
}

static void on_event(void *user, const struct follow_event *event)
{
    struct top *top = user;
    if (slice_is(event->method, "event.taskProgress"))
        take_progress(top, event->params);
    else
        poll_now(top);
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct top *top = user;
    if (notice == FOLLOW_LOST)
        (void)snprintf(top->view.connection, sizeof top->view.connection, "%s", message);
    else if (notice == FOLLOW_FOUND)
        top->view.connection[0] = '\0';
    top->dirty = true;
}

static void on_subscribed(void *user)
{
    struct top *top = user;
    top->poll.asked_ns = 0;
    poll_now(top);
}

/* --- keys and signals -------------------------------------------------------------- */

static void take_key(struct top *top, char key)
{
    if (top->escape) { /* ESC [ … and a letter, or ESC and one key */
        top->escape = key == '[' || key == 'O' || key == ';' || (key >= '0' && key <= '9');
        return;
    }
    if (key == '\033')
        top->escape = true;
    else if (key == 'q' || key == 'Q')
        top->quit = true;
    else
        top->dirty = true; /* whatever stood on the screen is drawn anew */
}

static void on_key(uv_poll_t *handle, int status, int events)
{
    struct top *top = handle->data;
    char keys[64];
    (void)events;
    ssize_t n = status < 0 ? 0 : read(top->screen.keys, keys, sizeof keys);
    for (ssize_t i = 0; i < n; i++)
        take_key(top, keys[i]);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        (void)uv_poll_stop(handle);
}

/* Stopped, the terminal belongs to the shell. */
static void on_signal(uv_signal_t *handle, int number)
{
    struct top *top = handle->data;
    if (number == SIGQUIT) {
        top->quit = true;
    } else if (number == SIGTSTP) {
        tty_screen_leave(&top->screen);
        (void)kill(getpid(), SIGSTOP);
        tty_screen_enter(&top->screen);
    }
    top->dirty = true;
}

/* --- all of it --------------------------------------------------------------------- */

static void begin(struct top *top)
{
    static const int numbers[SIGNALS] = {SIGWINCH, SIGTSTP, SIGQUIT};
    static const struct follow_handlers handlers = {on_event, on_notice, on_subscribed};
    static struct slice topics[] = {SLICE_INIT("task"), SLICE_INIT("session")};
    const struct event_subscribe_params wanted = {.topics = {topics, 2}, .topics_is = FIELD_SET};
    uv_loop_t *loop = &top->live.loop;
    for (size_t i = 0; i < SIGNALS; i++) {
        (void)uv_signal_init(loop, &top->signals[i]);
        top->signals[i].data = top;
        (void)uv_signal_start(&top->signals[i], on_signal, numbers[i]);
    }
    (void)uv_timer_init(loop, &top->tick);
    top->tick.data = top;
    (void)uv_timer_start(&top->tick, on_tick, TICK_MS, TICK_MS);
    tty_screen_init(&top->screen);
    top->reads_keys = top->screen.keys >= 0 && uv_poll_init(loop, &top->keys, top->screen.keys) == 0;
    if (top->reads_keys) {
        top->keys.data = top;
        (void)uv_poll_start(&top->keys, UV_READABLE, on_key);
    }
    top_poll_init(&top->poll, &top->live, &top->view, on_facts, top);
    follow_begin(&top->follow, &top->live, &wanted, &handlers, top);
    tty_screen_enter(&top->screen);
    top->dirty = true;
}

static void end(struct top *top)
{
    follow_end(&top->follow); /* the connection with it, so no answer comes any more */
    for (size_t i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&top->signals[i], NULL);
    uv_close((uv_handle_t *)&top->tick, NULL);
    if (top->reads_keys)
        uv_close((uv_handle_t *)&top->keys, NULL);
    tty_screen_leave(&top->screen);
    live_end(&top->live);
    tty_screen_clear(&top->screen);
    top_poll_clear(&top->poll);
}

/* A subscription that is refused leaves the polling. */
static void show(struct top *top)
{
    begin(top);
    while (!top->quit && live_turn(&top->live)) {
        if (top->follow.refused && !*top->view.connection) {
            (void)snprintf(top->view.connection, sizeof top->view.connection, "no events: %.200s",
                           top->live.error.message);
            top->dirty = true;
        }
        if (top->dirty)
            draw(top);
        if (!cli_flush(top->cli))
            break;
    }
    end(top);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *term = getenv("TERM");
    struct top top = {.cli = cli};
    if (cli->json)
        return cli_fail(cli, CLI_USAGE,
                        "top is for people: 'weir watch --json' and 'weir task list --json' are for programs");
    if (!isatty(STDOUT_FILENO) || !term || !*term || strcmp(term, "dumb") == 0)
        return cli_fail(cli, CLI_USAGE, "top needs a whole terminal: 'weir watch' and 'weir task list' do without");
    enum cli_exit exit = live_begin(&top.live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&top.live);
    if (exit == CLI_OK)
        show(&top);
    live_end(&top.live);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit;
}
