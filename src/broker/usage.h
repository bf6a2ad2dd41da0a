/* What a call has used, read from the provider's answer as it passes by. Parses, and does no I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "contract/broker_types.h"

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
