/* Where a tool's paths lead, and what is there. */
#pragma once

#include <sys/stat.h>

#include "tools/tool.h"

/* Absolute, without "." and double slashes: ~ is the home, all else is below the working directory. ".." stays, since
 * what it means depends on links. -EINVAL: it is empty or holds a NUL. */
int paths_resolve(const struct tool_box *box, struct slice path, char **ret_path);
/* The same in an arena; empty where there is none. */
struct slice paths_in_arena(const struct tool_box *box, struct slice path, struct arena *arena);

/* Opens a plain file for reading without ever waiting: a FIFO or a device is not opened at all. -EISDIR, -EINVAL where
 * it is something else, or what open() says. */
int paths_open_file(const char *path, int *ret_fd, struct stat *ret_stat);

/* What is wrong with a file, for people: "there is no such file", … `error` is negative. */
const char *paths_problem(int error);
/* The same of the path in a field that paths_resolve() did not take: a sentence into `problem`. */
void paths_refuse(const char *field, int error, char problem[static TOOL_PROBLEM_SIZE]);
