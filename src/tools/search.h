/* The search of Grep, in a separate process, with or without ripgrep. */
#pragma once

#include <stdint.h>

#include "base/buf.h"
#include "tools/call.h"
#include "tools/globs.h"

enum search_mode { SEARCH_CONTENT, SEARCH_FILES, SEARCH_COUNT };

/* Exit codes of the process. Its output is the result or the error. */
enum { SEARCH_FOUND = 0, SEARCH_NOTHING = 1, SEARCH_FAILED = 2 };

struct search {
    char *root;   /* a directory */
    char *file;   /* only this file in it; or NULL */
    char *prefix; /* of the root, before the displayed paths: "", or ends with a slash */
    char *pattern;
    char *ripgrep; /* NULL: without ripgrep */
    enum search_mode mode;
    bool ignore_case, multiline, numbers;
    int64_t before, after; /* context lines of a match */
    int64_t limit;         /* of displayed lines */
    bool has_glob, glob_negated, has_type;
    struct globs glob, type;
    char *name_glob;     /* a pattern for names that every match must satisfy; or NULL */
    const char *rg_type; /* a type that only ripgrep knows; or NULL */
    bool hidden;

    /* State of the search. */
    const struct walk_list *listed; /* shows only these files; NULL: all */
    struct buf out;
    int64_t shown, written; /* lines; bytes */
    bool full, any, separator;
};

/* A line, or a summary of a file. */
struct finding {
    struct slice path; /* relative to the root */
    int64_t number;    /* line number, or number of matching lines */
    bool is_match;
    struct slice text;
};

/* Whether this file is to be searched. */
bool search_wants(const struct search *search, struct slice path);
/* Not 0: the limit is reached. */
int search_show(struct search *search, const struct finding *finding);
/* Separates two parts of a file. */
void search_separate(struct search *search);
__attribute__((format(printf, 2, 3))) int search_fail(struct search *search, const char *format, ...);

/* search.c, search_ripgrep.c: return an exit code. */
int search_own(struct search *search);
int search_ripgrep(struct search *search);

/* Takes a struct search; for warden_order.run. */
int search_run(void *search);
void search_clear(struct search *search);

/* The names of files of this type, as a pattern; NULL: unknown type. */
const char *search_type(struct slice name);

/* --- the process of a search, which ends with the call: Grep and Glob --- */

enum { SEARCH_TIMEOUT_MS = 60 * 1000 };

/* `run` gets a copy of `data` in the new process; its output is the result, its exit code one of enum SEARCH_*. */
int search_start(struct tool_call *call, int (*run)(void *data), void *data);
void search_cancel(struct tool_call *call);

/* The place to search, from an optional field: a directory, or a file in one. */
struct search_root {
    char *root;
    char *file;   /* NULL: the whole directory */
    char *prefix; /* shown before paths: the root, relative to the working directory if it is below */
};
int search_find_root(const struct tool_box *box, struct slice path, struct search_root *ret_root,
                     char problem[static TOOL_PROBLEM_SIZE]);
