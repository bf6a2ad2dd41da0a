/* Generated from contract/event.json by contract/generate; do not edit. */
/* The log of everything that happened: follow it from any point, or read it in pages. */
#pragma once

#include "rpc/method.h"
#include "contract/event_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method event.subscribe: Get events: first those stored from a point on, then each as it happens, none twice, none
 * left out.
 *
 * A connection without a subscription gets the life cycle of tasks; with one, only what its subscriptions name, and
 * each live event once, however many of them match. Only what is committed is pushed. Who reads slowly is served
 * from the log at its own pace, and still gets each once. While one subscription replays, another one that is live
 * may bring the same event before it. event.cursor tells when the stored ones are through, and where a filtered
 * subscription stands. In a batch the answer may come behind the first events. */

struct event_subscribe_params {
    struct event_topics topics;
    enum field_is topics_is;
    /* Only what belongs to this session, or what it inherited. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Only what belongs to this task. */
    struct slice task_id;
    enum field_is task_id_is;
    /* The first event wanted; absent: only new ones. */
    int64_t from_seq;
    enum field_is from_seq_is;
    /* Of the log that fromSeq belongs to; another one is refused with epoch_changed. */
    struct slice epoch;
    enum field_is epoch_is;
};

struct event_subscribe_result {
    struct slice subscription_id;
    struct slice epoch;
    /* Where it begins. */
    int64_t from_seq;
    struct event_gap gap;
    enum field_is gap_is;
};

extern const struct shape event_subscribe_params_shape;
extern const struct shape event_subscribe_result_shape;
extern const struct method event_subscribe_method;
int event_subscribe(struct call *call, const struct event_subscribe_params *params);

static inline int event_subscribe_reply(struct call *call, const struct event_subscribe_result *result)
{
    return call_reply(call, result);
}

/* Method event.unsubscribe: End a subscription of this connection. */

struct event_unsubscribe_params {
    struct slice subscription_id;
};

struct event_unsubscribe_result {
    bool unsubscribed;
};

extern const struct shape event_unsubscribe_params_shape;
extern const struct shape event_unsubscribe_result_shape;
extern const struct method event_unsubscribe_method;
int event_unsubscribe(struct call *call, const struct event_unsubscribe_params *params);

static inline int event_unsubscribe_reply(struct call *call, const struct event_unsubscribe_result *result)
{
    return call_reply(call, result);
}

/* Method event.list: The log, oldest first, a page at a time.
 *
 * A page ends at its limit, at about 1 MiB, or after 20,000 events that do not match; nextSeq is where the next one
 * begins, and more whether there is one. */

struct event_list_params {
    struct event_topics topics;
    enum field_is topics_is;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    /* The first event wanted. */
    int64_t from_seq;
    /* Of the log that fromSeq belongs to; another one is refused with epoch_changed. */
    struct slice epoch;
    enum field_is epoch_is;
    int64_t limit;
};

struct event_list_result_events {
    struct event_entry *items;
    size_t count;
};

struct event_list_result {
    struct slice epoch;
    struct event_list_result_events events;
    int64_t next_seq;
    bool more;
    /* The oldest that retention has left. */
    int64_t first_seq;
    /* The newest; 0 in an empty log. */
    int64_t last_seq;
    struct event_gap gap;
    enum field_is gap_is;
};

extern const struct shape event_list_params_shape;
extern const struct shape event_list_result_shape;
extern const struct method event_list_method;
int event_list(struct call *call, const struct event_list_params *params);

static inline int event_list_reply(struct call *call, const struct event_list_result *result)
{
    return call_reply(call, result);
}

/* Event event.cursor: Where a subscription stands: everything up to seq has been sent or did not match. Not a part
 * of the log.
 *
 * Comes when a subscription with fromSeq has had all that is stored; whenever 10,000 events were passed over without
 * a match; and with a gap, where retention has removed what a slow reader had not had yet. After one that is not
 * live another one follows when it is live. Who merely reads slowly is not told of it. */

struct event_cursor_params {
    struct slice subscription_id;
    int64_t seq;
    struct slice epoch;
    /* Whether all stored events are through. */
    bool live;
    struct event_gap gap;
    enum field_is gap_is;
};

extern const struct shape event_cursor_params_shape;
extern const struct event_type event_cursor_event;
