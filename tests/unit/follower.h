/* Subscriptions to a log in memory: real peers, and a store whose reader runs when the test says so. */
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
    size_t padding; /* bytes added to each line */
};

/* A client and the raw other end of its connection. */
struct follower {
    struct client *client; /* NULL: closed */
    int wire;
    struct buf in;
    int64_t *seen; /* the received events, in order */
    size_t seen_count;
    char cursor[512]; /* the last event.cursor */
    size_t cursor_count;
    struct follower *drags_along; /* a follower that is closed together with this one */
};

extern struct store store;
/* What the event hub depends on. */
struct host {
    uv_loop_t loop;
    struct rpc rpc;
    struct event_hub events;
    struct config_settings settings;
};

extern struct host host;
extern struct follower followers[FOLLOWERS];

/* Setup and teardown. */
int open_world(void **state);
int close_world(void **state);

/* Commits `count` events: every tenth is event.taskQueued, the others are event.messageCreated. */
void commit(size_t count);
bool lets_pass(int64_t seq, const struct event_type *type, int64_t session);

/* Runs the reader for at most this many queries. */
void read_store(size_t most);

/* Runs one turn of the loop. */
void turn(void);

struct follower *follower_open(size_t index);

/* from 0: live. type NULL: all types. session 0: all sessions. */
struct subscription *subscribe(struct follower *follower, int64_t from, const struct event_type *type, int64_t session);

/* Reads at most this many bytes; false: there were none. */
bool follow(struct follower *follower, size_t most);

/* Runs the loop until nothing is left to read or to send. */
void follow_all(struct follower *follower);

/* Makes its live subscriptions fall behind; returns their position. */
int64_t fall_behind(struct follower *follower);

/* Checks that it has received exactly these events, in order. */
void expect_seen(const struct follower *follower, int64_t from, const struct event_type *type, int64_t session);
