/* Regular expressions without ripgrep: those of POSIX, with what models write of the other kind translated. */
#pragma once

#include <regex.h>
#include <stdbool.h>

#include "base/slice.h"

enum { EXPRESSION_PROBLEM_SIZE = 256 };

struct expression {
    regex_t regex;
    char *literal; /* where it is nothing but letters; then there is no regex */
    size_t literal_size;
};

/* -EINVAL, with a sentence. `whole`: it is given many lines at once, and . takes their ends too. */
int expression_init(struct expression *expression, struct slice pattern, bool ignore_case, bool whole,
                    char problem[static EXPRESSION_PROBLEM_SIZE]);
void expression_clear(struct expression *expression);
/* Where in the text, which must have a byte behind it, the first match lies. */
bool expression_find(const struct expression *expression, struct slice text, size_t *ret_from, size_t *ret_end);
