/* Lines out of a stream of bytes. No I/O here: the socket, the bridge, the tests and the fuzzer share it. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

enum frame {
    FRAME_NONE,     /* the input is used up */
    FRAME_LINE,     /* a line, without its end; never blank */
    FRAME_TOO_LONG, /* a line above the limit begins; the rest of it is skipped, then lines go on */
    FRAME_NO_MEMORY,
};

struct framer {
    /* The beginning of a line that is not complete; its limit is the limit of a line. What it holds may be a secret. */
    struct buf partial;
    bool complete; /* `partial` was handed out as a line, and is done with at the next call */
    bool skipping; /* inside the rest of a line that was too long */
};

#define FRAMER_LIMITED(bytes)                                                                                          \
    {                                                                                                                  \
        .partial = BUF_LIMITED(bytes)                                                                                  \
    }

void framer_clear(struct framer *framer);

/* The next byte of the input begins a line. */
static inline bool framer_is_empty(const struct framer *framer)
{
    return framer->partial.size == 0 && !framer->complete && !framer->skipping;
}

/* Takes one line off *input. The line is a slice of the input, or of the framer when it came in pieces; it holds until
 * the next call. */
enum frame framer_next_slow(struct framer *framer, struct slice *input, struct slice *ret_line);

static inline enum frame framer_next(struct framer *framer, struct slice *input, struct slice *ret_line)
{
    /* Mostly nothing is left from before, and a whole line that begins with a brace is there. */
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

/* At the end of the stream: the last line, if it had no newline. */
enum frame framer_finish(struct framer *framer, struct slice *ret_line);

/* Whether framer_finish() would have a line, or a part of one. */
static inline bool framer_has_rest(const struct framer *framer)
{
    return !framer->skipping && !framer->complete && framer->partial.size > 0;
}

/* After FRAME_LINE: gives the memory of the line away, if it is the framer's own. False: it is a slice of the input. */
bool framer_take(struct framer *framer, struct buf *ret_line);
