/* weir doctor: tries to escape from the sandbox. The same attempts (src/probe) run here, outside, and by the agent
 * `probe` in executors that the daemon starts like any other. */
#pragma once

#include "base/arena.h"
#include "cli/daemon.h"
#include "cli/live.h"
#include "contract/session.h"
#include "probe/bystander.h"
#include "probe/probe.h"

enum doctor_which { DOCTOR_OPEN /* network: full */, DOCTOR_CLOSED /* network: none */, DOCTOR_SESSIONS };

enum doctor_verdict {
    DOCTOR_UNKNOWN,
    DOCTOR_HELD,
    DOCTOR_BROKEN,
    DOCTOR_NOT_HELD,    /* succeeded inside, and the reported level cannot prevent it */
    DOCTOR_UNAVAILABLE, /* fails outside too, and so proves nothing */
};

enum doctor_kind {
    DOCTOR_ATTEMPT,
    DOCTOR_CONTROL, /* must succeed inside: otherwise the failures of the others prove nothing */
    DOCTOR_FACT,    /* reports a fact that another row needs */
};

struct doctor;
struct doctor_case;

struct doctor_attempt {
    const char *id;    /* for programs */
    const char *title; /* for people */
    const char *attempt;
    enum doctor_which session;
    /* Sets the target. Returns false, with the reason in `why`, if there is none. */
    bool (*aim)(struct doctor *doctor, struct doctor_case *one);
    enum doctor_kind kind;
    const char *lacks; /* prefix of the entry in session.sandbox.notHeld if the level cannot prevent it; or NULL */
};

enum { DOCTOR_CASES_MAX = 64, DOCTOR_WHY_SIZE = 128 };

struct doctor_case {
    const struct doctor_attempt *row;
    struct probe_target target;
    char *path; /* storage of target.path, if the case owns it */
    char text[PROBE_HANDLE_SIZE];
    bool aimed;
    char why[DOCTOR_WHY_SIZE]; /* the reason, if not aimed */
    bool tried_outside, tried_inside;
    struct probe_result outside, inside;
    enum doctor_verdict verdict;
};

struct doctor_session {
    char *directory, *canary, *scratch, *lock; /* in `directory`: a file, a directory, a locked file */
    char *session_id, *task_id;
    bool done;  /* all attempts were made */
    bool ended; /* the task ended before it was cancelled */
    char problem[256];
    struct doctor_case *cases[DOCTOR_CASES_MAX]; /* in the order in the prompt */
    size_t case_count;
    struct arena arena;           /* of `record` */
    struct session_record record; /* fetched after the attempts */
    bool recorded;
};

struct doctor {
    struct cli *cli;
    struct live live;
    struct daemon_facts facts;
    struct probe_bystander bystander;
    char *root;         /* contains all files of the check */
    char *ssh, *secret; /* ~/.ssh, and a file in it */
    bool ssh_is_ours;   /* ~/.ssh did not exist, and was created */
    char canary[PROBE_CANARY_SIZE];
    char *outside_lock;
    int inherited; /* a descriptor that child processes inherit */
    int terminal;  /* a terminal that nobody reads from */
    struct doctor_session sessions[DOCTOR_SESSIONS];
    struct doctor_case cases[DOCTOR_CASES_MAX];
    size_t case_count;
    uv_timer_t limit;
    bool late, lost;
};

/* --- doctor_attempts.c --- */

/* ends with an entry without an id */
extern const struct doctor_attempt doctor_attempts[];

struct doctor_case *doctor_find(struct doctor *doctor, const char *id);

/* --- doctor_sessions.c: decoys, and the attempts inside --- */

/* Creates files for the attempts. Reports a failure; doctor_decoys_remove() removes what was created. */
enum cli_exit doctor_decoys_make(struct doctor *doctor);
void doctor_decoys_remove(struct doctor *doctor);

enum cli_exit doctor_sessions_open(struct doctor *doctor);

/* Runs the attempts of the session, whose task then keeps running. */
enum cli_exit doctor_session_try(struct doctor *doctor, enum doctor_which which);

/* Cancels the tasks of all sessions, and waits until their processes have ended. */
enum cli_exit doctor_sessions_stop(struct doctor *doctor);

/* Deletes the sessions; called on every way out. */
void doctor_sessions_remove(struct doctor *doctor);
