/* Visits the files below a directory in the order of their names. Skips files that .gitignore excludes, hidden files
 * unless requested, and .git. Does not follow links. Skips directories that cannot be read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

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

/* --- list --- */

/* A sorted list of the files that a walk visits, for lookups. */

struct walk_list {
    char **paths; /* relative to the root, sorted */
    size_t count, capacity;
};

/* Returns -E2BIG if there are too many files. After any error the list is empty. */
int walk_list_fill(struct walk_list *listed, const char *root, bool hidden);
void walk_list_clear(struct walk_list *listed);
bool walk_list_has(const struct walk_list *listed, struct slice path);
