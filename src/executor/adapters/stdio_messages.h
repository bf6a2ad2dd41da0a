/* Parses lines of an agent runtime that uses its standard input and output. No I/O here: the adapter, the tests and the
 * fuzzer share it. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"

enum stdio_answer_type {
    STDIO_READY,
    STDIO_TOKEN,
    STDIO_TOOL_USE,
    STDIO_TOOL_RESULT,
    STDIO_DONE,
    STDIO_ERROR,
    STDIO_STATUS,
    STDIO_OTHER, /* for example of a later version: ignored */
};

/* Everything is in the arena. Fields that are missing or have another type are empty, or NULL. */
struct stdio_answer {
    enum stdio_answer_type type;
    struct slice id;
    struct slice text; /* of a token, or of an error */
    struct slice tool_id, tool_name;
    yyjson_val *input, *result;
    struct slice version; /* of ready */
};

enum { STDIO_PROBLEM_SIZE = 128 };

/* Returns -EINVAL with a message in `problem` if the line is not a message, or -ENOMEM. */
int stdio_answer_read(struct arena *arena, struct slice line, struct stdio_answer *ret_answer,
                      char problem[static STDIO_PROBLEM_SIZE]);

/* Translates a tool's result: its text, and whether it is an error. The protocol does not define the format: a string
 * is the text, a member `error` of an object is an error, other values are written as JSON. */
int stdio_result_write(struct buf *text, yyjson_val *result, bool *ret_is_error);
