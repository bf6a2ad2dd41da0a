/* Patterns with *, ** and ?, made once and matched often, in a time that no pattern and no text can blow up. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

/* Bytes of the pattern; a ? counts twice. */
enum { JUDGE_PATTERN_MAX = 8191 };

struct judge_pattern;

/* * is any text without a /, ** any text, ? one character that is no /; \ takes the next character as it is. -E2BIG,
 * -EINVAL when it ends in a lone \, -ENOMEM. */
int judge_pattern_new(struct slice text, struct judge_pattern **ret_pattern);
struct judge_pattern *judge_pattern_free(struct judge_pattern *pattern);

bool judge_pattern_matches(const struct judge_pattern *pattern, struct slice text);

/* Whether something that begins with `text` could match. */
bool judge_pattern_may_begin(const struct judge_pattern *pattern, struct slice text);

/* It has no wildcard: then `text` is what it matches. */
bool judge_pattern_is_plain(const struct judge_pattern *pattern, struct slice *ret_text);

/* As judge_pattern_matches(); adds to *steps the 64-bit words of states that were looked at. That is at most
 * (bytes of the text) × (bytes of the pattern / 32 + 1), whatever the two are. */
bool judge_pattern_count(const struct judge_pattern *pattern, struct slice text, size_t *steps);
