/* Generated from contract/recorder.json by contract/generate; do not edit. */
/* The protocol between the daemon and weir-capture, the program that records what the person does in an X11 session.
 * weir-capture listens, and the daemon connects to it. */
#pragma once

#include "rpc/method.h"
#include "contract/recorder_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method recorder.set: Say which streams to record, in which session.
 *
 * Replaces what was set before. A stream that is no longer listed ends at once, and what it has recorded is queued
 * for recorder.rows. After a new connection nothing changes until this is called. The answer has the state of all
 * streams; recorder.state reports later changes. */

struct recorder_set_params_streams {
    enum recorder_stream *items;
    size_t count;
};

struct recorder_set_params {
    struct recorder_set_params_streams streams;
    /* True: keep the text of keys where the accessibility bus says that the field is not a password. False: count
     * keys only. */
    bool keystroke_text;
    struct recorder_session session;
};

struct recorder_set_result_streams {
    struct recorder_stream_state *items;
    size_t count;
};

struct recorder_set_result {
    struct recorder_set_result_streams streams;
};

extern const struct shape recorder_set_params_shape;
extern const struct shape recorder_set_result_shape;
extern const struct method recorder_set_method;
int recorder_set(struct call *call, const struct recorder_set_params *params);

static inline int recorder_set_reply(struct call *call, const struct recorder_set_result *result)
{
    return call_reply(call, result);
}

/* Method recorder.flush: Deliver everything that was recorded so far.
 *
 * Also ends the rows that are being recorded, such as the stay in the present window. Answered after the last
 * recorder.rows was answered. */

struct recorder_flush_params {
    /* True: give up what is not complete yet: a transfer of the clipboard, and keys that no field has confirmed. The
     * person wants to forget it. */
    bool abandon;
};

struct recorder_flush_result {
    bool flushed;
};

extern const struct shape recorder_flush_params_shape;
extern const struct shape recorder_flush_result_shape;
extern const struct method recorder_flush_method;
int recorder_flush(struct call *call, const struct recorder_flush_params *params);

static inline int recorder_flush_reply(struct call *call, const struct recorder_flush_result *result)
{
    return call_reply(call, result);
}

/* Method recorder.rows: Store rows. Answered after they are committed.
 *
 * One request at a time. If the answer is lost or an error that may pass, the same rows are sent again with the same
 * sequence, also to the next daemon; a sequence that is already stored must be answered and not stored again. After
 * invalid_params the rows are dropped. */

struct recorder_rows_params_rows {
    struct recorder_row *items;
    size_t count;
};

struct recorder_rows_params {
    /* Random; identifies the process of weir-capture. */
    struct slice recorder_id;
    /* The number of this batch, from 1. */
    int64_t sequence;
    struct recorder_rows_params_rows rows;
    /* Rows that were dropped before these because the queue was full. */
    int64_t dropped;
};

struct recorder_rows_result {
    bool stored;
};

extern const struct shape recorder_rows_params_shape;
extern const struct shape recorder_rows_result_shape;
extern const struct method recorder_rows_method;
int recorder_rows(struct call *call, const struct recorder_rows_params *params);

static inline int recorder_rows_reply(struct call *call, const struct recorder_rows_result *result)
{
    return call_reply(call, result);
}

/* Notification recorder.state: Report the state of all streams, whenever one changes. */

struct recorder_state_params_streams {
    struct recorder_stream_state *items;
    size_t count;
};

struct recorder_state_params {
    struct recorder_state_params_streams streams;
};

extern const struct shape recorder_state_params_shape;
extern const struct method recorder_state_method;
int recorder_state(struct call *call, const struct recorder_state_params *params);
