#include "rpc/handover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"
#include "rpc/internal.h"
#include "json/write.h"

bool peer_is_at_rest(const struct peer *peer, call_again_fn again, const struct call **ret_call)
{
    *ret_call = NULL;
    if (peer->parsing || peer->processing || peer->draining || peer->cut ||
        (peer->fds && peer->fds->attached.count > 0))
        return false;
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
        const struct call *call = list_member(link, struct call, link);
        int r = call->held ? -EBUSY : again(call, NULL);
        if (r < 0 || (r > 0 && call->batch)) {
            *ret_call = call;
            return false;
        }
    }
    return true;
}

/* --- export --- */

static void write_call(const struct call *call, call_again_fn again, struct buf *out)
{
    buf_append_text(out, "{\"jsonrpc\":\"2.0\",");
    if (call->id.size > 0) {
        buf_append_text(out, "\"id\":");
        buf_append_slice(out, call->id);
        buf_append_char(out, ',');
    }
    buf_append_text(out, "\"method\":");
    json_write_string(out, call->method->name);
    buf_append_text(out, ",\"params\":");
    (void)again(call, out);
    buf_append_char(out, '}');
}

/* Writes a batch, at its first waiting call, as one array of all of its waiting calls. */
static void write_batch(const struct peer *peer, const struct call *first, call_again_fn again, struct buf *out)
{
    char before = '[';
    for (const struct list *link = &first->link; link != &peer->waiting; link = link->next) {
        const struct call *call = list_member(link, struct call, link);
        if (call->batch != first->batch)
            continue;
        buf_append_char(out, before);
        write_call(call, again, out);
        before = ',';
    }
    buf_append_char(out, ']');
}

static bool is_first_of_batch(const struct peer *peer, const struct call *wanted)
{
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
        const struct call *call = list_member(link, struct call, link);
        if (call->batch == wanted->batch)
            return call == wanted;
    }
    return false;
}

static void export_call(const struct peer *peer, const struct call *call, call_again_fn again, struct buf *pieces,
                        struct handover_peer *state)
{
    struct handover_replay replay = {.batch = call->batch != NULL};
    if (again(call, NULL) > 0) {
        if (call->id.size > 0)
            state->owed.items[state->owed.count++] = call->id;
        return;
    }
    if (call->batch && !is_first_of_batch(peer, call))
        return;
    size_t start = pieces->size;
    if (call->batch) {
        buf_append_slice(pieces, buf_slice(&call->batch->answers));
        replay.answers_bytes = (int64_t)(pieces->size - start);
        replay.too_long = call->batch->too_long;
        start = pieces->size;
        write_batch(peer, call, again, pieces);
    } else {
        write_call(call, again, pieces);
    }
    replay.bytes = (int64_t)(pieces->size - start);
    state->replays.items[state->replays.count++] = replay;
}

static int export_calls(const struct peer *peer, call_again_fn again, struct arena *arena, struct buf *pieces,
                        struct handover_peer *state)
{
    state->replays.items = arena_zeroed(arena, (peer->waiting_count + 1) * sizeof *state->replays.items);
    state->owed.items = arena_zeroed(arena, (peer->waiting_count + 1) * sizeof *state->owed.items);
    if (!state->replays.items || !state->owed.items)
        return -ENOMEM;
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next)
        export_call(peer, list_member(link, struct call, link), again, pieces, state);
    return 0;
}

