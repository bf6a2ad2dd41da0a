/* The four services that desktop shells show, as state machines. Concerns call services_changed() when something may
 * have changed; a state or a message that differs from the last one is pushed to every client that has called
 * initialize. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "contract/handover_types.h"
#include "daemon/broker/broker.h"
#include "daemon/capture/capture.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/health/health.h"
#include "daemon/mcp/mcp.h"
#include "rpc/call.h"
#include "rpc/handover_part.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/encode.h"

enum { LINE_BYTES = 4096, ARENA_BYTES = 1 << 20 };

#define OFF "off"
#define SAY(service, ...) (void)snprintf((service)->message, sizeof(service)->message, __VA_ARGS__)

/* --- the state of each service --- */

static void look_at_capture(const struct health *health, struct health_service *service)
{
    static const enum system_service_state states[] = {
        [CAPTURE_IS_OFF] = SYSTEM_SERVICE_STATE_RUNNING,      [CAPTURE_STARTS] = SYSTEM_SERVICE_STATE_STARTING,
        [CAPTURE_RECORDS] = SYSTEM_SERVICE_STATE_RUNNING,     [CAPTURE_STRUGGLES] = SYSTEM_SERVICE_STATE_DEGRADED,
        [CAPTURE_RESTARTS] = SYSTEM_SERVICE_STATE_RESTARTING, [CAPTURE_FAILED] = SYSTEM_SERVICE_STATE_FAILED,
    };
    const struct capture_health now = capture_look(health->capture);
    service->retried = service->retried && now.state == CAPTURE_STARTS;
    service->state = service->retried ? SYSTEM_SERVICE_STATE_RESTARTING : states[now.state];
    SAY(service, "%s", now.state == CAPTURE_IS_OFF ? OFF : now.state == CAPTURE_STARTS ? "" : now.problem);
}

/* All have failed if none is ready and the last one could not start. */
static void look_at_agents(const struct health *health, struct health_service *service)
{
    const struct executor_pool *pool = health->executors;
    struct executor_counts counts = executor_pool_count(pool);
    service->state = !pool->problem[0]     ? SYSTEM_SERVICE_STATE_RUNNING
                     : counts.starting > 0 ? SYSTEM_SERVICE_STATE_RESTARTING
                     : counts.ready > 0    ? SYSTEM_SERVICE_STATE_DEGRADED
                                           : SYSTEM_SERVICE_STATE_FAILED;
    if (service->state != SYSTEM_SERVICE_STATE_RUNNING)
        SAY(service, "the last executor that was started did not become ready: %s", pool->problem);
}

static void look_at_ollama(const struct health *health, struct health_service *service)
{
    static const enum system_service_state states[] = {
        [BROKER_WATCH_OFF] = SYSTEM_SERVICE_STATE_RUNNING,
        [BROKER_WATCH_UNKNOWN] = SYSTEM_SERVICE_STATE_STARTING,
        [BROKER_WATCH_WORKS] = SYSTEM_SERVICE_STATE_RUNNING,
        [BROKER_WATCH_FAILS] = SYSTEM_SERVICE_STATE_FAILED,
        [BROKER_WATCH_STRUGGLES] = SYSTEM_SERVICE_STATE_DEGRADED,
    };
    const struct broker_watch *watch = &health->broker->ollama;
    const struct health_service *known = &health->services[SYSTEM_SERVICE_OLLAMA];
    if (watch->state == BROKER_WATCH_UNKNOWN && known->handed && strcmp(known->message, OFF) != 0) {
        *service = *known;
        return;
    }
    service->state = states[watch->state];
    service->retried = service->retried && watch->asking;
    SAY(service, "%s", watch->state == BROKER_WATCH_OFF ? OFF : watch->problem);
    if (service->retried)
        service->state = SYSTEM_SERVICE_STATE_RESTARTING;
}

