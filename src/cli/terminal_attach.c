#include "cli/terminal_attach.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/follow.h"
#include "cli/shell_marks.h"
#include "cli/terminal_display.h"
#include "cli/terminal_sequences.h"
#include "cli/tty.h"
#include "contract/terminal.h"
#include "json/decode.h"
#include "json/read.h"

enum {
    SIGNALS = 4,
    KEYS_BYTES = 4096,
    KEYS_MAX = 1 << 20, /* above this, keys stay in the user's terminal */
    KEYS_ROOM = 16 << 20 /* a command for a shell may be longer than keys */,
    TYPED_MAX = 64 << 10, /* in one call; encoded in base64: */
    TYPED_TEXT_MAX = (TYPED_MAX + 2) / 3 * 4,
    SIZE_MAX_CONTRACT = 1000,
    BACK_MS = 15000,  /* how long to try to reconnect to the daemon */
    AGAIN_MS = 100,   /* a daemon that has just started may not know its terminals yet: retry after this, */
    GONE_MS = 5000,   /* for at most this long */
    SIGNALLED = 128,  /* added to a signal number for the exit status, as in shells */
    CUT_BYTES = 4096, /* where the first complete line of a scrollback must begin */
};

struct attached {
    struct cli *cli;
    const struct terminal_start *start;
    struct live live;
    struct follow follow;
    struct tty tty;
    struct terminal_display display;
    struct terminal_keys keys;
    struct arena arena; /* for the current message */

    uv_poll_t keyboard;
    uv_signal_t signals[SIGNALS];
    uv_timer_t again;
    bool handles, reads_keys;

    bool stands;           /* attached on the current connection */
    bool shown;            /* was attached before, so `offset` is valid */
    int64_t offset;        /* of the next byte to show */
    uint64_t gone_ns;      /* since when the daemon does not know the terminal; 0: it knows it */
    struct buf typed;      /* keys to send */
    bool typing, resizing; /* calls without a response yet */
    bool resized;          /* the size changed again meanwhile */

    bool left;    /* the user has detached */
    bool missing; /* the terminal did not exist */
    bool refused; /* the reason is in live.error */
    bool lost;    /* the terminal ended, and its exit status is unknown */
    bool ended;   /* the terminal ended, with `end` */
    struct event_terminal_exited_params end;
};

static void attach(struct attached *attached);

static void refuse(struct attached *attached, const struct weir_error *error)
{
    (void)live_keep_error(&attached->live, error);
    attached->refused = true;
    live_wake(&attached->live);
}

static void refuse_shape(struct attached *attached)
{
    const struct weir_error error = {
        .status = -EPROTO,
        .message = "the response does not match the contract; the versions of weir and the daemon may differ",
        .word = "",
        .path = "",
        .data = ""};
    refuse(attached, &error);
}

/* Errors caused by the end of the connection, which is reported elsewhere. */
static bool is_of_connection(const struct weir_error *error)
{
    return error->status == -ECANCELED || error->status == -ECONNRESET || error->status == -ENOTCONN ||
           strcmp(error->word, "stopping") == 0;
}

/* Decodes JSON text into *ret; its strings are in the arena until the next message. */
static bool read_message(struct attached *attached, const struct shape *shape, struct slice text, void *ret)
{
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *root = NULL;
    arena_reset(&attached->arena);
    return json_read(&attached->arena, text, &root, &error) == 0 &&
           json_decode(&attached->arena, shape, root, "", ret, &wrong) == 0;
}

/* Decodes base64 and appends the bytes. Returns false if the text is not base64, or memory is exhausted. */
static bool read_bytes(struct slice text, struct buf *out)
{
    size_t size = 0;
    char *room = buf_room(out, text.size / 4 * 3);
    if (!room || base64_decode(text, room, &size) < 0)
        return false;
    out->size += size;
    return true;
}

static int call(struct attached *attached, const struct method *method, const void *params, int64_t timeout_ms,
                weir_reply_fn done)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    int r = ask_write(&text, method, params);
    if (r == 0)
        r = weir_call_async(attached->cli->weir, method->name.data, text.data, text.size, timeout_ms, done, attached,
                            NULL);
    buf_clear(&text);
    return r;
}

/* --- window size --- */

static int64_t clamp(size_t size)
{
    return size < SIZE_MAX_CONTRACT ? (int64_t)size : SIZE_MAX_CONTRACT;
}

static void resize(struct attached *attached);

