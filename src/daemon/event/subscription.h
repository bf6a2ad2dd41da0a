/* One cursor in the log: what it lets pass, and where it stands. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "daemon/store/rows.h"

struct client;
struct event_gap;

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

/* Not for what a session inherited: that is nobody's but the store's to find. */
static inline bool subscription_matches(const struct store_event_filter *filter, unsigned kind, int64_t session,
                                        int64_t task)
{
    return (filter->all_kinds || store_kinds_has(&filter->kinds, kind)) &&
           (filter->session == 0 || filter->session == session) && (filter->task == 0 || filter->task == task);
}

/* Takes away what the client does not want to hear of at all. */
void subscription_opt_out(struct subscription *subscription);

/* Pushes event.cursor; `gap` may be NULL. Negative: it could not, and the connection ends. */
int subscription_tell(struct subscription *subscription, int64_t seq, bool live, const struct event_gap *gap);

/* The same, where there is a reason to: the client waits for it, or much was passed over. */
int subscription_tell_if_due(struct subscription *subscription, int64_t seq, bool live);
