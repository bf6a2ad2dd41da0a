/* Capture: what the person does in the graphical session is recorded by weir-capture, a program under a jail of its
 * own. This concern knows what the person has consented to, keeps the program running exactly as long as there is
 * something to record, checks its rows and stores them.
 *
 *     capture.c   reading the settings, lifetime
 *     program.c   the program: when it runs, what it is asked to record
 *     view.c      what the program's sandbox shows
 *     session.c   the graphical session to record
 *     consent.c   consent, and the settings of the streams
 *     status.c    the state of the streams, and who is told of it
 *     rows.c      what the program reports
 *     forget.c    capture.forget */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "contract/capture.h"
#include "contract/config.h"
#include "contract/recorder.h"
#include "daemon/process/service.h"
#include "daemon/store/store.h"
#include "rpc/timers.h"

struct call;
struct capture_telling;
struct executor_pool;
struct rpc;
struct sandbox_facts;
struct settings_keeper;

enum {
    CAPTURE_STREAMS = RECORDER_STREAM_CLIPBOARD + 1,
    CAPTURE_PROBLEM_SIZE = 640,
    CAPTURE_STATE_SIZE = 8192,
};

/* A set of streams. */
#define CAPTURE_BIT(stream) (1U << (stream))

/* What the program said about a stream. */
struct capture_report {
    bool known, active; /* whether it is known: weir-capture has said something of it, and is not connecting */
    char problem[CAPTURE_PROBLEM_SIZE]; /* empty: none */
    char note[CAPTURE_PROBLEM_SIZE];    /* what it leaves out although it is active; empty: nothing */
};

struct capture {
    struct store *store;
    struct process_table *processes;
    const struct sandbox_facts *sandbox;
    struct executor_pool *executors;
    const struct settings_keeper *person;
    struct rpc *rpc;
    const struct config_settings *settings;
    const int64_t *started_at_ms; /* of the daemon, with its environment */
    void (*emptied)(void *user);  /* the last process is gone */
    void *user;
    void (*changed)(void *health); /* the health may have changed; or NULL */
    void *health;
    size_t peers; /* connected processes */

    /* --- private to this folder --- */

    bool known; /* consent and settings were read */
    bool begun; /* and the processes of an earlier daemon were found: recording may begin */
    bool closed;
    struct capture_consent consent;
    unsigned enabled;               /* streams */
    struct recorder_session own;    /* that of the daemon's environment */
    char *own_xauthority, *own_bus; /* made for it */
    struct recorder_session *given; /* the one that a client named last; or NULL */
    int64_t given_at_ms;

    struct service service;
    struct list found;                 /* struct capture_found: processes of an earlier daemon, until `known` */
    struct recorder_session *recorded; /* the session of the present process */
    bool taken;                        /* an earlier daemon has started it, and it is not connected yet */
    bool ending;                       /* the process delivers its rows before it is asked to end */
    unsigned connections;              /* counts them, to recognize answers of an earlier one */
    unsigned wanted, leaving;          /* streams: what it was asked for; what was switched off and may still arrive */
    bool wants_text;
    bool shows_bus;         /* its sandbox shows the accessibility bus, without which there is no text */
    unsigned sets, flushes; /* unanswered recorder.set and recorder.flush of this connection */
    struct capture_report reports[CAPTURE_STREAMS];
    int64_t credit, credited_ms; /* rows that may still arrive, and when that was computed; see rows.c */

    char told[CAPTURE_STATE_SIZE]; /* the state of the last event, as text */
    struct capture_consent told_consent;
    struct capture_telling *telling; /* the event that is being written; or NULL */
    struct deadline next_event;      /* runs after each event */
    bool has_told;                   /* `told` is valid */

    struct list forgettings; /* struct forgetting, which work one after the other */
};

/* See daemon/concern.c. */
struct capture *capture_of(const struct call *call);

/* The caller fills in what it depends on before this. */
void capture_init(struct capture *capture);

/* The store is open: reads consent and settings, then calls `then`, also on failure. */
void capture_open(struct capture *capture, void (*then)(void *user), void *user);

/* Processes of an earlier daemon were found: recording may begin. */
void capture_begin(struct capture *capture);

/* The daemon stops: the program delivers its last rows and ends. `emptied` is called when it is gone. */
void capture_close(struct capture *capture, bool now);
bool capture_is_gone(const struct capture *capture);
void capture_clear(struct capture *capture);

/* For system:health. */
struct capture_health {
    enum { CAPTURE_IS_OFF, CAPTURE_STARTS, CAPTURE_RECORDS, CAPTURE_STRUGGLES, CAPTURE_RESTARTS, CAPTURE_FAILED } state;
    char problem[CAPTURE_PROBLEM_SIZE]; /* empty: none */
};
struct capture_health capture_look(const struct capture *capture);
/* Tries again what has failed. */
void capture_retry(struct capture *capture);
