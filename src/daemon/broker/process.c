/* Runs weir-broker as a service: when it is started, what its sandbox exposes, and what happens on connect and
 * exit. */
#include <stdio.h>

#include "contract/daemon_dispatch.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/internal.h"
#include "daemon/sandbox/sandbox.h"

enum { RESTART_MS = 100, RESTART_MAX_MS = 30000 };

static int describe(void *user, const struct sandbox_program *program, struct buf *view)
{
    const struct broker *broker = user;
    return sandbox_view_write_helper(broker->sandbox, program, view);
}

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    return sandbox_prepare_helper(process, describe, user, problem);
}

static void note_start(const struct broker *broker)
{
    char data[64];
    struct audit_note note = {.what = SLICE("broker.started")};
    int size = snprintf(data, sizeof data, "{\"process\":%d}", (int)service_pid(&broker->service));
    audit_self(&note);
    note.data = (struct slice){data, (size_t)size};
    audit_write(broker->audit, &note);
}

static void on_connected(struct service *service)
{
    struct broker *broker = service->user;
    note_start(broker);
    for (struct list *link = broker->sockets.next; link != &broker->sockets; link = link->next)
        broker_tell(list_member(link, struct broker_socket, link));
    broker_ask_all(broker);
}

static void on_disconnected(struct service *service)
{
    broker_use_reserved(service->user);
}

static void on_lost(struct service *service)
{
    broker_refuse_all(service->user, "cannot use weir-broker, which calls the providers; see: weir daemon logs");
}

static bool is_wanted(const struct service *service)
{
    const struct broker *broker = service->user;
    return !list_is_empty(&broker->sockets) || broker->ollama.wanted;
}

static void on_emptied(struct service *service)
{
    struct broker *broker = service->user;
    broker->emptied(broker->user);
}

static const struct service_kind kind = {
    .name = "broker",
    .program = BROKER_PROGRAM,
    .use = EXECUTOR_RECORD_USE_BROKER,
    .caller = CALLER_BROKER,
    .dispatch = &daemon_dispatch,
    .restart_ms = RESTART_MS,
    .restart_max_ms = RESTART_MAX_MS,
    .healthy_ms = RESTART_MAX_MS,
    .prepare = prepare,
    .connected = on_connected,
    .disconnected = on_disconnected,
    .lost = on_lost,
    .is_wanted = is_wanted,
    .emptied = on_emptied,
};

void broker_start(struct broker *broker)
{
    broker->service.ready_ms = (uint64_t)broker->settings->pool.start_ms;
    broker->service.ping_ms = (uint64_t)broker->settings->pool.ping_ms;
    service_start(&broker->service);
}

/* A broker of an earlier daemon finishes its admitted calls and exits by itself. */
void broker_found(struct broker *broker, const char *id, const struct executor_record *record)
{
    service_adopt(&broker->service, id, record);
}

void broker_init(struct broker *broker)
{
    list_init(&broker->sockets);
    list_init(&broker->catalogs);
    broker->service.kind = &kind;
    broker->service.user = broker;
    broker->service.table = broker->table;
    broker->service.rpc = broker->rpc;
    service_init(&broker->service);
    broker_watch_init(broker);
}

void broker_close(struct broker *broker, bool now)
{
    broker->closed = true;
    broker_watch_end(broker);
    broker_refuse_all(broker, "the daemon is stopping");
    service_close(&broker->service, now);
}

bool broker_is_gone(const struct broker *broker)
{
    return service_is_gone(&broker->service);
}

void broker_clear(struct broker *broker)
{
    if (!broker->service.kind)
        return;
    broker_watch_end(broker);
    broker_forget_models(broker);
    service_clear(&broker->service);
}
