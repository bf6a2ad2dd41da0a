#include "daemon/process/service.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "rpc/peer.h"

enum { CONNECT_FIRST_MS = 2, CONNECT_LONGEST_MS = 100, PING_TIMEOUT_MAX_MS = 10000, PINGS_MISSED_MAX = 3 };

struct service_process {
    struct process process;
    struct list link; /* in service->processes */
    struct service *service;
    struct peer *peer; /* NULL: not connected */
    struct deadline connect;
    uint64_t delay_ms, waited_ms; /* until the next attempt; of all attempts */
    bool was_lost;                /* the service has given it up; its end is still to be logged */
};

static uint64_t now_ms(const struct service *service)
{
    return uv_now(service->table->loop);
}

/* --- after a crash --- */

static bool has_crashed_too_often(struct service *service)
{
    const struct service_kind *kind = service->kind;
    if (kind->crashes_max == 0)
        return false;
    if (service->crash_count == kind->crashes_max)
        memmove(service->crashes, service->crashes + 1, --service->crash_count * sizeof *service->crashes);
    service->crashes[service->crash_count++] = now_ms(service);
    return service->crash_count == kind->crashes_max && now_ms(service) - service->crashes[0] < kind->crash_window_ms;
}

static uint64_t restart_delay(const struct service *service)
{
    uint64_t ms = service->kind->restart_ms;
    for (unsigned i = 0; i < service->failures && ms < service->kind->restart_max_ms; i++)
        ms *= 2;
    return ms < service->kind->restart_max_ms ? ms : service->kind->restart_max_ms;
}

static void on_restart(struct deadline *deadline)
{
    struct service *service = list_member(deadline, struct service, restart);
    service->state = SERVICE_STOPPED;
    service_start(service);
}

/* The current process serves no longer, or could not be started. `error` 0: it ended; else why it could not be used. */
static void lose(struct service *service, const char *problem, int error)
{
    struct timers *timers = &service->rpc->timers;
    timers_unset(timers, &service->ping);
    service->current = NULL;
    service->peer = NULL;
    (void)snprintf(service->problem, sizeof service->problem, "%s", problem);
    if (service->running_since > 0 && now_ms(service) - service->running_since >= service->kind->healthy_ms)
        service->failures = service->crash_count = 0;
    service->running_since = 0;
    service->state = SERVICE_STOPPED;
    if (service->closed)
        return;
    if (!process_is_shortage(error) && has_crashed_too_often(service)) {
        service->state = SERVICE_FAILED;
        log_error("%s: crashed %u times within %llu s; the daemon does not start it again", service->kind->name,
                  service->crash_count, (unsigned long long)service->kind->crash_window_ms / 1000);
    } else if (service->kind->is_wanted && service->kind->is_wanted(service) &&
               timers_set(timers, &service->restart, restart_delay(service)) == 0) {
        service->state = SERVICE_RESTARTING;
    }
    service->failures++;
    if (service->kind->lost)
        service->kind->lost(service);
}

/* --- the end of a process --- */

static void process_free(struct service_process *process)
{
    timers_unset(&process->service->rpc->timers, &process->connect);
    list_remove(&process->link);
    free(process);
}

static void describe_exit(const struct process_exit *exit, char problem[static SERVICE_PROBLEM_SIZE])
{
    (void)snprintf(problem, SERVICE_PROBLEM_SIZE, "%s %d%s%s%s%s", exit->how == PROCESS_EXIT_SIGNAL ? "signal" : "code",
                   exit->number, *exit->message ? ": " : "", exit->message, *exit->stderr_tail ? ": " : "",
                   exit->stderr_tail);
}

static void on_gone(struct process *gone, const struct process_exit *exit)
{
    struct service_process *process = list_member(gone, struct service_process, process);
    struct service *service = process->service;
    bool served = service->current == process;
    char problem[SERVICE_PROBLEM_SIZE];
    describe_exit(exit, problem);
    if ((served || process->was_lost) && !service->closed)
        log_error("%s: ended (%s)", service->kind->name, problem);
    if (process->peer)
        peer_close(process->peer, "its process is gone"); /* calls on_closed(), which sees is_gone */
    process_clear(&process->process);
    process_free(process);
    if (served)
        lose(service, problem, 0);
    if (list_is_empty(&service->processes))
        service->kind->emptied(service);
}

