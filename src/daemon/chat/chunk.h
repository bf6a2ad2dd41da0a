/* Turns the events of a task into the chunks of a chat stream: text-delta, tool-call, tool-result, and at the end
 * exactly one finish or error. Without I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <yyjson.h>

#include "base/buf.h"
#include "base/slice.h"

/* What the chunks before have told. Agents send pieces of a text and then the whole block, which must not be sent
 * twice. */
struct chunk_state {
    int64_t index;     /* of the text block whose pieces come; -1: unknown */
    uint64_t sent;     /* bytes of it that were sent */
    uint64_t hash;     /* of these bytes */
    int64_t call;      /* the event of the last tool call without an id; 0: none */
    uint64_t told[16]; /* hashes of the ids of the last tool calls, so that a late denial does not repeat one */
    unsigned told_count;
    bool said; /* any text was sent */
};

enum chunk_kind {
    CHUNK_NONE,  /* the event says nothing here */
    CHUNK_SOME,  /* a chunk was written */
    CHUNK_LAST,  /* the last one was */
    CHUNK_STORE, /* the task is completed, and nothing was said: its final text is in the store */
};

/* The event. `params` is its parsed object; `seq` its number. */
struct chunk_event {
    struct slice method;
    int64_t seq;
    yyjson_val *params;
};

/* Appends a chunk as JSON text on one line. The caller checks the error of the buffer. */
enum chunk_kind chunk_write(struct chunk_state *state, const struct chunk_event *event, struct buf *out);

void chunk_write_text(struct chunk_state *state, struct slice text, struct buf *out);
void chunk_write_finish(yyjson_val *usage, struct buf *out);
void chunk_write_error(struct slice sentence, struct buf *out);

/* Whether chunk_write() can say anything about an event of this name. */
bool chunk_concerns(struct slice method);
