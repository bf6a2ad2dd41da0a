/* Sends to a peer: formats messages into its output, and writes the output to the socket. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "rpc/internal.h"
#include "json/encode.h"
#include "json/write.h"

enum { SPARE_KEPT = 16 << 10 };

void peer_flush(struct peer *peer)
{
    if (peer->closed)
        return;
    if (peer->cut) {
        if (!peer->processing) /* otherwise this is called again after processing */
            peer_close(peer, peer->end_reason);
        return;
    }
    size_t before = output_waiting(&peer->output);
    int r = output_flush(&peer->output, peer->fd);
    if (output_waiting(&peer->output) < before)
        peer->moved = true;
    if (output_waiting(&peer->output) <= peer->rpc->limits.output_pause_bytes)
        peer->lifted = 0;
    if (r < 0) {
        peer_hear_out(peer);
        peer_close(peer, r == -EPIPE || r == -ECONNRESET ? "the other side has disconnected" : strerror(-r));
        return;
    }
    if (r == 0 && peer->output.bytes.data) {
        /* The memory returns to the shared spares or is freed: an idle connection has none. */
        struct rpc *rpc = peer->rpc;
        if (rpc->spare_count < RPC_SPARES && peer->output.bytes.capacity <= SPARE_KEPT) {
            rpc->spares[rpc->spare_count++] = peer->output.bytes;
            peer->output.bytes = (struct buf){.limit = rpc->limits.output_bytes};
        } else {
            buf_reset(&peer->output.bytes, 0);
        }
    }
    peer_settle(peer);
    if (!peer->closed && peer->tell_drained && output_waiting(&peer->output) <= peer->drained_bytes) {
        peer->tell_drained = false;
        peer->events->drained(peer);
    }
}

void peer_tell_drained(struct peer *peer, size_t bytes)
{
    if (peer_is_over(peer) || !peer->events || !peer->events->drained)
        return;
    peer->tell_drained = true;
    peer->drained_bytes = bytes;
    rpc_make_dirty(peer->rpc, peer);
}

void peer_rollback(struct peer *peer, size_t start)
{
    output_cut(&peer->output, start);
}

int peer_end(struct peer *peer, size_t start, struct message_fds *fds)
{
    struct buf *bytes = &peer->output.bytes;
    int r = buf_append_char(bytes, '\n');
    if (r == 0 && output_waiting(&peer->output) > peer->rpc->limits.output_bytes)
        r = -ENOBUFS;
    if (r == 0 && fds && fds->count > 0)
        r = output_attach(&peer->output, start, fds);
    if (fds)
        message_fds_close(fds); /* descriptors that were not sent with this message are not sent with another one */
    if (r < 0) {
        if (r == -ENOBUFS)
            log_warn("connection %d: closed, it left %zu bytes unread (limit: %zu)", peer->fd,
                     output_waiting(&peer->output), peer->rpc->limits.output_bytes);
        else
            log_warn("connection %d: closed, cannot queue a message: %s", peer->fd, strerror(-r));
        peer_cut(peer, r == -ENOBUFS ? "the other side does not read" : "a message cannot be queued");
        return r;
    }
    if (peer->rpc->debug)
        debug_message(peer->rpc, peer, "->", (struct slice){bytes->data + start, bytes->size - start - 1});
    if (!peer->processing) /* otherwise it is flushed after all messages are handled */
        rpc_make_dirty(peer->rpc, peer);
    return 0;
}

/* The descriptors of peer_attach_fd(); NULL for most peers. */
static struct message_fds *attached(struct peer *peer)
{
    return peer->fds ? &peer->fds->attached : NULL;
}

int peer_end_checked(struct peer *peer, size_t start, struct message_fds *fds)
{
    const struct buf *bytes = &peer->output.bytes;
    int r = bytes->error ? bytes->error : bytes->size - start > peer->rpc->limits.line_bytes ? -EMSGSIZE : 0;
    if (r == 0)
        return peer_end(peer, start, fds);
    peer_rollback(peer, start);
    if (fds)
        message_fds_close(fds);
    return r;
}

int peer_push(struct peer *peer, struct slice line)
{
    if (peer_is_over(peer) || peer->draining)
        return -ECONNRESET;
    size_t start = peer_begin(peer);
    buf_append(&peer->output.bytes, line.data, line.size - 1);
    return peer_end(peer, start, NULL);
}

static int push_each(struct peer *peer, struct slice lines)
{
    int r = 0;
    while (lines.size > 0 && r == 0) {
        const char *end = memchr(lines.data, '\n', lines.size);
        size_t size = end ? (size_t)(end - lines.data) + 1 : lines.size;
        r = peer_push(peer, (struct slice){lines.data, size});
        lines.data += size;
        lines.size -= size;
    }
    return r;
}

int peer_push_lines(struct peer *peer, struct slice lines)
{
    if (peer_is_over(peer) || peer->draining)
        return -ECONNRESET;
    if (peer->rpc->debug)
        return push_each(peer, lines);
    if (output_waiting(&peer->output) == 0) {
        ssize_t n = send(peer->fd, lines.data, lines.size, MSG_NOSIGNAL | MSG_DONTWAIT);
        /* An error of the socket is reported again by the next flush. */
        if (n > 0) {
            lines.data += n;
            lines.size -= (size_t)n;
        }
    }
    return lines.size > 0 ? peer_push(peer, lines) : 0;
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
    if (peer_is_over(peer) || peer->draining) {
        peer_drop_attached(peer);
        return -ECONNRESET;
    }
    size_t start = peer_begin(peer);
    write_notification_head(&peer->output.bytes, method->name);
    buf_append_text(&peer->output.bytes, ",\"params\":");
    json_encode(&peer->output.bytes, method->params, params);
    buf_append_char(&peer->output.bytes, '}');
    return peer_end_checked(peer, start, attached(peer));
}

int peer_notify_text(struct peer *peer, struct slice method, struct slice params)
{
    if (peer_is_over(peer) || peer->draining) {
        peer_drop_attached(peer);
        return -ECONNRESET;
    }
    size_t start = peer_begin(peer);
    write_notification_head(&peer->output.bytes, method);
    if (params.size > 0) {
        buf_append_text(&peer->output.bytes, ",\"params\":");
        buf_append_slice(&peer->output.bytes, params);
    }
    buf_append_char(&peer->output.bytes, '}');
    return peer_end_checked(peer, start, attached(peer));
}

struct peer_fds *peer_need_fds(struct peer *peer)
{
    if (!peer->fds)
        peer->fds = calloc(1, sizeof *peer->fds);
    return peer->fds;
}

void peer_drop_attached(struct peer *peer)
{
    if (peer->fds)
        message_fds_close(&peer->fds->attached);
}

int peer_attach_fd(struct peer *peer, int fd)
{
    struct peer_fds *fds = peer_need_fds(peer);
    if (fds && !peer_is_over(peer) && fds->attached.count < RPC_FDS_MAX) {
        fds->attached.fds[fds->attached.count++] = fd;
        return 0;
    }
    close(fd);
    return !fds ? -ENOMEM : peer_is_over(peer) ? -ECONNRESET : -EMFILE;
}
