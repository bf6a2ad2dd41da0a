/* Handlers of initialize, ping, rpc.discover, daemon.status and daemon.find. */
#include "contract/core.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/all.h"
#include "contract/daemon.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/health/health.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "rpc/version.h"

/* --- protocol --- */

enum { PROTOCOL_MAJOR = 1, PROTOCOL_MINOR = 0, EVENTS_MAX = 256 };

int ping(struct call *call, const struct ping_params *params)
{
    (void)params; /* the method has no params */
    return ping_reply(call, &(struct ping_result){.pong = true, .timestamp = clock_epoch_ms()});
}

int rpc_discover(struct call *call, const struct rpc_discover_params *params)
{
    (void)params;
    struct slice text = call->peer->caller == CALLER_APP
                            ? (struct slice){contract_openrpc_app, contract_openrpc_app_size}
                            : (struct slice){contract_openrpc, contract_openrpc_size};
    return rpc_discover_reply(call, &(struct json_any){.text = text});
}

/* Protocol versions are compatible with the older minor version of both sides. Ours is the oldest that exists. */
static int answer_initialize(struct call *call, const struct slice *notifications, size_t count)
{
    const struct daemon *daemon = daemon_of(call);
    const struct rpc_limits *limits = &daemon->rpc.limits;
    return initialize_reply(call, &(struct initialize_result){
                                      .protocol_version = SLICE("1.0"),
                                      .server = {.name = SLICE("weird"), .version = SLICE(WEIR_VERSION)},
                                      .limits = {.max_message_bytes = (int64_t)call->peer->framer.partial.limit,
                                                 .max_batch_entries = (int64_t)limits->batch_entries,
                                                 .max_waiting_requests = (int64_t)limits->waiting_calls},
                                      .sandbox = (enum initialize_result_sandbox)daemon->config.settings.sandbox,
                                      .notify = daemon->config.settings.notify,
                                      .notify_is = FIELD_SET,
                                      .notifications = {.items = (struct slice *)notifications, .count = count},
                                  });
}

/* Whether the call is refused, and answered. */
static bool refuses_to_initialize(struct call *call, const struct initialize_params *params, bool is_again)
{
    unsigned major = 0, minor = 0;
    if (is_again)
        (void)call_fail(call, ERROR_ALREADY_INITIALIZED,
                        "initialize must be the first request of a connection, and can be sent only once");
    else if (!version_parse(params->protocol_version, &major, &minor) || major != PROTOCOL_MAJOR)
        (void)call_fail(call, ERROR_UNSUPPORTED_PROTOCOL, "this daemon speaks protocol %d.%d, not %.*s", PROTOCOL_MAJOR,
                        PROTOCOL_MINOR, SLICE_ARG(params->protocol_version));
    else
        return false;
    return true;
}

/* An app gets no notifications, and cannot answer for the person. */
static int initialize_app(struct call *call, const struct initialize_params *params)
{
    bool *initialized = apps_initialized_of(call);
    if (refuses_to_initialize(call, params, *initialized))
        return 0;
    *initialized = true;
    return answer_initialize(call, NULL, 0);
}

int initialize(struct call *call, const struct initialize_params *params)
{
    if (call->peer->caller == CALLER_APP)
        return initialize_app(call, params);
    struct client *client = client_of(call);
    if (refuses_to_initialize(call, params, client->initialized))
        return 0;
    int r = params->opt_out_notification_methods_is == FIELD_SET
                ? client_opt_out(client, params->opt_out_notification_methods.items,
                                 params->opt_out_notification_methods.count)
                : 0;
    if (r == 0 && params->client_is == FIELD_SET)
        r = client_set_name(client, params->client.name);
    if (r < 0)
        return r;
    struct slice names[EVENTS_MAX];
    size_t count = contract_event_count < EVENTS_MAX ? contract_event_count : EVENTS_MAX;
    for (size_t i = 0; i < count; i++)
        names[i] = contract_events[i]->name;
    r = answer_initialize(call, names, count);
    if (r < 0)
        return r;
    client->initialized = true;
    client->takes_no_descriptors = !params->accepts_descriptors;
    event_client_opted_out(client);
    if (params->client_is == FIELD_SET)
        log_info("client: %.*s %.*s", SLICE_ARG(params->client.name),
                 SLICE_ARG(params->client.version_is == FIELD_SET ? params->client.version : SLICE("")));
    health_introduce(&daemon_of(call)->health, client);
    if (params->approves) /* pending requests are pushed after the response */
        permission_approver_connected(permissions_of(call), client);
    return r;
}

