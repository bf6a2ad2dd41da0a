/* Writes the state of the daemon into a memfd: one JSON document on a line, followed by the bytes that it refers to. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/list.h"
#include "contract/agent.h"
#include "contract/daemon.h"
#include "contract/session.h"
#include "contract/task.h"
#include "contract/terminal.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/handover/handover.h"
#include "daemon/task/task.h"
#include "daemon/terminal/terminal.h"
#include "rpc/call.h"
#include "rpc/handover.h"
#include "json/encode.h"

/* --- replayed calls --- */

/* Writes the params with which the new program receives a waiting call again. Only calls that are idempotent may be
 * listed here: the second time must find what the first did, and wait again. */
int handover_replay_call(const struct call *call, struct buf *out)
{
    const struct method *method = call->method;
    struct buf nowhere = BUF_LIMITED(0);
    if (method == &daemon_restart_method)
        return 1;
    if (terminal_is_held(call) || mcp_call_waits(call))
        return json_encode(out ? out : &nowhere, method->params, call->params), 0;
    /* task.cancel and session.close have taken effect already and only wait. agent.list and agent.models start their
     * searches again. */
    if (method != &task_wait_method && method != &task_cancel_method && method != &session_close_method &&
        method != &terminal_input_method && method != &agent_list_method && method != &agent_models_method)
        return -EOPNOTSUPP;
    if (!out)
        out = &nowhere;
    if (method == &terminal_input_method) { /* the terminal hands over the bytes that are not written yet */
        struct terminal_input_params left = *(const struct terminal_input_params *)call->params;
        left.data = SLICE("");
        (void)json_encode(out, method->params, &left);
        return 0;
    }
    if (method == &task_wait_method) {
        struct task_wait_params left = task_wait_left(call);
        (void)json_encode(out, method->params, &left);
    } else {
        (void)json_encode(out, method->params, call->params);
    }
    return 0;
}

/* --- document --- */

enum { DOCUMENT_BYTES = 1 << 28, PIECES_BYTES = 1 << 30, PART_BYTES = 1 << 26 };

static int write_clients(struct daemon *daemon, struct handover_out *out, struct handover_state_clients *ret)
{
    const struct list *all = &daemon->clients.all;
    size_t count = 0;
    for (const struct list *link = all->next; link != all; link = link->next)
        count++;
    *ret = (struct handover_state_clients){.items = arena_zeroed(&out->arena, (count + 1) * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (const struct list *link = all->next; link != all; link = link->next) {
        struct handover_client *state = &ret->items[ret->count++];
        const struct client *client = list_member(link, struct client, link);
        int r = client_export(client, handover_replay_call, &out->arena, &out->pieces, state);
        if (r < 0)
            return r;
        handover_add_peer(out, &state->peer);
    }
    return 0;
}

static int write_parts(struct daemon *daemon, struct handover_out *out, struct handover_state_parts *ret)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    *ret = (struct handover_state_parts){.items = arena_zeroed(&out->arena, HANDOVER_PARTS_MAX * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (size_t i = 0; parts[i].part; i++) {
        struct buf json = BUF_LIMITED(PART_BYTES);
        int r = parts[i].part->write(parts[i].user, out, &json);
        struct slice kept = r == 0 && !json.error ? arena_copy(&out->arena, buf_slice(&json)) : (struct slice){0};
        buf_clear(&json);
        if (!kept.data)
            return r < 0 ? r : -ENOMEM;
        ret->items[ret->count++] =
            (struct handover_state_parts_pair){.key = slice_of(parts[i].part->name), .value = {.text = kept}};
    }
    return 0;
}

static void write_places(struct daemon *daemon, struct handover_out *out, struct handover_state *state)
{
    const struct daemon_socket *socket = &daemon->socket;
    state->socket = (struct handover_socket){
        .fd = daemon->listener.fd,
        .lock_fd = socket->lock_fd,
        .path = slice_of(socket->path),
        .inherited = socket->inherited,
        .device = (int64_t)socket->device,
        .inode = (int64_t)socket->inode,
    };
    state->state_fd = daemon->state_fd;
    handover_add_fd(out, daemon->listener.fd);
    handover_add_fd(out, socket->lock_fd);
    handover_add_fd(out, daemon->state_fd);
}

static int put(int fd, struct slice bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(fd, bytes.data, bytes.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        bytes = (struct slice){bytes.data + n, bytes.size - (size_t)n};
    }
    return 0;
}

static int write_memory(const struct handover_state *state, const struct handover_out *out, int *ret_fd)
{
    autoclose int fd = memfd_create("weir-handover", MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    struct buf document = BUF_LIMITED(DOCUMENT_BYTES);
    (void)json_encode(&document, &handover_state_shape, state);
    int r = buf_append_char(&document, '\n');
    if (r == 0)
        r = put(fd, buf_slice(&document));
    if (r == 0)
        r = put(fd, buf_slice(&out->pieces));
    buf_clear(&document);
    if (r == 0)
        *ret_fd = take_fd(&fd);
    return r;
}

int handover_write(struct daemon *daemon, struct handover_out *out, int *ret_fd)
{
    *out = (struct handover_out){.arena = ARENA_LIMITED(DOCUMENT_BYTES), .pieces = BUF_LIMITED(PIECES_BYTES)};
    out->pieces.traceless = true;
    struct handover_state state = {
        .version = 1,
        .program = SLICE(WEIR_VERSION),
        .frozen_ns = (int64_t)daemon->handover.frozen_ns,
        .started_ns = (int64_t)daemon->started_ns,
        .started_at_ms = daemon->started_at_ms,
        .last_subscription = (int64_t)daemon->events.last_id,
    };
    write_places(daemon, out, &state);
    int r = write_clients(daemon, out, &state.clients);
    if (r == 0)
        r = write_parts(daemon, out, &state.parts);
    if (r == 0)
        r = out->error ? out->error : out->pieces.error;
    return r < 0 ? r : write_memory(&state, out, ret_fd);
}
