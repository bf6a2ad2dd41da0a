/* The daemon's terminals. An executor opens them and keeps a duplicate of each descriptor. The daemon reads the output
 * into a scrollback that it shares with the executor, and sends it to clients. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/id.h"
#include "base/list.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/options.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct call;
struct client;
struct terminal_set;
struct executor;
struct handover_part;

struct terminal_set {
    struct clients *clients;
    struct client_part part;
    struct session_watcher watcher;
    struct store *store;
    struct sandbox_facts *sandbox;
    struct executor_pool *executors;
    struct rpc *rpc;
    const struct config_settings *settings;
    bool stopping;
    bool restart_waits;    /* a restart in place waits; no terminal is opened */
    struct list terminals; /* struct terminal, oldest first */
    size_t count;          /* terminals that are being opened or open */
    struct id_source ids;
    char *buffer;     /* for reading and sending output; NULL until it is needed */
    struct buf line;  /* for terminal.output events */
    bool frozen;      /* a new program takes over; nothing is read */
    struct list held; /* calls that wait for terminals of the previous daemon, or for a restart (adopt.c) */
    bool is_late;     /* set while a call is made again because its time limit was reached */
};

/* The set that serves a call; see daemon/concern.c. */
struct terminal_set *terminal_set_of(const struct call *call);

/* Hands over terminals to a new program (daemon.restart). */
extern const struct handover_part terminal_handover;

/* The caller fills in what the set depends on before this. */
void terminal_set_init(struct terminal_set *set, struct session_keeper *sessions);
/* The daemon stops: no terminal is opened any more. */
void terminal_set_stop(struct terminal_set *set);
/* A restart in place waits: terminal.open calls are held. */
void terminal_set_hold(struct terminal_set *set, bool held);

/* Callbacks of a connection: it was opened; imported; closed, so its attachments and held descriptors are released; or
 * it has read most of its output and may get more. The last one may close the connection. */
int terminal_client_init(void *set, struct client *client);
int terminal_client_take(void *set, struct client *client, const struct handover_client *state);
void terminal_client_gone(void *set, struct client *client);
void terminal_client_drained(struct client *client);

/* Called for each terminal that an executor lists in the handshake: adopts it, or continues it if only the connection
 * was lost. */
void terminal_adopt(void *set, struct executor *executor, const struct executor_handed_terminal *handed);

/* Makes held calls again whose executor or restart is done. */
void terminal_release(struct terminal_set *set);

/* Whether the call is held here, so that the next program may get it as it is. */
bool terminal_is_held(const struct call *call);

/* Called after the last terminal of the handshake: an executor for terminals that has none and no waiter is asked to
 * end. */
void terminal_adopted_all(void *set, struct executor *executor);

/* The executor and all its processes are gone. */
void terminal_executor_gone(void *set, struct executor *executor);

/* Whether the session has a terminal that is not over. */
bool terminal_is_open_in(const struct terminal_set *set, struct slice session_id);

/* The session was closed or deleted: closes its terminals. */
void terminal_close_session(struct terminal_set *set, struct slice session_id);

/* The daemon exits: frees everything. The terminals stay in their executors. */
void terminal_set_clear(struct terminal_set *set);
