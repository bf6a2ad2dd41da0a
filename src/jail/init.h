/* PID 1 of the tree's namespace: the outer process' hand in there.
 *
 * Reports and orders go through a SOCK_SEQPACKET pair. What this process says it says once: INIT_READY (or INIT_UNABLE,
 * or it leaves without a word, and namespaces are not to be had), INIT_NOT_STARTED or nothing, INIT_PROGRAM_ENDED,
 * INIT_EMPTY; and INIT_SESSION for each order of that. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "jail/program.h"
#include "jail/title.h"

enum init_word { INIT_READY = 1, INIT_UNABLE, INIT_NOT_STARTED, INIT_PROGRAM_ENDED, INIT_SESSION, INIT_EMPTY };

struct init_report {
    enum init_word word;
    int number; /* a wait status, how many were reaped since the end began */
    bool told;  /* of the program's end: it was asked, or made, to end before */
    struct problem problem;
};

/* One byte each, but for the session, whose lines follow it, and for the program. */
enum {
    INIT_ORDER_CHECK = 'C', /* made ahead, this process sees whether it is still good: BEGIN follows */
    INIT_ORDER_BEGIN = 'B',
    INIT_ORDER_ASK = 'A',
    INIT_ORDER_END = 'E',
    INIT_ORDER_SESSION = 'S',
    INIT_ORDER_MAX = VIEW_SIZE_MAX + 1,
};

/* What shall be started. The strings lie in memory that this process is a copy of, or, made ahead, shares. With it come
 * the descriptors of the program's output and, where the sandbox has them (those not negative), of its filter, of its
 * socket and of its spool. */
enum { INIT_BEGIN_FDS = 4 };
struct init_begin {
    char word;
    struct program program;
    struct title title; /* of a process made ahead */
};

struct init {
    int control_fd;
    uid_t uid; /* as they were outside */
    gid_t gid;
    bool is_sandboxed, is_ahead;
};

_Noreturn void init_run(const struct init *init);
