/* The sandbox of executors, as the daemon sees it: what is asked for (view.h), what was reached, who is told. Making it
 * is weir-jail's work. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"
#include "contract/daemon.h"
#include "contract/session_types.h"
#include "daemon/sandbox/control.h"
#include "daemon/sandbox/view.h"

struct daemon;
struct executor;

/* Of one executor. */
struct sandbox {
    enum sandbox_state {
        SANDBOX_UNKNOWN,  /* its jail was not asked yet, or has not answered */
        SANDBOX_GENERAL,  /* what holds for every session is in force */
        SANDBOX_ENTERING, /* a session's part was sent */
        SANDBOX_WHOLE,    /* all that `rules` say is in force, or the sandbox is off */
    } state;
    enum session_sandbox_level level; /* known unless SANDBOX_UNKNOWN */
    unsigned landlock;
    bool closed;  /* the network */
    bool refused; /* it reached less than was asked for */
    /* What was asked for: */
    enum session_network network;
    bool read_only;
    char *rules;     /* of the session that it has or shall have (sandbox_rules()); NULL: it is warm */
    struct buf view; /* what its jail was told; empty once that is in the session's record */
    struct sandbox_control control;
    bool told; /* its start is in the audit log */
};

/* Of the daemon. */
struct sandbox_facts {
    bool reached; /* an executor was started, and `level` is how */
    enum session_sandbox_level level;
    char problem[512]; /* why none could be; empty: all is well */
};

void sandbox_clear(struct sandbox *sandbox);

/* --- record.c ---------------------------------------------------------------------------- */

/* What is in force for this session, once it is: into its record and the log where that is something new, and into the
 * audit log. Empties sandbox->view. */
void sandbox_record(struct executor *executor, struct slice session_id, struct slice task_id);

/* It has ended: for the audit log. */
void sandbox_record_end(const struct executor *executor);

/* --- health.c ---------------------------------------------------------------------------- */

/* For daemon.status. */
enum daemon_health sandbox_check(const struct daemon *daemon, char *message, size_t size);

/* --- peer.c ------------------------------------------------------------------------------ */

/* Whether the process at the other end of a client's connection may speak for the user: it is not one of an executor's
 * tree. Where it may not, it is told so, and the descriptor is closed. */
bool sandbox_admits_client(struct daemon *daemon, int fd);
