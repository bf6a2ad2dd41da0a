/* The process of the broker: started, connected, started again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/daemon_dispatch.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/internal.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/peer.h"

enum { CONNECT_FIRST_MS = 2, CONNECT_LONGEST_MS = 100, AGAIN_MS = 100, AGAIN_LONGEST_MS = 30000, DOUBLINGS_MAX = 9 };

/* --- its end ------------------------------------------------------------------------------- */

static void process_free(struct broker_process *process)
{
    struct broker *broker = process->broker;
    timers_unset(&process->broker->rpc->timers, &process->start);
    if (broker->serves == process)
        broker->serves = NULL;
    list_remove(&process->link);
    free(process);
}

static void on_again(struct deadline *deadline)
{
    broker_start(list_member(deadline, struct broker, again));
}

/* Another one is needed while there are executors that have sockets of it; later and later where it does not work. */
static void start_later(struct broker *broker)
{
    uint64_t ms = (uint64_t)AGAIN_MS << (broker->failures < DOUBLINGS_MAX ? broker->failures : DOUBLINGS_MAX);
    broker->failures++;
    broker_refuse_all(broker, "cannot use weir-broker, which calls the providers; see: weir daemon logs");
    if (broker->closed || list_is_empty(&broker->sockets))
        return;
    broker->again.expired = on_again;
    (void)timers_set(&broker->rpc->timers, &broker->again, ms < AGAIN_LONGEST_MS ? ms : AGAIN_LONGEST_MS);
}

static void on_gone(struct process *gone, const struct process_exit *exit)
{
    struct broker_process *process = list_member(gone, struct broker_process, process);
    struct broker *broker = process->broker;
    bool served = broker->serves == process;
    if (served && !broker->closed)
        log_error("broker: ended (%s %d): %s%s", exit->how == PROCESS_EXIT_SIGNAL ? "signal" : "code", exit->number,
                  exit->message, exit->stderr_tail);
    if (process->peer)
        peer_close(process->peer, "its process ended");
    process_clear(&process->process);
    process_free(process);
    if (served)
        start_later(broker);
    if (list_is_empty(&broker->processes))
        broker->emptied(broker->user);
}

/* It is of no use any more, and ends. */
static void give_up(struct broker_process *process, const char *problem)
{
    struct broker *broker = process->broker;
    log_error("broker: killing it: %s", problem);
    timers_unset(&broker->rpc->timers, &process->start);
    if (broker->serves == process) {
        broker->serves = NULL;
        start_later(broker);
    }
    process_end(&process->process);
}

/* --- the connection --------------------------------------------------------------------------- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct broker_process *process = peer->user;
    process->peer = NULL;
    broker_use_reserved(process->broker);
    if (process->broker->closed || process->process.is_gone)
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
    audit_write(process->broker->audit, &note);
}

static void on_try(struct deadline *deadline)
{
    struct broker_process *process = list_member(deadline, struct broker_process, start);
    struct broker *broker = process->broker;
    int fd = -1;
    int r = process_connect(&process->process, &fd);
    if ((r == -ENOENT || r == -ECONNREFUSED || r == -EAGAIN) && process->waited_ms < broker->settings->pool.start_ms) {
        process->waited_ms += process->again_ms;
        (void)timers_set(&broker->rpc->timers, &process->start, process->again_ms);
        process->again_ms = process->again_ms < CONNECT_LONGEST_MS / 2 ? 2 * process->again_ms : CONNECT_LONGEST_MS;
        return;
    }
    if (r == 0)
        r = peer_new(broker->rpc, fd, CALLER_BROKER, &daemon_dispatch, &events, process, &process->peer);
    if (r < 0) {
        give_up(process, strerror(-r));
        return;
    }
    broker->failures = 0;
    log_info("broker: ready (pid %d)", (int)process->process.pid);
    note_start(process);
    struct list *sockets = &broker->sockets;
    for (struct list *link = sockets->next; link != sockets; link = link->next)
        broker_tell(list_member(link, struct broker_socket, link));
    broker_ask_all(broker);
}

/* --- its beginning -------------------------------------------------------------------------------- */

