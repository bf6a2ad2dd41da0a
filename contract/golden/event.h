/* Generated from contract/event.json by contract/generate; do not edit. */
/* The event log: follow it from any point, or read it in pages. */
#pragma once

#include "rpc/method.h"
#include "contract/event_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method event.subscribe: Subscribe to events: first the stored ones from a given point on, then each new one,
 * exactly once.
 *
 * A connection without a subscription gets the life-cycle events of tasks. With subscriptions it gets only the
 * events that match one of them, and each live event once even if several match. Only committed events are sent. A
 * slow reader is served from the log at its own pace and still gets each event once. While one subscription replays,
 * another one that is live may send the same event earlier. event.cursor reports when the stored events have been
 * sent, and the position of a filtered subscription. In a batch, the first events may be sent before the response. */

struct event_subscribe_params {
    struct event_topics topics;
    enum field_is topics_is;
    /* Select the events of this session, including inherited ones. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Select the events of this task. */
    struct slice task_id;
    enum field_is task_id_is;
    /* The first event wanted; absent: only new events. */
    int64_t from_seq;
    enum field_is from_seq_is;
    /* The epoch of the log that fromSeq belongs to; if the log has another one, the request fails with
     * epoch_changed. */
    struct slice epoch;
    enum field_is epoch_is;
};

struct event_subscribe_result {
    struct slice subscription_id;
    struct slice epoch;
    /* The first event of the subscription. */
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

/* Method event.list: List the events of the log, oldest first, in pages.
 *
 * A page ends at its limit, at about 1 MiB, or after 20,000 events that do not match. nextSeq is the start of the
 * next page, and more says whether there is one. */

struct event_list_params {
    struct event_topics topics;
    enum field_is topics_is;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    /* The first event wanted. */
    int64_t from_seq;
    /* The epoch of the log that fromSeq belongs to; if the log has another one, the request fails with
     * epoch_changed. */
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
    /* The oldest event that retention has left. */
    int64_t first_seq;
    /* The newest event; 0: the log is empty. */
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

/* Event event.cursor: The position of a subscription: every event up to seq was sent or did not match. Not part of
 * the log.
 *
 * Sent when a subscription with fromSeq has sent all stored events; whenever 10,000 events were skipped without a
 * match; and with a gap, if retention has deleted events that a slow reader had not received yet. After a cursor
 * that is not live, another one follows when the subscription is live. A slow reader alone causes no cursor. */

struct event_cursor_params {
    struct slice subscription_id;
    int64_t seq;
    struct slice epoch;
    /* Whether all stored events have been sent. */
    bool live;
    struct event_gap gap;
    enum field_is gap_is;
};

extern const struct shape event_cursor_params_shape;
extern const struct event_type event_cursor_event;
