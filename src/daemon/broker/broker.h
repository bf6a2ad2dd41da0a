/* weir-broker, from the daemon's side: the process that makes the model calls of sessions whose `keys` are "broker".
 *
 * One of them serves all sessions. It is started when the first needs it, through weir-jail as executors are, and
 * started again when it dies. What it needs to know of an executor is a listening socket in the executor's own
 * directory, which the daemon keeps too: so whoever connects while no broker is there waits and loses nothing.
 *
 * A broker whose daemon is gone finishes the calls that it was allowed and ends; the next daemon has another. */
#pragma once

#include <stdbool.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/process/service.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct broker_models_result;
struct broker_socket;
struct process_table;
struct broker;
struct process;

#define BROKER_PROGRAM "weir-broker"

struct broker {
    struct store *store;
    struct audit *audit;
    struct key_ring *keys;
    struct sandbox_facts *sandbox;
    struct agent_finder *agents;
    struct process_table *table;
    struct rpc *rpc;
    const struct config_settings *settings;
    struct service service;
    struct list sockets;  /* struct broker_socket */
    struct list catalogs; /* struct catalog: which models services have told */
    bool closed;
    void (*emptied)(void *user); /* no process is left */
    void *user;
};

/* From a call: daemon/concern.h. */
struct broker *broker_of(struct daemon *daemon);

void broker_init(struct broker *broker);
/* The daemon stops; `emptied` is called when none is left. */
void broker_close(struct broker *broker, bool now);
bool broker_is_gone(const struct broker *broker);
void broker_clear(struct broker *broker);

/* The store is open: what was reserved when the daemon before this one ended counts as used. */
void broker_recover(struct broker *broker);
/* A record of a broker of that daemon. */
void broker_found(struct broker *broker, const char *id, const struct executor_record *record);

/* A process works for a session: it gets a socket of the broker's, or, where the session's keys are not the broker's,
 * has none any more. Where that fails, its model calls will. */
void broker_attach(struct broker *broker, struct broker_socket **socket, const struct process *process,
                   const struct session_record *session);
/* NULL does no harm. */
void broker_detach(struct broker_socket **socket);
/* The task whose calls it makes from now on; empty: none, and none are allowed. The socket may be NULL. */
void broker_set_task(struct broker_socket *socket, struct slice task_id);
/* Its path; empty: there is none. */
struct slice broker_socket_path(const struct broker_socket *socket);

/* Who waits for the models of a service. */
struct broker_asker {
    struct list link;
    /* Once; where something is wrong, the result's error says it. What it points to ends with this. */
    void (*told)(struct broker_asker *asker, const struct broker_models_result *result);
};

/* Which models the service has: as it has told before, or as the broker finds out. A key of the service is used as that
 * of the session is, whose id may be empty. `told` is called now or later. */
void broker_ask_models(struct broker *broker, const struct executor_provider *provider, struct slice session_id,
                       struct broker_asker *asker);

/* What a task that called the service itself has cost. False: the price of something that it used is not known. */
bool budget_task_cost(const struct config_settings *settings, struct slice model, const struct task_token_usage *usage,
                      int64_t *ret_micros);
