#include "helper/helper.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "rpc/peer.h"

/* --- the end --- */

static void on_last(uv_idle_t *idle)
{
    struct helper *helper = idle->data;
    if (helper->kind->close)
        helper->kind->close(helper);
    timers_unset(&helper->rpc.timers, &helper->orphan);
    for (size_t i = 0; i < sizeof helper->signals / sizeof *helper->signals; i++)
        uv_close((uv_handle_t *)&helper->signals[i], NULL);
    uv_close((uv_handle_t *)&helper->last, NULL);
    rpc_close(&helper->rpc);
}

void helper_leave_step(struct helper *helper)
{
    const struct helper_kind *kind = helper->kind;
    if (!helper->leaving || uv_is_active((uv_handle_t *)&helper->last) || uv_is_closing((uv_handle_t *)&helper->last) ||
        (kind->has_delivered && !kind->has_delivered(helper)))
        return;
    if (helper->daemon)
        peer_drain(helper->daemon, "this program is stopping");
    if (!helper->daemon && (!kind->is_idle || kind->is_idle(helper)))
        (void)uv_idle_start(&helper->last, on_last);
}

static void stop_listening(struct helper *helper)
{
    if (!helper->listens)
        return;
    listener_close(&helper->listener);
    (void)unlink(helper->socket);
    helper->listens = false;
}

void helper_leave(struct helper *helper)
{
    if (helper->leaving)
        return;
    helper->leaving = true;
    stop_listening(helper);
    if (helper->kind->leave)
        helper->kind->leave(helper);
    helper_leave_step(helper);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    helper_leave(handle->data);
}

static void on_orphan(struct deadline *deadline)
{
    struct helper *helper = list_member(deadline, struct helper, orphan);
    log_warn("no daemon connected for %llu ms, exiting", (unsigned long long)helper->orphan_ms);
    helper_leave(helper);
}

/* --- the daemon --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct helper *helper = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    helper->daemon = NULL;
    if (helper->kind->disconnected)
        helper->kind->disconnected(helper);
    if (!helper->kind->waits)
        helper_leave(helper);
    else if (!helper->leaving)
        (void)timers_set(&helper->rpc.timers, &helper->orphan, helper->orphan_ms);
    helper_leave_step(helper);
}

static const struct peer_events events = {.closed = on_closed};

static bool has_hung_up(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd, .events = POLLRDHUP};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

static void on_accepted(void *user, int fd)
{
    struct helper *helper = user;
    const struct helper_kind *kind = helper->kind;
    char reason[64];
    if (helper->daemon && kind->waits && has_hung_up(helper->daemon))
        peer_close(helper->daemon, "another daemon takes over");
    if (helper->daemon || helper->leaving) {
        (void)snprintf(reason, sizeof reason, "%s is about to exit", kind->name);
        listener_refuse(&helper->listener, fd, helper->daemon ? "another daemon is connected" : reason);
        return;
    }
    if (peer_new(&helper->rpc, fd, CALLER_DAEMON, kind->dispatch, &events, helper, &helper->daemon) < 0)
        return;
    timers_unset(&helper->rpc.timers, &helper->orphan);
    if (kind->connected)
        kind->connected(helper);
}

/* --- lifetime --- */

static int open_loop(struct helper *helper)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int r = uv_loop_init(&helper->loop);
    helper->loop_is_open = r == 0;
    if (r == 0)
        r = rpc_init(&helper->rpc, &helper->loop, helper->kind->name);
    if (r < 0)
        return r;
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        (void)uv_signal_init(&helper->loop, &helper->signals[i]);
        helper->signals[i].data = helper;
        (void)uv_signal_start(&helper->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&helper->signals[i]);
    }
    (void)uv_idle_init(&helper->loop, &helper->last);
    helper->last.data = helper;
    return 0;
}

int helper_open(struct helper *helper)
{
    int fd = -1;
    helper->orphan.expired = on_orphan;
    (void)signal(SIGPIPE, SIG_IGN);
    int r = open_loop(helper);
    if (r < 0) {
        (void)fprintf(stderr, "%s: cannot start: %s\n", helper->kind->name, strerror(-r));
        return r;
    }
    r = helper_listen(helper->kind->name, helper->socket, &fd);
    if (r < 0)
        return r;
    /* The one connection of the daemon, and a moment in which that of the next one exists too. */
    r = listener_init(&helper->listener, &helper->loop, fd, &helper->rpc.peer_count, 2, on_accepted, helper);
    helper->listens = r == 0;
    return r;
}

void helper_run(struct helper *helper)
{
    (void)timers_set(&helper->rpc.timers, &helper->orphan, helper->orphan_ms);
    (void)uv_run(&helper->loop, UV_RUN_DEFAULT);
}

void helper_clear(struct helper *helper)
{
    if (helper->loop_is_open)
        (void)uv_loop_close(&helper->loop);
}
