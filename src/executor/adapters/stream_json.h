/* One line of the Claude Code command line in its stream-json mode. No I/O here: the adapter, the tests and the fuzzer
 * share it. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"

enum stream_json_type {
    STREAM_JSON_OTHER, /* of a later version, say: survived */
    STREAM_JSON_INIT,
    STREAM_JSON_MESSAGE_START,
    STREAM_JSON_BLOCK_START,
    STREAM_JSON_BLOCK_DELTA,
    STREAM_JSON_BLOCK_STOP,
    STREAM_JSON_MESSAGE_DELTA,
    STREAM_JSON_MESSAGE_STOP,
    STREAM_JSON_ASSISTANT, /* a whole message, also of one that came in pieces */
    STREAM_JSON_USER,      /* results of tools */
    STREAM_JSON_RESULT,
    STREAM_JSON_MAY_USE, /* may it use this tool? */
    STREAM_JSON_HOOK,    /* the same, of a hook that weir has asked for: before every tool */
    STREAM_JSON_REQUEST, /* something else that wants an answer */
    STREAM_JSON_CANCEL,  /* of a request before */
    STREAM_JSON_RESPONSE,
    STREAM_JSON_RATE_LIMIT,
};

struct stream_json_usage {
    int64_t input, output, cache_read, cache_write; /* -1: not said */
};

/* Adds what is known of a message (below 0: it is not) to the sum of those before, which never wraps. */
void stream_json_add_usage(struct stream_json_usage *total, const struct stream_json_usage *message);

/* Everything lies in the arena. What is absent or of another type is empty, NULL or false. */
struct stream_json {
    enum stream_json_type type;
    bool is_sub; /* of an agent that the agent has started */
    struct slice session_id;

    struct slice message_id, model, stop_reason;
    struct stream_json_usage usage;
    yyjson_val *content; /* of a whole message: a list of blocks, or a string */

    int64_t index;                    /* of a block */
    struct slice kind;                /* of a block, or of a delta: text, thinking, tool_use, text_delta, … */
    struct slice text;                /* of a piece; of a result */
    struct slice tool, tool_id, data; /* of a block; of a request; `data` of thinking that is hidden */
    struct slice request_id;
    yyjson_val *input;

    bool is_error;             /* of a result or a response */
    struct slice problem;      /* of these */
    yyjson_val *models, *cost; /* spent.h: of the last message */
    yyjson_val *rate_limit;
    yyjson_val *commands; /* slash.h: of a response, or of the first message */
    yyjson_val *response; /* all of it */
};

enum { STREAM_JSON_PROBLEM_SIZE = 128 };

/* -EINVAL, with what is wrong with it: it is no message. -ENOMEM. */
int stream_json_read(struct arena *arena, struct slice line, struct stream_json *ret_message,
                     char problem[static STREAM_JSON_PROBLEM_SIZE]);

/* A block of a whole message. */
struct stream_json_block {
    struct slice kind, id, tool, text, signature, data;
    yyjson_val *input;
    yyjson_val *content; /* of a result */
    bool is_error;
};
void stream_json_read_block(yyjson_val *block, struct stream_json_block *ret_block);

/* What a tool's result says: a string, or a list of blocks, of which the first image is given too. */
int stream_json_write_result(struct buf *text, yyjson_val *content, struct slice *ret_image, struct slice *ret_mime);
