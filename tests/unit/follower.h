/* Subscriptions against a log in memory: real peers, and a store whose reader works when the test says so. */
#pragma once

#include "contract/config.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "rpc/peer.h"
#include "rpc/rpc.h"
#include "unit/check.h"

enum { LOG_MAX = 60000, FOLLOWERS = 6, GROUP_MAX = 512 };

struct store {
    struct store_position position;
    struct store_event log[LOG_MAX]; /* by seq; without lines */
    struct store_query *queries, **queries_end;
    size_t query_count;
    int failure;
    size_t padding; /* of a line */
};

/* A client, and the bare end of its connection. */
struct follower {
    struct client *client; /* NULL: closed */
    int wire;
    struct buf in;
    int64_t *seen; /* the events that came, in their order */
    size_t seen_count;
    char cursor[512]; /* the last event.cursor */
    size_t cursor_count;
    struct follower *drags_along; /* is closed with it */
};

extern struct store store;
/* What the hub stands on. */
struct host {
    uv_loop_t loop;
    struct rpc rpc;
    struct event_hub events;
    struct config_settings settings;
};

extern struct host host;
extern struct follower followers[FOLLOWERS];

/* Set-up and tear-down. */
int open_world(void **state);
int close_world(void **state);

/* Commits `count` events, every tenth of them event.taskQueued, the others event.messageCreated. */
void commit(size_t count);
bool lets_pass(int64_t seq, const struct event_type *type, int64_t session);

/* The reader thread, for at most so many queries. */
void read_store(size_t most);

/* One turn of the loop. */
void turn(void);

struct follower *follower_open(size_t index);

/* from 0: live. type NULL: all. session 0: all. */
struct subscription *subscribe(struct follower *follower, int64_t from, const struct event_type *type, int64_t session);

/* Reads at most so many bytes; false: there was nothing. */
bool follow(struct follower *follower, size_t most);

/* Until nothing is left to read, to send or to come. */
void follow_all(struct follower *follower);

/* Makes its live subscriptions fall behind; answers where they stand. */
int64_t fall_behind(struct follower *follower);

/* It has seen exactly those, in order. */
void expect_seen(const struct follower *follower, int64_t from, const struct event_type *type, int64_t session);
