#include "rpc/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"
#include "rpc/internal.h"

enum { GONE_CHECK_MS = 1000, STANDSTILL_MS = 50, SPARE_KEPT = 16 << 10 };

static void on_poll(uv_poll_t *poll, int status, int events);
static ssize_t read_some(struct peer *peer);
static void process_input(struct peer *peer, struct slice *input);
static void process_backlog(struct peer *peer);
static void on_look(struct deadline *deadline);

/* --- life --------------------------------------------------------------------- */

int peer_new(struct rpc *rpc, int fd, enum caller caller, const struct dispatch *dispatch,
             const struct peer_events *events, void *user, struct peer **ret_peer)
{
    struct peer *peer = calloc(1, sizeof *peer);
    int flags = fcntl(fd, F_GETFL);
    int r = !peer ? -ENOMEM : flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
    if (r == 0)
        r = uv_poll_init(rpc->loop, &peer->poll, fd);
    if (r < 0) {
        free(peer);
        close(fd);
        return r;
    }
    peer->rpc = rpc;
    peer->fd = fd;
    peer->caller = caller;
    peer->dispatch = dispatch;
    peer->events = events;
    peer->user = user;
    peer->references = 1;
    peer->poll.data = peer;
    peer->framer.partial.limit = rpc->limits.line_bytes;
    peer->backlog.limit = RPC_READ_BYTES;
    peer->output.bytes.limit = rpc->limits.output_bytes;
    peer->look.expired = on_look;
    list_init(&peer->waiting);
    list_init(&peer->dirty);
    list_append(&rpc->peers, &peer->link);
    rpc->peer_count++;
    peer->polled = UV_READABLE;
    (void)uv_poll_start(&peer->poll, UV_READABLE, on_poll);
    *ret_peer = peer;
    return 0;
}

struct peer *peer_ref(struct peer *peer)
{
    peer->references++;
    return peer;
}

struct peer *peer_unref(struct peer *peer)
{
    if (!peer || --peer->references > 0)
        return NULL;
    if (peer->fds) {
        fd_set_close(&peer->fds->next);
        fd_set_close(&peer->fds->arriving);
        fd_set_close(&peer->fds->attached);
        free(peer->fds);
    }
    framer_clear(&peer->framer);
    buf_clear(&peer->backlog);
    output_clear(&peer->output);
    free(peer->requests.slots);
    free(peer);
    return NULL;
}

static void on_handle_closed(uv_handle_t *handle)
{
    peer_unref(handle->data);
}

void peer_close(struct peer *peer, const char *reason)
{
    if (peer->closed)
        return;
    peer->closed = true;
    peer_ref(peer);
    list_remove(&peer->link);
    list_remove(&peer->dirty);
    peer->rpc->peer_count--;
    timers_unset(&peer->rpc->timers, &peer->look);
    call_abandon_all(peer);
    request_fail_all(peer, -ECONNRESET);
    if (peer->events && peer->events->closed)
        peer->events->closed(peer, reason);
    (void)uv_poll_stop(&peer->poll);
    uv_close((uv_handle_t *)&peer->poll, on_handle_closed);
    close(peer->fd);
    peer->fd = -1;
    peer_unref(peer);
}

/* Two peers that both have much to send would both stop reading and wait for each other without end. So whoever stands
 * still reads on a little now and then; the cap is there for those who never read. */
static bool is_choked(const struct peer *peer)
{
    size_t step = peer->rpc->limits.output_pause_bytes;
    if (step < RPC_READ_BYTES)
        step = RPC_READ_BYTES;
    return output_waiting(&peer->output) > peer->rpc->limits.output_pause_bytes + peer->lifted * step;
}

static bool is_paused(const struct peer *peer)
{
    return peer->parsing || peer->draining || is_choked(peer);
}

static void update_poll(struct peer *peer)
{
    int wanted = 0;
    if (peer->closed)
        return;
    if (!is_paused(peer) && !peer->ended && peer->backlog.size == 0)
        wanted |= UV_READABLE;
    if (output_waiting(&peer->output) > 0)
        wanted |= UV_WRITABLE;
    if (wanted == peer->polled)
        return;
    peer->polled = wanted;
    if (wanted)
        (void)uv_poll_start(&peer->poll, wanted, on_poll);
    else
        (void)uv_poll_stop(&peer->poll);
}

