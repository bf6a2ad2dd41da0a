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
};

/* 0; 1 after --help or --version; -EINVAL after a message on stderr. */
int options_parse(struct options *options, int argc, char **argv);

/* Fills the places that were not named. */
int options_complete(struct options *options);
void options_clear(struct options *options);
