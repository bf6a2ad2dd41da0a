/* A helper program of weir's own that the daemon keeps available, such as weir-broker.
 *
 * It is started under a jail when it is first needed, connected, pinged while it runs, restarted with increasing delays
 * when it ends, and given up after too many crashes. Its end includes its whole process tree. Its stderr is kept by the
 * jail; the last lines are part of the log line about a crash. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "contract/executor_types.h"
#include "daemon/process/process.h"
#include "rpc/method.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct peer;
struct service;
struct service_process;

enum service_state {
    SERVICE_STOPPED,
    SERVICE_STARTING,
    SERVICE_RUNNING,
    SERVICE_DEGRADED,   /* connected, but the last ping was not answered */
    SERVICE_RESTARTING, /* ended unexpectedly; waiting for the next start */
    SERVICE_FAILED,     /* given up; only service_start() after service_stop() tries again */
};

enum { SERVICE_CRASHES_MAX = 8, SERVICE_PROBLEM_SIZE = 512 };

/* Settings and callbacks of a kind of service. */
struct service_kind {
    const char *name;    /* in log lines */
    const char *program; /* installed beside weird */
    enum executor_record_use use;
    enum caller caller; /* the kind of its connection */
    const struct dispatch *dispatch;

    uint64_t restart_ms, restart_max_ms; /* first and longest delay; each crash doubles it */
    /* Running this long resets the delay and the count of crashes. A connection does not: the jail listens before the
     * program runs. */
    uint64_t healthy_ms;
    unsigned crashes_max; /* within crash_window_ms, at most SERVICE_CRASHES_MAX; 0: never give up */
    uint64_t crash_window_ms;

    /* Writes the view and other files for the jail to the directory of the process. */
    int (*prepare)(void *user, const struct process *process, char problem[static 256]);
    /* Adds to the record of a process. May be NULL. */
    void (*describe)(const struct service *service, struct executor_record *record);
    /* service->peer is connected. */
    void (*connected)(struct service *service);
    /* A connection ended, that of a process which was already replaced or stopped too. May be NULL. */
    void (*disconnected)(struct service *service);
    /* No process serves: calls on service->peer have failed. The state says what happens next. May be NULL. */
    void (*lost)(struct service *service);
    /* Whether to restart it after a crash. NULL: never. */
    bool (*is_wanted)(const struct service *service);
    /* The last of its processes is gone. */
    void (*emptied)(struct service *service);
};

struct service {
    const struct service_kind *kind;
    void *user;
    struct process_table *table;
    struct rpc *rpc;
    uint64_t ready_ms; /* time for the program to listen */
    uint64_t ping_ms;  /* between pings; 0: none */
    enum service_state state;
    struct peer *peer; /* NULL: not connected. It stays for the requests of a process that was asked to end */

    /* Private: */
    struct service_process *current; /* NULL: none serves or is starting */
    struct list processes;           /* struct service_process: the current one, and those that are ending */
    struct deadline restart, ping;
    unsigned failures, missed; /* in a row: starts that failed, pings without an answer */
    uint64_t crashes[SERVICE_CRASHES_MAX];
    unsigned crash_count;
    uint64_t running_since;
    bool closed;
    char problem[SERVICE_PROBLEM_SIZE]; /* why it is degraded, restarting or failed */
};

/* kind, user, table and rpc are set. */
void service_init(struct service *service);

/* Makes sure that a process serves or will. Does nothing where one does, while a restart is due, and where the service
 * was given up. */
void service_start(struct service *service);

/* Ends its processes, now or after a SIGTERM, and forgets earlier crashes. It can be started again. */
void service_stop(struct service *service, bool now);

/* service_stop(), and it cannot be started any more: the daemon stops. */
void service_close(struct service *service, bool now);
bool service_is_gone(const struct service *service);

/* Leaves what could not be ended to the next daemon. */
void service_clear(struct service *service);

/* Takes over a process of an earlier daemon, which is about to end by itself. */
void service_adopt(struct service *service, const char *id, const struct executor_record *record);

/* Takes over a process of an earlier daemon, which goes on serving: connects to it. `connected` or `lost` follows. */
void service_take(struct service *service, const char *id, const struct executor_record *record);

/* The service whose process made this connection, while it serves; NULL: it was replaced or stopped. */
struct service *service_of_peer(const struct peer *peer);

/* What it serves is lost: ends its process as if it had crashed. `lost` is called before this returns. */
void service_fail(struct service *service, const char *problem);

/* Whether a process serves or is starting. */
static inline bool service_is_up(const struct service *service)
{
    return service->state == SERVICE_STARTING || service->state == SERVICE_RUNNING ||
           service->state == SERVICE_DEGRADED;
}

/* The name of the directory of the process that serves; NULL: none. */
const char *service_process_id(const struct service *service);

/* The pid of the jail of the process that serves; 0: none. */
pid_t service_pid(const struct service *service);
