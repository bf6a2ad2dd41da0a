/* Reports the state of each part of the daemon, computed on request, and pushes that of the services that desktop
 * shells show. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/daemon.h"
#include "contract/system.h"
#include "daemon/client/client.h"

struct health_state;

enum { HEALTH_MESSAGE_SIZE = 640 };

struct broker;
struct call;
struct daemon_socket;
struct executor_pool;
struct handover_part;
struct listener;
struct capture;
struct mcp_hub;
struct resolver;
struct rpc;
struct sandbox_facts;
struct store;

/* The state directory at the time of the last probe. */
struct health_state {
    int64_t looked_ms; /* on the monotonic clock */
    bool is_looking;   /* a thread of the resolver is probing; the disk may block */
    int error;         /* 0 or a negative errno; -ETIMEDOUT: the disk does not respond */
    bool is_read_only;
    uint64_t free_bytes;
};

/* A service as clients know it. */
struct health_service {
    enum system_service_state state;
    char message[HEALTH_MESSAGE_SIZE]; /* empty: none */
    bool retried;                      /* a client has asked for another try, which has not ended */
    bool handed;                       /* the previous program knew it; not looked at since */
};
enum { HEALTH_SERVICES = SYSTEM_SERVICE_MCP + 1 };

struct health {
    const struct store *store;
    struct resolver *resolver;
    struct executor_pool *executors;
    const struct sandbox_facts *sandbox;
    struct broker *broker;
    struct mcp_hub *mcp;
    struct capture *capture;
    struct clients *clients;
    const struct rpc *rpc;
    const struct listener *listener;
    const struct daemon_socket *socket;
    const char *state_dir;
    const int *config_error;    /* the result of the last reload: 0 or a negative errno */
    const char *config_problem; /* the message of that error */
    bool stopping;
    struct health_state state;

    struct health_service services[HEALTH_SERVICES];
    struct client_part part;
    const struct client *newest; /* it is about to get all states, so changes are not told to it */
    size_t listeners;            /* clients that get changes: nothing is checked for nobody */
    bool opened;                 /* the store is open, and the servers are known: until then, services are starting */
    bool held;                   /* changes are not looked at */
};

/* A part of the daemon. `check` inspects its current state, and writes `message` unless the state is OK. */
struct subsystem {
    const char *name;
    enum daemon_health (*check)(const struct health *health, char message[static HEALTH_MESSAGE_SIZE]);
};

/* Runs the first probe during the start. It may block on the disk, as all file access during the start may. */
void health_init(struct health *health);

/* Probes again unless the last result is recent. If the disk is slower than the loop can wait, the previous
 * result stays. */
void health_look(struct health *health);

extern const struct subsystem health_subsystems[];
extern const size_t health_subsystem_count;

/* --- services.c: system:health and system:retry --- */

/* See daemon/concern.c. */
struct health *health_of(const struct call *call);

/* The concerns that the services depend on are set. */
void health_services_init(struct health *health);
void health_services_open(struct health *health);

void health_services_reload(struct health *health);

/* The client has called initialize: pushes the present states. */
void health_introduce(struct health *health, struct client *client);

extern const struct handover_part health_handover;
