/* How the process of a jail is made: by loading weir-jail, or, once one was needed, as a copy of a weir-jail that waits
 * for orders (src/jail/PROTOCOL.md). Such a copy is a child of the daemon as the others are, and is there sooner. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct jailer {
    pid_t pid; /* 0: there is none */
    int fd;
    unsigned late;   /* answers in a row that did not come in time */
    bool is_useless; /* it cannot do it here */

    bool has_served; /* an order: there will be more */
    bool has_wished; /* for a jail that is made ahead of its order; the answer is still to come */
    pid_t ahead;     /* that jail; 0: there is none */
};

/* From now on there shall be one that waits for orders. Without it everything works. */
void jailer_prepare(struct jailer *jailer, char *path, char *const *environment);

/* Where it has had an order there will be more: the next jail shall be made ahead, as far as that goes without knowing
 * its program. */
void jailer_wish(struct jailer *jailer);

/* The arguments begin with the program's path. */
int jailer_spawn(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid);

/* The jails that it has made are not concerned. */
void jailer_clear(struct jailer *jailer);
