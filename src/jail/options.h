/* The command line of weir-jail. */
#pragma once

#include <stdbool.h>

enum jail_level {
    JAIL_NAMESPACE, /* PID 1 of a PID namespace, which no process can leave */
    JAIL_WALK,      /* a subreaper that searches /proc for the processes of the tree */
};

struct options {
    const char *directory;
    int grace_ms;
    enum jail_level level; /* the best level to try */
    const char *cwd;
    bool no_cgroup;
    char **program; /* with its arguments, terminated by NULL */
};

/* Returns 0; 1 after --help or --version; -EINVAL after a message on stderr. The strings point into argv. */
int options_parse(struct options *options, int argc, char **argv);
