/* Generated from contract/daemon.json by contract/generate; do not edit. */
/* The state of the daemon, and how to stop and restart it. */
#pragma once

#include "rpc/method.h"
#include "contract/daemon_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method daemon.status: Get the state of the daemon: its process, its subsystems, its clients. */

struct daemon_status_params {
    char unused;
};

/* `store` is degraded while the daemon opens it, while the daemon checks it after a crash, and if stored data was
 * missing when it was opened. It is failed if it is damaged, or if its file was deleted, replaced or truncated while
 * the daemon runs. */
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
    /* The worst health of all subsystems. */
    enum daemon_health health;
    struct daemon_status_result_subsystems subsystems;
    /* The number of connections, including this one. */
    int64_t clients;
    /* The resident memory of the daemon. */
    int64_t memory_bytes;
    struct slice socket;
    /* The directory of the daemon's state and log. */
    struct slice state;
    /* The configuration file in use; null: there is none. */
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

/* Method daemon.find: Complete an id from the part that a person typed: its beginning or its end.
 *
 * The prefix that names the kind can be left out, and lower case is accepted. An end needs at least six characters;
 * it is searched for among the 10,000 newest ids if no id begins with the text. Ids of deleted objects are not
 * returned. */

struct daemon_find_params {
    enum daemon_id_kind kind;
    struct slice text;
};

/* Newest first. */
struct daemon_find_result_ids {
    struct slice *items;
    size_t count;
};

struct daemon_find_result {
    struct daemon_find_result_ids ids;
    /* True: more ids match. */
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

/* Method daemon.stop: Stop the daemon: accept no new work, finish running tasks, exit. With force, exit at once.
 *
 * While tasks run, new connections are accepted, but only daemon.stop, daemon.status, ping and initialize are
 * served; all other calls fail with stopping. A further daemon.stop with force forces the stop that is in progress. */

struct daemon_stop_params {
    /* Do not wait for running tasks: kill all their processes. */
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

/* Method daemon.restart: Restart the daemon in place with the program that is on the disk now, without losing
 * anything.
 *
 * The process id does not change. Connections, pending requests, subscriptions, terminals and executors survive;
 * clients notice a pause. The new program sends the response. */

struct daemon_restart_params {
    char unused;
};

struct daemon_restart_result {
    /* The version of the new program. */
    struct slice version;
    /* How long no request was served. */
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

/* Event event.daemonStopping: The daemon is about to exit, and connections will close. Sent again if the stop is
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
