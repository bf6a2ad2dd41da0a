/* What Grep does, in a process of its own: with ripgrep, or without. */
#pragma once

#include <stdint.h>

#include "base/buf.h"
#include "tools/globs.h"

enum search_mode { SEARCH_CONTENT, SEARCH_FILES, SEARCH_COUNT };

/* Exit codes of that process; what it wrote is the result, or what is wrong. */
enum { SEARCH_FOUND = 0, SEARCH_NOTHING = 1, SEARCH_FAILED = 2 };

struct search {
    char *root;   /* a directory */
    char *file;   /* only this one in it; or NULL */
    char *prefix; /* of the root, before the paths that are shown: "", or ends with a slash */
    char *pattern;
    char *ripgrep; /* NULL: without */
    enum search_mode mode;
    bool ignore_case, multiline, numbers;
    int64_t before, after; /* lines around a match */
    int64_t limit;         /* of lines that are shown */
    bool has_glob, glob_negated, has_type;
    struct globs glob, type;
    char *name_glob;     /* of a name alone: nothing else can fit; or NULL */
    const char *rg_type; /* one that only ripgrep knows; or NULL */
    bool hidden;

    /* While it runs. */
    const struct listed *listed; /* nothing else is shown; NULL: whatever was found */
    struct buf out;
    int64_t shown, written; /* lines; bytes */
    bool full, any, separator;
};

/* One line, or what stands for a file. */
struct finding {
    struct slice path; /* below the root */
    int64_t number;    /* of the line; or how many matched */
    bool is_match;
    struct slice text;
};

/* Whether this file is to be searched. */
bool search_wants(const struct search *search, struct slice path);
/* Not 0: it is enough. */
int search_show(struct search *search, const struct finding *finding);
/* Between two places of a file. */
void search_separate(struct search *search);
__attribute__((format(printf, 2, 3))) int search_fail(struct search *search, const char *format, ...);

/* search_own.c, search_ripgrep.c: an exit code. */
int search_own(struct search *search);
int search_ripgrep(struct search *search);

/* Of a struct search: for warden_order.run. */
int search_run(void *search);
void search_clear(struct search *search);

/* The names that files of a type have, as a pattern; NULL: not known. */
const char *search_type(struct slice name);
