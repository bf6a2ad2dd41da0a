#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/follow.h"
#include "cli/live.h"
#include "cli/task_view.h"
#include "cli/top_screen.h"
#include "cli/tty.h"
#include "json/decode.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_top = {
    .name = "top",
    .arguments = "",
    .summary = "Show tasks, sessions, rates and health on the whole terminal",
    .details = "Press q or Ctrl-C to quit. Rates are those of the last second.",
    .run = run,
};

/* --- polling the daemon --- */

enum { ASKED_STATES = 5 };

/* Sends all requests at once. */
struct top_poll {
    struct live *live;
    struct top_view *view;
    void (*done)(void *user); /* called when the view has new facts */
    void *user;

    struct top_facts *next; /* while responses are missing */
    size_t missing;
    bool broken; /* the connection ended meanwhile */
    struct task_list_result active[ASKED_STATES], recent;
    uint64_t asked_ns;            /* time of the last poll */
    int64_t last_seq, last_ended; /* for the rates */
    uint64_t measured_ns;         /* 0: not yet */
};

enum { FACTS_BYTES_MAX = 64 << 20, RATE_LEAST_NS = 200000000 };

static const enum task_state asked_states[ASKED_STATES] = {TASK_STATE_AWAITING_PERMISSION, TASK_STATE_RUNNING,
                                                           TASK_STATE_STARTING, TASK_STATE_STOPPING, TASK_STATE_QUEUED};

static struct top_facts *facts_free(struct top_facts *facts)
{
    if (facts)
        arena_clear(&facts->arena);
    free(facts);
    return NULL;
}

static void poll_init(struct top_poll *poll, struct live *live, struct top_view *view, void (*done)(void *user),
                      void *user)
{
    *poll = (struct top_poll){.live = live, .view = view, .done = done, .user = user};
}

/* Called without a connection, so that no response can arrive. Frees the facts of the view too. */
static void poll_clear(struct top_poll *poll)
{
    poll->next = facts_free(poll->next);
    poll->view->facts = facts_free(poll->view->facts);
}

/* --- complete facts --- */

static void add_rows(struct top_facts *facts, const struct task_list_result *list, bool final_only)
{
    for (size_t i = 0; i < list->count && facts->row_count < TOP_ROWS_MAX; i++)
        if (!final_only || task_is_final(list->items[i].state))
            facts->rows[facts->row_count++] = &list->items[i];
}

static void measure(struct top_poll *poll, const struct top_facts *facts)
{
    uint64_t now = clock_monotonic_ns();
    int64_t ended = facts->tasks.completed + facts->tasks.failed + facts->tasks.cancelled;
    if (!facts->has_store || !facts->has_tasks)
        return;
    uint64_t passed = now - poll->measured_ns;
    if (poll->measured_ns > 0 && passed < RATE_LEAST_NS)
        return;
    if (poll->measured_ns > 0) {
        double seconds = (double)passed / 1e9;
        int64_t events = facts->store.last_seq - poll->last_seq, tasks = ended - poll->last_ended;
        poll->view->events_a_second = events > 0 ? (double)events / seconds : 0;
        poll->view->tasks_a_second = tasks > 0 ? (double)tasks / seconds : 0;
        poll->view->has_rates = true;
    }
    poll->measured_ns = now;
    poll->last_seq = facts->store.last_seq;
    poll->last_ended = ended;
}

static void finish(struct top_poll *poll)
{
    struct top_facts *facts = poll->next;
    poll->next = NULL;
    if (poll->broken) {
        (void)facts_free(facts);
        return;
    }
    for (size_t i = 0; i < ASKED_STATES; i++)
        add_rows(facts, &poll->active[i], false);
    add_rows(facts, &poll->recent, true);
    measure(poll, facts);
    (void)facts_free(poll->view->facts);
    poll->view->facts = facts;
    poll->done(poll->user);
}

/* --- responses --- */

/* A request, and the storage of its response. */
struct question {
    struct top_poll *poll;
    const struct method *method;
    void *place;
    bool *known; /* or NULL */
};

static int read_answer(struct top_facts *facts, const struct question *question, const struct weir_reply *reply)
{
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *root = NULL;
    int r = json_read(&facts->arena, (struct slice){reply->result, reply->size}, &root, &error);
    if (r == 0)
        r = json_decode(&facts->arena, question->method->result, root, "result", question->place, &wrong);
    return r;
}

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct question *question = user;
    struct top_poll *poll = question->poll;
    struct top_facts *facts = poll->next;
    int r = reply->error ? reply->error->status : read_answer(facts, question, reply);
    (void)weir;
    if (r == 0 && question->known)
        *question->known = true;
    else if (reply->error && r == -EREMOTEIO)
        (void)snprintf(facts->problem, sizeof facts->problem, "%s: %s", question->method->name.data,
                       reply->error->message);
    else if (r == -EINVAL)
        (void)snprintf(facts->problem, sizeof facts->problem,
                       "%s: the response does not match the contract; the versions may differ",
                       question->method->name.data);
    else if (r < 0)
        poll->broken = true;
    free(question);
    if (--poll->missing == 0)
        finish(poll);
}

