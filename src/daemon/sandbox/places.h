/* Where the paths of a session lead, looked up before an executor is started for it.
 *
 * They are the user's and may lie on a mount that hangs. So they are looked up in the kernel's caches, or else by a
 * thread of the resolver in the lane of the working directory; what is drawn of them on the loop uses the results
 * alone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct daemon;
struct sandbox_places;

/* What is looked up. Of `paths` those that are absolute or begin with "~/"; the others are nothing. */
struct sandbox_paths_wanted {
    struct slice cwd;
    bool is_resolved; /* as in struct sandbox_wish */
    const struct slice *paths;
    size_t count;
};

/* 1: they are found. 0: `found` is called later, once, unless they are freed before, with 0 or -ETIMEDOUT. Negative:
 * -ETIMEDOUT where the directory is known to hang, and the like. */
int sandbox_places_find(struct daemon *daemon, const struct sandbox_paths_wanted *wanted,
                        void (*found)(void *user, int status), void *user, struct sandbox_places **ret_places);

/* NULL. Whoever waits is not told any more. */
struct sandbox_places *sandbox_places_free(struct sandbox_places *places);

/* --- once they are found ----------------------------------------------------------------- */

/* The working directory. 0, or why it is none: -ENOENT, -ENOTDIR, -ELOOP (there is a link in it by now). */
int sandbox_places_cwd(const struct sandbox_places *places, const char **ret_cwd);

/* The .weir in it; NULL: there is none. */
const char *sandbox_places_project(const struct sandbox_places *places);

/* False: `path` was not looked up. Else where it leads (NULL: it is not there), and where its last name lies. */
bool sandbox_places_path(const struct sandbox_places *places, const char *path, const char **ret_real,
                         const char **ret_place);
