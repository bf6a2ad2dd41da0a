/* Agents do not speak for the user: a client's connection that comes out of an executor's tree is refused. The sandbox
 * hides the socket from them; this holds where it does not. */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/process.h"
#include "daemon/audit/audit.h"
#include "daemon/daemon.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/listener.h"

enum { PARENTS_MAX = 4096 };

static const struct executor *find_jail(const struct daemon *daemon, pid_t pid)
{
    const struct list *all = &daemon->executors.executors;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        if (executor->process.pid == pid && pid > 0 && !executor->exit)
            return executor;
    }
    return NULL;
}

/* From the process upward, to a jail or to whoever is the parent of none. -ESRCH: one on the way is gone, and nothing
 * tells any more whose it was. */
static int look_up(const struct daemon *daemon, pid_t pid, const struct executor **ret_executor)
{
    struct process_facts facts;
    *ret_executor = NULL;
    for (int i = 0; pid > 1 && pid != getpid() && i < PARENTS_MAX; i++) {
        *ret_executor = find_jail(daemon, pid);
        if (*ret_executor)
            return 0;
        int r = process_look(pid, &facts);
        if (r < 0)
            return r;
        pid = facts.parent;
    }
    return 0;
}

/* Of one that is about to say so itself, what the one before said is taken. */
static bool is_held(const struct daemon *daemon, const struct sandbox *sandbox)
{
    const struct sandbox_facts *facts = &daemon->sandbox;
    if (sandbox->state != SANDBOX_UNKNOWN)
        return sandbox->level == SESSION_SANDBOX_LEVEL_NAMESPACE;
    return !sandbox_is_off(daemon) && facts->reached && facts->level == SESSION_SANDBOX_LEVEL_NAMESPACE;
}

/* In namespaces of its own an agent has no way to the socket, and one that ended early is a hasty client. */
static const struct executor *find_loose(const struct daemon *daemon)
{
    const struct list *all = &daemon->executors.executors;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        if (executor->process.pid > 0 && !executor->exit && !is_held(daemon, &executor->sandbox))
            return executor;
    }
    return NULL;
}

static void refuse(struct daemon *daemon, int fd, const struct ucred *peer, const struct executor *executor)
{
    char data[96], who[64];
    (void)snprintf(data, sizeof data, "{\"executor\":\"%s\"}", executor->process.id);
    (void)snprintf(who, sizeof who, "executor %s", executor->process.id);
    log_warn("client: refused process %d: it comes out of executor %s", (int)peer->pid, executor->process.id);
    audit_write(daemon, &(struct audit_note){
                            .what = SLICE("client.refused"),
                            .session_id = slice_of(executor->session_id),
                            .data = slice_of(data),
                            .uid = peer->uid,
                            .pid = peer->pid,
                            .client = slice_of(who),
                        });
    listener_turn_away(fd, ERROR_EXECUTOR_REFUSED);
}

bool sandbox_admits_client(struct daemon *daemon, int fd)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    const struct executor *executor = NULL;
    if (daemon->executors.count == 0 || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
        return true;
    if (look_up(daemon, peer.pid, &executor) < 0)
        executor = find_loose(daemon);
    if (!executor)
        return true;
    refuse(daemon, fd, &peer, executor);
    return false;
}
