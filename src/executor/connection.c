/* The connection of the daemon; there is only one. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/executor_dispatch.h"
#include "executor/task.h"
#include "rpc/call.h"

static void on_closed(struct peer *peer, const char *reason)
{
    struct executor *executor = peer->user;
    log_info("lost the connection to the daemon: %s", reason);
    executor->daemon = NULL;
    executor->proved = false;
    executor->paused = false;
    /* Calls of the task may have been lost with the connection. */
    for (struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next) {
        struct task *task = list_member(link, struct task, link);
        messages_rewind(task);
        task->told = false;
    }
    executor_settle(executor);
    executor_leave_step(executor);
}

static void on_drained(struct peer *peer)
{
    messages_send(peer->user);
}

static const struct peer_events events = {.closed = on_closed, .drained = on_drained};

static bool has_hung_up(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd, .events = POLLRDHUP};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

void executor_accept(void *user, int fd)
{
    struct executor *executor = user;
    /* If a daemon is killed, the next one may connect before the end of the first connection is seen. A client that has
     * not completed the handshake must not keep the daemon out: an agent could connect too. */
    if (executor->daemon && (has_hung_up(executor->daemon) || !executor_is_heard(executor)))
        peer_close(executor->daemon, "another daemon takes over");
    if (executor->daemon || executor->leaving != LEAVING_NOT) {
        listener_refuse(&executor->listener, fd,
                        executor->daemon ? "another daemon is connected" : "the executor is about to exit");
        return;
    }
    int r = peer_new(&executor->rpc, fd, CALLER_DAEMON, &executor_dispatch, &events, executor, &executor->daemon);
    if (r < 0)
        return;
    executor_settle(executor);
    messages_send_soon(executor);
}

struct executor *executor_of(const struct call *call)
{
    return call->peer->user;
}

bool executor_is_heard(const struct executor *executor)
{
    return executor->daemon && !peer_is_over(executor->daemon) && (executor->proved || executor->hand_shake[0] == '\0');
}

bool executor_admits(struct call *call)
{
    const struct executor *executor = executor_of(call);
    if (executor->proved || executor->hand_shake[0] == '\0')
        return true;
    (void)call_fail(call, ERROR_HANDSHAKE_REFUSED, "call resume with the secret of the handshake first");
    return false;
}
