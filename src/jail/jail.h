/* weir-jail: everything it knows, in one struct that is passed down. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/tree.h"
#include "jail/cgroup.h"
#include "jail/control.h"
#include "jail/limits.h"
#include "jail/options.h"
#include "jail/output.h"
#include "jail/sandbox.h"
#include "jail/status.h"
#include "jail/view.h"

struct jail {
    struct options options;
    int directory_fd;
    int signal_fd;
    struct output output;
    struct cgroup cgroup;
    struct limits limits;
    struct tree tree;
    struct status status;
    struct control control;
    bool has_view;
    struct view view;
    struct sandbox sandbox; /* the level that was reached */
    bool has_session;       /* it came later */

    pid_t child;    /* PID 1 of the namespace, or the program itself */
    int child_fd;   /* a pidfd of it, or -1 where the kernel gave none */
    int control_fd; /* to that PID 1; -1: there is no namespace */

    enum {
        JAIL_RUNNING,
        JAIL_ASKED,  /* SIGTERM was sent; the grace is running */
        JAIL_ENDING, /* SIGKILL was sent */
        JAIL_EMPTY,
    } phase;
    bool program_ended;
    bool init_is_silent;  /* it has closed its end, and will be gone soon */
    unsigned reaped;      /* since it is no longer running */
    uint64_t deadline_ns; /* of the phase; 0: none */
    uint64_t count_at_ns; /* when the limits are looked at next; 0: never */
    size_t counted;       /* how many processes there were */
};

#define JAIL_INIT                                                                                                      \
    {                                                                                                                  \
        .directory_fd = -1, .signal_fd = -1, .output = OUTPUT_INIT, .cgroup = CGROUP_INIT, .control = CONTROL_INIT,    \
        .sandbox = SANDBOX_INIT, .child_fd = -1, .control_fd = -1                                                      \
    }

/* start.c: the program, on the best level that can be had. It fails where no process can be made at all, or the sandbox
 * cannot be had: with a problem. A program that cannot be started is in the status. */
int jail_start(struct jail *jail, struct problem *problem);

/* watch.c: until nothing of the tree is left. */
void jail_watch(struct jail *jail);
