/* The tokens of a call: an estimate from its request, and the reported numbers in its response. Parses, and does no
 * I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "broker/http.h"
#include "contract/broker_types.h"

enum { ASK_MODEL_MAX = 256 };
#define ASK_TOKENS_MAX INT64_C(1000000000000)

struct ask {
    char model[ASK_MODEL_MAX + 1]; /* empty: not given */
    int64_t input_tokens;          /* estimated */
    int64_t output_tokens;         /* upper limit for all answers */
    int64_t answers;               /* the requested number of answers, at least 1 */
    bool has_output;               /* false: not given */
};

/* Estimates the tokens in this many bytes. English text has about four bytes per token, code and other scripts three;
 * JSON syntax around the text is counted too. So the estimate is usually too high, as a reservation should be. */
int64_t ask_estimate(size_t bytes);

/* Returns -EINVAL with a message if it is not a JSON object with unique names. With two `max_tokens`, the broker could
 * reserve for one and the provider use the other. */
int ask_read(const struct endpoint *endpoint, struct slice body, struct ask *ret_ask, const char **ret_problem);

enum { USAGE_BYTES_MAX = 4 << 20 }; /* of a response, or of one event of a stream; longer ones are not parsed */

struct usage {
    enum broker_provider_format format;
    bool streams;    /* server-sent events; otherwise one JSON text */
    bool passes_by;  /* the current line is too long */
    bool after_line; /* the last byte was \\r; a following \\n belongs to it */
    struct buf line; /* an incomplete line; or the response so far */
    bool has_input, has_output;
    bool finished; /* the stream has announced its end: a client that disconnects now has everything */
    int64_t input, output;
};

void usage_init(struct usage *usage, enum broker_provider_format format, bool streams);
void usage_clear(struct usage *usage);

/* Accepts pieces of any size. */
void usage_feed(struct usage *usage, struct slice piece);

/* The response has ended: parses a response that is not a stream. */
void usage_end(struct usage *usage);
