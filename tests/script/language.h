/* Scripts for tests: statements, separated by semicolons (outside of double quotes) or newlines; each is a verb and
 * what follows it. Which verbs there are is the player's business. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum {
    SCRIPT_ECHO = -1 /* no verb that is known: `rest` is the whole statement */,
    SCRIPT_END = -2 /* none is left */
};

struct statement {
    int verb;          /* an index into the verbs, or one of the above */
    struct slice rest; /* behind the verb, without blanks around it */
};

/* Takes the next statement off *script. A verb that is NULL is none. */
struct statement script_next(struct slice *script, const char *const *verbs, size_t verb_count);

/* Takes the next word off *rest; empty: there is none. */
struct slice script_word(struct slice *rest);

/* The same for a JSON value, which may have blanks inside of its brackets and quotes. */
struct slice script_json(struct slice *rest);

/* The same for a number; `absent` where there is none. */
int64_t script_number(struct slice *rest, int64_t absent);
