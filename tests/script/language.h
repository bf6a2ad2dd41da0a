/* The syntax of test scripts: statements, separated by newlines, or by semicolons outside of double quotes. Each is a
 * verb and its arguments. The caller defines the verbs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum {
    SCRIPT_ECHO = -1 /* not a known verb: `rest` is the whole statement */,
    SCRIPT_END = -2 /* the end of the script */
};

struct statement {
    int verb;          /* an index into the verbs, or one of the above */
    struct slice rest; /* the arguments, without blanks around them */
};

/* Removes the next statement from *script. An entry of `verbs` may be NULL. */
struct statement script_next(struct slice *script, const char *const *verbs, size_t verb_count);

/* Removes the next word from *rest; empty: there is none. */
struct slice script_word(struct slice *rest);

/* The same for a JSON value, which may contain blanks. */
struct slice script_json(struct slice *rest);

/* The same for a number; returns `absent` if there is none. */
int64_t script_number(struct slice *rest, int64_t absent);
