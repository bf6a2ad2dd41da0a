/* Who follows the log. A subscription is a cursor: where it stands, and what it lets pass. Live it is given each
 * group's events; when its client reads slowly it falls back to reading the log in pages, and is live again when it has
 * caught up. Replay is the same thing from an older point. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "contract/config.h"
#include "daemon/client/client.h"
#include "daemon/concern.h"
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
    SUBSCRIPTION_HIGH = 256 << 10, /* unsent above this: the client gets no more live events */
    SUBSCRIPTION_TELL = 10000,     /* passed over without a match: it says where it stands */
};

struct subscription {
    struct list link; /* in its client */
    struct client *client;
    char id[24];                      /* empty: the implied one */
    struct store_event_filter filter; /* without what the client opted out of */
    bool replays;                     /* has not reached the end of the log yet */
    bool owes_live;                   /* the client waits to hear that it has */
    int64_t
        cursor;   /* while it replays: everything up to here was sent, or does not match; then: where it became live */
    int64_t told; /* up to where the client knows that */
};

/* What the daemon keeps of all of them. */
struct event_hub {
    struct store *store;
    struct rpc *rpc;
    const struct config_settings *settings;
    struct list clients; /* struct event_client */
    uint64_t last_id;    /* of a subscription */
    struct client_part part;
};

/* What a client keeps. Its live subscriptions stand at one point, so that an event comes once however many of them
 * match: at the end of the log, or, while the client does not read, together behind it. */
struct event_client {
    struct event_hub *hub;
    struct client *client;
    struct list link;             /* in the hub */
    struct list subscriptions;    /* the implied one, or those that it made */
    struct subscription implied;  /* the life cycle of tasks, while it has made none */
    struct subscription approval; /* permission requests, where it can answer them; in the list then */
    size_t made_count;
    bool behind;          /* the live ones read the log in pages */
    bool behind_was_read; /* by the last page: a replay is next */
    int64_t cursor; /* of the live ones while they are behind: everything up to here was sent, or does not match */
    struct event_page *page; /* on its way from the store; one at a time, whatever it has subscribed to */
    struct deadline retry;   /* the store could not be read */
};

void event_hub_init(struct event_hub *hub, struct clients *clients, struct store *store, struct rpc *rpc,
                    const struct config_settings *settings);
struct event_hub *event_hub_of(struct daemon *daemon);

/* A new connection follows the life cycle of tasks from now on. */
int event_client_open(struct client *client);
void event_client_close(struct client *client);

/* Its wishes changed (initialize). */
void event_client_opted_out(struct client *client);

/* It can answer permission requests: it hears of them, whatever it subscribes to. */
void event_client_approves(struct client *client);

/* The client has read most of what it was sent: subscriptions that wait for that go on. */
void event_client_drained(struct client *client);

/* Its subscriptions for the program that takes over, and there. Nothing is sent before event_client_resume(). */
int event_client_export(const struct client *client, struct arena *arena, struct handover_client *ret_state);
int event_client_import(struct client *client, const struct handover_client *state);
void event_client_resume(struct client *client);

/* A group was committed. */
void event_push(struct event_hub *hub, const struct store_event *events, size_t count);

/* How much may be unsent while something is pushed as it happens; what is above waits until a quarter of it is left. A
 * client is cut off well above it only. */
size_t event_high_mark(const struct rpc_limits *limits);
