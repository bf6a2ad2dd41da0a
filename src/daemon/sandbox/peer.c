/* Refuses client connections that come from inside of a jail, so that agents cannot speak for the user. The sandbox
 * hides the socket from agents; this check is a second line of defence. */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/process.h"
#include "daemon/audit/audit.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/listener.h"

enum { PARENTS_MAX = 4096 };

static const struct process *find_jail(const struct sandbox_facts *facts, pid_t pid)
{
    const struct list *all = &facts->processes->all;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct process *process = list_member(link, struct process, of_table);
        if (process->pid == pid && pid > 0 && !process->is_gone)
            return process;
    }
    return NULL;
}

/* Walks up the parents of a process, to a jail or to the top. -ESRCH: a process on the way has ended, so the rest is
 * unknown. */
static int look_up(const struct sandbox_facts *facts, pid_t pid, const struct process **ret_process)
{
    struct process_facts above;
    *ret_process = NULL;
    for (int i = 0; pid > 1 && pid != getpid() && i < PARENTS_MAX; i++) {
        *ret_process = find_jail(facts, pid);
        if (*ret_process)
            return 0;
        int r = process_look(pid, &above);
        if (r < 0)
            return r;
        pid = above.parent;
    }
    return 0;
}

/* Whether the sandbox has namespaces. If its jail has not answered yet, the level of the previous executor is
 * assumed. */
static bool is_confined(const struct sandbox_facts *facts, const struct sandbox *sandbox)
{
    if (sandbox->state != SANDBOX_UNKNOWN)
        return sandbox->level == SESSION_SANDBOX_LEVEL_NAMESPACE;
    return !sandbox_is_off(facts) && facts->reached && facts->level == SESSION_SANDBOX_LEVEL_NAMESPACE;
}

/* For a process that has already ended: finds an executor that could have started it. An agent in namespaces cannot
 * reach the socket, so if all are, the process was an ordinary client that disconnected early. */
static const struct process *find_unconfined(const struct sandbox_facts *facts)
{
    const struct list *all = &facts->processes->all;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct process *process = list_member(link, struct process, of_table);
        if (process->pid > 0 && !process->is_gone && process->sandbox && !is_confined(facts, process->sandbox))
            return process;
    }
    return NULL;
}

static void refuse(struct sandbox_facts *facts, int fd, const struct ucred *peer, const struct process *process)
{
    char data[96];
    (void)snprintf(data, sizeof data, "{\"executor\":\"%s\"}", process->id);
    log_warn("client: refused process %d: it belongs to %s", (int)peer->pid, process->label);
    audit_write(facts->audit, &(struct audit_note){
                                  .what = SLICE("client.refused"),
                                  .session_id = slice_of(process->session_id ? *process->session_id : NULL),
                                  .data = slice_of(data),
                                  .uid = peer->uid,
                                  .pid = peer->pid,
                                  .client = slice_of(process->label),
                              });
    listener_turn_away(fd, ERROR_EXECUTOR_REFUSED, NULL);
}

bool sandbox_admits_client(struct sandbox_facts *facts, int fd)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    const struct process *process = NULL;
    if (list_is_empty(&facts->processes->all) || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
        return true;
    if (look_up(facts, peer.pid, &process) < 0)
        process = find_unconfined(facts);
    if (!process)
        return true;
    refuse(facts, fd, &peer, process);
    return false;
}