/* --- daemon.status --- */

enum { SUBSYSTEMS_MAX = 32 };

static int64_t resident_bytes(const struct daemon *daemon)
{
    char text[128] = "";
    long resident = 0;
    if (pread(daemon->statm_fd, text, sizeof text - 1, 0) <= 0)
        return 0;
    const char *second = strchr(text, ' ');
    if (second)
        resident = strtol(second, NULL, 10);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

int daemon_status(struct call *call, const struct daemon_status_params *params)
{
    (void)params; /* the method has no params */
    struct daemon *daemon = daemon_of(call);
    char messages[SUBSYSTEMS_MAX][HEALTH_MESSAGE_SIZE];
    struct daemon_status_result_subsystems_pair pairs[SUBSYSTEMS_MAX];
    enum daemon_health worst = DAEMON_HEALTH_OK;
    size_t count = health_subsystem_count < SUBSYSTEMS_MAX ? health_subsystem_count : SUBSYSTEMS_MAX;
    health_look(&daemon->health);
    for (size_t i = 0; i < count; i++) {
        messages[i][0] = '\0';
        enum daemon_health health = health_subsystems[i].check(&daemon->health, messages[i]);
        pairs[i] = (struct daemon_status_result_subsystems_pair){
            .key = slice_of(health_subsystems[i].name),
            .value = {.health = health,
                      .message = slice_of(messages[i]),
                      .message_is = messages[i][0] ? FIELD_SET : FIELD_ABSENT},
        };
        if (health > worst)
            worst = health;
    }
    return daemon_status_reply(
        call, &(struct daemon_status_result){
                  .pid = getpid(),
                  .uptime_seconds = (int64_t)((clock_monotonic_ns() - daemon->started_ns) / 1000000000),
                  .started_at = daemon->started_at_ms,
                  .version = SLICE(WEIR_VERSION),
                  .health = worst,
                  .subsystems = {.items = pairs, .count = count},
                  .clients = (int64_t)(daemon->rpc.peer_count - daemon->executors.peers - daemon->mcp.peers -
                                       daemon->apps.connections - daemon->capture.peers),
                  .memory_bytes = resident_bytes(daemon),
                  .socket = slice_of(daemon->socket.path),
                  .state = slice_of(daemon->options.state_dir),
                  .config = slice_of(daemon->options.config_path),
                  .config_is = daemon->config.from_file ? FIELD_SET : FIELD_NULL,
                  .stopping = daemon->stopping,
              });
}

/* --- daemon.find --- */

static int find_ids(struct store_request *request, struct store_tx *tx)
{
    const struct daemon_find_params *params = request->call->params;
    return store_ids_find(tx, params->kind, params->text, &request->arena, request->more);
}

static void answer_ids(struct store_request *request)
{
    struct store_ids *ids = request->more;
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)daemon_find_reply(request->call, &(struct daemon_find_result){
                                                   .ids = {.items = ids->items, .count = ids->count},
                                                   .more = ids->more,
                                               });
}

int daemon_find(struct call *call, const struct daemon_find_params *params)
{
    (void)params; /* the reader thread uses the copy of the deferred call */
    return store_request_read(call, sizeof(struct store_ids), find_ids, answer_ids);
}
