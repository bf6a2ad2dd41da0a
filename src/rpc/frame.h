/* Splits a stream of bytes into lines. Does no I/O: the socket, the bridge, the tests and the fuzzer share it. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

enum frame {
    FRAME_NONE,     /* the input is consumed */
    FRAME_LINE,     /* a line without its newline; never blank */
    FRAME_TOO_LONG, /* a line exceeds the limit; the rest of it is skipped */
    FRAME_NO_MEMORY,
};

struct framer {
    /* The start of an incomplete line, limited to the longest line. May hold a secret. */
    struct buf partial;
    bool complete; /* `partial` was returned as a line and is cleared at the next call */
    bool skipping; /* skipping the rest of an overlong line */
};

#define FRAMER_LIMITED(bytes)                                                                                          \
    {                                                                                                                  \
        .partial = BUF_LIMITED(bytes)                                                                                  \
    }

void framer_clear(struct framer *framer);

/* Whether the next byte of the input begins a line. */
static inline bool framer_is_empty(const struct framer *framer)
{
    return framer->partial.size == 0 && !framer->complete && !framer->skipping;
}

/* Removes one line from *input. The line is a slice of the input, or of the framer if it arrived in parts; it
 * is valid until the next call. */
enum frame framer_next_slow(struct framer *framer, struct slice *input, struct slice *ret_line);

static inline enum frame framer_next(struct framer *framer, struct slice *input, struct slice *ret_line)
{
    /* The common case: nothing is buffered, and the input has a whole line that begins with a brace. */
    if (framer_is_empty(framer) && input->size > 0 && *input->data == '{') {
        const char *end = memchr(input->data, '\n', input->size);
        size_t size = end ? (size_t)(end - input->data) : 0;
        if (size > 0 && end[-1] == '}' && size <= framer->partial.limit) {
            *ret_line = (struct slice){input->data, size};
            *input = (struct slice){end + 1, input->size - size - 1};
            return FRAME_LINE;
        }
    }
    return framer_next_slow(framer, input, ret_line);
}

/* Returns the last line at the end of the stream, if it has no newline. */
enum frame framer_finish(struct framer *framer, struct slice *ret_line);

/* Whether framer_finish() would return a line. */
static inline bool framer_has_rest(const struct framer *framer)
{
    return !framer->skipping && !framer->complete && framer->partial.size > 0;
}

/* After FRAME_LINE: transfers the memory of the line to the caller if the framer owns it. Returns false if
 * the line is a slice of the input. */
bool framer_take(struct framer *framer, struct buf *ret_line);
