/* What a request could use, read from its body. Parses, and does no I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "broker/target.h"

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
