/* The tokens that a call may use, estimated from its request; and those that it has used, read from the response as it
 * passes by. Parses, and does no I/O. */
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
    char model[ASK_MODEL_MAX + 1]; /* empty: it names none */
    int64_t input_tokens;          /* estimated */
    int64_t output_tokens;         /* at most, of all answers */
    int64_t answers;               /* that it wants; 1 at least */
    bool has_output;               /* false: it does not say */
};

/* How many tokens so many bytes may be. English has about four bytes a token, code and other scripts three; what stands
 * around the text (names of fields, quotes) is counted too, and is no token. So it is mostly too much, as a reservation
 * should be. */
int64_t ask_estimate(size_t bytes);

/* -EINVAL with a sentence: it is not an object of JSON in which every name stands once. With two `max_tokens` we would
 * reserve for the one, and the provider might take the other. */
int ask_read(const struct endpoint *endpoint, struct slice body, struct ask *ret_ask, const char **ret_problem);

enum { USAGE_BYTES_MAX = 4 << 20 }; /* of an answer, or of one event of a stream: what is longer is not looked into */

struct usage {
    enum broker_provider_format format;
    bool streams;    /* server-sent events, else one JSON text */
    bool passes_by;  /* what is being read is too long */
    bool after_line; /* the last byte was \r, and a \n belongs to it */
    struct buf line; /* that is not complete; or the answer so far */
    bool has_input, has_output;
    bool finished; /* the stream says that it is over: whoever hangs up now has got all */
    int64_t input, output;
};

void usage_init(struct usage *usage, enum broker_provider_format format, bool streams);
void usage_clear(struct usage *usage);

/* In pieces of any size. */
void usage_feed(struct usage *usage, struct slice piece);

/* Nothing more comes: of an answer in one piece it is known now. */
void usage_end(struct usage *usage);
