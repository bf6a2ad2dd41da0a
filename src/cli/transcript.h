/* What was said in a task, as one would read it. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "cli/event_line.h"

struct transcript {
    bool color;
    size_t limit; /* of a line that is not the agent's text; COLUMNS_ANY: none */
    bool holds;   /* a message waits until it is whole: one that breaks off and is tried again does not appear */

    enum transcript_at { TRANSCRIPT_LINE_START, TRANSCRIPT_IN_TEXT, TRANSCRIPT_IN_THOUGHT } at;
    bool ended; /* the text so far ends with a newline */
    struct buf held;
    struct open_calls calls;
};

/* Appends the event. The pieces of a text that comes bit by bit are put together. */
void transcript_write(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params);

/* Ends a line that was begun. */
void transcript_finish(struct transcript *transcript, struct buf *out);
