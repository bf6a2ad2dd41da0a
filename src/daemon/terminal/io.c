/* Reads the output of terminals into the scrollback and sends it to attached clients; writes their input. */
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

/* --- guard --- */

/* The executor that passed a terminal shares its file status flags. It can clear O_NONBLOCK between the fcntl() that
 * sets it and the following read(), which would then block the loop forever. A PTY master cannot be opened a second
 * time, and there is no other way to read it without blocking. So during each read and write, a timer sends a signal
 * repeatedly, which interrupts a call that blocks. */

enum { GUARD_NS = 10 * 1000 * 1000 };

static timer_t timer;
static bool is_made;

static void on_signal(int number)
{
    (void)number;
}

/* The signal goes to the thread that calls this first. */
static bool make_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    /* Without SA_RESTART, so that the call fails with EINTR. */
    const struct sigaction action = {.sa_handler = on_signal};
    event._sigev_un._tid = gettid();
    return sigaction(SIGALRM, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

/* Used around every read and write, on the loop thread: they do not block for long, but may fail with EINTR. */
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
    input->call = NULL; /* the input is written anyway */
}

/* Returns the number of bytes written. -EAGAIN: none now; -EINTR: none, and the guard interrupted the call. */
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

/* Returns whether all of it was written. If the terminal fails, the input is lost, as with a terminal that nobody
 * reads. */
static bool write_input(struct terminal *terminal, struct terminal_input *input)
{
    while (input->taken < input->size) {
        ssize_t n = write_some(terminal, input->bytes + input->taken, input->size - input->taken);
        if (n == -EINTR)
            rest(terminal); /* further attempts may block as long */
        if (n == -EINTR || n == -EAGAIN || n == 0)
            return false;
        input->taken = n < 0 ? input->size : input->taken + (size_t)n;
    }
    return true;
}

/* Writes the waiting inputs. */
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
            (void)call_fail(call, ERROR_TERMINAL_CLOSED, "terminal %s has ended", terminal->id);
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

/* Finds input that was handed over, for a replayed call of the same client. */
static struct terminal_input *find_replayed(const struct terminal *terminal, const struct client *client)
{
    for (struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next) {
        struct terminal_input *input = list_member(link, struct terminal_input, link);
        if (input->replay_client == client)
            return input;
    }
    return NULL;
}

static int attach_replayed(struct terminal_input *input, struct call *call)
{
    input->replay_client = NULL;
    return call_defer(call, on_abandoned, input, &input->call);
}