static bool is_gone(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLHUP | POLLERR));
}

void peer_settle(struct peer *peer)
{
    if (peer->closed || peer->processing)
        return;
    bool sent = output_waiting(&peer->output) == 0;
    if (peer->draining && sent) {
        peer_close(peer, peer->drain_reason);
        return;
    }
    if (peer->ended && !peer->parsing && peer->backlog.size == 0 && sent) {
        if (peer->waiting_count == 0) {
            peer_close(peer, "the other side is done");
            return;
        }
        /* It may still read. That it has gone altogether is an EPOLLHUP, which comes only together with the end of
         * input that is there all the time; so look from time to time instead of waking without end. */
        if (peer->look.index == 0 && is_gone(peer)) {
            peer_close(peer, "the other side is gone");
            return;
        }
        if (peer->look.index == 0)
            (void)timers_set(&peer->rpc->timers, &peer->look, GONE_CHECK_MS);
    }
    if (is_choked(peer) && peer->look.index == 0)
        (void)timers_set(&peer->rpc->timers, &peer->look, STANDSTILL_MS);
    else if (!is_choked(peer) && !peer->ended)
        timers_unset(&peer->rpc->timers, &peer->look);
    update_poll(peer);
}

static void on_look(struct deadline *deadline)
{
    struct peer *peer = list_member(deadline, struct peer, look);
    if (is_choked(peer) && !peer->moved)
        peer->lifted++;
    peer->moved = false;
    if (peer->backlog.size > 0 && !is_paused(peer))
        process_backlog(peer);
    peer_settle(peer);
}

void peer_drain(struct peer *peer, const char *reason)
{
    if (peer->closed)
        return;
    peer->draining = true;
    peer->drain_reason = reason;
    call_stop_all(peer);
    peer_settle(peer);
}

/* --- writing ------------------------------------------------------------------ */

/* Nothing can be sent any more. Who wants to know why hears what the other side said before it left. */
static void hear_out(struct peer *peer)
{
    if (!peer->events || !peer->events->complained || peer->processing)
        return;
    output_clear(&peer->output);
    if (peer->backlog.size > 0 && !is_paused(peer))
        process_backlog(peer);
    while (!peer->closed && !is_paused(peer) && peer->backlog.size == 0) {
        ssize_t n = read_some(peer);
        if (n <= 0)
            return;
        struct slice input = {peer->rpc->read_buffer, (size_t)n};
        process_input(peer, &input);
    }
}

static void flush(struct peer *peer)
{
    if (peer->closed)
        return;
    size_t before = output_waiting(&peer->output);
    int r = output_flush(&peer->output, peer->fd);
    if (output_waiting(&peer->output) < before)
        peer->moved = true;
    if (output_waiting(&peer->output) <= peer->rpc->limits.output_pause_bytes)
        peer->lifted = 0;
    if (r < 0) {
        hear_out(peer);
        peer_close(peer, r == -EPIPE || r == -ECONNRESET ? "the other side is gone" : strerror(-r));
        return;
    }
    if (r == 0 && peer->output.bytes.data) {
        /* The memory goes back to the shared spares, or away: an idle connection holds none. */
        struct rpc *rpc = peer->rpc;
        if (rpc->spare_count < RPC_SPARES && peer->output.bytes.capacity <= SPARE_KEPT) {
            rpc->spares[rpc->spare_count++] = peer->output.bytes;
            peer->output.bytes = (struct buf){.limit = rpc->limits.output_bytes};
        } else {
            buf_reset(&peer->output.bytes, 0);
        }
    }
    if (!peer->processing && peer->backlog.size > 0 && !is_paused(peer))
        process_backlog(peer);
    peer_settle(peer);
}

static void flush_dirty(uv_prepare_t *prepare)
{
    struct rpc *rpc = prepare->data;
    while (!list_is_empty(&rpc->dirty)) {
        struct peer *peer = list_member(rpc->dirty.next, struct peer, dirty);
        list_remove(&peer->dirty);
        flush(peer);
    }
    (void)uv_prepare_stop(prepare);
}

