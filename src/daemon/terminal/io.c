/* What a terminal shows, into the scrollback and to clients that are attached; and what they type. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/event/event.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

static void rest(struct terminal *terminal);

/* --- the guard --- */

/* Whoever passed a terminal shares its flags, and can take O_NONBLOCK away between the call that sets it and the one
 * that reads: the daemon would wait in there for good. A terminal cannot be opened a second time, and knows no other
 * way not to wait; so while one is read or written, a signal goes off again and again that ends whatever call waits. */

enum { GUARD_NS = 10 * 1000 * 1000 };

static timer_t timer;
static bool is_made;

static void on_signal(int number)
{
    (void)number;
}

/* For the thread that calls this first, and no other. */
static bool make_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    const struct sigaction action = {.sa_handler = on_signal}; /* without SA_RESTART */
    event._sigev_un._tid = gettid();
    return sigaction(SIGALRM, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

/* Around every read and write, on the loop's thread: they do not wait, or give EINTR soon. */
static void guard_begin(const struct terminal *terminal)
{
    static const struct itimerspec soon = {.it_interval.tv_nsec = GUARD_NS, .it_value.tv_nsec = GUARD_NS};
    (void)fcntl(terminal->master, F_SETFL, O_RDWR | O_NONBLOCK);
    is_made = is_made || make_timer();
    if (is_made)
        (void)timer_settime(timer, 0, &soon, NULL);
}

static void guard_end(void)
{
    static const struct itimerspec never = {0};
    if (is_made)
        (void)timer_settime(timer, 0, &never, NULL);
}

/* --- input --- */

static int reply_input(struct terminal *terminal, struct call *call)
{
    return terminal_input_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
}

static void drop_input(struct terminal *terminal, struct terminal_input *input)
{
    list_remove(&input->link);
    terminal->input_bytes -= input->size;
    free(input);
}

static void on_abandoned(struct call *call)
{
    struct terminal_input *input = call->user;
    input->call = NULL; /* it was typed all the same */
}

/* How many bytes it took; -EAGAIN: none, for now; -EINTR: none, and the guard had to end the call. */
static ssize_t write_some(const struct terminal *terminal, const char *bytes, size_t size)
{
    if (fault_point("terminal.write") < 0)
        return -EINTR;
    guard_begin(terminal);
    ssize_t n = write(terminal->master, bytes, size);
    int error = errno;
    guard_end();
    return n < 0 ? -error : n;
}

/* Whether all of it was taken. What the terminal does not want at all is lost, as in a terminal that nobody reads. */
static bool write_input(struct terminal *terminal, struct terminal_input *input)
{
    while (input->taken < input->size) {
        ssize_t n = write_some(terminal, input->bytes + input->taken, input->size - input->taken);
        if (n == -EINTR)
            rest(terminal); /* each further attempt may take as long */
        if (n == -EINTR || n == -EAGAIN || n == 0)
            return false;
        input->taken = n < 0 ? input->size : input->taken + (size_t)n;
    }
    return true;
}

/* Writes what waits. */
static void write_inputs(struct terminal *terminal)
{
    while (!list_is_empty(&terminal->inputs)) {
        struct terminal_input *input = list_member(terminal->inputs.next, struct terminal_input, link);
        if (!write_input(terminal, input))
            return;
        struct call *call = input->call;
        drop_input(terminal, input);
        if (call)
            (void)reply_input(terminal, call);
    }
    terminal_watch(terminal);
}

void terminal_fail_inputs(struct terminal *terminal)
{
    while (!list_is_empty(&terminal->inputs)) {
        struct terminal_input *input = list_member(terminal->inputs.next, struct terminal_input, link);
        struct call *call = input->call;
        drop_input(terminal, input);
        if (call)
            (void)call_fail(call, ERROR_TERMINAL_CLOSED, "the terminal %s has ended", terminal->id);
    }
}

struct terminal_input *terminal_add_input(struct terminal *terminal, struct slice bytes)
{
    struct terminal_input *input = calloc(1, sizeof *input + bytes.size);
    if (!input)
        return NULL;
    memcpy(input->bytes, bytes.data, bytes.size);
    input->size = bytes.size;
    list_append(&terminal->inputs, &input->link);
    terminal->input_bytes += input->size;
    return input;
}

/* What a new program was handed over while the call waited for it: the same call, once more. */
static struct terminal_input *find_handed(const struct terminal *terminal, const struct client *client)
{
    for (struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next) {
        struct terminal_input *input = list_member(link, struct terminal_input, link);
        if (input->is_called_by == client)
            return input;
    }
    return NULL;
}

static int wait_for_handed(struct terminal_input *input, struct call *call)
{
    input->is_called_by = NULL;
    return call_defer(call, on_abandoned, input, &input->call);
}

/* Takes the input, which was taken in part or not at all. */
static int queue_input(struct terminal *terminal, struct call *call, struct terminal_input *input)
{
    int r = call_defer(call, on_abandoned, input, &input->call);
    if (r < 0) {
        free(input);
        return r;
    }
    list_append(&terminal->inputs, &input->link);
    terminal->input_bytes += input->size;
    terminal_watch(terminal);
    return 0;
}

int terminal_input(struct call *call, const struct terminal_input_params *params)
{
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    struct terminal_input *handed = find_handed(terminal, client_of(call));
    if (handed)
        return wait_for_handed(handed, call);
    if (terminal->holder && terminal->holder != client_of(call))
        return call_fail(call, ERROR_TERMINAL_TAKEN, "another client holds the terminal %s", terminal->id);
    struct terminal_input *input = calloc(1, sizeof *input + params->data.size / 4 * 3 + 1);
    if (!input)
        return -ENOMEM;
    if (base64_decode(params->data, input->bytes, &input->size) < 0) {
        free(input);
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.data", "Invalid params: params.data must be base64");
    }
    if (input->size > TERMINAL_INPUT_BYTES - terminal->input_bytes) {
        free(input);
        return call_fail(call, ERROR_TOO_MANY_WAITING,
                         "the terminal %s has not taken what was typed before; try again when that is answered",
                         terminal->id);
    }
    if (!list_is_empty(&terminal->inputs) || !write_input(terminal, input))
        return queue_input(terminal, call, input);
    free(input);
    return reply_input(terminal, call);
}

int terminal_resize(struct call *call, const struct terminal_resize_params *params)
{
    const struct winsize size = {.ws_col = (unsigned short)params->cols, .ws_row = (unsigned short)params->rows};
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    if (ioctl(terminal->master, TIOCSWINSZ, &size) < 0)
        return call_fail(call, ERROR_INTERNAL_ERROR, "terminal %s: %s", terminal->id, strerror(errno));
    return terminal_resize_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
}

/* --- output --- */

enum {
    AGAIN_MS = 500,                                        /* a terminal that no process has open is looked at again */
    BEHIND_BYTES = SCROLLBACK_BYTES - TERMINAL_READ_BYTES, /* more would be lost to whoever is so far behind */
    PATIENCE_MS = 200,                                     /* for somebody to read on */
    LINE_BYTES = 512,                                      /* of a line, around its data */
};

/* --- pushing --- */

static bool need_buffer(struct terminal_set *set)
{
    if (!set->buffer)
        set->buffer = malloc(TERMINAL_READ_BYTES + base64_size(TERMINAL_READ_BYTES));
    return set->buffer;
}

/* The line lies in the set's buffer until the next one is made; empty: no memory. */
static struct slice make_line(struct terminal *terminal, uint64_t offset, const char *data, size_t size)
{
    struct terminal_set *set = terminal->set;
    char *text = set->buffer + TERMINAL_READ_BYTES;
    base64_encode(data, size, text);
    buf_reset(&set->line, set->line.limit);
    const struct terminal_output_params params = {
        .terminal_id = slice_of(terminal->id),
        .offset = (int64_t)offset,
        .data = {text, base64_size(size)},
    };
    return rpc_format_event(&set->line, &terminal_output_event, &params) == 0 ? buf_slice(&set->line)
                                                                              : (struct slice){0};
}

/* So much that its line fits behind what a connection with room may have unsent. */
static size_t piece_bytes(const struct terminal *terminal)
{
    const struct rpc_limits *limits = &terminal->set->rpc->limits;
    size_t room = limits->output_bytes - event_high_mark(limits);
    size_t line = room < limits->line_bytes ? room : limits->line_bytes, data = (line - LINE_BYTES) / 4 * 3;
    return data < TERMINAL_READ_BYTES ? data : TERMINAL_READ_BYTES;
}

static bool has_room(const struct peer *peer)
{
    return peer_unsent(peer) <= event_high_mark(&peer->rpc->limits);
}

static void wait_for_room(struct peer *peer)
{
    peer_tell_drained(peer, event_high_mark(&peer->rpc->limits) / 4);
}

/* Somebody reads: what comes is for them, and they are worth waiting for. */
static void resume_reading(struct terminal *terminal)
{
    terminal->nobody_reads = false;
    if (!terminal->waits)
        return;
    terminal->waits = false;
    timers_unset(&terminal->set->rpc->timers, &terminal->patience);
    terminal_watch(terminal);
}

int terminal_catch_up(struct terminal_attachment *attachment)
{
    struct terminal *terminal = attachment->terminal;
    struct terminal_set *set = terminal->set;
    struct peer *peer = attachment->client->peer;
    if (!need_buffer(set))
        return -ENOMEM;
    while (attachment->offset < scrollback_total(&terminal->scrollback)) {
        if (!has_room(peer)) {
            wait_for_room(peer);
            return 0;
        }
        size_t size = scrollback_read(&terminal->scrollback, &attachment->offset, set->buffer, piece_bytes(terminal));
        struct slice line = make_line(terminal, attachment->offset, set->buffer, size);
        attachment->offset += size;
        int r = line.size > 0 ? peer_push(peer, line) : -ENOMEM;
        if (r < 0)
            return r;
        resume_reading(terminal);
    }
    return 0;
}

/* To those who have everything before it as one line that is made once. */
static void push(struct terminal *terminal, uint64_t offset, const char *data, size_t size)
{
    struct slice line = {0};
    for (struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next) {
        struct terminal_attachment *attachment = list_member(link, struct terminal_attachment, link);
        struct peer *peer = attachment->client->peer;
        if (attachment->offset != offset || !has_room(peer)) {
            wait_for_room(peer);
            continue;
        }
        if (line.size == 0)
            line = make_line(terminal, offset, data, size);
        if (line.size == 0)
            return;
        attachment->offset = offset + size;
        (void)peer_push(peer, line);
    }
}

/* --- reading --- */

/* A PTY hands out a few kilobytes at a time. 0: there was nothing; -EIO: no process has it open. */
static ssize_t read_guarded(struct terminal *terminal, char *buffer)
{
    size_t size = 0, most = piece_bytes(terminal);
    while (size < most) {
        ssize_t n = read(terminal->master, buffer + size, most - size);
        terminal->has_waited = n < 0 && errno == EINTR;
        if (n > 0)
            size += (size_t)n;
        else if (terminal->has_waited || size > 0 || (n < 0 && errno == EAGAIN))
            break;
        else
            return n < 0 ? -errno : -EIO;
    }
    return (ssize_t)size;
}

static ssize_t read_some(struct terminal *terminal, char *buffer)
{
    guard_begin(terminal);
    ssize_t size = read_guarded(terminal, buffer);
    guard_end();
    return size;
}

static ssize_t take_output(struct terminal *terminal)
{
    struct terminal_set *set = terminal->set;
    if (!need_buffer(set))
        return -ENOMEM;
    ssize_t size = read_some(terminal, set->buffer);
    if (size > 0) {
        uint64_t offset = scrollback_total(&terminal->scrollback);
        scrollback_write(&terminal->scrollback, set->buffer, (size_t)size);
        push(terminal, offset, set->buffer, (size_t)size);
    }
    return size;
}

void terminal_read_rest(struct terminal *terminal)
{
    if (terminal->master < 0 || terminal->holder)
        return;
    size_t left = SCROLLBACK_BYTES; /* of one that has ended the last processes may go on */
    ssize_t size = 0;
    while ((size = take_output(terminal)) > 0 && !terminal->has_waited && left > (size_t)size)
        left -= (size_t)size;
}

/* --- watching --- */

static void on_again(struct deadline *deadline)
{
    struct terminal *terminal = list_member(deadline, struct terminal, again);
    terminal->is_hung = false;
    terminal_watch(terminal);
}

/* Nothing is read or written for a while. As long as no process has the other end open, it is readable all the time,
 * and there is nothing to read; and whoever makes the descriptor block makes every call wait. */
static void rest(struct terminal *terminal)
{
    terminal->again.expired = on_again;
    terminal->is_hung = timers_set(&terminal->set->rpc->timers, &terminal->again, AGAIN_MS) == 0;
    terminal_watch(terminal);
}

static void on_patience(struct deadline *deadline)
{
    struct terminal *terminal = list_member(deadline, struct terminal, patience);
    terminal->waits = false;
    terminal->nobody_reads = true;
    terminal_watch(terminal);
}

/* Whether everybody who is attached has so much to read that they would miss what comes next. One that keeps up is
 * enough to go on: the others read on from what is still there. */
static bool all_are_behind(const struct terminal *terminal)
{
    uint64_t total = scrollback_total(&terminal->scrollback);
    for (const struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next)
        if (total - list_member(link, struct terminal_attachment, link)->offset <= BEHIND_BYTES)
            return false;
    return !list_is_empty(&terminal->attachments);
}

/* A program that writes faster than anybody reads is held up, as in any terminal; but not by those who do not read. */
static void wait_for_readers(struct terminal *terminal)
{
    terminal->patience.expired = on_patience;
    if (terminal->nobody_reads || timers_set(&terminal->set->rpc->timers, &terminal->patience, PATIENCE_MS) < 0)
        return;
    terminal->waits = true;
    terminal_watch(terminal);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct terminal *terminal = poll->data;
    if (events & UV_WRITABLE)
        write_inputs(terminal);
    if (terminal->master < 0 || terminal->holder)
        return;
    if ((status < 0 || (events & UV_READABLE)) && (take_output(terminal) < 0 || terminal->has_waited))
        rest(terminal);
    else if (all_are_behind(terminal))
        wait_for_readers(terminal);
}

static void free_poll(uv_handle_t *handle)
{
    free(handle);
}

static int make_poll(struct terminal *terminal)
{
    if (terminal->poll)
        return 0;
    uv_poll_t *poll = malloc(sizeof *poll);
    int r = poll ? uv_poll_init(terminal->set->rpc->loop, poll, terminal->master) : -ENOMEM;
    if (r < 0) {
        free(poll);
        return r;
    }
    poll->data = terminal;
    terminal->poll = poll;
    return 0;
}

void terminal_watch(struct terminal *terminal)
{
    if (terminal->master < 0)
        return;
    bool frozen = terminal->set->frozen;
    int events = (terminal->holder || terminal->is_hung || terminal->waits ? 0 : UV_READABLE) |
                 (list_is_empty(&terminal->inputs) || terminal->is_hung ? 0 : UV_WRITABLE);
    int r = make_poll(terminal);
    if (r == 0)
        r = events && !frozen ? uv_poll_start(terminal->poll, events, on_poll) : uv_poll_stop(terminal->poll);
    if (r < 0)
        log_error("terminal %s: cannot be watched: %s", terminal->id, uv_strerror(r));
}

void terminal_unwatch(struct terminal *terminal)
{
    timers_unset(&terminal->set->rpc->timers, &terminal->again);
    timers_unset(&terminal->set->rpc->timers, &terminal->patience);
    timers_unset(&terminal->set->rpc->timers, &terminal->unseen);
    if (terminal->poll)
        uv_close((uv_handle_t *)terminal->poll, free_poll);
    if (terminal->master >= 0)
        close(terminal->master);
    terminal->poll = NULL;
    terminal->master = -1;
}
