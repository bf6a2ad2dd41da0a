/* Ports: from the call that makes one to the last chunk. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/chat.h"
#include "daemon/chat/internal.h"
#include "daemon/task/task.h"
#include "rpc/peer.h"
#include "json/write.h"

/* --- finding --- */

static struct list *slot_of(struct chat_ports *ports, int64_t task)
{
    return &ports->slots[(uint64_t)task % CHAT_SLOTS];
}

void chat_port_enter(struct chat_port *port, int64_t task)
{
    port->task = task;
    list_append(slot_of(port->ports, task), &port->slot);
}

struct chat_port *chat_port_find(const struct chat_ports *ports, const struct client *client, struct slice task_id)
{
    for (struct list *link = ports->all.next; link != &ports->all; link = link->next) {
        struct chat_port *port = list_member(link, struct chat_port, link);
        if (port->client == client && port->state == CHAT_WAITING && slice_is(task_id, port->task_id))
            return port;
    }
    return NULL;
}

/* --- making and freeing --- */

static void drop_message(struct chat_port *port)
{
    port->ports->held_bytes -= port->content.size;
    free((char *)port->content.data);
    port->content = (struct slice){0};
    free(port->submission);
    port->submission = NULL;
    arena_clear(&port->arena);
}

struct chat_port *chat_port_new(struct chat_ports *ports, struct client *client, struct slice content)
{
    struct chat_port *port = calloc(1, sizeof *port);
    char *copy = malloc(content.size + 1);
    if (!port || !copy) {
        free(port);
        free(copy);
        return NULL;
    }
    slice_copy(copy, content);
    *port = (struct chat_port){.ports = ports,
                               .client = client,
                               .fd = -1,
                               .client_fd = -1,
                               .content = {copy, content.size},
                               .chunks = {.index = -1}};
    list_init(&port->slot);
    list_init(&port->dirty);
    list_append(&ports->all, &port->link);
    list_init(&port->of_client);
    if (client)
        list_append(&client->chats, &port->of_client);
    ports->count++;
    ports->held_bytes += content.size;
    return port;
}

static void on_handle_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Closes what the client sees of it. Unread input would turn the end of the stream into an error for the client. */
static void shut(struct chat_port *port)
{
    char bytes[512];
    (void)timers_unset(&port->ports->rpc->timers, &port->deadline);
    for (size_t i = 0; port->fd >= 0 && i < CHAT_AFTER_ACK_BYTES / sizeof bytes; i++)
        if (recv(port->fd, bytes, sizeof bytes, MSG_DONTWAIT) <= 0)
            break;
    if (port->polled)
        (void)uv_poll_stop(&port->poll);
    port->polled = 0;
    if (port->fd >= 0)
        close(port->fd);
    if (port->client_fd >= 0)
        close(port->client_fd);
    port->fd = port->client_fd = -1;
}

void chat_port_close(struct chat_port *port, const char *why)
{
    struct chat_ports *ports = port->ports;
    if (why)
        log_warn("chat: closed the port of task %s: %s", port->task_id, why);
    shut(port);
    port->closing = true;
    if (port->state == CHAT_SUBMITTING)
        return; /* the store still has it */
    chat_page_abandon(port->page);
    drop_message(port);
    buf_clear(&port->out);
    free(port->thread_id);
    list_remove(&port->link);
    list_remove(&port->of_client);
    list_remove(&port->slot);
    list_remove(&port->dirty);
    ports->count--;
    if (port->has_poll)
        uv_close((uv_handle_t *)&port->poll, on_handle_closed);
    else
        free(port);
}

/* --- the socket --- */

int chat_port_open(struct chat_port *port)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
        return -errno;
    port->fd = fds[0];
    port->client_fd = fds[1];
    return chat_port_poll(port);
}

static void on_poll(uv_poll_t *poll, int status, int events);

int chat_port_poll(struct chat_port *port)
{
    int r = uv_poll_init(port->ports->rpc->loop, &port->poll, port->fd);
    port->poll.data = port;
    port->has_poll = r == 0;
    return r;
}

void chat_port_watch(struct chat_port *port)
{
    int events = 0;
    if (!port->has_poll || port->fd < 0)
        return;
    if (!port->ports->frozen) {
        events |= port->is_deaf ? 0 : UV_READABLE;
        events |= port->out.size > 0 ? UV_WRITABLE : 0;
    }
    if (events == port->polled)
        return;
    port->polled = events;
    if (events)
        (void)uv_poll_start(&port->poll, events, on_poll);
    else
        (void)uv_poll_stop(&port->poll);
}

