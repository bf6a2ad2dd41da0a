/* Reports the state of each part of the daemon, computed on request. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/daemon.h"

struct health_state;

enum { HEALTH_MESSAGE_SIZE = 640 };

struct daemon_socket;
struct executor_pool;
struct listener;
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

struct health {
    const struct store *store;
    struct resolver *resolver;
    const struct executor_pool *executors;
    const struct sandbox_facts *sandbox;
    const struct mcp_hub *mcp;
    const struct rpc *rpc;
    const struct listener *listener;
    const struct daemon_socket *socket;
    const char *state_dir;
    const int *config_error;    /* the result of the last reload: 0 or a negative errno */
    const char *config_problem; /* the message of that error */
    bool stopping;
    struct health_state state;
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
