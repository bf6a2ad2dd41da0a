/* One line of an agent runtime that speaks on its standard input and output. No I/O here: the adapter, the tests and
 * the fuzzer share it. */
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
    STDIO_OTHER, /* of a later version, say: survived */
};

/* Everything lies in the arena. What is absent or of another type is empty, or NULL. */
struct stdio_answer {
    enum stdio_answer_type type;
    struct slice id;
    struct slice text; /* of a token, or of an error */
    struct slice tool_id, tool_name;
    yyjson_val *input, *result;
    struct slice version; /* of ready */
};

enum { STDIO_PROBLEM_SIZE = 128 };

/* -EINVAL, with what is wrong with it: it is no message. -ENOMEM. */
int stdio_answer_read(struct arena *arena, struct slice line, struct stdio_answer *ret_answer,
                      char problem[static STDIO_PROBLEM_SIZE]);

/* A tool's result as an agent of weir has it: a text, and whether it is about a failure. `text` gets the text. The
 * document leaves the shape to the runtime: a string is the text, an object's member `error` is a failure's, anything
 * else is shown as the JSON that it is. */
int stdio_result_write(struct buf *text, yyjson_val *result, bool *ret_is_error);