static bool is_hung_up(const struct chat_port *port)
{
    struct pollfd look = {.fd = port->fd};
    return poll(&look, 1, 0) > 0 && (look.revents & (POLLHUP | POLLERR));
}

/* A client may shut down its sending side after the ACK, and still read. */
static void receive_end(struct chat_port *port)
{
    if (port->state == CHAT_WAITING)
        chat_port_close(port, "the client closed it without an ACK");
    else if (is_hung_up(port))
        chat_port_close(port, NULL);
    else {
        port->is_deaf = true;
        chat_port_watch(port);
    }
}

static void receive_ack(struct chat_port *port, const char *bytes, size_t size)
{
    static const char ack[] = "ACK";
    for (size_t i = 0; i < size && port->received < sizeof ack - 1; i++)
        if (bytes[i] != ack[port->received++]) {
            chat_port_close(port, "the client sent something else than ACK");
            return;
        }
    if (port->received == sizeof ack - 1)
        chat_port_acknowledge(port);
}

static void receive(struct chat_port *port)
{
    char bytes[512];
    ssize_t n = recv(port->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n < 0) {
        chat_port_close(port, port->state == CHAT_WAITING ? strerror(errno) : NULL);
    } else if (n == 0) {
        receive_end(port);
    } else if (port->state == CHAT_WAITING) {
        receive_ack(port, bytes, (size_t)n);
    } else {
        port->received += (size_t)n;
        if (port->received > CHAT_AFTER_ACK_BYTES && port->state != CHAT_ENDING)
            chat_port_fail(port, "the client sent data after the ACK");
    }
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct chat_port *port = poll->data;
    if (status < 0)
        chat_port_close(port, strerror(-status));
    else if (events & UV_WRITABLE)
        chat_port_flush(port);
    else
        receive(port);
}

/* --- sending --- */

size_t chat_port_unsent(const struct chat_port *port)
{
    if (port->by_notification)
        return port->client ? peer_unsent(port->client->peer) : 0;
    return port->out.size;
}

static void notify(struct chat_port *port, struct slice chunk)
{
    struct chat_stream_chunk_params params = {
        .task_id = slice_of(port->task_id), .thread_id = slice_of(port->thread_id), .chunk = {.text = chunk}};
    struct buf line = BUF_LIMITED(port->ports->rpc->limits.output_bytes);
    if (!port->client)
        return;
    if (rpc_format_event(&line, &chat_stream_chunk_event, &params) == 0)
        (void)peer_push(port->client->peer, buf_slice(&line));
    else
        log_error("chat: a chunk of task %s is too long", port->task_id);
    buf_clear(&line);
}

void chat_port_put(struct chat_port *port, struct slice chunk)
{
    if (port->by_notification) {
        notify(port, chunk);
        return;
    }
    port->out.limit = port->out.size + chunk.size + 16;
    (void)buf_append_text(&port->out, "data: ");
    (void)buf_append_slice(&port->out, chunk);
    (void)buf_append_text(&port->out, "\n\n");
}

void chat_port_put_last(struct chat_port *port, struct slice chunk)
{
    chat_port_put(port, chunk);
    port->state = CHAT_ENDING;
}

void chat_port_fail(struct chat_port *port, const char *sentence)
{
    struct buf chunk = BUF_LIMITED(4096);
    chunk_write_error(slice_of(sentence), &chunk);
    chat_port_put_last(port, buf_slice(&chunk));
    buf_clear(&chunk);
    chat_port_flush(port);
}

/* Sends what the socket takes. Negative: the client has closed it. */
static int send_some(struct chat_port *port)
{
    size_t sent = 0;
    while (sent < port->out.size) {
        ssize_t n = send(port->fd, port->out.data + sent, port->out.size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN)
            return -errno;
        if (n < 0)
            break;
        sent += (size_t)n;
    }
    if (sent == port->out.size)
        buf_reset(&port->out, 0);
    else
        buf_consume(&port->out, sent);
    return 0;
}

void chat_port_flush(struct chat_port *port)
{
    if (!port->by_notification && (port->out.error || send_some(port) < 0)) {
        chat_port_close(port, port->out.error ? "out of memory" : NULL);
        return;
    }
    if (port->state == CHAT_ENDING && (port->by_notification || port->out.size == 0)) {
        chat_port_close(port, NULL);
        return;
    }
    chat_port_watch(port);
    chat_stream_go_on(port);
}

/* --- the gate --- */

static void on_no_ack(struct deadline *deadline)
{
    chat_port_close(list_member(deadline, struct chat_port, deadline), "no ACK has come within 5 s");
}

