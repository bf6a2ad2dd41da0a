/* The process of the broker: started, connected, started again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/places.h"
#include "contract/daemon_dispatch.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/internal.h"
#include "daemon/daemon.h"
#include "daemon/executor/place.h"
#include "daemon/sandbox/view.h"
#include "rpc/peer.h"

enum { CONNECT_FIRST_MS = 2, CONNECT_LONGEST_MS = 100, AGAIN_MS = 100, AGAIN_LONGEST_MS = 30000, DOUBLINGS_MAX = 9 };

/* --- its end ------------------------------------------------------------------------------- */

static void process_free(struct broker_process *process)
{
    struct broker *broker = &process->daemon->broker;
    timers_unset(&process->daemon->rpc.timers, &process->start);
    if (broker->serves == process)
        broker->serves = NULL;
    list_remove(&process->link);
    free(process);
}

static void on_again(struct deadline *deadline)
{
    broker_start(list_member(deadline, struct daemon, broker.again));
}

/* Another one is needed while there are executors that have sockets of it; later and later where it does not work. */
static void start_later(struct daemon *daemon)
{
    struct broker *broker = &daemon->broker;
    uint64_t ms = (uint64_t)AGAIN_MS << (broker->failures < DOUBLINGS_MAX ? broker->failures : DOUBLINGS_MAX);
    broker->failures++;
    broker_refuse_all(daemon, "weir-broker, which asks the services, cannot be used: see 'weir daemon logs'");
    if (broker->closed || list_is_empty(&broker->sockets))
        return;
    broker->again.expired = on_again;
    (void)timers_set(&daemon->rpc.timers, &broker->again, ms < AGAIN_LONGEST_MS ? ms : AGAIN_LONGEST_MS);
}

static void on_gone(struct executor_process *gone, const struct executor_exit *exit)
{
    struct broker_process *process = list_member(gone, struct broker_process, process);
    struct daemon *daemon = process->daemon;
    bool served = daemon->broker.serves == process;
    if (served && !daemon->broker.closed)
        log_error("broker: is gone (%s %d): %s%s", exit->how == EXECUTOR_EXIT_SIGNAL ? "signal" : "code", exit->number,
                  exit->message, exit->stderr_tail);
    if (process->peer)
        peer_close(process->peer, "its process is gone");
    executor_process_clear(&process->process);
    process_free(process);
    if (served)
        start_later(daemon);
    daemon_stop_step(daemon);
}

/* It is of no use any more, and ends. */
static void give_up(struct broker_process *process, const char *problem)
{
    struct daemon *daemon = process->daemon;
    log_error("broker: is ended: %s", problem);
    timers_unset(&daemon->rpc.timers, &process->start);
    if (daemon->broker.serves == process) {
        daemon->broker.serves = NULL;
        start_later(daemon);
    }
    executor_process_end(&process->process);
}

/* --- the connection --------------------------------------------------------------------------- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct broker_process *process = peer->user;
    process->peer = NULL;
    broker_use_reserved(process->daemon);
    if (process->daemon->broker.closed || process->process.is_gone)
        return;
    give_up(process, reason);
}

static const struct peer_events events = {.closed = on_closed};

static void note_start(const struct broker_process *process)
{
    char data[64];
    struct audit_note note = {.what = SLICE("broker.started")};
    int size = snprintf(data, sizeof data, "{\"process\":%d}", (int)process->process.pid);
    audit_self(&note);
    note.data = (struct slice){data, (size_t)size};
    audit_write(process->daemon, &note);
}

static void on_try(struct deadline *deadline)
{
    struct broker_process *process = list_member(deadline, struct broker_process, start);
    struct daemon *daemon = process->daemon;
    int fd = -1;
    int r = executor_process_connect(&process->process, &fd);
    if ((r == -ENOENT || r == -ECONNREFUSED || r == -EAGAIN) &&
        process->waited_ms < daemon->config.settings.pool.start_ms) {
        process->waited_ms += process->again_ms;
        (void)timers_set(&daemon->rpc.timers, &process->start, process->again_ms);
        process->again_ms = process->again_ms < CONNECT_LONGEST_MS / 2 ? 2 * process->again_ms : CONNECT_LONGEST_MS;
        return;
    }
    if (r == 0)
        r = peer_new(&daemon->rpc, fd, CALLER_BROKER, &daemon_dispatch, &events, process, &process->peer);
    if (r < 0) {
        give_up(process, strerror(-r));
        return;
    }
    daemon->broker.failures = 0;
    log_info("broker: process %d serves", (int)process->process.pid);
    note_start(process);
    struct list *sockets = &daemon->broker.sockets;
    for (struct list *link = sockets->next; link != sockets; link = link->next)
        broker_tell(list_member(link, struct broker_socket, link));
    broker_ask_all(daemon);
}

/* --- its beginning -------------------------------------------------------------------------------- */

