/* Replaces the content of a file atomically: a reader sees the old content or the new content. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

#include "base/slice.h"

struct replaced {
    bool is_new;
    off_t old_size;
};

/* Follows links to their target, creates missing directories, keeps the mode. `seen`: the state of the file when it was
 * read, or NULL; -ESTALE if it has changed since. On failure the old file is unchanged. If no file can be created
 * beside it, or the rename fails, the file is written in place after space for all of it was reserved. */
int replace_file(const char *path, struct slice content, const struct stat *seen, struct replaced *ret_replaced);
