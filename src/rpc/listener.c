#include "rpc/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/errors.h"
#include "rpc/method.h"
#include "json/write.h"

enum { ACCEPTS_A_TURN = 64, REST_MS = 100, LIMIT_SIZE = 160 };

#define NO_DESCRIPTORS "the process has no free file descriptor"

static int open_spare(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static int who_is(int fd, struct ucred *ret_who)
{
    socklen_t size = sizeof *ret_who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, ret_who, &size) < 0 ? -errno : 0;
}

static void tell_refused(const struct listener *listener, const char *reason, const struct ucred *who)
{
    if (listener->on_refused)
        listener->on_refused(listener->user, reason, who);
}

/* Best effort: the other side may not read it. */
void listener_turn_away(int fd, enum error_id id, const char *message)
{
    const struct error_type *error = &contract_errors[id];
    struct buf line = BUF_LIMITED(1024);
    buf_printf(&line, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":", error->code);
    json_write_string(&line, message ? slice_of(message) : error->message);
    buf_append_text(&line, ",\"data\":{\"code\":");
    json_write_string(&line, error->word);
    buf_append_text(&line, "}}}\n");
    (void)!send(fd, line.data, line.size, MSG_NOSIGNAL | MSG_DONTWAIT);
    buf_clear(&line);
    close(fd);
}

void listener_refuse(struct listener *listener, int fd, const char *limit)
{
    struct ucred who = {0};
    char message[LIMIT_SIZE + 64];
    (void)who_is(fd, &who);
    (void)snprintf(message, sizeof message, "too many connections: %s", limit);
    listener_turn_away(fd, ERROR_TOO_MANY_CONNECTIONS, message);
    tell_refused(listener, "too many connections", &who);
    if (listener->refused++ == 0)
        log_warn("listener: refusing new connections: %s", limit);
}

static void refuse_beyond(struct listener *listener, int fd)
{
    char limit[LIMIT_SIZE];
    (void)snprintf(limit, sizeof limit, "the limit is %zu%s%s%s", listener->connections_max,
                   listener->setting ? " (" : "", listener->setting ? listener->setting : "",
                   listener->setting ? ")" : "");
    listener_refuse(listener, fd, limit);
}

static void refuse_with_spare(struct listener *listener)
{
    if (listener->spare < 0)
        return;
    close(listener->spare);
    listener->spare = -1;
    int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0)
        listener_refuse(listener, fd, NO_DESCRIPTORS);
    listener->spare = open_spare();
}

static bool is_same_user(const struct listener *listener, int fd)
{
    struct ucred peer = {0};
    int r = who_is(fd, &peer);
    if (r < 0) {
        log_warn("listener: cannot get the credentials of a connection: %s", strerror(-r));
        return false;
    }
    if (peer.uid == geteuid() || peer.uid == 0)
        return true;
    log_warn("listener: refused process %d of user %u", (int)peer.pid, (unsigned)peer.uid);
    tell_refused(listener, "another user", &peer);
    return false;
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void on_rested(uv_timer_t *timer)
{
    struct listener *listener = timer->data;
    if (listener->paused)
        return;
    (void)uv_poll_start(listener->poll, UV_READABLE, on_poll);
}

/* Returns 0 to accept the next one, negative to stop for this turn. */
static int accept_one(struct listener *listener)
{
    int error = fault_point("listener.accept");
    int fd = error < 0 ? -1 : accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (error == 0 && fd < 0)
        error = -errno;
    if (error == -EAGAIN || error == -ECONNABORTED || error == -EINTR)
        return error == -EAGAIN ? -EAGAIN : 0;
    listener->error = error;
    if (error == -EMFILE || error == -ENFILE) {
        refuse_with_spare(listener);
        return listener->spare < 0 ? error : 0;
    }
    if (error < 0)
        return error;
    if (listener->spare < 0)
        listener->spare = open_spare();
    if (listener->spare < 0) { /* this connection took the last descriptor and is refused, to keep one for refusals */
        listener->error = -EMFILE;
        listener_refuse(listener, fd, NO_DESCRIPTORS);
        listener->spare = open_spare();
        return listener->spare < 0 ? -EMFILE : 0;
    }
    if (!is_same_user(listener, fd))
        close(fd);
    else if (*listener->connections >= listener->connections_max)
        refuse_beyond(listener, fd);
    else {
        uint64_t refused = listener->refused;
        listener->accept(listener->user, fd);
        if (listener->refused == refused) /* otherwise its owner has refused it */
            listener->refused = 0;
    }
    return 0;
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    (void)status;
    (void)events;
    int r = 0;
    for (int i = 0; i < ACCEPTS_A_TURN && r == 0; i++)
        r = accept_one(listener);
    if (r == 0 || r == -EAGAIN)
        return;
    /* Without a spare descriptor the pending connection would wake the loop again immediately. */
    log_error("listener: cannot accept a connection: %s", strerror(-r));
    (void)uv_poll_stop(listener->poll);
    (void)uv_timer_start(&listener->rest, on_rested, REST_MS, 0);
}

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void stop_polling(struct listener *listener)
{
    if (listener->poll) {
        (void)uv_poll_stop(listener->poll);
        uv_close((uv_handle_t *)listener->poll, free_handle);
    }
    if (listener->fd >= 0)
        close(listener->fd);
    listener->poll = NULL;
    listener->fd = -1;
}

int listener_replace(struct listener *listener, int fd)
{
    uv_poll_t *poll = malloc(sizeof *poll);
    int flags = fcntl(fd, F_GETFL);
    int r = !poll ? -ENOMEM : flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
    if (r == 0)
        r = uv_poll_init(listener->rest.loop, poll, fd);
    if (r < 0) {
        free(poll);
        close(fd);
        return r;
    }
    stop_polling(listener);
    listener->fd = fd;
    listener->poll = poll;
    poll->data = listener;
    return listener->paused ? 0 : uv_poll_start(poll, UV_READABLE, on_poll);
}

int listener_init(struct listener *listener, uv_loop_t *loop, int fd, const size_t *connections, size_t connections_max,
                  listener_accept_fn accept, void *user)
{
    *listener = (struct listener){.fd = -1,
                                  .spare = open_spare(),
                                  .connections = connections,
                                  .connections_max = connections_max,
                                  .accept = accept,
                                  .user = user};
    (void)uv_timer_init(loop, &listener->rest);
    listener->rest.data = listener;
    return listener_replace(listener, fd);
}

void listener_pause(struct listener *listener, bool paused)
{
    listener->paused = paused;
    if (!listener->poll)
        return;
    if (paused)
        (void)uv_poll_stop(listener->poll);
    else
        (void)uv_poll_start(listener->poll, UV_READABLE, on_poll);
}

void listener_close(struct listener *listener)
{
    stop_polling(listener);
    uv_close((uv_handle_t *)&listener->rest, NULL);
    if (listener->spare >= 0)
        close(listener->spare);
    listener->spare = -1;
}