/* Takes the input, which may be partly written. */
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
    struct terminal_input *replayed = find_replayed(terminal, client_of(call));
    if (replayed)
        return attach_replayed(replayed, call);
    if (terminal->holder && terminal->holder != client_of(call))
        return call_fail(call, ERROR_TERMINAL_TAKEN, "another client has the descriptor of terminal %s", terminal->id);
    struct terminal_input *input = calloc(1, sizeof *input + params->data.size / 4 * 3 + 1);
    if (!input)
        return -ENOMEM;
    if (base64_decode(params->data, input->bytes, &input->size) < 0) {
        free(input);
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.data", "Invalid params: params.data must be base64");
    }
    if (input->size > TERMINAL_INPUT_BYTES - terminal->input_bytes) {
        free(input);
        return call_fail(
            call, ERROR_TOO_MANY_WAITING,
            "the input buffer of terminal %s is full (limit: 1 MiB); try again when earlier input is answered",
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
    REST_MS = 500, /* when a terminal that no process has open is polled again */
    BEHIND_BYTES = SCROLLBACK_BYTES - TERMINAL_READ_BYTES, /* a client that is further behind would lose output */
    READER_WAIT_MS = 200,                                  /* how long to wait for a client to read */
    LINE_BYTES = 512,                                      /* of an event, besides its data */
};

/* --- sending --- */

static bool need_buffer(struct terminal_set *set)
{
    if (!set->buffer)
        set->buffer = malloc(TERMINAL_READ_BYTES + base64_size(TERMINAL_READ_BYTES));
    return set->buffer;
}

/* The line is in the set's buffer until the next one is made. Empty: out of memory. */
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

/* The number of bytes whose event fits into the output limit of a connection that still has room. */
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

/* A client has read: resumes reading from the terminal, and allows the next pause again. */
static void resume_reading(struct terminal *terminal)
{
    terminal->nobody_reads = false;
    if (!terminal->waits_for_readers)
        return;
    terminal->waits_for_readers = false;
    timers_unset(&terminal->set->rpc->timers, &terminal->reader_timer);
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

/* Sends new output to the clients that have everything before it; the line is made only once. */
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

/* Reads repeatedly, because a PTY returns a few kilobytes at a time. 0: nothing to read; -EIO: no process has it
 * open. */
static ssize_t read_guarded(struct terminal *terminal, char *buffer)
{
    size_t size = 0, most = piece_bytes(terminal);
    while (size < most) {
        ssize_t n = read(terminal->master, buffer + size, most - size);
        terminal->was_interrupted = n < 0 && errno == EINTR;
        if (n > 0)
            size += (size_t)n;
        else if (terminal->was_interrupted || size > 0 || (n < 0 && errno == EAGAIN))
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
    size_t left = SCROLLBACK_BYTES; /* limits the loop, because processes may keep writing after the exit */
    ssize_t size = 0;
    while ((size = take_output(terminal)) > 0 && !terminal->was_interrupted && left > (size_t)size)
        left -= (size_t)size;
}

/* --- polling --- */

static void on_rest_over(struct deadline *deadline)
{
    struct terminal *terminal = list_member(deadline, struct terminal, rest_timer);
    terminal->is_resting = false;
    terminal_watch(terminal);
}

/* Pauses polling for a while. A terminal that no process has open is always readable but has no data; and an executor
 * that clears O_NONBLOCK makes every call block. */
static void rest(struct terminal *terminal)
{
    terminal->rest_timer.expired = on_rest_over;
    terminal->is_resting = timers_set(&terminal->set->rpc->timers, &terminal->rest_timer, REST_MS) == 0;
    terminal_watch(terminal);
}

static void on_reader_timeout(struct deadline *deadline)
{
    struct terminal *terminal = list_member(deadline, struct terminal, reader_timer);
    terminal->waits_for_readers = false;
    terminal->nobody_reads = true;
    terminal_watch(terminal);
}

/* Back-pressure: whether all attached clients are so far behind that they would lose the next output. One client that
 * keeps up is enough to continue; the others read from the scrollback what is left. */
static bool all_are_behind(const struct terminal *terminal)
{
    uint64_t total = scrollback_total(&terminal->scrollback);
    for (const struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next)
        if (total - list_member(link, struct terminal_attachment, link)->offset <= BEHIND_BYTES)
            return false;
    return !list_is_empty(&terminal->attachments);
}

/* Holds up a program that writes faster than clients read, as any terminal does; but not for clients that do not read
 * at all. */
static void wait_for_readers(struct terminal *terminal)
{
    terminal->reader_timer.expired = on_reader_timeout;
    if (terminal->nobody_reads || timers_set(&terminal->set->rpc->timers, &terminal->reader_timer, READER_WAIT_MS) < 0)
        return;
    terminal->waits_for_readers = true;
    terminal_watch(terminal);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct terminal *terminal = poll->data;
    if (events & UV_WRITABLE)
        write_inputs(terminal);
    if (terminal->master < 0 || terminal->holder)
        return;
    if ((status < 0 || (events & UV_READABLE)) && (take_output(terminal) < 0 || terminal->was_interrupted))
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
    int events = (terminal->holder || terminal->is_resting || terminal->waits_for_readers ? 0 : UV_READABLE) |
                 (list_is_empty(&terminal->inputs) || terminal->is_resting ? 0 : UV_WRITABLE);
    int r = make_poll(terminal);
    if (r == 0)
        r = events && !frozen ? uv_poll_start(terminal->poll, events, on_poll) : uv_poll_stop(terminal->poll);
    if (r < 0)
        log_error("terminal %s: cannot poll it: %s", terminal->id, uv_strerror(r));
}

void terminal_unwatch(struct terminal *terminal)
{
    timers_unset(&terminal->set->rpc->timers, &terminal->rest_timer);
    timers_unset(&terminal->set->rpc->timers, &terminal->reader_timer);
    timers_unset(&terminal->set->rpc->timers, &terminal->viewer_timer);
    if (terminal->poll)
        uv_close((uv_handle_t *)terminal->poll, free_poll);
    if (terminal->master >= 0)
        close(terminal->master);
    terminal->poll = NULL;
    terminal->master = -1;
}
