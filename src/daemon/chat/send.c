/* chat:sendMessage, chat:resume and chat:ack. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "contract/chat.h"
#include "daemon/chat/internal.h"
#include "daemon/session/session.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "daemon/task/task.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"

/* A message whose thread is being found or made. Stored in request->more, of which only the used part is copied. */
struct sending {
    struct slice thread_id;
    struct submission submission;
};

/* --- on a thread of the store --- */

static int find_thread(struct store_request *request, struct store_tx *tx)
{
    const struct chat_send_message_params *params = request->call->params;
    struct sending *sending = request->more;
    struct store_session session = {0};
    int r = submission_find_session(tx, &request->arena, &sending->submission, params->thread_id, &session);
    if (r == 0 && params->app_id_is == FIELD_SET && !slice_equal(session.record.app_id, params->app_id))
        r = submission_refuse(&sending->submission, ERROR_SESSION_NOT_FOUND); /* a thread of somebody else */
    if (r == 0)
        r = submission_check_room(tx, &sending->submission);
    sending->thread_id = session.record.id;
    return r;
}

/* Without a title, which would show a message that is not stored. */
static int make_thread(struct store_request *request, struct store_tx *tx)
{
    const struct chat_send_message_params *params = request->call->params;
    struct sending *sending = request->more;
    struct store_session session = {0};
    struct store_app app;
    int r = params->app_id_is == FIELD_SET ? store_app_find(tx, params->app_id, &request->arena, &app) : 0;
    if (r == -ENOENT)
        return submission_refuse(&sending->submission, ERROR_APP_NOT_FOUND);
    if (params->app_id_is == FIELD_SET)
        sending->submission.app_id = params->app_id;
    if (r == 0)
        r = submission_check_room(tx, &sending->submission);
    if (r == 0)
        r = submission_new_session(request, tx, &sending->submission, SLICE(""), &session);
    sending->thread_id = session.record.id;
    return r;
}

/* --- on the loop thread --- */

static int send_port(struct chat_port *port)
{
    struct peer *peer = port->client->peer;
    struct buf params = BUF_LIMITED(4096);
    int r = json_encode(
        &params, chat_stream_port_event.params,
        &(struct chat_stream_port_params){.thread_id = slice_of(port->thread_id), .task_id = slice_of(port->task_id)});
    if (r == 0 && !port->by_notification) {
        r = peer_attach_fd(peer, port->client_fd);
        port->client_fd = -1;
    }
    if (r == 0)
        r = peer_notify_text(peer, chat_stream_port_event.name, buf_slice(&params));
    buf_clear(&params);
    return r;
}

static int open_port(struct chat_port *port)
{
    const struct client *client = port->client;
    port->by_notification = client->takes_no_descriptors || client->peer->caller != CALLER_CLIENT;
    int r = port->by_notification ? 0 : chat_port_open(port);
    return r < 0 ? r : send_port(port);
}

static int keep_submission(struct chat_port *port, const struct sending *sending)
{
    size_t size = submission_size(&sending->submission);
    port->submission = malloc(size);
    port->thread_id = strndup(sending->thread_id.data, sending->thread_id.size);
    if (!port->submission || !port->thread_id)
        return -ENOMEM;
    memcpy(port->submission, &sending->submission, size);
    int r = id_make(&port->ports->ids, "task_", port->task_id);
    port->submission->reserved_id = slice_of(port->task_id);
    return r;
}

static bool makes_port(const struct method *method)
{
    return method == &chat_send_message_method || method == &chat_resume_method;
}

/* Calls of this client that will make a port. */
static size_t count_waiting(const struct peer *peer)
{
    size_t count = 0;
    for (const struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next)
        count += makes_port(list_member(link, struct call, link)->method);
    return count;
}

/* Whether there is room for another port; if not, the call is answered. `coming`: ports that the client gets before. */
static bool has_room(const struct chat_ports *ports, struct call *call, size_t coming, struct slice content)
{
    const struct client *client = client_of(call);
    size_t own = coming;
    for (const struct list *link = client->chats.next; link != &client->chats; link = link->next)
        own++;
    if (own >= (size_t)ports->settings->chat.ports_per_client)
        (void)call_fail(call, ERROR_TOO_MANY_PORTS,
                        "this connection has %zu open ports (limit: chat.portsPerClient); read or close some of them",
                        own);
    else if (ports->count >= (size_t)ports->settings->chat.ports)
        (void)call_fail(call, ERROR_TOO_MANY_PORTS, "%zu ports are open (limit: chat.ports)", ports->count);
    else if (ports->held_bytes + content.size > CHAT_HELD_BYTES)
        (void)call_fail(call, ERROR_TOO_MANY_PORTS, "the messages that wait for an ACK have %zu bytes, the limit is %d",
                        ports->held_bytes, CHAT_HELD_BYTES);
    else
        return true;
    return false;
}

