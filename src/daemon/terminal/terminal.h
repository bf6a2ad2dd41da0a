/* Terminals, as the daemon knows them. An executor makes them and keeps a duplicate of each descriptor; the daemon
 * reads what they show into a scrollback that both share, and hands it out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/id.h"
#include "base/list.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "daemon/client/client.h"
#include "daemon/concern.h"
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
    bool restarts;         /* a new program is about to take over: nothing is opened */
    struct list terminals; /* struct terminal, oldest first */
    size_t count;          /* of those that are not over, those that are being opened too */
    struct id_source ids;
    char *buffer;     /* for what is read and what is pushed; NULL: nothing was yet */
    struct buf line;  /* of terminal.output */
    bool frozen;      /* a new program takes over: nothing is read */
    struct list held; /* calls that wait for terminals of a daemon before this one, or for a restart (adopt.c) */
    bool is_late;     /* such a call has waited long enough */
};

/* From a call: daemon/concern.h. */
struct terminal_set *terminal_set_of(struct daemon *daemon);

/* What of them goes over to a new program (daemon.restart). */
extern const struct handover_part terminal_handover;

/* What it stands on is filled in before. */
void terminal_set_init(struct terminal_set *set, struct session_keeper *sessions);
/* The daemon stops: none is opened any more. */
void terminal_set_stop(struct terminal_set *set);
/* A new program is about to take over: those who would open one wait. */
void terminal_set_hold(struct terminal_set *set, bool held);

/* A connection begins; it is gone: it is attached to nothing any more, and what it held is free; it has read most of
 * what it was sent, and may get more, in which it may be closed. */
int terminal_client_init(struct client *client);
int terminal_client_take(struct client *client, const struct handover_client *state);
void terminal_client_gone(struct client *client);
void terminal_client_drained(struct client *client);

/* From the hand-shake of an executor: its terminals are ours again. One that we know already, since only the connection
 * was lost, goes on. */
void terminal_adopt(struct executor *executor, const struct executor_handed_terminal *handed);

/* Calls that waited for an executor or for a restart are made once more, where that is over. */
void terminal_release(struct terminal_set *set);

/* Whether it is such a call: the next program may be handed it as it is. */
bool terminal_is_held(const struct call *call);

/* It has handed over all that it has; one for terminals that has none, and nobody who waits for it, goes. */
void terminal_adopted_all(struct executor *executor);

/* The executor and all that it ran is gone. */
void terminal_executor_gone(struct executor *executor);

/* Whether the session has one that is not over. */
bool terminal_is_open_in(const struct terminal_set *set, struct slice session_id);

/* All terminals of a session are closed, when it is closed or deleted. */
void terminal_close_session(struct terminal_set *set, struct slice session_id);

/* The daemon leaves: nothing is read any more. Terminals themselves end with their executors. */
void terminal_set_clear(struct terminal_set *set);
