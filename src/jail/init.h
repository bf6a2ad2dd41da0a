/* PID 1 of the tree's namespace: the outer process' hand in there.
 *
 * Reports and orders go through a SOCK_SEQPACKET pair. What this process says it says once: INIT_READY (or it leaves,
 * and namespaces are not to be had), INIT_NOT_STARTED or nothing, INIT_PROGRAM_ENDED, INIT_EMPTY. */
#pragma once

#include <sys/types.h>

#include "jail/program.h"

enum init_word { INIT_READY = 1, INIT_NOT_STARTED, INIT_PROGRAM_ENDED, INIT_EMPTY };

struct init_report {
    enum init_word word;
    int number; /* an errno, a wait status, how many were reaped since the end began */
    char sentence[256];
};

enum { INIT_ORDER_ASK = 'A', INIT_ORDER_END = 'E' };

struct init {
    int control_fd;
    uid_t uid; /* as they were outside */
    gid_t gid;
    struct program program;
};

_Noreturn void init_run(struct init *init);