static struct broker_process *process_new(struct daemon *daemon)
{
    struct broker_process *process = calloc(1, sizeof *process);
    if (!process)
        return NULL;
    process->daemon = daemon;
    process->process.daemon = daemon;
    process->process.pidfd = -1;
    process->process.gone = on_gone;
    process->process.is_given = true;
    process->start.expired = on_try;
    process->again_ms = CONNECT_FIRST_MS;
    list_append(&daemon->broker.processes, &process->link);
    return process;
}

static int prepare(void *user, const struct executor_process *process, char problem[static 256])
{
    const struct daemon *daemon = user;
    struct buf view = BUF_LIMITED(SANDBOX_VIEW_MAX);
    autofree char *tmp = NULL;
    int r = places_join(process->directory, "tmp", &tmp);
    if (r == 0 && mkdir(tmp, 0700) < 0)
        r = -errno;
    const struct sandbox_program program = {
        .own = process->own, .tmp = tmp, .socket = process->socket_path, .is_given = true};
    if (r == 0)
        r = sandbox_view_write_helper(daemon, &program, &view);
    if (r == 0)
        r = executor_place_write(process->directory, "view", buf_slice(&view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot tell its jail what it may see: %s", strerror(-r));
    buf_clear(&view);
    return r;
}

static int launch(struct broker_process *process, char problem[static 256])
{
    autofree char *path = NULL;
    int r = executor_place_program(BROKER_PROGRAM, &path);
    if (r < 0) {
        (void)snprintf(problem, 256, "it is not where weird is: %s", strerror(-r));
        return r;
    }
    char *arguments[] = {path, NULL};
    struct executor_command command = {.arguments = arguments, .cwd = "/", .prepare = prepare, .user = process->daemon};
    r = fault_point("broker.before_start");
    if (r == 0)
        r = executor_process_start(&process->process, process->daemon, &command, problem);
    if (r < 0)
        return r;
    /* A daemon after this one removes its directory when it has ended. */
    struct executor_record record = {
        .executor = SLICE(BROKER_PROGRAM), .hand_shake = SLICE(""), .use = EXECUTOR_RECORD_USE_BROKER};
    (void)executor_process_note(&process->process, &record);
    r = fault_point("broker.before_wait");
    if (r == 0)
        r = timers_set(&process->daemon->rpc.timers, &process->start, CONNECT_FIRST_MS);
    if (r < 0) { /* it runs, and its end will be told */
        log_error("broker: process %d cannot be waited for: %s", (int)process->process.pid, strerror(-r));
        executor_process_end(&process->process);
    }
    return 0;
}

void broker_start(struct daemon *daemon)
{
    struct broker *broker = &daemon->broker;
    char problem[256] = "";
    if (broker->serves || broker->closed || broker->again.index > 0)
        return;
    struct broker_process *process = process_new(daemon);
    int r = process ? launch(process, problem) : -ENOMEM;
    if (r < 0) {
        log_error("broker: cannot be started: %s", *problem ? problem : strerror(-r));
        if (process)
            process_free(process);
        start_later(daemon);
        return;
    }
    broker->serves = process;
}

/* --- of the daemon before --------------------------------------------------------------------------- */

/* It is about to end by itself, when the calls that it was allowed have. */
void broker_found(struct daemon *daemon, const char *id, const struct executor_record *record)
{
    struct broker_process *process = process_new(daemon);
    int r = process ? executor_process_adopt(&process->process, daemon, id, record) : -ENOMEM;
    if (r < 0) {
        log_warn("broker %s: of a daemon before this one, cannot be taken over: %s", id, strerror(-r));
        if (process)
            process_free(process);
    }
}

/* --- the daemon's own life ---------------------------------------------------------------------------- */

void broker_init(struct daemon *daemon)
{
    daemon->broker = (struct broker){0};
    list_init(&daemon->broker.processes);
    list_init(&daemon->broker.sockets);
    list_init(&daemon->broker.catalogs);
}

void broker_close(struct daemon *daemon, bool now)
{
    struct broker *broker = &daemon->broker;
    broker->closed = true;
    broker_refuse_all(daemon, "the daemon is stopping");
    timers_unset(&daemon->rpc.timers, &broker->again);
    for (struct list *link = broker->processes.next; link != &broker->processes; link = link->next) {
        struct broker_process *process = list_member(link, struct broker_process, link);
        timers_unset(&daemon->rpc.timers, &process->start);
        (now ? executor_process_end : executor_process_ask)(&process->process);
    }
}

bool broker_is_gone(const struct daemon *daemon)
{
    return list_is_empty(&daemon->broker.processes);
}

/* What could not be ended in time the next daemon finds. */
void broker_clear(struct daemon *daemon)
{
    struct list *all = &daemon->broker.processes;
    broker_forget_models(daemon);
    while (all->next && !list_is_empty(all)) {
        struct broker_process *process = list_member(all->next, struct broker_process, link);
        executor_process_leave(&process->process);
        process_free(process);
    }
}