void chat_port_wait(struct chat_port *port)
{
    port->state = CHAT_WAITING;
    port->deadline.expired = on_no_ack;
    if (timers_set(&port->ports->rpc->timers, &port->deadline, CHAT_ACK_MS) < 0)
        chat_port_close(port, "out of memory");
    else
        chat_port_watch(port);
}

static int submit(struct store_change *change, struct store_tx *tx)
{
    struct chat_port *port = list_member(change, struct chat_port, submit);
    const struct task_submit_params params = {
        .prompt = port->content, .session_id = slice_of(port->thread_id), .session_id_is = FIELD_SET};
    arena_reset(&port->arena);
    return submission_write(tx, &port->arena, port->submission, &params);
}

static void on_submitted(struct store_change *change)
{
    struct chat_port *port = list_member(change, struct chat_port, submit);
    struct chat_ports *ports = port->ports;
    char sentence[256];
    int64_t task = port->submission->task_no;
    port->state = CHAT_STREAMING;
    if (change->status < 0)
        submission_explain(port->submission, ports->store, change->status, sentence);
    else
        task_queue_wake(ports->tasks);
    drop_message(port);
    if (port->closing)
        chat_port_close(port, NULL);
    else if (change->status < 0)
        chat_port_fail(port, sentence);
    else
        chat_port_enter(port, task);
}

void chat_port_acknowledge(struct chat_port *port)
{
    struct chat_ports *ports = port->ports;
    (void)timers_unset(&ports->rpc->timers, &port->deadline);
    port->state = CHAT_STREAMING;
    if (ports->stopping || !store_is_open(ports->store)) {
        chat_port_fail(port, ports->stopping ? "the daemon is stopping" : "the store is not open");
        return;
    }
    if (port->resumes) {
        port->behind = port->unbegun = true;
        port->cursor = store_position(ports->store)->first - 1;
        chat_port_enter(port, port->task);
        chat_stream_go_on(port);
        return;
    }
    port->state = CHAT_SUBMITTING;
    port->arena = (struct arena)ARENA_LIMITED(CHAT_ARENA_BYTES);
    port->submit = (struct store_change){.apply = submit, .done = on_submitted};
    (void)store_write(ports->store, &port->submit);
}

/* --- all ports --- */

static int on_client_opened(void *user, struct client *client)
{
    (void)user;
    list_init(&client->chats);
    return 0;
}

static int on_client_taken(void *user, struct client *client, const struct handover_client *state)
{
    (void)state; /* ports are imported by themselves */
    return on_client_opened(user, client);
}

static void on_client_closed(void *user, struct client *client)
{
    (void)user;
    while (client->chats.next && !list_is_empty(&client->chats)) {
        struct chat_port *port = list_member(client->chats.next, struct chat_port, of_client);
        list_remove(&port->of_client);
        port->client = NULL;
        if (port->by_notification || port->state == CHAT_WAITING)
            chat_port_close(port, port->state == CHAT_WAITING ? "the client has disconnected without an ACK" : NULL);
    }
}

void chat_init(struct chat_ports *ports)
{
    list_init(&ports->all);
    list_init(&ports->dirty);
    for (size_t i = 0; i < CHAT_SLOTS; i++)
        list_init(&ports->slots[i]);
    ports->part = (struct client_part){.user = ports,
                                       .opened = on_client_opened,
                                       .closed = on_client_closed,
                                       .drained = chat_stream_drained,
                                       .take = on_client_taken};
    ports->scratch = (struct arena)ARENA_LIMITED(ports->rpc->limits.parse_bytes);
    client_add_part(ports->clients, &ports->part);
}

static void end_each(struct chat_ports *ports, bool waiting_only, const char *sentence)
{
    for (struct list *link = ports->all.next, *next; link != &ports->all; link = next) {
        struct chat_port *port = list_member(link, struct chat_port, link);
        next = link->next;
        if (port->state == CHAT_WAITING)
            chat_port_close(port, "the daemon stops, and no ACK has come");
        else if (!waiting_only && port->state == CHAT_STREAMING)
            chat_port_fail(port, sentence);
    }
}

void chat_stop(struct chat_ports *ports)
{
    ports->stopping = true;
    end_each(ports, true, NULL);
}

void chat_end(struct chat_ports *ports)
{
    end_each(ports, false, "the daemon stops; chat:getThread has the messages");
}

void chat_clear(struct chat_ports *ports)
{
    while (ports->all.next && !list_is_empty(&ports->all)) {
        struct chat_port *port = list_member(ports->all.next, struct chat_port, link);
        port->state = CHAT_ENDING; /* no call and no change is left that could have it */
        chat_port_close(port, NULL);
    }
    arena_clear(&ports->scratch);
}
