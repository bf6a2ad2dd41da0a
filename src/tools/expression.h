/* Regular expressions without ripgrep: POSIX expressions, with a translation of common Perl syntax. */
#pragma once

#include <regex.h>
#include <stdbool.h>

#include "base/slice.h"

enum { EXPRESSION_PROBLEM_SIZE = 256 };

struct expression {
    regex_t regex;
    char *literal; /* the text, if the pattern has no special characters; then there is no regex */
    size_t literal_size;
};

/* Returns -EINVAL with a sentence in `problem`. `whole`: the text has many lines, and . matches line ends. */
int expression_init(struct expression *expression, struct slice pattern, bool ignore_case, bool whole,
                    char problem[static EXPRESSION_PROBLEM_SIZE]);
void expression_clear(struct expression *expression);
/* Finds the first match. The byte after the text must be accessible. */
bool expression_find(const struct expression *expression, struct slice text, size_t *ret_from, size_t *ret_end);
