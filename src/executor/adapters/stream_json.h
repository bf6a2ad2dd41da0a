/* Parses lines of the Claude Code command line in its stream-json mode. No I/O here: the adapter, the tests and the
 * fuzzer share it. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"

enum stream_json_type {
    STREAM_JSON_OTHER, /* for example of a later version: ignored */
    STREAM_JSON_INIT,
    STREAM_JSON_MESSAGE_START,
    STREAM_JSON_BLOCK_START,
    STREAM_JSON_BLOCK_DELTA,
    STREAM_JSON_BLOCK_STOP,
    STREAM_JSON_MESSAGE_DELTA,
    STREAM_JSON_MESSAGE_STOP,
    STREAM_JSON_ASSISTANT, /* a complete message, even if it was streamed before */
    STREAM_JSON_USER,      /* results of tools */
    STREAM_JSON_RESULT,
    STREAM_JSON_MAY_USE, /* asks for permission to use a tool */
    STREAM_JSON_HOOK,    /* the same from the hook that weir requests: before every tool */
    STREAM_JSON_REQUEST, /* another request that needs a response */
    STREAM_JSON_CANCEL,  /* cancels an earlier request */
    STREAM_JSON_RESPONSE,
    STREAM_JSON_RATE_LIMIT,
};

struct stream_json_usage {
    int64_t input, output, cache_read, cache_write; /* -1: not reported */
};

/* Adds the known values of a message (those not below 0) to a total, without overflow. */
void stream_json_add_usage(struct stream_json_usage *total, const struct stream_json_usage *message);

/* Everything is in the arena. Fields that are missing or have another type are empty, NULL or false. */
struct stream_json {
    enum stream_json_type type;
    bool is_sub; /* from a subagent */
    struct slice session_id;

    struct slice message_id, model, stop_reason;
    struct stream_json_usage usage;
    yyjson_val *content; /* of a complete message: a list of blocks, or a string */

    int64_t index;                    /* of a block */
    struct slice kind;                /* of a block, or of a delta: text, thinking, tool_use, text_delta, … */
    struct slice text;                /* of a piece, or of a result */
    struct slice tool, tool_id, data; /* of a block or a request; `data` of hidden thinking */
    struct slice request_id;
    yyjson_val *input;

    bool is_error;             /* of a result or a response */
    struct slice problem;      /* the reason of the error */
    yyjson_val *models, *cost; /* usage.h: of the last message */
    yyjson_val *rate_limit;
    yyjson_val *commands; /* catalog.h: of a response, or of the first message */
    yyjson_val *response; /* the whole response */
};

enum { STREAM_JSON_PROBLEM_SIZE = 128 };

/* Returns -EINVAL with a message in `problem` if the line is not a message, or -ENOMEM. */
int stream_json_read(struct arena *arena, struct slice line, struct stream_json *ret_message,
                     char problem[static STREAM_JSON_PROBLEM_SIZE]);

/* A block of a complete message. */
struct stream_json_block {
    struct slice kind, id, tool, text, signature, data;
    yyjson_val *input;
    yyjson_val *content; /* of a result */
    bool is_error;
};
void stream_json_read_block(yyjson_val *block, struct stream_json_block *ret_block);

/* Writes the text of a tool's result, which is a string or a list of blocks, and returns its first image. */
int stream_json_write_result(struct buf *text, yyjson_val *content, struct slice *ret_image, struct slice *ret_mime);