static struct broker_process *process_new(struct broker *broker)
{
    struct broker_process *process = calloc(1, sizeof *process);
    if (!process)
        return NULL;
    process->broker = broker;
    process->process.pidfd = -1;
    process->process.gone = on_gone;
    process->process.is_given = true;
    process->start.expired = on_try;
    process->again_ms = CONNECT_FIRST_MS;
    list_append(&broker->processes, &process->link);
    return process;
}

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    const struct broker *broker = user;
    struct buf view = BUF_LIMITED(SANDBOX_VIEW_MAX);
    autofree char *tmp = NULL;
    int r = paths_join(process->directory, "tmp", &tmp);
    if (r == 0 && mkdir(tmp, 0700) < 0)
        r = -errno;
    const struct sandbox_program program = {
        .own = process->own, .tmp = tmp, .socket = process->socket_path, .is_given = true};
    if (r == 0)
        r = sandbox_view_write_helper(broker->sandbox, &program, &view);
    if (r == 0)
        r = process_place_write(process->directory, "view", buf_slice(&view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot write the view for its jail: %s", strerror(-r));
    buf_clear(&view);
    return r;
}

static int launch(struct broker_process *process, char problem[static 256])
{
    autofree char *path = NULL;
    int r = process_place_program(BROKER_PROGRAM, &path);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot find weir-broker beside weird: %s", strerror(-r));
        return r;
    }
    char *arguments[] = {path, NULL};
    struct process_command command = {.arguments = arguments, .cwd = "/", .prepare = prepare, .user = process->broker};
    r = fault_point("broker.before_start");
    if (r == 0)
        r = process_start(&process->process, process->broker->table, &command, problem);
    if (r < 0)
        return r;
    /* A daemon after this one removes its directory when it has ended. */
    struct executor_record record = {
        .executor = SLICE(BROKER_PROGRAM), .hand_shake = SLICE(""), .use = EXECUTOR_RECORD_USE_BROKER};
    (void)process_note(&process->process, &record);
    r = fault_point("broker.before_wait");
    if (r == 0)
        r = timers_set(&process->broker->rpc->timers, &process->start, CONNECT_FIRST_MS);
    if (r < 0) { /* it runs, and its end will be told */
        log_error("broker: cannot watch process %d: %s", (int)process->process.pid, strerror(-r));
        process_end(&process->process);
    }
    return 0;
}

void broker_start(struct broker *broker)
{
    char problem[256] = "";
    if (broker->serves || broker->closed || broker->again.index > 0)
        return;
    struct broker_process *process = process_new(broker);
    int r = process ? launch(process, problem) : -ENOMEM;
    if (r < 0) {
        log_error("broker: cannot start: %s", *problem ? problem : strerror(-r));
        if (process)
            process_free(process);
        start_later(broker);
        return;
    }
    broker->serves = process;
}

/* --- of the daemon before --------------------------------------------------------------------------- */

/* It is about to end by itself, when the calls that it was allowed have. */
void broker_found(struct broker *broker, const char *id, const struct executor_record *record)
{
    struct broker_process *process = process_new(broker);
    int r = process ? process_adopt(&process->process, broker->table, id, record) : -ENOMEM;
    if (r < 0) {
        log_warn("broker %s: cannot take over from an earlier daemon: %s", id, strerror(-r));
        if (process)
            process_free(process);
    }
}

/* --- the daemon's own life ---------------------------------------------------------------------------- */

void broker_init(struct broker *broker)
{
    list_init(&broker->processes);
    list_init(&broker->sockets);
    list_init(&broker->catalogs);
}

void broker_close(struct broker *broker, bool now)
{
    broker->closed = true;
    broker_refuse_all(broker, "the daemon is stopping");
    timers_unset(&broker->rpc->timers, &broker->again);
    for (struct list *link = broker->processes.next; link != &broker->processes; link = link->next) {
        struct broker_process *process = list_member(link, struct broker_process, link);
        timers_unset(&broker->rpc->timers, &process->start);
        (now ? process_end : process_ask)(&process->process);
    }
}

bool broker_is_gone(const struct broker *broker)
{
    return list_is_empty(&broker->processes);
}

/* What could not be ended in time the next daemon finds. */
void broker_clear(struct broker *broker)
{
    struct list *all = &broker->processes;
    broker_forget_models(broker);
    while (all->next && !list_is_empty(all)) {
        struct broker_process *process = list_member(all->next, struct broker_process, link);
        process_leave(&process->process);
        process_free(process);
    }
}
