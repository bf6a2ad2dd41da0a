/* weir doctor: tries to get out of the sandbox, and tells what held. The same attempts (src/probe) are made here,
 * outside, and by the agent `probe` in executors that the daemon has started as it starts any other. */
#pragma once

#include "base/arena.h"
#include "cli/daemon.h"
#include "cli/live.h"
#include "contract/session.h"
#include "probe/bystander.h"
#include "probe/probe.h"

/* A session in which attempts are made. */
enum doctor_which { DOCTOR_OPEN /* network: full */, DOCTOR_CLOSED /* network: none */, DOCTOR_SESSIONS };

enum doctor_verdict {
    DOCTOR_UNKNOWN,
    DOCTOR_HELD,
    DOCTOR_BROKEN,
    DOCTOR_NOT_HELD,    /* broken, as the level that was reached says of itself */
    DOCTOR_UNAVAILABLE, /* it does not succeed outside either, and proves nothing */
};

enum doctor_kind {
    DOCTOR_ATTEMPT,
    DOCTOR_CONTROL, /* it has to succeed inside: else the failures of the others prove nothing */
    DOCTOR_FACT,    /* it tells something that another row needs */
};

struct doctor;
struct doctor_case;

struct doctor_attempt {
    const char *id;    /* for programs */
    const char *title; /* for people */
    const char *attempt;
    enum doctor_which session;
    /* Fills in the target; false, with a sentence in why: there is none. */
    bool (*aim)(struct doctor *doctor, struct doctor_case *one);
    enum doctor_kind kind;
    const char
        *lacks; /* how the level's own words begin where it cannot hold this (session.sandbox.notHeld); or NULL */
};

enum { DOCTOR_CASES_MAX = 64, DOCTOR_WHY_SIZE = 128 };

struct doctor_case {
    const struct doctor_attempt *row;
    struct probe_target target;
    char *path; /* what target.path points to, where it is the case's own */
    char text[PROBE_HANDLE_SIZE];
    bool aimed;
    char why[DOCTOR_WHY_SIZE]; /* it is not */
    bool tried_outside, tried_inside;
    struct probe_result outside, inside;
    enum doctor_verdict verdict;
};

struct doctor_session {
    char *directory, *canary, *scratch, *lock; /* in there: a file, a directory, a file that is locked */
    char *session_id, *task_id;
    bool done;  /* all attempts were made */
    bool ended; /* the task has, before it was told to */
    char problem[256];
    struct doctor_case *cases[DOCTOR_CASES_MAX]; /* in the order of the prompt */
    size_t case_count;
    struct arena arena;           /* of `record` */
    struct session_record record; /* once the attempts were made */
    bool recorded;
};

struct doctor {
    struct cli *cli;
    struct live live;
    struct daemon_facts facts;
    struct probe_bystander bystander;
    char *root;         /* the directory of all that is made here */
    char *ssh, *secret; /* ~/.ssh, and a file in there */
    bool ssh_is_ours;   /* it was not there */
    char canary[PROBE_CANARY_SIZE];
    char *outside_lock;
    int inherited; /* a descriptor that every child gets */
    int terminal;  /* one that nobody reads from */
    struct doctor_session sessions[DOCTOR_SESSIONS];
    struct doctor_case cases[DOCTOR_CASES_MAX];
    size_t case_count;
    uv_timer_t limit;
    bool late, lost;
};

/* --- doctor_attempts.c ------------------------------------------------------------------------------- */

/* ends with an entry without an id */
extern const struct doctor_attempt doctor_attempts[];

struct doctor_case *doctor_find(struct doctor *doctor, const char *id);

/* --- doctor_sessions.c: decoys, and the attempts inside ---------------------------------- */

/* A failure has been reported; what was made until then is removed by doctor_decoys_remove(). */
enum cli_exit doctor_decoys_make(struct doctor *doctor);
void doctor_decoys_remove(struct doctor *doctor);

/* Makes the sessions. */
enum cli_exit doctor_sessions_open(struct doctor *doctor);

/* Has the attempts of the session made, and keeps them at work. */
enum cli_exit doctor_session_try(struct doctor *doctor, enum doctor_which which);

/* Ends what is at work in all of them, and waits until it is gone. */
enum cli_exit doctor_sessions_stop(struct doctor *doctor);

/* Removes whatever there is of them, on every way out. */
void doctor_sessions_remove(struct doctor *doctor);
