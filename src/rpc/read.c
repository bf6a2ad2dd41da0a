/* Reads from a peer: bytes from its socket, lines from the bytes, and the descriptors that belong to each line. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/secret.h"
#include "rpc/internal.h"
#include "json/read.h"

/* A connection that sends without pause must yield to others: it checks the clock every few lines. */
enum { LINES_A_LOOK = 16, TURN_NS = 300000 };

/* Bytes of responses that are flushed before the end of the turn. */
enum { MUCH_BYTES = 4096 };

/* The limit of reads and backlog turns in which the last messages of a closed peer are handled. */
enum { LAST_ROUNDS = 8 };

/* --- descriptors --- */

/* Once for each connection: the other side must not be able to fill the log. */
static void tell_dropped(struct peer *peer)
{
    if (!peer->fds_dropped)
        log_warn("connection %d: a message carries more than %d descriptors; the rest is closed", peer->fd,
                 RPC_FDS_MAX);
    peer->fds_dropped = true;
}

static void keep_fd(struct peer *peer, int fd)
{
    struct peer_fds *fds = peer_need_fds(peer);
    if (fds && fds->arriving.count < RPC_FDS_MAX) {
        fds->arriving.fds[fds->arriving.count++] = fd;
        return;
    }
    tell_dropped(peer);
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

/* The read ends with, or inside, an incomplete line: the descriptors belong to that line. */
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

/* The descriptors of the line just read; `last`: no further line was read. */
static struct message_fds claim_fds(struct peer *peer, bool last)
{
    struct message_fds claimed = {.count = 0};
    if (!peer->fds)
        return claimed;
    if (last)
        carry_fds(peer);
    claimed = peer->fds->next;
    peer->fds->next.count = 0;
    return claimed;
}

/* Closes the descriptors of a line that is not handled: an overlong or blank one. */
static void drop_fds(struct peer *peer, bool last)
{
    struct message_fds dropped = claim_fds(peer, last);
    message_fds_close(&dropped);
}

/* --- reading --- */

struct large_job {
    uv_work_t work;
    struct peer *peer;
    struct buf line;
    struct message_fds fds;
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
    secret_clear_registers(); /* it may have been a secret */
}

static void refuse_unread(struct peer *peer, int status, const struct json_error *error)
{
    if (status == -EINVAL)
        receive_refusal(peer, ERROR_PARSE_ERROR, "Parse error: %s at byte %zu", error->message, error->offset);
    else
        receive_refusal(peer, ERROR_INTERNAL_ERROR,
                        "Internal error: the message exceeds the memory limit of a message");
}

static void on_large_parsed(uv_work_t *work, int status)
{
    struct large_job *job = work->data;
    struct peer *peer = job->peer;
    struct rpc *rpc = peer->rpc;
    bool secret = true; /* unless the message was classified */
    (void)status;
    rpc->large_jobs--;
    peer->parsing = false;
    if (!peer_is_over(peer) && !peer->draining) {
        peer->processing = true;
        if (job->result < 0)
            refuse_unread(peer, job->result, &job->error);
        else
            receive_value(peer, json_large_root(job->parsed), &job->fds);
        receive_end(rpc);
        secret = rpc->secret;
        rpc->secret = false;
        peer->processing = false;
        peer_flush(peer); /* continues with the backlog in the next turn */
    }
    if (secret) {
        job->parsed = json_large_wipe(job->parsed);
        buf_wipe(&job->line);
        secret_clear_registers();
    }
    json_large_free(job->parsed);
    message_fds_close(&job->fds);
    buf_clear(&job->line);
    free(job);
    peer_unref(peer);
    if (rpc->large_jobs == 0 && rpc->worker_idle)
        rpc->worker_idle(rpc->user);
}

static int start_large(struct peer *peer, struct slice line, struct message_fds *fds)
{
    struct large_job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->line.limit = peer->rpc->limits.line_bytes;
    if (!framer_take(&peer->framer, &job->line) && buf_append_slice(&job->line, line) < 0) {
        free(job);
        return -ENOMEM;
    }
    job->line.size = line.size; /* without the \r that the framer removed */
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
    struct message_fds fds = claim_fds(peer, last);
    if (line.size <= RPC_LARGE_BYTES)
        receive_line(peer, line, &fds);
    else if (start_large(peer, line, &fds) < 0)
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: out of memory for the message");
    if (line.size > RPC_LARGE_BYTES) /* its last part is still in the read buffer */
        peer->rpc->secret = true;
    message_fds_close(&fds);
}

static void refuse_line(struct peer *peer, enum frame frame, bool last)
{
    drop_fds(peer, last);
    if (frame == FRAME_TOO_LONG)
        receive_refusal(peer, ERROR_MESSAGE_TOO_LONG, "Parse error: the message is longer than %zu bytes",
                        peer->framer.partial.limit);
    else
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: out of memory for the message");
}

/* The first check of the clock starts the turn. */
static bool turn_is_over(uint64_t *started)
{
    uint64_t now = clock_monotonic_ns();
    if (*started == 0)
        *started = now;
    return now - *started > TURN_NS;
}

/* A peer is not cut for output that was never offered to the kernel. */
static size_t flush_mark(const struct rpc_limits *limits)
{
    size_t half = limits->output_bytes / 2;
    return limits->output_pause_bytes < half ? limits->output_pause_bytes : half;
}

/* The bytes are in memory that this process owns and may be overwritten. */
static void wipe(const char *from, const char *upto)
{
    if (upto > from)
        explicit_bzero((char *)from, (size_t)(upto - from));
}

/* After a message that may hold a secret: wipes the input of its line, and the line itself if the framer
 * collected it. */
static void wipe_line(struct peer *peer, const char *from, const char *upto)
{
    wipe(from, upto);
    if (peer->framer.complete)
        explicit_bzero(peer->framer.partial.data, peer->framer.partial.size);
    secret_clear_registers();
    peer->rpc->secret = false;
}

/* Removes one line from *input and handles it; returns false if there is no complete line. */
static bool process_next(struct peer *peer, struct slice *input)
{
    struct slice line;
    const char *from = input->data;
    enum frame frame = framer_next(&peer->framer, input, &line);
    if (frame != FRAME_NONE)
        rate_take(peer->rate);
    if (frame == FRAME_LINE) {
        process_line(peer, line, input->size == 0);
    } else if (frame != FRAME_NONE) {
        refuse_line(peer, frame, input->size == 0);
    } else if (peer->framer.partial.size > 0) {
        carry_fds(peer);
        /* The framer has a copy; whether it is secret is not known yet. */
        wipe(from, input->data);
    } else {
        drop_fds(peer, true);
    }
    return frame != FRAME_NONE;
}

/* Handles lines until the input is consumed, the peer pauses, or other peers have waited long enough; *input
 * is the rest. */
static void process_input(struct peer *peer, struct slice *input)
{
    struct rpc *rpc = peer->rpc;
    size_t mark = flush_mark(&rpc->limits);
    uint64_t started = 0;
    peer_ref(peer);
    peer->processing = true;
    for (unsigned left = LINES_A_LOOK; !peer->closed && !peer_is_paused(peer);) {
        if (peer->rate && peer->rate->left <= 0 && input->size > 0 && !rate_admit(peer->rate, peer))
            break;
        const char *from = input->data;
        if (!process_next(peer, input))
            break;
        if (rpc->secret)
            wipe_line(peer, from, input->data);
        if (!peer->closed && output_waiting(&peer->output) > mark)
            peer_flush(peer);
        if (--left > 0)
            continue;
        if (turn_is_over(&started))
            break;
        left = LINES_A_LOOK;
    }
    peer->processing = false;
    peer_unref(peer);
}

static void process_end(struct peer *peer)
{
    struct slice line;
    if (peer->closed || !peer->ended || peer->backlog.size > 0 || peer_is_paused(peer))
        return;
    if (framer_finish(&peer->framer, &line) != FRAME_LINE)
        return;
    peer->processing = true;
    process_line(peer, line, true);
    if (peer->rpc->secret)
        wipe_line(peer, NULL, NULL);
    peer->processing = false;
}

/* Removes the handled bytes, moves the rest to the front, and wipes the old copy. */
static void consume_backlog(struct peer *peer, size_t left)
{
    struct buf *backlog = &peer->backlog;
    size_t before = backlog->size;
    buf_consume(backlog, before - left);
    wipe(backlog->data + backlog->size, backlog->data + before);
}

void peer_process_backlog(struct peer *peer)
{
    struct slice input = buf_slice(&peer->backlog);
    peer_ref(peer);
    process_input(peer, &input);
    consume_backlog(peer, input.size);
    if (peer->backlog.size == 0)
        buf_clear(&peer->backlog);
    process_end(peer);
    if (!peer->closed)
        peer_flush(peer);
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
    if (message.msg_flags & MSG_CTRUNC) /* there was no room for them */
        tell_dropped(peer);
    return n;
}

static void on_readable(struct peer *peer)
{
    ssize_t n = read_some(peer);
    if (n == -EAGAIN || n == -EINTR)
        return;
    if (n < 0) {
        peer_close(peer, n == -ECONNRESET ? "the other side has disconnected" : strerror((int)-n));
        return;
    }
    if (n == 0) {
        peer->ended = true;
        process_end(peer);
        peer_flush(peer);
        return;
    }
    peer->rpc->received_ms = clock_epoch_ms();
    struct slice input = {peer->rpc->read_buffer, (size_t)n};
    process_input(peer, &input);
    if (!peer->closed && input.size > 0 && buf_append_slice(&peer->backlog, input) < 0)
        peer_close(peer, "out of memory for its input");
    wipe(input.data, input.data + input.size); /* the backlog has a copy, or the bytes were handled */
    /* Large output is sent while it is in the CPU cache. Small output is flushed after all readable input of
     * this turn was handled, which wakes a waiting client once instead of once for each connection. */
    if (output_waiting(&peer->output) >= MUCH_BYTES)
        peer_flush(peer);
    else if (!peer->closed)
        rpc_make_dirty(peer->rpc, peer);
}

void peer_hear_out(struct peer *peer)
{
    if (!peer->events || !peer->events->complained || peer->processing)
        return;
    output_clear(&peer->output);
    for (int rounds = 0; rounds < LAST_ROUNDS && !peer->closed && !peer_is_paused(peer); rounds++) {
        struct slice input = buf_slice(&peer->backlog);
        if (input.size > 0) {
            process_input(peer, &input);
            consume_backlog(peer, input.size);
            continue;
        }
        ssize_t n = read_some(peer);
        if (n <= 0 || buf_append(&peer->backlog, peer->rpc->read_buffer, (size_t)n) < 0)
            return;
        wipe(peer->rpc->read_buffer, peer->rpc->read_buffer + n);
    }
}

void peer_on_poll(uv_poll_t *poll, int status, int events)
{
    struct peer *peer = peer_ref(poll->data);
    if (peer->cut) {
        peer_flush(peer); /* closes it */
        peer_unref(peer);
        return;
    }
    if (status < 0) { /* libuv has stopped the handle; data that was received before the error can still be read */
        bool reading = peer->polled & UV_READABLE;
        peer->polled = 0;
        if (reading)
            on_readable(peer);
        else
            peer_close(peer, uv_strerror(status));
        peer_settle(peer);
    }
    if (!peer->closed && (events & UV_WRITABLE))
        peer_flush(peer);
    if (!peer->closed && (events & UV_READABLE) && (peer->polled & UV_READABLE))
        on_readable(peer);
    peer_unref(peer);
}
