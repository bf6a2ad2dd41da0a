/* Interprets a request to the offline agent by rules about its words. Does no I/O: whether a file exists is checked
 * later. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum offline_what {
    OFFLINE_UNKNOWN,
    OFFLINE_HELP,
    OFFLINE_OVERVIEW, /* describe the working directory */
    OFFLINE_LIST,     /* place: a directory; empty: the working directory */
    OFFLINE_READ,     /* place; from and to: lines, or 0 */
    OFFLINE_SEARCH,   /* text; place: a path, or empty */
    OFFLINE_FIND,     /* text: a pattern of paths; place */
    OFFLINE_RUN,      /* text: a command */
    OFFLINE_REPLACE,  /* text, instead, place: a file */
    OFFLINE_COUNT,    /* number of files; place: a path, or empty */
    OFFLINE_LINES,    /* number of lines; place: a file, a directory, or empty */
    OFFLINE_TEST,     /* with the project's own command */
    OFFLINE_BUILD,    /* with the project's own command */
};

/* The slices point into the prompt, or to constants. */
struct offline_intent {
    enum offline_what what;
    struct slice text, instead, place;
    bool all;           /* replace all occurrences */
    bool is_expression; /* the search text is a regular expression */
    int64_t from, to;
};

void offline_understand(struct slice prompt, struct offline_intent *ret_intent);
