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
#include "jail/title.h"
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
    struct view *view;      /* in memory that a PID 1 which was made ahead has too */
    struct sandbox sandbox; /* the level that was reached */
    bool has_session;       /* it came later */

    pid_t child;        /* PID 1 of the namespace, or the program itself */
    int child_fd;       /* a pidfd of it, or -1 where the kernel gave none */
    int control_fd;     /* to that PID 1; -1: there is no namespace */
    int mounts_fd;      /* tells what has changed since that PID 1 was made ahead; -1: it was not */
    struct title title; /* what that one shall show of itself then */

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
        .sandbox = SANDBOX_INIT, .child_fd = -1, .control_fd = -1, .mounts_fd = -1                                     \
    }

/* settle.c: what comes first. No descriptor of others, a session of its own; signals wait. Once is enough. */
int jail_settle(struct jail *jail);

/* fork.c: a child in new namespaces, or none. Born in the cgroup where that is allowed, else without. -errno */
pid_t jail_fork(struct jail *jail, uint64_t flags);

/* namespace.c: what the program will need that is the same for all of them, while it is not known yet: a cgroup, and
 * the namespaces with the machine's part of a root. Without it everything works. */
void jail_make_ahead(struct jail *jail, const char *id);

/* Until there is something to be read: then the program will be known in a moment. False: told to leave. */
bool jail_await(struct jail *jail, int fd);

/* Ends it, so that another is made or none. */
void jail_drop_init(struct jail *jail);

/* The program below a PID 1 of ours: the one that was made ahead if it is still good. */
struct program;
int jail_start_in_namespace(struct jail *jail, struct program *program, struct problem *problem);

/* start.c: the program, on the best level that can be had. It fails where no process can be made at all, or the sandbox
 * cannot be had: with a problem. A program that cannot be started is in the status. */
int jail_start(struct jail *jail, struct problem *problem);

/* watch.c: until nothing of the tree is left. */
void jail_watch(struct jail *jail);