/* Ends a process that is of no use any more. */
static void give_up(struct service_process *process, const char *problem, int error)
{
    struct service *service = process->service;
    log_error("%s: ending process %d: %s", service->kind->name, (int)process->process.pid, problem);
    timers_unset(&service->rpc->timers, &process->connect);
    process_end(&process->process);
    if (service->current == process) {
        process->was_lost = true;
        lose(service, problem, error);
    }
}

/* --- the connection --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct service_process *process = peer->user;
    struct service *service = process->service;
    process->peer = NULL;
    if (service->peer == peer)
        service->peer = NULL;
    if (service->kind->disconnected)
        service->kind->disconnected(service);
    if (!process->process.is_gone && !service->closed && service->current == process)
        give_up(process, reason, 0);
}

static const struct peer_events events = {.closed = on_closed};

static void wait_for_ping(struct service *service)
{
    if (service->ping_ms > 0)
        (void)timers_set(&service->rpc->timers, &service->ping, service->ping_ms);
}

/* Any response, an error too, shows that the program serves. */
static void on_ponged(void *user, const struct reply *reply)
{
    struct service *service = ((struct service_process *)user)->service;
    if (service->current != user || reply->status == -ECONNRESET || reply->status == -ECANCELED)
        return;
    if (reply->status != -ETIMEDOUT) {
        service->missed = 0;
        service->state = SERVICE_RUNNING;
        wait_for_ping(service);
        return;
    }
    service->state = SERVICE_DEGRADED;
    (void)snprintf(service->problem, sizeof service->problem, "does not respond");
    if (++service->missed >= PINGS_MISSED_MAX)
        give_up(service->current, "did not respond to three pings", 0);
    else
        wait_for_ping(service);
}

static void on_ping(struct deadline *deadline)
{
    struct service *service = list_member(deadline, struct service, ping);
    uint64_t timeout = service->ping_ms < PING_TIMEOUT_MAX_MS ? service->ping_ms : PING_TIMEOUT_MAX_MS;
    if (service->peer &&
        peer_call_text(service->peer, SLICE("ping"), SLICE("{}"), timeout, on_ponged, service->current, NULL) < 0)
        wait_for_ping(service);
}

static void serve(struct service *service)
{
    service->state = SERVICE_RUNNING;
    service->running_since = now_ms(service);
    service->missed = 0;
    log_info("%s: ready (process %d)", service->kind->name, (int)service->current->process.pid);
    wait_for_ping(service);
    service->kind->connected(service);
}

static void on_connect(struct deadline *deadline)
{
    struct service_process *process = list_member(deadline, struct service_process, connect);
    struct service *service = process->service;
    char problem[SERVICE_PROBLEM_SIZE];
    int fd = -1;
    int r = process_connect(&process->process, &fd);
    if ((r == -ENOENT || r == -ECONNREFUSED || r == -EAGAIN) && process->waited_ms < service->ready_ms) {
        process->waited_ms += process->delay_ms;
        (void)timers_set(&service->rpc->timers, &process->connect, process->delay_ms);
        process->delay_ms = process->delay_ms < CONNECT_LONGEST_MS / 2 ? 2 * process->delay_ms : CONNECT_LONGEST_MS;
        return;
    }
    if (r == 0)
        r = peer_new(service->rpc, fd, service->kind->caller, service->kind->dispatch, &events, process,
                     &process->peer);
    if (r < 0) {
        (void)snprintf(problem, sizeof problem, "cannot connect to %s: %s", service->kind->program, strerror(-r));
        give_up(process, problem, r);
        return;
    }
    service->peer = process->peer;
    serve(service);
}

/* --- the start of a process --- */

static struct service_process *process_new(struct service *service)
{
    struct service_process *process = calloc(1, sizeof *process);
    if (!process)
        return NULL;
    process->service = service;
    process->process.pidfd = -1;
    process->process.gone = on_gone;
    process->process.is_given = true;
    process->connect.expired = on_connect;
    process->delay_ms = CONNECT_FIRST_MS;
    list_append(&service->processes, &process->link);
    return process;
}