static void on_resized(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct attached *attached = user;
    (void)weir;
    (void)reply; /* a closed terminal is noticed elsewhere */
    attached->resizing = false;
    if (attached->resized)
        resize(attached);
}

static void resize(struct attached *attached)
{
    size_t columns, rows;
    attached->resized = attached->resizing;
    if (!attached->stands || attached->resizing)
        return;
    tty_size(attached->tty.display, &columns, &rows);
    const struct terminal_resize_params params = {
        .terminal_id = slice_of(attached->start->id), .cols = clamp(columns), .rows = clamp(rows)};
    attached->resizing = call(attached, &terminal_resize_method, &params, WEIR_TIMEOUT_DEFAULT, on_resized) == 0;
}

/* --- unknown terminals --- */

static void on_again(uv_timer_t *timer)
{
    struct attached *attached = timer->data;
    if (clock_monotonic_ns() - attached->gone_ns < GONE_MS * 1000000ULL) {
        attach(attached);
        return;
    }
    attached->lost = true;
    live_wake(&attached->live);
}

/* The terminal has ended, which the event log reports, or a new daemon has not found it yet. */
static void miss(struct attached *attached)
{
    attached->stands = false;
    if (attached->gone_ns == 0)
        attached->gone_ns = clock_monotonic_ns();
    (void)uv_timer_start(&attached->again, on_again, AGAIN_MS, 0);
}

/* --- keys --- */

static void type(struct attached *attached);
static void on_keys(uv_poll_t *poll, int status, int events);

static void on_typed(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct attached *attached = user;
    (void)weir;
    attached->typing = false;
    if (reply->error && strcmp(reply->error->word, "terminal_taken") == 0)
        terminal_display_tell(&attached->display, "not typed: another client holds the terminal");
    else if (reply->error && (strcmp(reply->error->word, "terminal_not_found") == 0 ||
                              strcmp(reply->error->word, "terminal_closed") == 0))
        miss(attached);
    else if (reply->error && !is_of_connection(reply->error))
        refuse(attached, reply->error);
    type(attached);
    if (attached->typed.size < KEYS_MAX && attached->reads_keys)
        (void)uv_poll_start(&attached->keyboard, UV_READABLE, on_keys);
}

/* Makes one call at a time, which keeps the order and limits the data in flight; later keys go with the next call. The
 * call waits until the program in the terminal reads. If a connection ends during a call, the keys may have been typed
 * or not: they are not sent again, since typing them twice would be worse. */
static void type(struct attached *attached)
{
    struct buf data = BUF_LIMITED(TYPED_TEXT_MAX);
    size_t size = attached->typed.size < TYPED_MAX ? attached->typed.size : TYPED_MAX;
    if (!attached->stands || attached->typing || size == 0)
        return;
    char *text = buf_room(&data, base64_size(size));
    if (text) {
        base64_encode(attached->typed.data, size, text);
        data.size = base64_size(size);
        const struct terminal_input_params params = {.terminal_id = slice_of(attached->start->id),
                                                     .data = buf_slice(&data)};
        attached->typing = call(attached, &terminal_input_method, &params, WEIR_TIMEOUT_NONE, on_typed) == 0;
        if (attached->typing)
            buf_consume(&attached->typed, size);
    }
    buf_clear(&data);
}

static void on_keys(uv_poll_t *poll, int status, int events)
{
    struct attached *attached = poll->data;
    char keys[KEYS_BYTES];
    ssize_t n = status < 0 ? 0 : 1;
    (void)events;
    while (n > 0 && !attached->left && attached->typed.size < KEYS_MAX) {
        n = read(attached->tty.keys, keys, sizeof keys);
        if (n > 0)
            attached->left = terminal_keys_take(&attached->keys, (struct slice){keys, (size_t)n}, &attached->typed);
    }
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        attached->live.unread = true; /* the user's terminal is gone */
    if (attached->left || attached->live.unread || attached->typed.size >= KEYS_MAX)
        (void)uv_poll_stop(poll);
    if (attached->left || attached->live.unread)
        live_wake(&attached->live);
    else
        type(attached);
}

/* --- output --- */

static void tell_missing(struct attached *attached, int64_t bytes)
{
    terminal_display_tell(&attached->display, "%" PRId64 " %s not shown", bytes,
                          bytes == 1 ? "byte was" : "bytes were");
}

static bool is_done(const struct attached *attached)
{
    return attached->start->marks && attached->start->marks->state == SHELL_DONE;
}

