/* Generated from contract/event.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* What was pushed: the notification's method and params. */
struct event_entry {
    struct slice method;
    /* With seq, epoch and timestamp. */
    struct json_any params;
};

/* Events that were asked for and that retention has removed. */
struct event_gap {
    int64_t from_seq;
    /* The last that is gone. */
    int64_t to_seq;
};

/* Names of events (event.taskQueued) or how they begin behind their dot (task, session, message). */
struct event_topics {
    struct slice *items;
    size_t count;
};

extern const struct shape event_entry_shape;
extern const struct shape event_gap_shape;
extern const struct shape event_topics_shape;
