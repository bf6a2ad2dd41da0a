/* weir-jail: its whole state, in one struct that is passed down. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/tree.h"
#include "jail/cgroup.h"
#include "jail/control.h"
#include "jail/options.h"
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
    struct view *view;      /* in memory that a PID 1 prepared in advance shares */
    struct sandbox sandbox; /* the level that is in force */
    bool has_session;       /* added after the start */

    pid_t child;        /* PID 1 of the namespace; on level walk the program */
    int child_fd;       /* its pidfd; -1 if the kernel returned none */
    int control_fd;     /* socket to PID 1; -1: no namespace */
    int mounts_fd;      /* polls mount changes since PID 1 was prepared in advance; -1: it was not */
    struct title title; /* command line for that PID 1 to show */

    enum {
        JAIL_RUNNING,
        JAIL_ASKED,  /* SIGTERM was sent; the grace time is running */
        JAIL_ENDING, /* SIGKILL was sent */
        JAIL_EMPTY,
    } phase;
    bool program_ended;
    bool init_is_silent;  /* PID 1 has closed its socket, and is about to exit */
    unsigned reaped;      /* since the end began */
    uint64_t deadline_ns; /* of the phase; 0: none */
    uint64_t count_at_ns; /* the next check of the limits; 0: never */
    size_t counted;       /* the number of processes at the last check */
};

#define JAIL_INIT                                                                                                      \
    {                                                                                                                  \
        .directory_fd = -1, .signal_fd = -1, .output = OUTPUT_INIT, .cgroup = CGROUP_INIT, .control = CONTROL_INIT,    \
        .sandbox = SANDBOX_INIT, .child_fd = -1, .control_fd = -1, .mounts_fd = -1                                     \
    }

/* start.c: closes inherited descriptors, starts a session, and blocks signals for signalfd. Does nothing if called
 * again. */
int jail_settle(struct jail *jail);

/* start.c: forks with new namespaces, if any, into the cgroup if possible. Returns a negative errno on failure. */
pid_t jail_fork(struct jail *jail, uint64_t flags);

/* namespace.c: prepares what all programs need before the program is known: a cgroup, and namespaces with the system's
 * part of a root. Optional. */
void jail_make_ahead(struct jail *jail, const char *id);

/* Waits until fd is readable. Returns false if a signal asks the process to leave. */
bool jail_await(struct jail *jail, int fd);

/* Kills the prepared PID 1. */
void jail_drop_init(struct jail *jail);

/* Starts the program below PID 1 of a new namespace; uses a prepared PID 1 if it is still up to date. */
struct program;
int jail_start_in_namespace(struct jail *jail, struct program *program, struct problem *problem);

/* start.c: starts the program on the best available level. Fails with a problem if no process can be created or no
 * permitted level is available. If the program itself cannot be executed, the error is in the status. */
int jail_start(struct jail *jail, struct problem *problem);

/* watch.c: runs until no process of the tree is left. */
void jail_watch(struct jail *jail);