/* Of a shell with marks, shows only output of its command. */
static void show_part(struct attached *attached, struct slice bytes)
{
    struct buf part = BUF_LIMITED(ASK_BYTES_MAX);
    if (attached->start->marks)
        shell_marks_feed(attached->start->marks, bytes, &part);
    terminal_display_show(&attached->display, attached->start->marks ? buf_slice(&part) : bytes);
    buf_clear(&part);
    if (is_done(attached))
        live_wake(&attached->live);
}

static void show(struct attached *attached, int64_t offset, struct slice bytes)
{
    int64_t end = offset + (int64_t)bytes.size;
    if (end <= attached->offset)
        return;
    if (offset > attached->offset)
        tell_missing(attached, offset - attached->offset);
    size_t known = offset < attached->offset ? (size_t)(attached->offset - offset) : 0;
    attached->offset = end;
    show_part(attached, (struct slice){bytes.data + known, bytes.size - known});
}

static void on_output(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct attached *attached = user;
    struct terminal_output_params output;
    struct buf bytes = BUF_LIMITED(ASK_BYTES_MAX);
    (void)weir;
    (void)method;
    if (!attached->stands || !params ||
        !read_message(attached, &terminal_output_params_shape, (struct slice){params, size}, &output) ||
        !slice_is(output.terminal_id, attached->start->id))
        return;
    if (output.offset <= INT64_MAX / 2 && read_bytes(output.data, &bytes))
        show(attached, output.offset, buf_slice(&bytes));
    else
        refuse_shape(attached);
    buf_clear(&bytes);
}

/* Removes the beginning of a line that is cut. */
static struct slice whole_lines(struct slice text)
{
    size_t look = text.size < CUT_BYTES ? text.size : CUT_BYTES;
    const char *newline = look > 0 ? memchr(text.data, '\n', look) : NULL;
    size_t cut = newline ? (size_t)(newline - text.data) + 1 : 0;
    return (struct slice){text.data + cut, text.size - cut};
}

/* At first, shows the whole scrollback, later the part that was missed. An offset lower than ours means a new terminal,
 * whose output is all new. */
static void take_scrollback(struct attached *attached, int64_t offset, struct slice bytes)
{
    int64_t first = offset - (int64_t)bytes.size;
    if (attached->shown && attached->offset <= offset) {
        show(attached, first, bytes);
    } else if (attached->start->scrollback || attached->shown) {
        struct buf replay = BUF_LIMITED(ASK_BYTES_MAX);
        terminal_modes_replay(&replay, first > 0 ? whole_lines(bytes) : bytes);
        show_part(attached, buf_slice(&replay));
        buf_clear(&replay);
    }
    attached->offset = offset;
}

/* --- attaching --- */

static bool stand(struct attached *attached)
{
    int r = 0;
    if (!attached->reads_keys) {
        r = tty_enter(&attached->tty);
        if (r == 0)
            r = uv_poll_init(&attached->live.loop, &attached->keyboard, attached->tty.keys);
        attached->keyboard.data = attached;
        attached->reads_keys = r == 0;
        if (r == 0)
            r = uv_poll_start(&attached->keyboard, UV_READABLE, on_keys);
    }
    if (r < 0) {
        const struct weir_error error = {.status = r, .message = strerror(-r), .word = "", .path = "", .data = ""};
        refuse(attached, &error);
    }
    return r == 0;
}

static void take_attached(struct attached *attached, struct slice text)
{
    struct terminal_attach_result result;
    struct buf bytes = BUF_LIMITED(ASK_BYTES_MAX);
    if (!read_message(attached, &terminal_attach_result_shape, text, &result) || result.offset > INT64_MAX / 2 ||
        !read_bytes(result.scrollback, &bytes) || (int64_t)bytes.size > result.offset) {
        refuse_shape(attached);
    } else if (stand(attached)) {
        attached->stands = true;
        attached->gone_ns = 0;
        take_scrollback(attached, result.offset, buf_slice(&bytes));
        attached->shown = true;
        attached->left = attached->start->peeks && !is_done(attached);
        if (attached->left)
            live_wake(&attached->live);
        resize(attached);
        type(attached);
    }
    buf_clear(&bytes);
}

static void on_attached(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct attached *attached = user;
    (void)weir;
    if (!reply->error)
        take_attached(attached, (struct slice){reply->result, reply->size});
    else if (strcmp(reply->error->word, "terminal_not_found") == 0 && (attached->start->opened || attached->shown))
        miss(attached);
    else if (strcmp(reply->error->word, "terminal_not_found") == 0 && attached->start->marks)
        attached->missing = true;
    else if (!is_of_connection(reply->error))
        refuse(attached, reply->error);
    if (attached->missing)
        live_wake(&attached->live);
}