static int export_fds(struct arena *arena, const struct message_fds *set, struct handover_descriptors *ret)
{
    *ret = (struct handover_descriptors){.items = arena_zeroed(arena, (set->count + 1) * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (unsigned i = 0; i < set->count; i++)
        ret->items[ret->count++] = set->fds[i];
    return 0;
}

static int export_carriers(const struct output *output, struct arena *arena, struct handover_peer_carriers *ret)
{
    size_t count = 0;
    for (const struct output_mark *mark = output->marks; mark; mark = mark->next)
        count++;
    *ret = (struct handover_peer_carriers){.items = arena_zeroed(arena, (count + 1) * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (const struct output_mark *mark = output->marks; mark; mark = mark->next) {
        struct handover_carrier *carrier = &ret->items[ret->count++];
        carrier->start = (int64_t)(mark->start - output->sent);
        carrier->end = (int64_t)(mark->end - output->sent);
        int r = export_fds(arena, &mark->set, &carrier->descriptors);
        if (r < 0)
            return r;
    }
    return 0;
}

int peer_export(const struct peer *peer, call_again_fn again, struct arena *arena, struct buf *pieces,
                struct handover_peer *ret_state)
{
    static const struct message_fds none = {.count = 0};
    struct slice partial = buf_slice(&peer->framer.partial);
    if (peer->framer.complete) /* the line has been handled */
        partial.size = 0;
    *ret_state = (struct handover_peer){
        .fd = peer->fd,
        .caller = (int64_t)peer->caller,
        .next_id = (int64_t)peer->next_id,
        .ended = peer->ended,
        .unread = peer->unread,
        .skipping = peer->framer.skipping,
        .at = (int64_t)pieces->size,
        .partial_bytes = (int64_t)partial.size,
        .backlog_bytes = (int64_t)peer->backlog.size,
        .output_bytes = (int64_t)output_waiting(&peer->output),
    };
    int r = export_calls(peer, again, arena, pieces, ret_state);
    if (r == 0)
        r = export_carriers(&peer->output, arena, &ret_state->carriers);
    if (r == 0)
        r = export_fds(arena, peer->fds ? &peer->fds->next : &none, &ret_state->next_descriptors);
    if (r == 0)
        r = export_fds(arena, peer->fds ? &peer->fds->arriving : &none, &ret_state->arriving_descriptors);
    buf_append_slice(pieces, partial);
    buf_append_slice(pieces, buf_slice(&peer->backlog));
    if (output_waiting(&peer->output) > 0)
        buf_append(pieces, peer->output.bytes.data + peer->output.sent, output_waiting(&peer->output));
    return r < 0 ? r : pieces->error;
}

/* --- layout of the bytes --- */

static bool take(struct slice *pieces, int64_t size, struct slice *ret_piece)
{
    if (size < 0 || (uint64_t)size > pieces->size)
        return false;
    *ret_piece = (struct slice){pieces->data, (size_t)size};
    *pieces = (struct slice){pieces->data + size, pieces->size - (size_t)size};
    return true;
}

static bool begin(const struct handover_peer *state, struct slice *pieces)
{
    struct slice before;
    return take(pieces, state->at, &before);
}

static bool skip_replays(const struct handover_peer *state, struct slice *pieces)
{
    struct slice skipped;
    for (size_t i = 0; i < state->replays.count; i++) {
        const struct handover_replay *replay = &state->replays.items[i];
        if (!take(pieces, replay->answers_bytes, &skipped) || !take(pieces, replay->bytes, &skipped))
            return false;
    }
    return true;
}

void peer_handover_fds(const struct handover_peer *state, void (*each)(void *user, int fd), void *user)
{
    each(user, (int)state->fd);
    for (size_t i = 0; i < state->carriers.count; i++)
        for (size_t k = 0; k < state->carriers.items[i].descriptors.count; k++)
            each(user, (int)state->carriers.items[i].descriptors.items[k]);
    for (size_t i = 0; i < state->next_descriptors.count; i++)
        each(user, (int)state->next_descriptors.items[i]);
    for (size_t i = 0; i < state->arriving_descriptors.count; i++)
        each(user, (int)state->arriving_descriptors.items[i]);
}

static void check_fd(void *user, int fd)
{
    if (fcntl(fd, F_GETFD) < 0)
        *(bool *)user = false;
}

static bool carriers_fit(const struct handover_peer *state)
{
    int64_t at = 0;
    for (size_t i = 0; i < state->carriers.count; i++) {
        const struct handover_carrier *carrier = &state->carriers.items[i];
        if (carrier->start < at || carrier->end <= carrier->start || carrier->end > state->output_bytes ||
            carrier->descriptors.count > RPC_FDS_MAX)
            return false;
        at = carrier->end;
    }
    return state->next_descriptors.count <= RPC_FDS_MAX && state->arriving_descriptors.count <= RPC_FDS_MAX;
}

int peer_check(const struct handover_peer *state, struct slice pieces)
{
    struct slice piece;
    struct stat info;
    bool open = true;
    if (!begin(state, &pieces) || !skip_replays(state, &pieces) || !take(&pieces, state->partial_bytes, &piece) ||
        !take(&pieces, state->backlog_bytes, &piece) || !take(&pieces, state->output_bytes, &piece))
        return -EINVAL;
    peer_handover_fds(state, check_fd, &open);
    if (!open || !carriers_fit(state) || fstat((int)state->fd, &info) < 0 || !S_ISSOCK(info.st_mode))
        return -EINVAL;
    return 0;
}

/* --- import --- */

static void close_on_exec(void *user, int fd)
{
    (void)user;
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void close_other(void *user, int fd)
{
    if (fd != *(const int *)user)
        close(fd);
}

static void close_any(void *user, int fd)
{
    (void)user;
    close(fd);
}

void peer_handover_close(const struct handover_peer *state)
{
    peer_handover_fds(state, close_any, NULL);
}

static struct message_fds import_fds(const struct handover_descriptors *from)
{
    struct message_fds set = {.count = 0};
    for (size_t i = 0; i < from->count && set.count < RPC_FDS_MAX; i++)
        set.fds[set.count++] = (int)from->items[i];
    return set;
}

/* The buffer may exceed the limit of the current configuration: the bytes were accepted before. */
static int fill(struct buf *buf, struct slice bytes)
{
    if (buf->limit < bytes.size)
        buf->limit = bytes.size;
    return bytes.size > 0 ? buf_append_slice(buf, bytes) : 0;
}

static int import_output(struct output *output, const struct handover_peer *state)
{
    struct output_mark **end = &output->marks;
    for (size_t i = 0; i < state->carriers.count; i++) {
        struct output_mark *mark = calloc(1, sizeof *mark);
        if (!mark)
            return -ENOMEM;
        *mark = (struct output_mark){.start = (size_t)state->carriers.items[i].start,
                                     .end = (size_t)state->carriers.items[i].end,
                                     .set = import_fds(&state->carriers.items[i].descriptors)};
        *end = mark;
        end = &mark->next;
    }
    return 0;
}

static int import_bytes(struct peer *peer, const struct handover_peer *state, struct slice pieces)
{
    struct slice partial, backlog, output;
    if (!begin(state, &pieces) || !skip_replays(state, &pieces) || !take(&pieces, state->partial_bytes, &partial) ||
        !take(&pieces, state->backlog_bytes, &backlog) || !take(&pieces, state->output_bytes, &output))
        return -EINVAL;
    int r = fill(&peer->framer.partial, partial);
    if (r == 0)
        r = fill(&peer->backlog, backlog);
    if (r == 0)
        r = fill(&peer->output.bytes, output);
    secret_clear_registers(); /* the bytes may include a key */
    if (output.size > 0)
        output_keep_secret(&peer->output); /* it is not known whether the bytes include a secret */
    return r < 0 ? r : import_output(&peer->output, state);
}

int peer_import(struct rpc *rpc, const struct handover_peer *state, struct slice pieces,
                const struct dispatch *dispatch, const struct peer_events *events, void *user, struct peer **ret_peer)
{
    struct peer *peer;
    peer_handover_fds(state, close_on_exec, NULL);
    int r = peer_new(rpc, (int)state->fd, (enum caller)state->caller, dispatch, events, user, &peer);
    if (r < 0) { /* the socket is closed */
        int socket = (int)state->fd;
        peer_handover_fds(state, close_other, &socket);
        return r;
    }
    peer->next_id = (uint64_t)state->next_id;
    peer->ended = state->ended;
    peer->unread = state->unread;
    peer->framer.skipping = state->skipping;
    r = import_bytes(peer, state, pieces);
    if (r == 0 && (state->next_descriptors.count > 0 || state->arriving_descriptors.count > 0)) {
        r = peer_need_fds(peer) ? 0 : -ENOMEM;
        if (r == 0) {
            peer->fds->next = import_fds(&state->next_descriptors);
            peer->fds->arriving = import_fds(&state->arriving_descriptors);
        }
    }
    if (r < 0) {
        peer->events = NULL; /* its owner does not know it yet */
        peer_close(peer, "cannot import the connection");
        return r;
    }
    *ret_peer = peer;
    return 0;
}

void peer_replay(struct peer *peer, const struct handover_peer *state, struct slice pieces)
{
    struct slice answers, line;
    if (!begin(state, &pieces))
        return;
    peer_ref(peer);
    peer->processing = true;
    for (size_t i = 0; i < state->replays.count && !peer_is_over(peer); i++) {
        const struct handover_replay *replay = &state->replays.items[i];
        struct batch *batch = replay->batch ? batch_new(peer) : NULL;
        if (!take(&pieces, replay->answers_bytes, &answers) || !take(&pieces, replay->bytes, &line) ||
            (replay->batch && !batch))
            break;
        if (batch && answers.size > 0)
            buf_append_slice(&batch->answers, answers);
        if (batch)
            batch->too_long = replay->too_long;
        receive_again(peer, line, batch);
    }
    peer->processing = false;
    if (!peer->closed)
        peer_flush(peer);
    peer_unref(peer);
}
