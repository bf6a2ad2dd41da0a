/* Maps a call to the concern of the daemon that serves it: `struct key_ring *ring = key_ring_of(call);`. The public
 * header of each concern declares its accessor. This file defines them all, since a concern does not know struct
 * daemon. */
#include "daemon/daemon.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/rpc.h"

struct daemon *daemon_of(const struct call *call)
{
    return call->rpc->user;
}

struct store *store_of(const struct call *call)
{
    return daemon_of(call)->store;
}

struct audit *audit_of(const struct call *call)
{
    return &daemon_of(call)->audit;
}

struct event_hub *event_hub_of(const struct call *call)
{
    return &daemon_of(call)->events;
}

struct key_ring *key_ring_of(const struct call *call)
{
    return daemon_of(call)->keys;
}

struct sandbox_facts *sandbox_facts_of(const struct call *call)
{
    return &daemon_of(call)->sandbox;
}

struct broker *broker_of(const struct call *call)
{
    return &daemon_of(call)->broker;
}

struct session_keeper *session_keeper_of(const struct call *call)
{
    return &daemon_of(call)->sessions;
}

struct task_queue *task_queue_of(const struct call *call)
{
    return &daemon_of(call)->tasks;
}

struct executor_pool *executor_pool_of(const struct call *call)
{
    return &daemon_of(call)->executors;
}

struct snapshots *snapshot_of(const struct call *call)
{
    return &daemon_of(call)->snapshots;
}

struct db_keeper *db_keeper_of(const struct call *call)
{
    return &daemon_of(call)->db;
}

struct permissions *permissions_of(const struct call *call)
{
    return &daemon_of(call)->permissions;
}

struct terminal_set *terminal_set_of(const struct call *call)
{
    return &daemon_of(call)->terminals;
}

struct health *health_of(const struct call *call)
{
    return &daemon_of(call)->health;
}

struct settings_keeper *settings_keeper_of(const struct call *call)
{
    return &daemon_of(call)->person;
}

struct questions *questions_of(const struct call *call)
{
    return &daemon_of(call)->questions;
}

struct mcp_hub *mcp_hub_of(const struct call *call)
{
    return &daemon_of(call)->mcp;
}

struct chat_ports *chat_ports_of(const struct call *call)
{
    return &daemon_of(call)->chat;
}

struct capture *capture_of(const struct call *call)
{
    return &daemon_of(call)->capture;
}

struct watch_hub *watch_hub_of(const struct call *call)
{
    return &daemon_of(call)->watch;
}

struct automation *automation_of(const struct call *call)
{
    return &daemon_of(call)->automation;
}

struct apps *apps_of(const struct call *call)
{
    return &daemon_of(call)->apps;
}
