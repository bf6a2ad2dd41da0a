/* daemon.restart: ports whose ACK has come keep their descriptors, and go on where they were. Others close with the old
 * program. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/handover_types.h"
#include "daemon/chat/internal.h"
#include "rpc/handover_part.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/encode.h"

enum { ARENA_BYTES = 1 << 26 };

/* --- exporting --- */

static int ready(void *user, char problem[static 256])
{
    const struct chat_ports *ports = user;
    for (const struct list *link = ports->all.next; link != &ports->all; link = link->next) {
        const struct chat_port *port = list_member(link, struct chat_port, link);
        if (port->state != CHAT_SUBMITTING && !port->page)
            continue;
        (void)snprintf(problem, 256, "a port is read for, or its task is being stored");
        return -EINPROGRESS; /* only the store has to end it */
    }
    return 0;
}

/* Live ports become ones that read the store: a group that is committed meanwhile is not lost. */
static void freeze(void *user, bool frozen)
{
    struct chat_ports *ports = user;
    ports->frozen = frozen;
    for (struct list *link = ports->all.next, *next; link != &ports->all; link = next) {
        struct chat_port *port = list_member(link, struct chat_port, link);
        next = link->next;
        if (frozen && port->state == CHAT_STREAMING && !port->behind) {
            port->behind = true;
            port->cursor = store_position(ports->store)->last;
        }
        chat_port_watch(port);
        if (!frozen)
            chat_stream_go_on(port);
    }
}

static struct handover_chat_port export_one(const struct chat_port *port, struct handover_out *out)
{
    bool has_fd = port->fd >= 0;
    struct handover_chat_port state = {
        .fd = has_fd ? port->fd : 0,
        .fd_is = has_fd ? FIELD_SET : FIELD_ABSENT,
        .client = port->client ? port->client->peer->fd : 0,
        .client_is = port->client ? FIELD_SET : FIELD_ABSENT,
        .task_id = slice_of(port->task_id),
        .thread_id = slice_of(port->thread_id),
        .task = port->task,
        .ending = port->state == CHAT_ENDING,
        .deaf = port->is_deaf,
        .received = (int64_t)port->received,
        .cursor = port->cursor,
        .index = port->chunks.index,
        .sent = (int64_t)port->chunks.sent,
        .hash = (int64_t)port->chunks.hash,
        .call = port->chunks.call,
        .said = port->chunks.said,
        .at = (int64_t)out->pieces.size,
        .bytes = (int64_t)port->out.size,
    };
    (void)buf_append_slice(&out->pieces, buf_slice(&port->out));
    if (has_fd)
        handover_add_fd(out, port->fd);
    return state;
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct chat_ports *ports = user;
    struct handover_chat_ports state = {
        .ports = {.items = arena_zeroed(&out->arena, (ports->count + 1) * sizeof *state.ports.items)}};
    if (!state.ports.items)
        return -ENOMEM;
    for (const struct list *link = ports->all.next; link != &ports->all; link = link->next) {
        const struct chat_port *port = list_member(link, struct chat_port, link);
        if (port->state == CHAT_STREAMING || port->state == CHAT_ENDING)
            state.ports.items[state.ports.count++] = export_one(port, out);
    }
    return json_encode(json, &handover_chat_ports_shape, &state);
}

/* --- importing --- */

static int decode(const yyjson_val *value, struct arena *arena, struct handover_chat_ports *ret)
{
    struct decode_error error;
    *arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    return json_decode(arena, &handover_chat_ports_shape, value, "chat", ret, &error);
}

static bool is_socket(int64_t fd)
{
    struct stat file;
    return fstat((int)fd, &file) == 0 && S_ISSOCK(file.st_mode);
}

static int check(const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_chat_ports state;
    int r = decode(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.ports.count; i++) {
        const struct handover_chat_port *port = &state.ports.items[i];
        if ((uint64_t)port->at + (uint64_t)port->bytes > pieces.size ||
            (port->fd_is == FIELD_SET && !is_socket(port->fd)))
            r = -EINVAL;
    }
    arena_clear(&arena);
    return r;
}

static int import_texts(struct chat_port *port, const struct handover_chat_port *state, struct slice pieces)
{
    memcpy(port->task_id, state->task_id.data, state->task_id.size);
    port->thread_id = strndup(state->thread_id.data, state->thread_id.size);
    port->out.limit = (size_t)state->bytes + 1;
    int r = buf_append_slice(&port->out, (struct slice){pieces.data + state->at, (size_t)state->bytes});
    return r < 0 ? r : port->thread_id ? 0 : -ENOMEM;
}

static int import_one(struct chat_ports *ports, const struct handover_chat_port *state, struct slice pieces)
{
    struct client *client = state->client_is == FIELD_SET ? client_of_fd(ports->clients, (int)state->client) : NULL;
    struct chat_port *port = chat_port_new(ports, client, SLICE(""));
    if (state->fd_is == FIELD_SET)
        (void)fcntl((int)state->fd, F_SETFD, FD_CLOEXEC);
    if (!port) {
        if (state->fd_is == FIELD_SET)
            close((int)state->fd);
        return -ENOMEM;
    }
    port->fd = state->fd_is == FIELD_SET ? (int)state->fd : -1;
    port->by_notification = port->fd < 0;
    port->state = state->ending ? CHAT_ENDING : CHAT_STREAMING;
    port->is_deaf = state->deaf;
    port->received = (size_t)state->received;
    port->behind = true;
    port->cursor = state->cursor;
    port->chunks = (struct chunk_state){.index = state->index,
                                        .sent = (uint64_t)state->sent,
                                        .hash = (uint64_t)state->hash,
                                        .call = state->call,
                                        .said = state->said};
    int r = import_texts(port, state, pieces);
    if (r == 0 && port->fd >= 0)
        r = chat_port_poll(port);
    if (r == 0 && port->by_notification && !client)
        r = -ECONNRESET;
    if (r == 0)
        chat_port_enter(port, state->task);
    else
        chat_port_close(port, strerror(-r));
    return r;
}

static int import_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct chat_ports *ports = user;
    struct arena arena;
    struct handover_chat_ports state;
    int r = decode(value, &arena, &state);
    ports->frozen = true;
    for (size_t i = 0; r == 0 && i < state.ports.count; i++)
        if (import_one(ports, &state.ports.items[i], pieces) < 0)
            log_error("chat: cannot take over the port of task %.*s", SLICE_ARG(state.ports.items[i].task_id));
    arena_clear(&arena);
    return r;
}

/* Sends what was left, and reads on. */
static void resume_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct chat_ports *ports = user;
    (void)value;
    (void)pieces;
    ports->frozen = false;
    for (struct list *link = ports->all.next, *next; link != &ports->all; link = next) {
        next = link->next;
        chat_port_flush(list_member(link, struct chat_port, link));
    }
}

const struct handover_part chat_handover = {
    .name = "chat",
    .ready = ready,
    .freeze = freeze,
    .write = export_all,
    .check = check,
    .take = import_all,
    .resume = resume_all,
};
