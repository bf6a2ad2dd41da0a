/* Resolves the paths of tool inputs, and opens files. */
#pragma once

#include <sys/stat.h>

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
