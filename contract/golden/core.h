/* Generated from contract/core.json by contract/generate; do not edit. */
/* The protocol itself: identify the client, check the daemon, and get the list of methods. */
#pragma once

#include "rpc/method.h"
#include "contract/core_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method initialize: Identify the client and name the notifications that it does not want. Optional: a client that
 * skips it gets the defaults. */

/* The names of notifications that this connection does not want. */
struct initialize_params_opt_out_notification_methods {
    struct slice *items;
    size_t count;
};

struct initialize_params {
    struct core_client_info client;
    enum field_is client_is;
    /* The newest protocol version that the client speaks, MAJOR.MINOR. */
    struct slice protocol_version;
    /* Whether a person at this client can answer permission requests and questions of MCP servers. The daemon sends
     * both to this connection even without a subscription. */
    bool approves;
    /* Whether the client can receive descriptors with a message. If not, chat:streamPort comes without one, and
     * chunks are notifications. */
    bool accepts_descriptors;
    struct initialize_params_opt_out_notification_methods opt_out_notification_methods;
    enum field_is opt_out_notification_methods_is;
};

/* The highest sandbox level for agents on this system. off: agents have all rights of the user, and a front end must
 * show that. */
enum initialize_result_sandbox {
    INITIALIZE_RESULT_SANDBOX_NAMESPACE = 0,
    INITIALIZE_RESULT_SANDBOX_LANDLOCK = 1,
    INITIALIZE_RESULT_SANDBOX_OFF = 2,
};

/* Every notification that the daemon can send. */
struct initialize_result_notifications {
    struct slice *items;
    size_t count;
};

struct initialize_result {
    /* The protocol version that both sides use from here on. */
    struct slice protocol_version;
    struct core_server_info server;
    struct core_limits limits;
    enum initialize_result_sandbox sandbox;
    enum core_notify notify;
    enum field_is notify_is;
    struct initialize_result_notifications notifications;
};

extern const struct shape initialize_params_shape;
extern const struct shape initialize_result_shape;
extern const struct method initialize_method;
int initialize(struct call *call, const struct initialize_params *params);

static inline int initialize_reply(struct call *call, const struct initialize_result *result)
{
    return call_reply(call, result);
}

/* Method ping: Check whether the daemon responds. */

struct ping_params {
    char unused;
};

struct ping_result {
    bool pong;
    /* The time of the daemon's clock, epoch milliseconds. */
    int64_t timestamp;
};

extern const struct shape ping_params_shape;
extern const struct shape ping_result_shape;
extern const struct method ping_method;
int ping(struct call *call, const struct ping_params *params);

static inline int ping_reply(struct call *call, const struct ping_result *result)
{
    return call_reply(call, result);
}

/* Method rpc.discover: Get the whole contract as an OpenRPC document. */

struct rpc_discover_params {
    char unused;
};

extern const struct shape rpc_discover_params_shape;
extern const struct shape rpc_discover_result_shape;
extern const struct method rpc_discover_method;
int rpc_discover(struct call *call, const struct rpc_discover_params *params);

static inline int rpc_discover_reply(struct call *call, const struct json_any *result)
{
    return call_reply(call, result);
}

/* Notification $/cancel_request: Cancel a pending request of this connection. It still gets a response, with the
 * error -32800. An unknown id is ignored. */

struct cancel_request_params {
    /* The id of the request, exactly as it was sent. */
    struct json_any request_id;
};

extern const struct shape cancel_request_params_shape;
extern const struct method cancel_request_method;
