/* The whole content of a file, put in place at once: whoever reads it sees the old one or the new one. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

#include "base/slice.h"

struct replaced {
    bool is_new;
    off_t old_size;
};

/* Follows links to their target, makes the directories above it, keeps the mode. `seen`: as the file was when it was
 * read, or NULL; -ESTALE: it is not like that any more. On failure the old file is as it was. Where nothing may be
 * made beside the file, or it cannot be moved over, it is written in place once there is room for all of it. */
int replace_file(const char *path, struct slice content, const struct stat *seen, struct replaced *ret_replaced);