/* Makes the port and sends it. The caller closes *ret_port on failure, if it is set. */
static int make_port(struct store_request *request, struct chat_port **ret_port)
{
    const struct chat_send_message_params *params = request->call->params;
    struct client *client = client_of(request->call);
    struct chat_port *port = chat_port_new(chat_ports_of(request->call), client, params->content);
    if (!port)
        return -ENOMEM;
    *ret_port = port;
    int r = keep_submission(port, request->more);
    return r < 0 ? r : open_port(port);
}

static void answer_send(struct store_request *request)
{
    const struct sending *sending = request->more;
    const struct chat_send_message_params *params = request->call->params;
    struct chat_port *port = NULL;
    if (request->call->answered) /* the client has disconnected or cancelled it */
        return;
    if (request->status < 0) {
        submission_fail(request->call, &sending->submission, request->status);
        return;
    }
    if (!has_room(chat_ports_of(request->call), request->call, 0, params->content))
        return;
    int r = make_port(request, &port);
    if (r < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot make a port: %s", strerror(-r));
    else
        r = chat_send_message_reply(request->call,
                                    &(struct chat_send_message_result){.thread_id = slice_of(port->thread_id),
                                                                       .task_id = slice_of(port->task_id)});
    if (r == 0)
        chat_port_wait(port);
    else if (port)
        chat_port_close(port, NULL);
}

int chat_send_message(struct call *call, const struct chat_send_message_params *params)
{
    bool is_new = params->thread_id_is != FIELD_SET;
    struct sending sending = {.thread_id = {0}};
    if (submission_begin(call, is_new ? session_default_directory(session_keeper_of(call)) : SLICE(""), NULL,
                         &sending.submission) > 0 ||
        !has_room(chat_ports_of(call), call, count_waiting(call->peer), params->content))
        return 0;
    size_t size = offsetof(struct sending, submission) + submission_size(&sending.submission);
    return is_new ? store_request_write_with(call, &sending, size, make_thread, answer_send)
                  : store_request_read_with(call, &sending, size, find_thread, answer_send);
}

/* --- chat:resume --- */

/* Stored in request->more. */
struct resuming {
    int64_t task;
    struct slice task_id, thread_id;
};

static int find_task(struct store_request *request, struct store_tx *tx)
{
    const struct chat_resume_params *params = request->call->params;
    struct resuming *resuming = request->more;
    struct store_task task = {0};
    int r = store_task_find(tx, params->task_id, &request->arena, &task);
    if (r < 0)
        return r;
    *resuming = (struct resuming){task.no, task.record.id, task.record.session_id};
    return 0;
}

static int make_resuming_port(struct store_request *request, struct chat_port **ret_port)
{
    const struct resuming *resuming = request->more;
    struct chat_port *port = chat_port_new(chat_ports_of(request->call), client_of(request->call), SLICE(""));
    if (!port)
        return -ENOMEM;
    *ret_port = port;
    port->resumes = true;
    port->task = resuming->task;
    port->thread_id = strndup(resuming->thread_id.data, resuming->thread_id.size);
    if (!port->thread_id)
        return -ENOMEM;
    if (resuming->task_id.size >= sizeof port->task_id)
        return -ENAMETOOLONG;
    memcpy(port->task_id, resuming->task_id.data, resuming->task_id.size);
    return open_port(port);
}

static void answer_resume(struct store_request *request)
{
    const struct chat_resume_params *params = request->call->params;
    struct chat_port *port = NULL;
    if (request->call->answered) /* the client has disconnected or cancelled it */
        return;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(params->task_id));
        return;
    }
    if (request->status < 0) {
        (void)store_fail_call(request->store, request->call, request->status);
        return;
    }
    if (!has_room(chat_ports_of(request->call), request->call, 0, SLICE("")))
        return;
    int r = make_resuming_port(request, &port);
    if (r < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot make a port: %s", strerror(-r));
    else
        r = chat_resume_reply(request->call, &(struct chat_resume_result){.thread_id = slice_of(port->thread_id),
                                                                          .task_id = slice_of(port->task_id)});
    if (r == 0)
        chat_port_wait(port);
    else if (port)
        chat_port_close(port, NULL);
}

int chat_resume(struct call *call, const struct chat_resume_params *params)
{
    (void)params;
    if (chat_ports_of(call)->stopping)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping");
    if (!has_room(chat_ports_of(call), call, count_waiting(call->peer), SLICE("")))
        return 0;
    return store_request_read(call, sizeof(struct resuming), find_task, answer_resume);
}

/* --- chat:ack --- */

int chat_ack(struct call *call, const struct chat_ack_params *params)
{
    struct chat_port *port = chat_port_find(chat_ports_of(call), client_of(call), params->task_id);
    if (!port || !port->by_notification)
        return call_fail(call, ERROR_PORT_NOT_FOUND, "no port of this connection waits for the ACK of task %.*s",
                         SLICE_ARG(params->task_id));
    int r = chat_ack_reply(call, &(struct chat_ack_result){.acknowledged = true});
    if (r == 0)
        chat_port_acknowledge(port);
    return r;
}
