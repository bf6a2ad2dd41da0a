/* Generated from contract/daemon.json by contract/generate; do not edit. */
/* The daemon itself: how it is, and how to stop it. */
#pragma once

#include "rpc/method.h"
#include "contract/daemon_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method daemon.status: How the daemon is: its process, its parts, its clients. */

struct daemon_status_params {
    char unused;
};

/* `store` is degraded while it is being opened, while it is being checked after a crash, and where something that
 * was stored was gone when it was opened; failed where it is damaged, or where its file was deleted, replaced or cut
 * under the running daemon. */
struct daemon_status_result_subsystems {
    struct daemon_status_result_subsystems_pair *items;
    size_t count;
};

struct daemon_status_result_subsystems_pair {
    struct slice key;
    struct daemon_subsystem value;
};

struct daemon_status_result {
    int64_t pid;
    int64_t uptime_seconds;
    /* Epoch milliseconds. */
    int64_t started_at;
    struct slice version;
    /* The worst of the subsystems. */
    enum daemon_health health;
    struct daemon_status_result_subsystems subsystems;
    /* Connections, this one included. */
    int64_t clients;
    /* Resident memory of the daemon. */
    int64_t memory_bytes;
    struct slice socket;
    /* The directory of its state and its log. */
    struct slice state;
    /* The configuration file in use; null where there is none. */
    struct slice config;
    enum field_is config_is;
    bool stopping;
};

extern const struct shape daemon_status_params_shape;
extern const struct shape daemon_status_result_shape;
extern const struct method daemon_status_method;
int daemon_status(struct call *call, const struct daemon_status_params *params);

static inline int daemon_status_reply(struct call *call, const struct daemon_status_result *result)
{
    return call_reply(call, result);
}

/* Method daemon.find: Whole ids for a part of one, as a person types it: its beginning, or its end.
 *
 * The prefix of the kind may be absent, and letters may be small. An end has at least six characters and is looked
 * for among the 10,000 newest, where no id begins with the text. No id is returned for what is deleted. */

struct daemon_find_params {
    enum daemon_id_kind kind;
    struct slice text;
};

/* The newest first. */
struct daemon_find_result_ids {
    struct slice *items;
    size_t count;
};

struct daemon_find_result {
    struct daemon_find_result_ids ids;
    /* There are others. */
    bool more;
};

extern const struct shape daemon_find_params_shape;
extern const struct shape daemon_find_result_shape;
extern const struct method daemon_find_method;
int daemon_find(struct call *call, const struct daemon_find_params *params);

static inline int daemon_find_reply(struct call *call, const struct daemon_find_result *result)
{
    return call_reply(call, result);
}

/* Method daemon.stop: Stop the daemon: take nothing new, finish what runs, leave. With force, at once.
 *
 * While tasks are at work new connections are accepted; of their calls only daemon.stop, daemon.status, ping and
 * initialize are served, all others fail with stopping. A further daemon.stop with force forces the stop that is
 * under way. */

struct daemon_stop_params {
    /* Do not wait for what runs: end it with all of its processes. */
    bool force;
};

struct daemon_stop_result {
    bool stopping;
};

extern const struct shape daemon_stop_params_shape;
extern const struct shape daemon_stop_result_shape;
extern const struct method daemon_stop_method;
int daemon_stop(struct call *call, const struct daemon_stop_params *params);

static inline int daemon_stop_reply(struct call *call, const struct daemon_stop_result *result)
{
    return call_reply(call, result);
}

/* Method daemon.restart: Go over to the daemon's program as it is on the disk now, without losing anything.
 *
 * Same process id. Connections, waiting requests, subscriptions, terminals and executors stay; clients notice a
 * pause. Answered by the new program. */

struct daemon_restart_params {
    char unused;
};

struct daemon_restart_result {
    /* Of the new program. */
    struct slice version;
    /* How long nobody was served. */
    int64_t pause_ms;
};

extern const struct shape daemon_restart_params_shape;
extern const struct shape daemon_restart_result_shape;
extern const struct method daemon_restart_method;
int daemon_restart(struct call *call, const struct daemon_restart_params *params);

static inline int daemon_restart_reply(struct call *call, const struct daemon_restart_result *result)
{
    return call_reply(call, result);
}

/* Event event.daemonStopping: The daemon is about to leave; connections will close. Comes again when the stop is
 * forced later. */

/* request: daemon.stop; signal: SIGTERM or SIGINT. */
enum event_daemon_stopping_params_reason {
    EVENT_DAEMON_STOPPING_PARAMS_REASON_REQUEST = 0,
    EVENT_DAEMON_STOPPING_PARAMS_REASON_SIGNAL = 1,
};

struct event_daemon_stopping_params {
    enum event_daemon_stopping_params_reason reason;
    bool force;
    /* Epoch milliseconds. */
    int64_t timestamp;
};

extern const struct shape event_daemon_stopping_params_shape;
extern const struct event_type event_daemon_stopping_event;
