/* How the parts of the daemon are, computed when somebody asks. */
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
struct resolver;
struct rpc;
struct sandbox_facts;
struct store;

/* The state directory as it was when somebody last looked. */
struct health_state {
    int64_t looked_ms; /* of the monotonic clock */
    bool is_looking;   /* a thread of the resolver: the disk below it may hang */
    int error;         /* 0 or a negative errno; -ETIMEDOUT: it does not answer */
    bool is_read_only;
    uint64_t free_bytes;
};

struct health {
    const struct store *store;
    struct resolver *resolver;
    const struct executor_pool *executors;
    const struct sandbox_facts *sandbox;
    const struct rpc *rpc;
    const struct listener *listener;
    const struct daemon_socket *socket;
    const char *state_dir;
    const int *config_error;    /* of the last reload: 0 or a negative errno */
    const char *config_problem; /* and what it was, for people */
    bool stopping;
    struct health_state state;
};

/* One part. `check` looks at the real thing, now; it fills `message` where all is not well. */
struct subsystem {
    const char *name;
    enum daemon_health (*check)(const struct health *health, char message[static HEALTH_MESSAGE_SIZE]);
};

/* The first look, while the daemon starts: it waits for the disk as all that is read from there does. */
void health_init(struct health *health);

/* Looks again, unless somebody has done so just now. What is known is as it was while the disk takes longer than the
 * loop may wait. */
void health_look(struct health *health);

extern const struct subsystem health_subsystems[];
extern const size_t health_subsystem_count;
