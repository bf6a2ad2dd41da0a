/* The command line of weird, and the places that follow from it. */
#pragma once

#include <stdbool.h>

#include "base/log.h"

struct options {
    bool foreground;
    bool log_level_is_set;
    enum log_level log_level;
    bool config_is_explicit; /* a named file must be there; the usual one may be missing */
    char *socket_path;
    char *state_dir;
    char *config_path;
    char *project; /* or NULL */

    int verify_fd, handover_fd; /* what a daemon wrote for the program that takes over; 0: there is none */
};

/* 0; 1 after --help or --version; -EINVAL after a message on stderr. */
int options_parse(struct options *options, int argc, char **argv);

/* Fills the places that were not named. */
int options_complete(struct options *options);
void options_clear(struct options *options);

/* The arguments that give these options again, with absolute paths; `last` is added in the end. The array is freed by
 * the caller, its words belong to the options. NULL: no memory. */
char **options_arguments(const struct options *options, char *program, char *last);
