/* Resolves the paths of tool inputs, opens files, and replaces them. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

#include "base/slice.h"
#include "tools/tool.h"

/* Makes a path absolute and removes "." and double slashes: ~ is the home directory, a relative path is below the
 * working directory. ".." stays, because its meaning depends on links. Returns -EINVAL if the path is empty or contains
 * a NUL. */
int paths_resolve(const struct tool_box *box, struct slice path, char **ret_path);
/* The same, allocated in an arena; empty on failure. */
struct slice paths_in_arena(const struct tool_box *box, struct slice path, struct arena *arena);

/* Opens a regular file for reading without blocking: FIFOs and devices are not opened. Returns -EISDIR, -EINVAL for
 * other types, or an error of open(). */
int paths_open_file(const char *path, int *ret_fd, struct stat *ret_stat);

/* The error for people: "no such file", … `error` is negative. */
const char *paths_problem(int error);
/* The error of paths_resolve() for the path in a field, as a sentence in `problem`. */
void paths_refuse(const char *field, int error, char problem[static TOOL_PROBLEM_SIZE]);

/* --- replace: a reader sees the old content or the new content --- */

struct replaced {
    bool is_new;
    off_t old_size;
};

/* Follows links to their target, creates missing directories, keeps the mode. `seen`: the state of the file when it was
 * read, or NULL; -ESTALE if it has changed since. On failure the old file is unchanged. If no file can be created
 * beside it, or the rename fails, the file is written in place after space for all of it was reserved. */
int replace_file(const char *path, struct slice content, const struct stat *seen, struct replaced *ret_replaced);
