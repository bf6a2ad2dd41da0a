/* Repositories of Git. */
#pragma once

#include <stdbool.h>

enum { GIT_PATH_SIZE = 4352 };

/* Where the repository of a worktree or a submodule is, whose ".git" is a file: "gitdir: PATH", which may be relative
 * to the directory. */
bool git_read_link(const char *directory, char ret_git[static GIT_PATH_SIZE]);
