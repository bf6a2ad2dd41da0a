/* Generated from contract/event.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* The notification as it was sent: its method and params. */
struct event_entry {
    struct slice method;
    /* Includes seq, epoch and timestamp. */
    struct json_any params;
};

/* Events that were requested but that retention has deleted. */
struct event_gap {
    int64_t from_seq;
    /* The last deleted event. */
    int64_t to_seq;
};

/* Names of events (event.taskQueued), or the first part of their name after the dot (task, session, message). */
struct event_topics {
    struct slice *items;
    size_t count;
};

extern const struct shape event_entry_shape;
extern const struct shape event_gap_shape;
extern const struct shape event_topics_shape;
