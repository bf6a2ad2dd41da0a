/* The command line of weir-jail. */
#pragma once

#include <stdbool.h>

enum jail_level {
    JAIL_NAMESPACE, /* a process of ours is PID 1 of the tree: nothing can leave */
    JAIL_WALK,      /* a subreaper that looks for the tree's processes */
};

struct options {
    const char *directory;
    int grace_ms;
    enum jail_level level; /* the best that may be tried */
    const char *cwd;
    bool no_cgroup;
    char **program; /* with its arguments, NULL last */
};

/* 0; 1 after --help or --version; -EINVAL after a message on stderr. The strings are those of argv. */
int options_parse(struct options *options, int argc, char **argv);
