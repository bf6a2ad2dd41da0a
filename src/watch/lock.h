/* Whether Git changes the index of a repository: a checkout, a merge or a commit is at work, and its files are half
 * changed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Looks for .git/index.lock in the directories above these paths. Also follows the .git file of a worktree. */
bool watch_lock_exists(char *const *paths, size_t count, char *ret_lock, size_t size);
