/* The configuration file: JSON with comments, as contract/config.json declares it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "contract/config.h"

struct config {
    struct config_settings
        settings;   /* its strings and lists end with the configuration: who needs them longer copies */
    bool from_file; /* false: the defaults */
    void *block;    /* what the settings point to */
};

/* Reads `path`. A file that is not there gives the defaults, unless it `must_exist`. On failure `problem` is one
 * sentence for a person, with the file and the line, and *ret is untouched. */
int config_read(const char *path, bool must_exist, struct config *ret, char *problem, size_t problem_size);
void config_clear(struct config *config);
