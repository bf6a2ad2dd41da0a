/* Patterns of paths. Names of a path are consumed one by one; the state is the set of positions in the pattern that can
 * be reached. * and ? stand for characters of one name, ** for any number of names. A pattern without them stands for
 * its path and everything below it. Wildcards never match ".git". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum { WATCH_NAMES_MAX = 62, WATCH_PATTERN_MAX = 4096 };

struct watch_name {
    struct slice text;
    bool is_wild, is_any_depth; /* is_any_depth: ** */
};

struct watch_pattern {
    char *text;
    struct watch_name names[WATCH_NAMES_MAX];
    size_t count;
};

typedef uint64_t watch_state; /* 0: nothing below can match */

/* -EINVAL: not absolute, or with "." or ".."; -E2BIG: too many names. */
int watch_pattern_init(struct watch_pattern *pattern, struct slice text);
void watch_pattern_clear(struct watch_pattern *pattern);

/* The state of "/". */
watch_state watch_pattern_begin(const struct watch_pattern *pattern);

/* The state after one more name. */
watch_state watch_pattern_step(const struct watch_pattern *pattern, watch_state state, struct slice name);

/* Whether the path that led here is meant. */
bool watch_pattern_fits(const struct watch_pattern *pattern, watch_state state);

/* Whether something below may be meant, so that a directory has to be watched. */
bool watch_pattern_continues(const struct watch_pattern *pattern, watch_state state);

/* Whether only this one name can lead on, so that a directory need not be read. */
bool watch_pattern_only(const struct watch_pattern *pattern, watch_state state, struct slice *ret_name);