static int launch(struct service_process *process, char problem[static 256])
{
    struct service *service = process->service;
    const struct service_kind *kind = service->kind;
    autofree char *path = NULL;
    int r = process_find_program(kind->program, &path);
    if (r < 0) {
        (void)snprintf(problem, 256, "%s is not installed beside weird: %s", kind->program, strerror(-r));
        return r;
    }
    char *arguments[] = {path, NULL};
    struct process_command command = {
        .arguments = arguments, .cwd = "/", .prepare = kind->prepare, .user = service->user};
    r = fault_point("service.before_start");
    if (r == 0)
        r = process_start(&process->process, service->table, &command, problem);
    if (r < 0)
        return r;
    struct executor_record record = {.executor = slice_of(kind->program), .hand_shake = SLICE(""), .use = kind->use};
    if (kind->describe)
        kind->describe(service, &record);
    (void)process_note(&process->process, &record); /* without it the next daemon removes the process */
    r = fault_point("service.before_wait");
    if (r == 0)
        r = timers_set(&service->rpc->timers, &process->connect, CONNECT_FIRST_MS);
    if (r < 0) { /* it runs, and on_gone() follows */
        log_error("%s: cannot wait for process %d: %s", kind->name, (int)process->process.pid, strerror(-r));
        process_end(&process->process);
    }
    return 0;
}

void service_start(struct service *service)
{
    char problem[256] = "";
    if (service->closed || service->current || service->state != SERVICE_STOPPED)
        return;
    struct service_process *process = process_new(service);
    int r = process ? launch(process, problem) : -ENOMEM;
    if (r == 0) {
        service->current = process;
        service->state = SERVICE_STARTING;
        return;
    }
    if (process)
        process_free(process);
    if (!*problem)
        (void)snprintf(problem, sizeof problem, "cannot start %s: %s", service->kind->program, strerror(-r));
    log_error("%s: cannot start: %s", service->kind->name, problem);
    lose(service, problem, r);
}

void service_adopt(struct service *service, const char *id, const struct executor_record *record)
{
    struct service_process *process = process_new(service);
    int r = process ? process_adopt(&process->process, service->table, id, record) : -ENOMEM;
    if (r < 0) {
        log_warn("%s: cannot take over process %s of an earlier daemon: %s", service->kind->name, id, strerror(-r));
        if (process)
            process_free(process);
        return;
    }
    log_info("%s: found process %s, an earlier daemon started it", service->kind->name, id);
}

void service_take(struct service *service, const char *id, const struct executor_record *record)
{
    struct service_process *process = process_new(service);
    int r = process ? process_adopt(&process->process, service->table, id, record) : -ENOMEM;
    if (r < 0 && process)
        process_free(process);
    if (r == 0) {
        service->current = process;
        service->state = SERVICE_STARTING;
        r = timers_set(&service->rpc->timers, &process->connect, 0);
        if (r < 0)
            process_end(&process->process);
        log_info("%s: continues with process %s of an earlier daemon", service->kind->name, id);
        return;
    }
    log_warn("%s: cannot take over process %s of an earlier daemon: %s", service->kind->name, id, strerror(-r));
    lose(service, "cannot be taken over from an earlier daemon", r);
}

struct service *service_of_peer(const struct peer *peer)
{
    const struct service_process *process = peer->user;
    return process && process->service->current == process ? process->service : NULL;
}

void service_fail(struct service *service, const char *problem)
{
    if (service->current)
        give_up(service->current, problem, 0);
}

/* --- lifetime of the service --- */

void service_init(struct service *service)
{
    list_init(&service->processes);
    service->restart.expired = on_restart;
    service->ping.expired = on_ping;
}

void service_stop(struct service *service, bool now)
{
    struct timers *timers = &service->rpc->timers;
    timers_unset(timers, &service->restart);
    timers_unset(timers, &service->ping);
    service->failures = service->crash_count = 0;
    service->current = NULL; /* its end is expected */
    service->state = SERVICE_STOPPED;
    for (struct list *link = service->processes.next; link != &service->processes; link = link->next) {
        struct service_process *process = list_member(link, struct service_process, link);
        timers_unset(timers, &process->connect);
        (now ? process_end : process_ask)(&process->process);
    }
}

void service_close(struct service *service, bool now)
{
    service->closed = true;
    service_stop(service, now);
}

bool service_is_gone(const struct service *service)
{
    return list_is_empty(&service->processes);
}

void service_clear(struct service *service)
{
    while (service->processes.next && !list_is_empty(&service->processes)) {
        struct service_process *process = list_member(service->processes.next, struct service_process, link);
        process_leave(&process->process);
        process_free(process);
    }
}

const char *service_process_id(const struct service *service)
{
    return service->current ? service->current->process.id : NULL;
}

pid_t service_pid(const struct service *service)
{
    return service->current ? service->current->process.pid : 0;
}
