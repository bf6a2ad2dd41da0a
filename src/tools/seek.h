/* A search in a process of its own, which ends with the call: Grep and Glob. */
#pragma once

#include "tools/call.h"

enum { SEEK_TIMEOUT_MS = 60 * 1000 };

/* `run` has `data`, which is the caller's again when this returns; what it writes is the result, its exit code one of
 * enum SEARCH_*. */
int seek_start(struct tool_call *call, int (*run)(void *data), void *data);
void seek_cancel(struct tool_call *call);

/* Where to look, by a field that may be absent: a directory, or a file in one. */
struct seek_place {
    char *root;
    char *file;   /* NULL: all of it */
    char *prefix; /* that paths are shown with: of the root, from the working directory where it is below */
};
int seek_place(const struct tool_box *box, struct slice path, struct seek_place *ret_place,
               char problem[static TOOL_PROBLEM_SIZE]);
