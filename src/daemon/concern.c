/* Defines the accessor of each concern. No other file maps a call to a part of struct daemon. */
#include "daemon/concern.h"

#include "daemon/daemon.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"

struct daemon *daemon_of(const struct call *call)
{
    return call->peer->rpc->user;
}

struct store *store_of(struct daemon *daemon)
{
    return daemon->store;
}

struct audit *audit_of(struct daemon *daemon)
{
    return &daemon->audit;
}

struct event_hub *event_hub_of(struct daemon *daemon)
{
    return &daemon->events;
}

struct key_ring *key_ring_of(struct daemon *daemon)
{
    return daemon->keys;
}

struct sandbox_facts *sandbox_facts_of(struct daemon *daemon)
{
    return &daemon->sandbox;
}

struct broker *broker_of(struct daemon *daemon)
{
    return &daemon->broker;
}

struct session_keeper *session_keeper_of(struct daemon *daemon)
{
    return &daemon->sessions;
}

struct task_queue *task_queue_of(struct daemon *daemon)
{
    return &daemon->tasks;
}

struct executor_pool *executor_pool_of(struct daemon *daemon)
{
    return &daemon->executors;
}

struct snapshots *snapshot_of(struct daemon *daemon)
{
    return &daemon->snapshots;
}

struct db_keeper *db_keeper_of(struct daemon *daemon)
{
    return &daemon->db;
}

struct permissions *permissions_of(struct daemon *daemon)
{
    return &daemon->permissions;
}

struct terminal_set *terminal_set_of(struct daemon *daemon)
{
    return &daemon->terminals;
}