static void attach(struct attached *attached)
{
    const struct terminal_attach_params params = {.terminal_id = slice_of(attached->start->id)};
    (void)call(attached, &terminal_attach_method, &params, WEIR_TIMEOUT_DEFAULT, on_attached);
}

/* --- event log and connection --- */

static void on_subscribed(void *user)
{
    attach(user);
}

static void on_event(void *user, const struct follow_event *event)
{
    struct attached *attached = user;
    struct event_terminal_exited_params end;
    if (attached->ended || !slice_is(event->method, "event.terminalExited") ||
        !read_message(attached, &event_terminal_exited_params_shape, slice_of(event->text), &end) ||
        !slice_is(end.terminal_id, attached->start->id))
        return;
    attached->end = end; /* its strings become invalid */
    attached->ended = true;
    live_wake(&attached->live);
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct attached *attached = user;
    if (notice == FOLLOW_LOST) {
        attached->stands = false;
        attached->gone_ns = 0;
        (void)uv_timer_stop(&attached->again);
        terminal_display_tell(&attached->display, "%s; Ctrl-\\ d detaches", message);
    } else if (notice == FOLLOW_FOUND) {
        terminal_display_tell(&attached->display, "%s", message);
    }
}

/* --- signals --- */

static void stop(struct attached *attached)
{
    terminal_display_lend(&attached->display);
    tty_leave(&attached->tty);
    (void)kill(getpid(), SIGSTOP);
}

/* While weir was stopped, the shell may have changed the mode of the terminal. */
static void go_on(struct attached *attached)
{
    if (attached->reads_keys && tty_enter(&attached->tty) == 0)
        terminal_display_take_back(&attached->display);
    resize(attached);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct attached *attached = handle->data;
    if (number == SIGWINCH) {
        resize(attached);
    } else if (number == SIGTSTP) {
        stop(attached);
    } else if (number == SIGCONT) {
        go_on(attached);
    } else {
        attached->live.ended_by = number;
        live_wake(&attached->live);
    }
}

/* --- begin and end --- */

static int begin(struct attached *attached)
{
    static const int numbers[SIGNALS] = {SIGWINCH, SIGTSTP, SIGCONT, SIGQUIT};
    static const struct follow_handlers handlers = {on_event, on_notice, on_subscribed};
    static struct slice topics[] = {SLICE_INIT("event.terminalExited")};
    const struct terminal_start *start = attached->start;
    struct event_subscribe_params wanted = {.topics = {topics, 1}, .topics_is = FIELD_SET};
    if (start->opened) {
        wanted.from_seq = start->from_seq;
        wanted.epoch = slice_of(start->epoch);
        wanted.from_seq_is = wanted.epoch_is = FIELD_SET;
    }
    int r = terminal_display_begin(&attached->display, &attached->live, attached->tty.display);
    if (r < 0)
        return r;
    for (size_t i = 0; i < SIGNALS; i++) {
        (void)uv_signal_init(&attached->live.loop, &attached->signals[i]);
        attached->signals[i].data = attached;
        (void)uv_signal_start(&attached->signals[i], on_signal, numbers[i]);
    }
    (void)uv_timer_init(&attached->live.loop, &attached->again);
    attached->again.data = attached;
    attached->handles = true;
    r = weir_on_notification(attached->cli->weir, "terminal.output", on_output, attached);
    follow_begin(&attached->follow, &attached->live, &wanted, &handlers, attached);
    attached->follow.give_up_ms = BACK_MS;
    return r;
}

/* Disconnects first: callbacks of open calls still use `attached`. */
static void end(struct attached *attached)
{
    attached->stands = false;
    follow_end(&attached->follow);
    terminal_display_end(&attached->display);
    tty_leave(&attached->tty);
    if (attached->reads_keys)
        uv_close((uv_handle_t *)&attached->keyboard, NULL);
    for (size_t i = 0; attached->handles && i < SIGNALS; i++)
        uv_close((uv_handle_t *)&attached->signals[i], NULL);
    if (attached->handles)
        uv_close((uv_handle_t *)&attached->again, NULL);
}

