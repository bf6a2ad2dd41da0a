/* The log, followed: a subscription that outlives its connection. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "cli/live.h"
#include "contract/event.h"

/* One of them, as it was pushed. Ends when the handler returns. */
struct follow_event {
    struct slice method;
    yyjson_val *params;
    const char *text; /* the params as JSON */
    int64_t seq;      /* 0: not a part of the log */
};

enum follow_notice {
    FOLLOW_LOST,      /* the connection; it is tried again */
    FOLLOW_FOUND,     /* it stands again */
    FOLLOW_GAP,       /* events that retention has removed */
    FOLLOW_NEW_EPOCH, /* another log: what was known of the old one means nothing in it */
};

struct follow_handlers {
    void (*event)(void *user, const struct follow_event *event);
    void (*notice)(void *user, enum follow_notice notice, const char *message);
    void (*subscribed)(void *user); /* or NULL; each time */
};

struct follow {
    struct live *live;
    struct event_subscribe_params wanted; /* its filter; from_seq and epoch are where it stands */
    struct follow_handlers handlers;
    void *user;

    uv_timer_t again;
    int64_t pause_ms;   /* before the next attempt */
    int64_t give_up_ms; /* how long the daemon may be gone; 0: for ever. To be set after follow_begin() */
    uint64_t lost_ns;   /* when it went */
    bool begun, subscribed;
    bool caught_up; /* all that there was has come: what follows is new */
    char *epoch;
    char *subscription;
    struct arena arena;    /* of the message at hand */
    bool refused;          /* it cannot go on: live->error says why */
    enum cli_exit failure; /* it cannot go on, and that was reported; CLI_OK: it can */
};

/* The connection must stand. `wanted` lends its strings for as long as it goes on. follow_end() in any case. */
void follow_begin(struct follow *follow, struct live *live, const struct event_subscribe_params *wanted,
                  const struct follow_handlers *handlers, void *user);
void follow_end(struct follow *follow);

/* Lets one thing happen. False: the end is asked for, or it cannot go on. */
bool follow_turn(struct follow *follow);

/* Why it cannot go on, once that is so; reports what was not reported. CLI_OK: it could. */
enum cli_exit follow_report(struct follow *follow);

/* --- events, and what there is to say about their stream, as watch and logs print them --- */

/* {"method":…,"params":…}, as event.list has them. */
void follow_print_event(struct slice method, const char *params);

/* What is missing from the stream is a line in it; the connection's ups and downs go to the standard error. With --json
 * both are a line of JSON there: {"notice":{"code":…,"message":…}}. */
void follow_print_notice(const struct cli *cli, enum follow_notice notice, const char *message);
