/* What a request to the offline agent means, by rules over its words. Nothing is looked up: whether a file is there is
 * not known yet. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum offline_what {
    OFFLINE_UNKNOWN,
    OFFLINE_HELP,
    OFFLINE_OVERVIEW, /* of the working directory */
    OFFLINE_LIST,     /* place: a directory; empty: the working directory */
    OFFLINE_READ,     /* place; from and to: lines, or 0 */
    OFFLINE_SEARCH,   /* text; place: where, or empty */
    OFFLINE_FIND,     /* text: a pattern of paths; place */
    OFFLINE_RUN,      /* text: a command */
    OFFLINE_REPLACE,  /* text, instead, place: a file */
    OFFLINE_COUNT,    /* files; place: where, or empty */
    OFFLINE_LINES,    /* how many; place: a file, a directory, or empty */
    OFFLINE_TEST,     /* by whatever command the project has for it */
    OFFLINE_BUILD,    /* the same */
};

/* The slices are pieces of the prompt, or constants. */
struct offline_intent {
    enum offline_what what;
    struct slice text, instead, place;
    bool all;           /* replace every one */
    bool is_expression; /* the text of a search is a regular expression */
    int64_t from, to;
};

void offline_understand(struct slice prompt, struct offline_intent *ret_intent);
