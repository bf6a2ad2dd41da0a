/* Shows the events of a task as text. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "cli/event_line.h"

struct transcript {
    bool color;
    size_t limit; /* width of lines except the agent's text; COLUMNS_ANY: no limit */
    bool holds;   /* hold a message back until it is complete, so that one that fails and is retried is not shown */

    enum transcript_at { TRANSCRIPT_LINE_START, TRANSCRIPT_IN_TEXT, TRANSCRIPT_IN_THOUGHT } at;
    bool ended; /* the text so far ends with a newline */
    struct buf held;
    struct open_calls calls;
};

/* Appends the event. Joins the pieces of a text. */
void transcript_write(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params);

/* Ends the current line. */
void transcript_finish(struct transcript *transcript, struct buf *out);