/* Servers that nothing uses are stopped, which is no failure. */
static void look_at_mcp(const struct health *health, struct health_service *service)
{
    struct mcp_health now = mcp_hub_health(health->mcp);
    service->retried = service->retried && now.starting + now.restarting > 0;
    service->state = now.failed > 0 && now.failed == now.servers ? SYSTEM_SERVICE_STATE_FAILED
                     : now.failed + now.degraded > 0             ? SYSTEM_SERVICE_STATE_DEGRADED
                     : now.restarting > 0 || service->retried    ? SYSTEM_SERVICE_STATE_RESTARTING
                                                                 : SYSTEM_SERVICE_STATE_RUNNING;
    const char *problem = now.problem ? now.problem : "see: weir mcp logs";
    if (now.failed > 0)
        SAY(service, "%zu of %zu MCP servers have failed; %s: %.300s", now.failed, now.servers, now.first_id, problem);
    else if (now.first_id)
        SAY(service, "%s: %.300s", now.first_id, problem);
}

static void (*const looks[HEALTH_SERVICES])(const struct health *, struct health_service *) = {
    [SYSTEM_SERVICE_CAPTURE] = look_at_capture,
    [SYSTEM_SERVICE_AGENTS] = look_at_agents,
    [SYSTEM_SERVICE_OLLAMA] = look_at_ollama,
    [SYSTEM_SERVICE_MCP] = look_at_mcp,
};

/* --- pushing --- */

static int format(const struct health *health, enum system_service service, struct buf *line)
{
    const struct health_service *about = &health->services[service];
    const struct system_health_params params = {.service = service,
                                                .state = about->state,
                                                .message = slice_of(about->message),
                                                .message_is = about->message[0] ? FIELD_SET : FIELD_ABSENT};
    return rpc_format_event(line, &system_health_event, &params);
}

static bool listens(const struct client *client)
{
    return client->initialized && client_wants(client, &system_health_event);
}

static void tell(const struct health *health, enum system_service service)
{
    struct buf line = BUF_LIMITED(LINE_BYTES);
    const struct list *all = &health->clients->all;
    int r = format(health, service, &line);
    for (const struct list *link = all->next; r == 0 && link != all; link = link->next) {
        const struct client *client = list_member(link, struct client, link);
        if (listens(client) && client != health->newest)
            (void)peer_push(client->peer, buf_slice(&line));
    }
    buf_clear(&line);
}

static void look(struct health *health, enum system_service service)
{
    struct health_service *known = &health->services[service];
    struct health_service now = {.retried = known->retried, .message = ""};
    looks[service](health, &now);
    bool is_same = now.state == known->state && strcmp(now.message, known->message) == 0;
    *known = now;
    if (is_same)
        return;
    log_debug("health: %s is %s%s%s", system_service_shape.of.words.items[service].data,
              system_service_state_shape.of.words.items[now.state].data, now.message[0] ? ": " : "", now.message);
    tell(health, service);
}

static void services_changed(void *user)
{
    struct health *health = user;
    for (unsigned i = 0; i < HEALTH_SERVICES && health->opened && !health->held && !health->stopping; i++)
        look(health, (enum system_service)i);
}

/* --- clients --- */

static void watch(struct health *health)
{
    if (health->opened && !health->stopping)
        broker_watch(health->broker, health->listeners > 0);
}

void health_introduce(struct health *health, struct client *client)
{
    int r = 0;
    if (!listens(client))
        return;
    health->newest = client;
    if (health->listeners++ == 0)
        watch(health);
    health->newest = NULL;
    for (unsigned i = 0; r == 0 && i < HEALTH_SERVICES; i++) {
        struct buf line = BUF_LIMITED(LINE_BYTES);
        r = format(health, (enum system_service)i, &line);
        if (r == 0)
            (void)peer_push(client->peer, buf_slice(&line));
        buf_clear(&line);
    }
}

static void on_closed(void *user, struct client *client)
{
    struct health *health = user;
    if (listens(client) && --health->listeners == 0)
        watch(health);
}

static int on_taken(void *user, struct client *client, const struct handover_client *state)
{
    struct health *health = user;
    (void)state;
    health->listeners += listens(client);
    return 0;
}

/* --- lifetime --- */