static void touch(struct peer *peer)
{
    if (peer->processing || peer->closed || !list_is_empty(&peer->dirty))
        return;
    if (list_is_empty(&peer->rpc->dirty))
        (void)uv_prepare_start(&peer->rpc->prepare, flush_dirty);
    list_append(&peer->rpc->dirty, &peer->dirty);
}

size_t peer_begin(struct peer *peer)
{
    struct buf *bytes = &peer->output.bytes;
    if (!bytes->data && peer->rpc->spare_count > 0)
        *bytes = peer->rpc->spares[--peer->rpc->spare_count];
    bytes->limit = peer->rpc->limits.output_bytes + peer->output.sent; /* the cap counts what is not sent */
    return bytes->size;
}

void peer_rollback(struct peer *peer, size_t start)
{
    peer->output.bytes.size = start;
    peer->output.bytes.error = 0;
    if (peer->fds) /* they belonged to this message, not to the next */
        fd_set_close(&peer->fds->attached);
}

int peer_end(struct peer *peer, size_t start)
{
    struct buf *bytes = &peer->output.bytes;
    int r = buf_append_char(bytes, '\n');
    if (r == 0 && output_waiting(&peer->output) > peer->rpc->limits.output_bytes)
        r = -ENOBUFS;
    if (r == 0 && peer->fds && peer->fds->attached.count > 0)
        r = output_attach(&peer->output, start, &peer->fds->attached);
    if (r < 0) {
        log_warn("connection %d: cut off, it left %zu bytes unread (%s)", peer->fd, output_waiting(&peer->output),
                 r == -ENOBUFS ? "the cap is reached" : strerror(-r));
        peer_close(peer, "it did not read what it was sent");
        return r;
    }
    if (peer->rpc->debug)
        debug_message(peer->rpc, peer, "->", (struct slice){bytes->data + start, bytes->size - start - 1});
    touch(peer);
    return 0;
}

int peer_push(struct peer *peer, struct slice line)
{
    if (peer->closed || peer->draining)
        return -ECONNRESET;
    size_t start = peer_begin(peer);
    buf_append(&peer->output.bytes, line.data, line.size - 1);
    return peer_end(peer, start);
}

static void write_notification_head(struct buf *out, struct slice method)
{
    buf_append_text(out, "{\"jsonrpc\":\"2.0\",\"method\":");
    json_write_string(out, method);
}

int rpc_format_event(struct buf *out, const struct event_type *type, const void *params)
{
    write_notification_head(out, type->name);
    buf_append_text(out, ",\"params\":");
    json_encode(out, type->params, params);
    return buf_append_text(out, "}\n");
}

int peer_notify(struct peer *peer, const struct method *method, const void *params)
{
    if (peer->closed || peer->draining)
        return -ECONNRESET;
    size_t start = peer_begin(peer);
    write_notification_head(&peer->output.bytes, method->name);
    buf_append_text(&peer->output.bytes, ",\"params\":");
    json_encode(&peer->output.bytes, method->params, params);
    buf_append_char(&peer->output.bytes, '}');
    return peer_end(peer, start);
}

int peer_notify_text(struct peer *peer, struct slice method, struct slice params)
{
    if (peer->closed || peer->draining)
        return -ECONNRESET;
    size_t start = peer_begin(peer);
    write_notification_head(&peer->output.bytes, method);
    if (params.size > 0) {
        buf_append_text(&peer->output.bytes, ",\"params\":");
        buf_append_slice(&peer->output.bytes, params);
    }
    buf_append_char(&peer->output.bytes, '}');
    return peer_end(peer, start);
}

/* --- descriptors -------------------------------------------------------------- */

static struct peer_fds *need_fds(struct peer *peer)
{
    if (!peer->fds)
        peer->fds = calloc(1, sizeof *peer->fds);
    return peer->fds;
}

int peer_attach_fd(struct peer *peer, int fd)
{
    struct peer_fds *fds = need_fds(peer);
    if (fds && !peer->closed && fds->attached.count < RPC_FDS_MAX) {
        fds->attached.fds[fds->attached.count++] = fd;
        return 0;
    }
    close(fd);
    return !fds ? -ENOMEM : peer->closed ? -ECONNRESET : -EMFILE;
}

