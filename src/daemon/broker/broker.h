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
#include "contract/executor_types.h"
#include "contract/session_types.h"
#include "rpc/timers.h"

struct broker_models_result;
struct broker_process;
struct broker_socket;
struct daemon;
struct executor;

#define BROKER_PROGRAM "weir-broker"

struct broker {
    struct list processes;         /* struct broker_process: the one that serves, and those that are about to end */
    struct broker_process *serves; /* NULL: none does */
    struct list sockets;           /* struct broker_socket */
    struct list catalogs;          /* struct catalog: which models services have told */
    struct deadline again;         /* until when no other is started */
    unsigned failures;             /* in a row */
    bool closed;
};

void broker_init(struct daemon *daemon);
/* The daemon stops; daemon_stop_step() is called when none is left. */
void broker_close(struct daemon *daemon, bool now);
bool broker_is_gone(const struct daemon *daemon);
void broker_clear(struct daemon *daemon);

/* The store is open: what was reserved when the daemon before this one ended counts as used. */
void broker_recover(struct daemon *daemon);
/* A record of a broker of that daemon. */
void broker_found(struct daemon *daemon, const char *id, const struct executor_record *record);

/* The executor works for a session: it gets a socket of the broker's, or, where its keys are not the broker's, has none
 * any more. Where that fails, its model calls will. */
void broker_attach(struct executor *executor, const struct session_record *session);
void broker_detach(struct executor *executor);
/* The path of its socket; empty: it has none. */
struct slice broker_socket_path(const struct executor *executor);

/* Who waits for the models of a service. */
struct broker_asker {
    struct list link;
    /* Once; where something is wrong, the result's error says it. What it points to ends with this. */
    void (*told)(struct broker_asker *asker, const struct broker_models_result *result);
};

/* Which models the service has: as it has told before, or as the broker finds out. A key of the service is used as that
 * of the session is, whose id may be empty. `told` is called now or later. */
void broker_ask_models(struct daemon *daemon, const struct executor_provider *provider, struct slice session_id,
                       struct broker_asker *asker);
