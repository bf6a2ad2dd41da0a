/* Parses the command line of weird, and derives the default paths. */
#pragma once

#include <stdbool.h>

#include "base/log.h"

struct options {
    bool foreground;
    bool log_level_is_set;
    enum log_level log_level;
    bool config_is_explicit; /* the named file must exist; the default one may be missing */
    char *socket_path;
    char *state_dir;
    char *config_path;
    char *project; /* the directory of --project; or NULL */

    int verify_fd, handover_fd; /* files with the state of the old daemon, for a handover; 0: none */
};

/* Returns 0; 1 after --help or --version; -EINVAL after a message on stderr. */
int options_parse(struct options *options, int argc, char **argv);

/* Fills in the default paths for options that were not given. */
int options_complete(struct options *options);
void options_clear(struct options *options);

/* Returns arguments that reproduce these options, with absolute paths, followed by `last`. The caller frees the
 * array; its strings belong to the options. NULL: out of memory. */
char **options_arguments(const struct options *options, char *program, char *last);
