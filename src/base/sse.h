/* An event stream (text/event-stream of the HTML standard): bytes in, events out. No I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

enum { SSE_NAME_MAX = 64, SSE_ID_MAX = 1024, SSE_RETRY_MAX_MS = 60 * 60 * 1000 };

struct sse {
    struct buf line; /* a line whose end has not arrived */
    struct buf data;
    char name[SSE_NAME_MAX];
    size_t name_size;
    size_t marks_seen; /* bytes of the byte order mark seen at the beginning */
    bool has_data;
    bool after_return; /* a following line feed belongs to the previous line end */
    /* For a reader that connects again. An id counts from the end of its event on. */
    char id[SSE_ID_MAX], next_id[SSE_ID_MAX];
    size_t id_size, next_id_size;
    int64_t retry_ms; /* how long to wait before; -1: not stated */
};

/* Neither a line nor the data of an event may exceed `limit` bytes. */
void sse_init(struct sse *sse, size_t limit);
void sse_clear(struct sse *sse);

/* The stream has ended and begins again: drops what is incomplete, and keeps the last id and the time to wait. */
void sse_resume(struct sse *sse);

/* The id of the last complete event, for Last-Event-ID; empty: none. */
static inline struct slice sse_last_id(const struct sse *sse)
{
    return (struct slice){sse->id, sse->id_size};
}

/* The slices are valid only during the call. A value other than 0 stops the parser for good. */
typedef int (*sse_event_fn)(void *user, struct slice name, struct slice data);

/* Returns the value of `event`, -EMSGSIZE if the limit is exceeded, or -ENOMEM. An event that is incomplete at the end
 * of the stream is dropped. */
int sse_feed(struct sse *sse, struct slice bytes, sse_event_fn event, void *user);