static void keep_fd(struct peer *peer, int fd)
{
    struct peer_fds *fds = need_fds(peer);
    if (fds && fds->arriving.count < RPC_FDS_MAX) {
        fds->arriving.fds[fds->arriving.count++] = fd;
        return;
    }
    log_warn("connection %d: a message carries more than %d descriptors; the rest is closed", peer->fd, RPC_FDS_MAX);
    close(fd);
}

static void collect_fds(struct peer *peer, struct msghdr *message)
{
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
            keep_fd(peer, fd);
        }
    }
}

/* What was read ends with, or inside, the line that is not complete yet: the descriptors belong to it. */
static void carry_fds(struct peer *peer)
{
    struct peer_fds *fds = peer->fds;
    if (!fds)
        return;
    for (unsigned i = 0; i < fds->arriving.count; i++) {
        if (fds->next.count < RPC_FDS_MAX)
            fds->next.fds[fds->next.count++] = fds->arriving.fds[i];
        else
            close(fds->arriving.fds[i]);
    }
    fds->arriving.count = 0;
}

/* The descriptors that belong to the line just read; `last`: nothing follows it in what was read. */
static struct fd_set_of_message claim_fds(struct peer *peer, bool last)
{
    struct fd_set_of_message claimed = {.count = 0};
    if (!peer->fds)
        return claimed;
    if (last)
        carry_fds(peer);
    claimed = peer->fds->next;
    peer->fds->next.count = 0;
    return claimed;
}

/* Those of a line that is not handled: one that is too long, or blank. */
static void drop_fds(struct peer *peer, bool last)
{
    struct fd_set_of_message dropped = claim_fds(peer, last);
    fd_set_close(&dropped);
}

/* --- reading ------------------------------------------------------------------ */

struct large_job {
    uv_work_t work;
    struct peer *peer;
    struct buf line;
    struct fd_set_of_message fds;
    struct json_large *parsed;
    struct json_error error;
    size_t limit;
    int result;
};

static void parse_large(uv_work_t *work)
{
    struct large_job *job = work->data;
    job->result = fault_point("peer.parse_large");
    if (job->result == 0)
        job->result = json_read_large(job->limit, buf_slice(&job->line), &job->parsed, &job->error);
}

static void refuse_unread(struct peer *peer, int status, const struct json_error *error)
{
    if (status == -EINVAL)
        receive_refusal(peer, ERROR_PARSE_ERROR, "Parse error: %s at byte %zu", error->message, error->offset);
    else
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: the message needs more memory than it may have");
}

static void on_large_parsed(uv_work_t *work, int status)
{
    struct large_job *job = work->data;
    struct peer *peer = job->peer;
    struct rpc *rpc = peer->rpc;
    (void)status;
    rpc->large_jobs--;
    peer->parsing = false;
    if (!peer->closed) {
        peer->processing = true;
        if (job->result < 0)
            refuse_unread(peer, job->result, &job->error);
        else
            receive_value(peer, json_large_root(job->parsed), &job->fds);
        arena_reset(&peer->rpc->scratch);
        peer->processing = false;
        flush(peer); /* goes on with the backlog */
    }
    json_large_free(job->parsed);
    fd_set_close(&job->fds);
    buf_clear(&job->line);
    free(job);
    peer_unref(peer);
    if (rpc->large_jobs == 0 && rpc->worker_idle)
        rpc->worker_idle(rpc->user);
}

static int start_large(struct peer *peer, struct slice line, struct fd_set_of_message *fds)
{
    struct large_job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->line.limit = peer->rpc->limits.line_bytes;
    if (!framer_take(&peer->framer, &job->line) && buf_append_slice(&job->line, line) < 0) {
        free(job);
        return -ENOMEM;
    }
    job->line.size = line.size; /* without the \r that the framer left out */
    job->limit = peer->rpc->limits.parse_bytes;
    job->fds = *fds;
    job->work.data = job;
    int r = uv_queue_work(peer->rpc->loop, &job->work, parse_large, on_large_parsed);
    if (r < 0) {
        buf_clear(&job->line);
        free(job);
        return r;
    }
    fds->count = 0;
    job->peer = peer_ref(peer);
    peer->parsing = true;
    peer->rpc->large_jobs++;
    return 0;
}

