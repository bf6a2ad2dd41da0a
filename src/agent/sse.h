/* An event stream (text/event-stream, as the HTML standard has it): bytes in, events out. No I/O. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

enum { SSE_NAME_MAX = 64 };

struct sse {
    struct buf line; /* the beginning of one whose end has not come */
    struct buf data;
    char name[SSE_NAME_MAX];
    size_t name_size;
    size_t marks_seen; /* bytes of the byte order mark that have come, of those that may stand first */
    bool has_data;
    bool after_return; /* a line feed that comes next belongs to the end of the line before */
};

/* Neither a line nor an event's data has more than `limit` bytes. */
void sse_init(struct sse *sse, size_t limit);
void sse_clear(struct sse *sse);

/* The slices die with the call. Not 0: reading stops there, for good. */
typedef int (*sse_event_fn)(void *user, struct slice name, struct slice data);

/* What `event` answered, or -EMSGSIZE beyond the limit, -ENOMEM. An event that is not complete when the stream ends is
 * none. */
int sse_feed(struct sse *sse, struct slice bytes, sse_event_fn event, void *user);