/* --- requests --- */

static void ask_one(struct top_poll *poll, const struct method *method, const void *params, void *place, bool *known)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct question *question = malloc(sizeof *question);
    if (question)
        *question = (struct question){poll, method, place, known};
    poll->missing++;
    if (!question || ask_write(&text, method, params) < 0 ||
        weir_call_async(poll->live->cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT, on_reply,
                        question, NULL) < 0) {
        free(question);
        poll->missing--;
        poll->broken = true;
    }
    buf_clear(&text);
}

static void ask_lists(struct top_poll *poll, int64_t rows)
{
    struct session_list_params sessions = {.state = SESSION_STATE_OPEN, .state_is = FIELD_SET, .limit = rows};
    struct task_list_params recent = {.limit = rows};
    for (size_t i = 0; i < ASKED_STATES; i++) {
        struct task_list_params tasks = {.state = asked_states[i], .state_is = FIELD_SET, .limit = rows};
        ask_one(poll, &task_list_method, &tasks, &poll->active[i], NULL);
    }
    ask_one(poll, &task_list_method, &recent, &poll->recent, NULL);
    ask_one(poll, &session_list_method, &sessions, &poll->next->sessions, NULL);
}

/* Does nothing while responses are missing. `rows` is the length of the lists. */
static void poll_ask(struct top_poll *poll, size_t rows)
{
    if (poll->next || !weir_is_connected(poll->live->cli->weir))
        return;
    struct top_facts *facts = calloc(1, sizeof *facts);
    if (!facts)
        return;
    facts->arena = (struct arena)ARENA_LIMITED(FACTS_BYTES_MAX);
    poll->next = facts;
    poll->broken = false;
    poll->asked_ns = clock_monotonic_ns();
    memset(poll->active, 0, sizeof poll->active);
    memset(&poll->recent, 0, sizeof poll->recent);
    poll->missing = 1; /* counts this loop, since a request that cannot be sent fails at once */
    ask_one(poll, &daemon_status_method, NULL, &facts->status, &facts->has_status);
    ask_one(poll, &task_stats_method, NULL, &facts->tasks, &facts->has_tasks);
    ask_one(poll, &db_stats_method, NULL, &facts->store, &facts->has_store);
    ask_lists(poll, rows < 1 ? 1 : rows < TOP_ROWS_MAX ? (int64_t)rows : TOP_ROWS_MAX);
    if (--poll->missing == 0)
        finish(poll);
}

/* --- the screen --- */

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
    bool escape; /* in the escape sequence of a special key */
};

/* --- drawing --- */

static void draw(struct top *top)
{
    struct buf lines = BUF_LIMITED(FRAME_BYTES_MAX), frame = BUF_LIMITED(FRAME_BYTES_MAX);
    size_t columns, rows;
    tty_size(STDOUT_FILENO, &columns, &rows);
    top_screen_write(&lines, &top->view, columns, rows, top->cli->color, clock_epoch_ms());
    /* Erases each line before writing it: after its last character the cursor may still be on that. Writes no newline
     * after the last line, which would scroll. */
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
    poll_ask(&top->poll, rows);
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

/* --- events --- */

/* Updates the row in our copy, until the next response. */
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

/* --- keys and signals --- */

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
        top->dirty = true; /* any key redraws the screen */
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

/* While stopped, the terminal belongs to the shell. */
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

/* --- begin and end --- */

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
    poll_init(&top->poll, &top->live, &top->view, on_facts, top);
    follow_begin(&top->follow, &top->live, &wanted, &handlers, top);
    tty_screen_enter(&top->screen);
    top->dirty = true;
}

static void end(struct top *top)
{
    follow_end(&top->follow); /* disconnects, so that no more responses arrive */
    for (size_t i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&top->signals[i], NULL);
    uv_close((uv_handle_t *)&top->tick, NULL);
    if (top->reads_keys)
        uv_close((uv_handle_t *)&top->keys, NULL);
    tty_screen_leave(&top->screen);
    live_end(&top->live);
    tty_screen_clear(&top->screen);
    poll_clear(&top->poll);
}

/* If the subscription is refused, polling continues. */
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
                        "top has no JSON output; programs use: weir watch --json, weir task list --json");
    if (!isatty(STDOUT_FILENO) || !term || !*term || strcmp(term, "dumb") == 0)
        return cli_fail(cli, CLI_USAGE, "top needs a terminal; without one, use: weir watch, weir task list");
    enum cli_exit exit = live_begin(&top.live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&top.live);
    if (exit == CLI_OK)
        show(&top);
    live_end(&top.live);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit;
}
