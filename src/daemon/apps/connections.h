/* Connections of apps; private to this folder. */
#pragma once

#include "daemon/apps/apps.h"
#include "rpc/peer.h"
#include "rpc/rate.h"

enum {
    APPS_CALLS_A_SECOND = 50,    /* of an app, over all of its connections */
    APPS_CONNECTIONS_EACH = 8,   /* open connections of an app */
    APPS_CONNECTIONS = 64,       /* of all apps */
    APPS_LINE_BYTES = 64 << 10,  /* of a message from an app */
    APPS_UNREAD_BYTES = 4 << 20, /* unread output with which a connection that reads more is closed */
    APPS_SEARCHES = 32,          /* searches of an app that wait */
};

/* An app with a connection. */
struct apps_running {
    struct list link; /* in apps->running */
    struct apps *apps;
    uint64_t no; /* differs after the app was closed and opened again */
    struct rate rate;
    struct list connections; /* struct apps_connection */
    size_t count;
    bool is_told;         /* event.appsChanged has told that it runs */
    struct deadline over; /* runs out when the last connection has closed */
    struct list searches; /* struct apps_search: those that wait for the one that is made */
    size_t search_count;
    bool searches_now;
    char label[APPS_ID_MAX + 8];
    char id[APPS_ID_MAX + 1];
};

struct apps_connection {
    struct list link; /* in running->connections */
    struct apps_running *running;
    struct peer *peer;
    bool initialized;
};

/* The app at the other end of the call's connection; NULL: the caller is no app. */
struct apps_connection *apps_connection_of(const struct call *call);
/* Whether the caller may act for the app; if not, the call is answered. */
bool apps_admits(struct call *call, struct slice app_id);

/* Whether the app reads nothing of what it asks for; then the call fails, and its connection is closed. */
bool apps_is_deaf(struct call *call);

/* NULL: it has no connection, or others than it had then. */
struct apps_running *apps_running_by_no(const struct apps *apps, uint64_t no);

/* For apps.c. Clearing: all peers are closed. */
void apps_connections_init(struct apps *apps);
void apps_connections_clear(struct apps *apps);

/* --- for handover.c --- */

/* Makes a connection without a peer. NULL: out of memory. */
struct apps_connection *apps_connection_new(struct apps *apps, struct slice app_id);
/* For one whose peer could not be made. */
void apps_connection_forget(struct apps_connection *connection);
/* Gives the new peer its limits. */
void apps_connection_limit(struct apps_connection *connection);
extern const struct peer_events apps_connection_events;

/* --- read.c --- */

/* Begins the next search of the app, unless one is being made. */
void apps_search_next(struct apps_running *running);
/* For a handover: whether the call waits for a search, and can be made again. */
bool apps_search_waits(const struct call *call);