static enum cli_exit report_end(const struct attached *attached)
{
    const struct event_terminal_exited_params *how = &attached->end;
    const char *id = attached->start->marks ? "the shell" : attached->start->id;
    if (how->signal_is == FIELD_SET) {
        (void)fprintf(stderr, "[%s has ended: %s]\n", id, strsignal((int)how->signal));
        return (enum cli_exit)(SIGNALLED + (how->signal & 127));
    }
    if (how->exit_code_is != FIELD_SET)
        return cli_fail(attached->cli, CLI_FAILED, "%s has ended, and its exit status is not known", id);
    (void)fprintf(stderr, "[%s has ended: exit status %" PRId64 "]\n", id, how->exit_code);
    return (enum cli_exit)(how->exit_code & 255);
}

/* The command of a shell with marks has ended, or the user has detached. */
static enum cli_exit report_command(const struct attached *attached)
{
    const struct shell_marks *marks = attached->start->marks;
    if (attached->missing)
        return CLI_OK; /* the caller opens a new one */
    if (marks->state != SHELL_DONE) {
        (void)fprintf(stderr, "%s",
                      attached->start->peeks ? "" : "[detached; to return to the command, type ! alone]\n");
        return CLI_OK;
    }
    (void)fprintf(stderr, "[exit status %d]\n", marks->status);
    return (enum cli_exit)marks->status;
}

static enum cli_exit report(struct attached *attached)
{
    const char *id = attached->start->id;
    if (attached->start->marks && (is_done(attached) || attached->missing || (attached->left && !attached->ended)))
        return report_command(attached);
    if (attached->ended)
        return report_end(attached);
    if (attached->lost)
        return cli_fail(attached->cli, CLI_FAILED, "%s no longer exists, and its exit status is not known", id);
    if (attached->refused)
        return ask_fail(attached->cli, &attached->live.error);
    enum cli_exit exit = follow_report(&attached->follow);
    if (exit != CLI_OK) {
        cli_hint(attached->cli, "the terminal continues without the daemon; to attach again: weir terminal attach %s",
                 id);
        return exit;
    }
    (void)fprintf(stderr, "[detached; to attach again: weir terminal attach %s]\n", id);
    if (attached->left)
        return CLI_OK;
    return (enum cli_exit)(SIGNALLED + (attached->live.ended_by ? attached->live.ended_by : SIGHUP));
}

/* Continues after the end until the last output has been shown. */
static bool goes_on(const struct attached *attached)
{
    bool is_over = attached->ended || is_done(attached);
    return !attached->left && !attached->refused && !attached->lost && !attached->missing &&
           !(is_over && attached->display.waiting.size == 0);
}

static enum cli_exit run(struct attached *attached)
{
    enum cli_exit exit = live_connect(&attached->live);
    if (exit != CLI_OK)
        return exit;
    int r = begin(attached);
    while (r == 0 && goes_on(attached) && follow_turn(&attached->follow)) {
    }
    end(attached);
    return r < 0 ? cli_fail(attached->cli, CLI_FAILED, "cannot use the terminal: %s", strerror(-r)) : report(attached);
}

enum cli_exit terminal_attach_check(const struct cli *cli)
{
    if (cli->json)
        return cli_fail(cli, CLI_USAGE, "a terminal has no JSON output; programs use: weir call terminal.attach");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return cli_fail(cli, CLI_USAGE,
                        "standard input and output must be a terminal; programs use: weir terminal open --detach, weir "
                        "call terminal.input");
    return CLI_OK;
}

enum cli_exit terminal_attach_run(struct cli *cli, const struct terminal_start *start)
{
    struct attached attached = {
        .cli = cli, .start = start, .typed = BUF_LIMITED(KEYS_ROOM), .arena = ARENA_LIMITED(ASK_BYTES_MAX)};
    enum cli_exit exit = terminal_attach_check(cli);
    if (exit != CLI_OK)
        return exit;
    int r = tty_init(&attached.tty);
    if (r < 0)
        return cli_fail(cli, CLI_FAILED, "cannot open the terminal: %s", strerror(-r));
    attached.offset = start->offset;
    attached.shown = start->resumes;
    exit = live_begin(&attached.live, cli);
    if (exit == CLI_OK && buf_append_slice(&attached.typed, start->typed) < 0)
        exit = cli_fail(cli, CLI_FAILED, "out of memory");
    if (exit == CLI_OK)
        exit = run(&attached);
    if (start->left)
        *start->left = (struct terminal_left){.is_gone = attached.missing || attached.ended || attached.lost,
                                              .offset = attached.offset};
    live_end(&attached.live);
    tty_clear(&attached.tty);
    buf_clear(&attached.typed);
    arena_clear(&attached.arena);
    return exit;
}