void health_services_init(struct health *health)
{
    health->part = (struct client_part){.user = health, .closed = on_closed, .take = on_taken};
    client_add_part(health->clients, &health->part);
    health->services[SYSTEM_SERVICE_CAPTURE].state = SYSTEM_SERVICE_STATE_RUNNING;
    SAY(&health->services[SYSTEM_SERVICE_CAPTURE], OFF);
    health->capture->health = health;
    health->capture->changed = services_changed;
    health->executors->hooks.health = health->mcp->changed_user = health->broker->ollama.user = health;
    health->executors->hooks.changed = health->mcp->changed = health->broker->ollama.changed = services_changed;
}

void health_services_open(struct health *health)
{
    health->opened = true;
    watch(health);
    services_changed(health);
}

void health_services_reload(struct health *health)
{
    watch(health);
}

/* --- system:retry --- */

static int try_again(struct health *health, enum system_service service)
{
    health->services[service].retried = true;
    if (service == SYSTEM_SERVICE_AGENTS)
        return executor_pool_try(health->executors);
    if (service == SYSTEM_SERVICE_OLLAMA)
        broker_watch_now(health->broker);
    if (service == SYSTEM_SERVICE_MCP)
        mcp_hub_retry(health->mcp);
    if (service == SYSTEM_SERVICE_CAPTURE)
        capture_retry(health->capture);
    return 0;
}

static bool is_bad(const struct health_service *service)
{
    return service->state == SYSTEM_SERVICE_STATE_FAILED || service->state == SYSTEM_SERVICE_STATE_DEGRADED;
}

int system_retry(struct call *call, const struct system_retry_params *params)
{
    struct health *health = health_of(call);
    const struct health_service *service = &health->services[params->service];
    bool was_bad = is_bad(service);
    if (was_bad) {
        health->held = true; /* a server stops before it starts */
        int r = try_again(health, params->service);
        health->held = false;
        if (r < 0)
            log_warn("health: cannot try %s again: %s", system_service_shape.of.words.items[params->service].data,
                     strerror(-r));
        services_changed(health);
    }
    return system_retry_reply(call,
                              &(struct system_retry_result){.success = !is_bad(service), .new_state = service->state});
}

/* --- handover: what clients were told --- */

_Static_assert((int)HANDOVER_HEALTH_SERVICES_ITEM_STATE_FAILED == (int)SYSTEM_SERVICE_STATE_FAILED,
               "the words of the document have the order of the contract");

static int check_ready(void *user, char problem[static 256])
{
    (void)user;
    (void)problem;
    return 0;
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct health *health = user;
    struct handover_health_services_item items[HEALTH_SERVICES];
    (void)out;
    for (unsigned i = 0; i < HEALTH_SERVICES; i++)
        items[i] = (struct handover_health_services_item){
            .state = (enum handover_health_services_item_state)health->services[i].state,
            .message = slice_of(health->services[i].message)};
    return json_encode(json, &handover_health_shape,
                       &(struct handover_health){.services = {.items = items, .count = HEALTH_SERVICES}});
}

static int read_services(const yyjson_val *value, struct arena *arena, struct handover_health *ret_state)
{
    struct decode_error error;
    return json_decode(arena, &handover_health_shape, value, "health", ret_state, &error);
}

static int check(const yyjson_val *value, struct slice pieces)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct handover_health state;
    (void)pieces;
    int r = read_services(value, &arena, &state);
    arena_clear(&arena);
    return r;
}

/* A service that this program knows and the last one did not is told as soon as it is known. */
static int import_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct health *health = user;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct handover_health state;
    (void)pieces;
    int r = read_services(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.services.count && i < HEALTH_SERVICES; i++) {
        health->services[i].state = (enum system_service_state)state.services.items[i].state;
        SAY(&health->services[i], "%.*s", SLICE_ARG(state.services.items[i].message));
        health->services[i].handed = true;
    }
    arena_clear(&arena);
    return r;
}

const struct handover_part health_handover = {
    .name = "health",
    .ready = check_ready,
    .write = export_all,
    .check = check,
    .take = import_all,
};
