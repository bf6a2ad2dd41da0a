/* Threads, and the ports that stream the answer to a message of a thread.
 *
 * A port is one end of a socket pair, or chunks as notifications for a client that cannot receive descriptors. It is a
 * cursor over the events of one task, so a slow reader reads from the store, and holds back nobody. The task is
 * submitted by the client's ACK; before it, the message is only in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/list.h"
#include "daemon/client/client.h"
#include "daemon/store/store.h"

struct call;
struct chat_get_threads_result;
struct config_settings;
struct handover_part;
struct rpc;
struct store_tx;
struct task_queue;

enum { CHAT_SLOTS = 256 };

struct chat_ports {
    /* Set by the caller before chat_init(): */
    struct store *store;
    struct clients *clients;
    struct task_queue *tasks;
    struct rpc *rpc;
    const struct config_settings *settings;

    struct list all;               /* struct chat_port */
    struct list slots[CHAT_SLOTS]; /* those with a task, by its number */
    size_t count;
    size_t held_bytes; /* of the messages that wait for an ACK */
    struct list dirty; /* those that got events of the current group */
    struct arena scratch;
    struct id_source ids;
    bool frozen, stopping;
    struct client_part part;
};

/* The ports that serve a call; see daemon/concern.c. */
struct chat_ports *chat_ports_of(const struct call *call);

void chat_init(struct chat_ports *ports);

/* The events of a committed group. */
void chat_events(struct chat_ports *ports, const struct store_event *events, size_t count);

/* The daemon stops. No port is made any more, and those without an ACK close. chat_end() ends the others, which have
 * got what tasks said until their end. */
void chat_stop(struct chat_ports *ports);
void chat_end(struct chat_ports *ports);
void chat_clear(struct chat_ports *ports);

/* On a thread of the store: reads a page of threads, those of an app or all (app_id empty), behind a cursor (empty:
 * from the first). -EBADMSG: the cursor is not one of a page. */
int chat_threads_read(struct store_tx *tx, struct slice app_id, struct slice cursor, int64_t limit, struct arena *arena,
                      struct chat_get_threads_result *ret_page);

extern const struct handover_part chat_handover;
