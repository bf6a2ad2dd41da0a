/* Follows the event log with a subscription that survives reconnects. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "cli/live.h"
#include "contract/event.h"

/* An event, valid during the handler. */
struct follow_event {
    struct slice method;
    yyjson_val *params;
    const char *text; /* the parameters as JSON */
    int64_t seq;      /* 0: not in the log */
};

enum follow_notice {
    FOLLOW_LOST,      /* the connection ended; reconnecting */
    FOLLOW_FOUND,     /* reconnected */
    FOLLOW_GAP,       /* events were deleted by retention */
    FOLLOW_NEW_EPOCH, /* the log was replaced; positions in the old one are meaningless */
};

struct follow_handlers {
    void (*event)(void *user, const struct follow_event *event);
    void (*notice)(void *user, enum follow_notice notice, const char *message);
    void (*subscribed)(void *user); /* or NULL; called after each subscribe */
};

struct follow {
    struct live *live;
    struct event_subscribe_params wanted; /* the filter; from_seq and epoch are the current position */
    struct follow_handlers handlers;
    void *user;

    uv_timer_t again;
    int64_t pause_ms;   /* before the next attempt */
    int64_t give_up_ms; /* how long to try to reconnect; 0: without limit. Set it after follow_begin() */
    uint64_t lost_ns;   /* when the connection ended */
    bool begun, subscribed;
    bool restarts;  /* a daemon was started since the connection ended */
    bool caught_up; /* all older events have arrived: the next ones are new */
    char *epoch;
    char *subscription;
    struct arena arena;    /* for the current message */
    bool refused;          /* cannot continue; the reason is in live->error */
    enum cli_exit failure; /* cannot continue, and the reason was reported; CLI_OK: can continue */
};

/* Needs an open connection. Borrows the strings of `wanted`. Call follow_end() in any case. */
void follow_begin(struct follow *follow, struct live *live, const struct event_subscribe_params *wanted,
                  const struct follow_handlers *handlers, void *user);
void follow_end(struct follow *follow);

/* Waits for one event. Returns false if a signal asks to end, or it cannot continue. */
bool follow_turn(struct follow *follow);

/* Returns why it cannot continue, and reports that if it was not reported yet. CLI_OK: it could. */
enum cli_exit follow_report(struct follow *follow);

/* --- output of watch and logs --- */

/* Prints {"method":…,"params":…}, as event.list returns it. */
void follow_print_event(struct slice method, const char *params);

/* Prints notices about missing events to standard output, and those about the connection to standard error. With
 * --json, both go to standard error as a line {"notice":{"code":…,"message":…}}. */
void follow_print_notice(const struct cli *cli, enum follow_notice notice, const char *message);
