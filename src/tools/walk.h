/* Visits the files below a directory in the order of their names. Skips files that .gitignore excludes, hidden files
 * unless requested, and .git. Does not follow links. Skips directories that cannot be read. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

struct walk {
    const char *root;
    bool hidden;
    /* `path` is relative to the root. Not 0: stop. */
    int (*visit)(void *user, int folder, const char *name, struct slice path);
    void *user;
};

/* Returns 0, the value of a visit, or a negative errno. */
int walk_files(const struct walk *walk);

/* Whether a .gitignore above the root applies. ripgrep versions differ in how they handle those. */
bool walk_has_rules_above(const char *root);