static void process_line(struct peer *peer, struct slice line, bool last)
{
    if (peer->rpc->debug)
        debug_message(peer->rpc, peer, "<-", line);
    if (!peer->fds && line.size <= RPC_LARGE_BYTES) {
        receive_line(peer, line, NULL);
        return;
    }
    struct fd_set_of_message fds = claim_fds(peer, last);
    if (line.size <= RPC_LARGE_BYTES)
        receive_line(peer, line, &fds);
    else if (start_large(peer, line, &fds) < 0)
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: no memory for the message");
    fd_set_close(&fds);
}

/* Handles lines until the input is used up or the peer has to pause; *input is what is left. */
static void process_input(struct peer *peer, struct slice *input)
{
    struct slice line;
    peer_ref(peer);
    peer->processing = true;
    while (!peer->closed && !is_paused(peer)) {
        enum frame frame = framer_next(&peer->framer, input, &line);
        if (frame == FRAME_NONE) {
            if (peer->framer.partial.size > 0)
                carry_fds(peer);
            else
                drop_fds(peer, true);
            break;
        }
        if (frame != FRAME_LINE)
            drop_fds(peer, input->size == 0);
        if (frame == FRAME_LINE)
            process_line(peer, line, input->size == 0);
        else if (frame == FRAME_TOO_LONG)
            receive_refusal(peer, ERROR_MESSAGE_TOO_LONG, "Parse error: the message is longer than %zu bytes",
                            peer->rpc->limits.line_bytes);
        else
            receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: no memory for the message");
        if (!peer->closed && output_waiting(&peer->output) > peer->rpc->limits.output_pause_bytes)
            flush(peer);
    }
    peer->processing = false;
    peer_unref(peer);
}

static void process_end(struct peer *peer)
{
    struct slice line;
    if (peer->closed || !peer->ended || peer->backlog.size > 0 || is_paused(peer))
        return;
    if (framer_finish(&peer->framer, &line) != FRAME_LINE)
        return;
    peer->processing = true;
    process_line(peer, line, true);
    peer->processing = false;
}

static void process_backlog(struct peer *peer)
{
    struct slice input = buf_slice(&peer->backlog);
    peer_ref(peer);
    process_input(peer, &input);
    buf_consume(&peer->backlog, peer->backlog.size - input.size);
    if (peer->backlog.size == 0)
        buf_clear(&peer->backlog);
    process_end(peer);
    if (!peer->closed && output_waiting(&peer->output) > 0)
        flush(peer);
    peer_unref(peer);
}

static ssize_t read_some(struct peer *peer)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * RPC_FDS_MAX)];
    } control;
    struct iovec piece = {peer->rpc->read_buffer, RPC_READ_BYTES};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t n = recvmsg(peer->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n < 0)
        return -errno;
    if (message.msg_controllen > 0)
        collect_fds(peer, &message);
    if (message.msg_flags & MSG_CTRUNC)
        log_warn("connection %d: descriptors were lost on the way in", peer->fd);
    return n;
}

static void on_readable(struct peer *peer)
{
    ssize_t n = read_some(peer);
    if (n == -EAGAIN || n == -EINTR)
        return;
    if (n < 0) {
        peer_close(peer, n == -ECONNRESET ? "the other side is gone" : strerror((int)-n));
        return;
    }
    if (n == 0) {
        peer->ended = true;
        process_end(peer);
        flush(peer);
        return;
    }
    peer->rpc->received_ms = clock_epoch_ms();
    struct slice input = {peer->rpc->read_buffer, (size_t)n};
    process_input(peer, &input);
    if (!peer->closed && input.size > 0 && buf_append_slice(&peer->backlog, input) < 0)
        peer_close(peer, "no memory for what it sent");
    /* Flushed when all that is readable in this turn has been read: who waits for an answer is woken once, not once for
     * each connection. */
    if (!peer->closed)
        touch(peer);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct peer *peer = peer_ref(poll->data);
    if (status < 0) { /* libuv has stopped the handle; what was sent before the error is still to be read */
        bool reading = peer->polled & UV_READABLE;
        peer->polled = 0;
        if (reading)
            on_readable(peer);
        else
            peer_close(peer, uv_strerror(status));
        peer_settle(peer);
    }
    if (!peer->closed && (events & UV_WRITABLE))
        flush(peer);
    if (!peer->closed && (events & UV_READABLE) && (peer->polled & UV_READABLE))
        on_readable(peer);
    peer_unref(peer);
}
