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

/* --- title --- */

/* The command line and environment that process lists show for this process. */

enum { TITLE_MAX = 64 << 10 };

/* NUL-terminated strings one after another, as the kernel stores them. */
struct title {
    const char *arguments, *environment, *end;
};

/* Caches the memory layout of this process, which PR_SET_MM_MAP needs to change the title. */
void title_keep(void);

void title_show(const struct title *title);
