/* Sends the event log to subscribers. A subscription is a cursor and a filter. Live subscriptions receive the
 * events of each group as it is committed. If a client reads slowly, its subscriptions read pages of the log
 * instead, until they have caught up. A replay is the same, started at an older event. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "contract/config.h"
#include "daemon/client/client.h"
#include "daemon/options.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct arena;
struct client;
struct config_settings;
struct rpc;
struct event_gap;
struct event_page;
struct handover_client;
struct rpc_limits;

enum {
    SUBSCRIPTION_HIGH = 256 << 10, /* bytes: clients with more unsent output get no live events */
    SUBSCRIPTION_TELL = 10000,     /* events without a match after which the client gets a cursor */
};

struct subscription {
    struct list link; /* in the list of its client */
    struct client *client;
    char id[24];                      /* empty: the implied subscription */
    struct store_event_filter filter; /* excludes events that the client opted out of */
    bool replays;                     /* has not reached the end of the log yet */
    bool owes_live;                   /* the client waits for a cursor with live: true */
    int64_t
        /* While replaying: every event up to here was sent or does not match. Afterwards: where it became live. */
        cursor;
    int64_t announced; /* the position that the client knows from events and cursors */
};

/* The shared state of all subscriptions. */
struct event_hub {
    struct store *store;
    struct rpc *rpc;
    const struct config_settings *settings;
    struct list clients; /* struct event_client */
    uint64_t last_id;    /* the number of the newest subscription id */
    struct client_part part;
};

/* The subscriptions of a client. All live ones share one position, so that each event is sent once, even if
 * several of them match it. The position is the end of the log, or an older one while the client is behind. */
struct event_client {
    struct event_hub *hub;
    struct client *client;
    struct list link;             /* in hub->clients */
    struct list subscriptions;    /* the implied subscription, or those that the client made */
    struct subscription implied;  /* the life cycle of tasks; used while the client has made none */
    struct subscription approval; /* permission requests; in the list if the client can answer them */
    size_t made_count;
    bool behind;          /* the live subscriptions read the log in pages */
    bool behind_was_read; /* the last page was for them, so a replay is next */
    int64_t cursor;       /* the position of the live ones while behind: events up to here were sent or do not match */
    struct event_page *page; /* the page being read; one at a time for all subscriptions */
    struct deadline retry;   /* after the store could not be read */
};

void event_hub_init(struct event_hub *hub, struct clients *clients, struct store *store, struct rpc *rpc,
                    const struct config_settings *settings);
struct event_hub *event_hub_of(const struct call *call);

/* Subscribes a new connection to the life cycle of tasks, from the next event on. */
int event_client_open(void *hub, struct client *client);
void event_client_close(void *hub, struct client *client);

/* Applies the client's opt-outs from initialize. */
void event_client_opted_out(struct client *client);

/* Subscribes a client that can answer permission requests to them, in addition to its other subscriptions. */
void event_client_approves(struct client *client);

/* The client has read most of its output: continues paused subscriptions. */
void event_client_drained(struct client *client);

/* Export and import the subscriptions for a handover. Imported ones send nothing before event_client_resume(). */
int event_client_export(const struct client *client, struct arena *arena, struct handover_client *ret_state);
int event_client_import(void *hub, struct client *client, const struct handover_client *state);
void event_client_resume(struct client *client);

/* Sends the events of a committed group. */
void event_push(struct event_hub *hub, const struct store_event *events, size_t count);

/* The high-water mark of unsent bytes for live events. A client above it falls behind, and continues when a
 * quarter of that is left. The limit at which a client is disconnected is well above. */
size_t event_high_mark(const struct rpc_limits *limits);
