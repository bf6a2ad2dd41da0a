/* The files below a directory, in the order of their names: none that .gitignore leaves out, none that are hidden,
 * unless asked for, and never what is in .git. Links are not followed. What may not be looked into is passed over. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

struct walk {
    const char *root;
    bool hidden;
    /* `path` is below the root. Not 0: it is enough. */
    int (*visit)(void *user, int folder, const char *name, struct slice path);
    void *user;
};

/* 0, what a visit gave, or a negative errno. */
int walk_files(const struct walk *walk);

/* Whether a .gitignore above the root counts. ripgrep gets those wrong, each version in its own way. */
bool walk_has_rules_above(const char *root);
