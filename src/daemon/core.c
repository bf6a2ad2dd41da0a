/* initialize, ping, rpc.discover: the protocol itself. */
#include "contract/core.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/all.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "rpc/version.h"

enum { PROTOCOL_MAJOR = 1, PROTOCOL_MINOR = 0, EVENTS_MAX = 256 };

int ping(struct call *call, const struct ping_params *params)
{
    (void)params; /* declared without fields */
    return ping_reply(call, &(struct ping_result){.pong = true, .timestamp = clock_epoch_ms()});
}

int rpc_discover(struct call *call, const struct rpc_discover_params *params)
{
    (void)params;
    return rpc_discover_reply(call, &(struct json_any){.text = {contract_openrpc, contract_openrpc_size}});
}

int initialize(struct call *call, const struct initialize_params *params)
{
    struct client *client = client_of(call);
    const struct rpc_limits *limits = &daemon_of(call)->rpc.limits;
    unsigned major = 0, minor = 0;
    if (client->initialized)
        return call_fail(call, ERROR_ALREADY_INITIALIZED, "initialize comes once, and first");
    if (!version_parse(params->protocol_version, &major, &minor) || major != PROTOCOL_MAJOR)
        return call_fail(call, ERROR_UNSUPPORTED_PROTOCOL, "this daemon speaks protocol %d.%d, not %.*s",
                         PROTOCOL_MAJOR, PROTOCOL_MINOR, SLICE_ARG(params->protocol_version));
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
    /* The older of the two minor versions is what both know; ours is the oldest there is. */
    r = initialize_reply(call, &(struct initialize_result){
                                   .protocol_version = SLICE("1.0"),
                                   .server = {.name = SLICE("weird"), .version = SLICE(WEIR_VERSION)},
                                   .limits = {.max_message_bytes = (int64_t)limits->line_bytes,
                                              .max_batch_entries = (int64_t)limits->batch_entries,
                                              .max_waiting_requests = (int64_t)limits->waiting_calls},
                                   .sandbox = (enum initialize_result_sandbox)daemon_of(call)->config.settings.sandbox,
                                   .notify = daemon_of(call)->config.settings.notify,
                                   .notify_is = FIELD_SET,
                                   .notifications = {.items = names, .count = count},
                               });
    if (r < 0)
        return r;
    client->initialized = true;
    event_client_opted_out(client);
    if (params->client_is == FIELD_SET)
        log_info("client: %.*s %.*s", SLICE_ARG(params->client.name),
                 SLICE_ARG(params->client.version_is == FIELD_SET ? params->client.version : SLICE("")));
    if (params->approves) /* what waits is pushed behind the answer */
        permission_approver_came(client);
    return r;
}
