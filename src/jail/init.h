/* PID 1 of the tree's PID namespace, controlled by the outer process.
 *
 * Reports and requests use a SOCK_SEQPACKET pair. This process sends each report once: INIT_READY (or INIT_UNABLE, or
 * it exits without a report if namespaces do not work), INIT_NOT_STARTED if the program cannot be started,
 * INIT_PROGRAM_ENDED, INIT_EMPTY; and INIT_SESSION for each INIT_REQUEST_SESSION. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "jail/options.h"
#include "jail/program.h"

enum init_word { INIT_READY = 1, INIT_UNABLE, INIT_NOT_STARTED, INIT_PROGRAM_ENDED, INIT_SESSION, INIT_EMPTY };

struct init_report {
    enum init_word word;
    int number; /* a wait status; for INIT_EMPTY the number of processes reaped since the end began */
    bool told;  /* for INIT_PROGRAM_ENDED: the end was requested before */
    struct problem problem;
};

/* Requests have one byte; the lines of the view follow INIT_REQUEST_SESSION, and struct init_begin is the whole
 * INIT_REQUEST_BEGIN. */
enum {
    INIT_REQUEST_CHECK = 'C', /* if prepared in advance: check for changes of the system; BEGIN follows */
    INIT_REQUEST_BEGIN = 'B',
    INIT_REQUEST_ASK = 'A',
    INIT_REQUEST_END = 'E',
    INIT_REQUEST_SESSION = 'S',
    INIT_REQUEST_MAX = VIEW_SIZE_MAX + 1,
};

/* The program to start. The strings are in memory inherited by fork, or shared if this process was prepared in advance.
 * The message passes the descriptors of the program's output and, if they are not negative, of its filter, its socket
 * and its spool. */
enum { INIT_BEGIN_FDS = 4 };
struct init_begin {
    char word;
    struct program program;
    struct title title; /* for a process that was prepared in advance */
};

struct init {
    int control_fd;
    uid_t uid; /* outside of the namespace */
    gid_t gid;
    bool is_sandboxed, is_ahead;
};

_Noreturn void init_run(const struct init *init);
