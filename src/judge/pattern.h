/* Patterns with *, ** and ?, compiled once. Matching takes bounded time for any pattern and text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

/* Bytes of a pattern; a ? counts twice. */
enum { JUDGE_PATTERN_MAX = 8191 };

struct judge_pattern;

/* * matches any text without a /, ** any text, ? one character except /; \ makes the next character literal. Returns
 * -E2BIG, -EINVAL for a trailing \, or -ENOMEM. */
int judge_pattern_new(struct slice text, struct judge_pattern **ret_pattern);
struct judge_pattern *judge_pattern_free(struct judge_pattern *pattern);

bool judge_pattern_matches(const struct judge_pattern *pattern, struct slice text);

/* Whether a text that begins with `text` can match. */
bool judge_pattern_may_begin(const struct judge_pattern *pattern, struct slice text);

/* Whether the pattern has no wildcard; `text` is then the only text that it matches. */
bool judge_pattern_is_plain(const struct judge_pattern *pattern, struct slice *ret_text);

/* Like judge_pattern_matches(); adds the number of processed 64-bit state words to *steps. That is at most (bytes of
 * the text) × (bytes of the pattern / 32 + 1). */
bool judge_pattern_count(const struct judge_pattern *pattern, struct slice text, size_t *steps);
