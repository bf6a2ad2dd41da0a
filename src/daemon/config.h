/* Reads the configuration file: JSON with comments, as declared in contract/config.json. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "contract/config.h"

struct config {
    /* Strings and lists are freed with the configuration: copy those that must live longer. */
    struct config_settings settings;
    bool from_file; /* false: these are the defaults */
    void *block;    /* one block with the strings and lists of `settings` */
};

/* Reads `path`. If the file is missing, the result is the defaults, unless `must_exist`. On failure `problem`
 * is one sentence for the user, with the file and the line, and *ret is untouched. */
int config_read(const char *path, bool must_exist, struct config *ret, char *problem, size_t problem_size);
void config_clear(struct config *config);
