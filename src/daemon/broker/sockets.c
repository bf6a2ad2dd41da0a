/* Creates the sockets through which executors reach the broker, and passes them to it with the providers that
 * each may use. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/private_socket.h"
#include "daemon/agent/agent.h"
#include "daemon/broker/internal.h"
#include "daemon/process/process.h"
#include "rpc/peer.h"
#include "json/copy.h"

/* --- providers --- */

enum { BROKER_PROVIDERS_MAX = 64 };

/* Lists the providers that the session may use. Texts point into the configuration or are constants. Returns
 * the count. */
static size_t list_providers(const struct broker *broker, const struct session_record *session,
                             struct broker_provider ret_providers[static BROKER_PROVIDERS_MAX])
{
    struct executor_provider all[AGENT_PROVIDERS_MAX];
    size_t total = agent_providers(broker->agents, session, all), count = 0;
    for (size_t i = 0; i < total && count < BROKER_PROVIDERS_MAX; i++)
        if (all[i].header.size > 0)
            ret_providers[count++] = (struct broker_provider){
                .service = all[i].service,
                .url = all[i].url,
                .header = all[i].header,
                .prefix = all[i].prefix,
                .format = all[i].format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? BROKER_PROVIDER_FORMAT_ANTHROPIC
                                                                              : BROKER_PROVIDER_FORMAT_OPENAI,
            };
    return count;
}

/* --- sockets --- */

enum { BACKLOG = 64 };

/* --- requests to the broker --- */

static void on_response(void *user, const struct reply *reply)
{
    (void)user;
    if (reply->status < 0 && reply->status != -ECONNRESET)
        log_error("broker: refused to serve an executor: %.*s", SLICE_ARG(reply->message));
}

void broker_tell(struct broker_socket *socket)
{
    struct peer *peer = socket->broker->service.peer;
    if (!peer)
        return; /* on connect, the broker receives all sockets */
    int fd = fcntl(socket->fd, F_DUPFD_CLOEXEC, 0);
    int r = fd < 0 ? -errno : peer_attach_fd(peer, fd);
    if (r == 0)
        r = peer_call(peer, &broker_serve_method, socket->params, BROKER_CALL_MS, on_response, NULL, NULL);
    if (r < 0)
        log_error("broker: cannot announce an executor: %s", strerror(-r));
}

static void tell_end(const struct broker_socket *socket)
{
    struct peer *peer = socket->broker->service.peer;
    struct broker_leave_params params = {.executor_id = socket->params->executor_id};
    if (peer)
        (void)peer_call(peer, &broker_leave_method, &params, BROKER_CALL_MS, on_response, NULL, NULL);
}

/* --- lifetime --- */

static struct broker_socket *socket_free(struct broker_socket *socket)
{
    if (!socket)
        return NULL;
    if (socket->link.next)
        list_remove(&socket->link);
    if (socket->fd >= 0)
        close(socket->fd);
    if (socket->path)
        (void)unlink(socket->path);
    free(socket->path);
    free(socket->params);
    free(socket);
    return NULL;
}

/* Replaces a socket that an earlier daemon has left at this path. */
static int listen_on(const char *path, int *ret_fd)
{
    (void)unlink(path);
    return private_socket_listen(path, SOCK_STREAM | SOCK_NONBLOCK, BACKLOG, ret_fd);
}

static int copy_params(struct broker_socket *socket, const struct broker_serve_params *params)
{
    size_t more = json_copy_size(&broker_serve_params_shape, params);
    socket->params = malloc(sizeof *socket->params + more);
    if (!socket->params)
        return -ENOMEM;
    json_copy(&broker_serve_params_shape, params, socket->params, socket->params + 1);
    return 0;
}

static int make(struct broker *broker, const struct process *process, const struct session_record *session,
                struct broker_socket **ret_socket)
{
    struct broker_provider providers[BROKER_PROVIDERS_MAX];
    struct broker_serve_params params = {
        .executor_id = slice_of(process->id),
        .session_id = session->id,
        .providers = {providers, list_providers(broker, session, providers)},
    };
    struct broker_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return -ENOMEM;
    socket->broker = broker;
    socket->fd = -1;
    int r = paths_join(process->own, PROCESS_MODEL_SOCKET, &socket->path);
    if (r == 0)
        r = copy_params(socket, &params);
    if (r == 0)
        r = listen_on(socket->path, &socket->fd);
    if (r < 0) {
        socket_free(socket);
        return r;
    }
    list_append(&broker->sockets, &socket->link);
    *ret_socket = socket;
    return 0;
}

void broker_attach(struct broker *broker, struct broker_socket **socket, const struct process *process,
                   const struct session_record *session)
{
    if (session->keys != SESSION_KEYS_BROKER) {
        broker_detach(socket);
        return;
    }
    if (!*socket) {
        int r = make(broker, process, session, socket);
        if (r < 0) {
            log_error("%s: cannot create its broker socket: %s", process->label, strerror(-r));
            return;
        }
        broker_tell(*socket);
    }
    broker_start(broker);
}

void broker_detach(struct broker_socket **socket)
{
    if (*socket)
        tell_end(*socket);
    *socket = socket_free(*socket);
}

void broker_set_task(struct broker_socket *socket, struct slice task_id)
{
    if (socket)
        (void)snprintf(socket->task_id, sizeof socket->task_id, "%.*s", SLICE_ARG(task_id));
}

const struct broker_socket *broker_socket_find(const struct broker *broker, struct slice executor_id)
{
    const struct list *all = &broker->sockets;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct broker_socket *socket = list_member(link, struct broker_socket, link);
        if (slice_equal(socket->params->executor_id, executor_id))
            return socket;
    }
    return NULL;
}

struct slice broker_socket_path(const struct broker_socket *socket)
{
    return slice_of(socket ? socket->path : NULL);
}
