/* Runs weir-broker, the process that makes model calls for sessions whose `keys` are "broker".
 *
 * A single broker serves all sessions. The daemon starts it through weir-jail, as it does executors, when the
 * first session needs it, and restarts it when it dies. It reaches an executor through a listening socket in
 * the executor's directory. The daemon keeps a copy of that socket, so connections made while no broker runs
 * wait in its backlog.
 *
 * If the daemon ends, the broker finishes the calls that were admitted and exits. The next daemon starts
 * another one. */
#pragma once

#include <stdbool.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
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

/* A request for the models of a provider. */
struct broker_asker {
    struct list link;
    /* Called once. On failure the result has an error. The result is valid only during the call. */
    void (*done)(struct broker_asker *asker, const struct broker_models_result *result);
};

/* Checks a provider again and again: whether it lists its models. */
struct broker_watch {
    enum broker_watched {
        BROKER_WATCH_OFF,     /* the configuration does not have it */
        BROKER_WATCH_UNKNOWN, /* no check has ended yet, or nobody wants to know */
        BROKER_WATCH_WORKS,
        BROKER_WATCH_STRUGGLES, /* it worked, and the last checks failed */
        BROKER_WATCH_FAILS,
    } state;
    char problem[256]; /* why it struggles or fails */
    void (*changed)(void *user);
    void *user;

    /* Private: */
    unsigned failures; /* in a row */
    bool wanted, asking;
    struct broker_asker asker;
    struct deadline next;
};

struct broker {
    struct broker_watch ollama;
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
    struct list catalogs; /* struct catalog: the models that providers have reported */
    bool closed;
    void (*emptied)(void *user); /* the last broker process has exited */
    void *user;
};

/* See daemon/concern.c. */
struct broker *broker_of(const struct call *call);

void broker_init(struct broker *broker);
/* Ends the broker when the daemon stops; calls `emptied` when no process is left. */
void broker_close(struct broker *broker, bool now);
bool broker_is_gone(const struct broker *broker);
void broker_clear(struct broker *broker);

/* Called once the store is open. Reservations that the previous daemon left open count as used. */
void broker_recover(struct broker *broker);
/* Adopts a broker process of the previous daemon from its record. */
void broker_found(struct broker *broker, const char *id, const struct executor_record *record);

/* Prepares a process to work for a session. Creates a broker socket if the session's keys are the broker's, and
 * removes it otherwise. If this fails, model calls of the session fail. */
void broker_attach(struct broker *broker, struct broker_socket **socket, const struct process *process,
                   const struct session_record *session);
/* Accepts NULL. */
void broker_detach(struct broker_socket **socket);
/* Sets the task that model calls are charged to. Empty: no task runs, and calls are refused. `socket` may be NULL. */
void broker_set_task(struct broker_socket *socket, struct slice task_id);
/* Returns the path of the socket; empty if there is none. */
struct slice broker_socket_path(const struct broker_socket *socket);

/* Watches the provider ollama if the configuration has it, or does not any more. Called again after a reload. */
void broker_watch(struct broker *broker, bool wanted);
/* Checks it now. */
void broker_watch_now(struct broker *broker);

/* Reports the models of a provider, from the cache or through the broker. The broker may use a key of the
 * provider as the session may; the id may be empty. Calls `done` before or after this function returns. */
void broker_ask_models(struct broker *broker, const struct executor_provider *provider, struct slice session_id,
                       struct broker_asker *asker);
/* The same without the cache, and as no session. */
void broker_check_models(struct broker *broker, const struct executor_provider *provider, struct broker_asker *asker);

/* Calculates what a task has cost that called the provider itself. Returns false if a price is unknown for
 * something that it used. */
bool budget_task_cost(const struct config_settings *settings, struct slice model, const struct task_token_usage *usage,
                      int64_t *ret_micros);
