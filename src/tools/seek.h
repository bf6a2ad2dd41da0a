/* Runs a search in a separate process, which ends with the call: Grep and Glob. */
#pragma once

#include "tools/call.h"

enum { SEEK_TIMEOUT_MS = 60 * 1000 };

/* `run` gets a copy of `data` in the new process; its output is the result, its exit code one of enum SEARCH_*. */
int seek_start(struct tool_call *call, int (*run)(void *data), void *data);
void seek_cancel(struct tool_call *call);

/* The place to search, from an optional field: a directory, or a file in one. */
struct seek_place {
    char *root;
    char *file;   /* NULL: the whole directory */
    char *prefix; /* shown before paths: the root, relative to the working directory if it is below */
};
int seek_place(const struct tool_box *box, struct slice path, struct seek_place *ret_place,
               char problem[static TOOL_PROBLEM_SIZE]);
