/* The daemon: everything it knows, in one struct that is passed down. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "contract/daemon.h"
#include "daemon/agent/agent.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/broker.h"
#include "daemon/client/client.h"
#include "daemon/config.h"
#include "daemon/db/db.h"
#include "daemon/event/event.h"
#include "daemon/executor/executor.h"
#include "daemon/handover/handover.h"
#include "daemon/health/health.h"
#include "daemon/key/key.h"
#include "daemon/options.h"
#include "daemon/permission/permission.h"
#include "daemon/process/process.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/snapshot/snapshot.h"
#include "daemon/socket.h"
#include "daemon/store/store.h"
#include "daemon/task/task.h"
#include "daemon/terminal/terminal.h"
#include "daemon/work/work.h"
#include "rpc/listener.h"
#include "rpc/rpc.h"

struct daemon {
    struct options options;
    struct config config;
    int config_error;         /* of the last reload: 0 or a negative errno */
    char config_problem[512]; /* and what it was, for people */
    struct daemon_socket socket;
    int state_fd; /* the state directory, locked */
    int ready_fd; /* the parent that waits for us to be ready, or -1 */
    int statm_fd; /* /proc/self/statm, open from the start: later there may be no descriptor left */

    uv_loop_t loop;
    bool loop_is_open;
    struct rpc rpc;
    struct listener listener;
    uv_signal_t signals[3];
    uv_timer_t stop_deadline;

    bool store_opened; /* the last time it was tried */
    /* The concerns, each above those that it stands on. */
    struct clients clients;
    struct resolver *resolver; /* for paths that others chose; NULL: not yet, or no more */
    struct work_pool work;
    struct store *store;
    struct audit audit;
    struct event_hub events;
    struct process_table processes;
    struct key_ring *keys;
    struct sandbox_facts sandbox;
    struct agent_finder agents;
    struct broker broker;
    struct session_keeper sessions;
    struct task_queue tasks;
    struct executor_pool executors;
    struct snapshots snapshots;
    struct db_keeper db;
    struct permissions permissions;
    struct terminal_set terminals;
    struct health health;
    struct handover handover;

    int64_t started_at_ms;
    uint64_t started_ns;
    bool stopping;
    enum {
        STOP_NOT_YET,
        STOP_TASKS,
        STOP_EXECUTORS,
        STOP_CLIENTS,
        STOP_STORE,
        STOP_DONE
    } stop_phase; /* what it waits for */
    bool stop_forced;
    bool stop_pressed;             /* by a signal, after it had begun */
    struct dispatch stop_dispatch; /* of connections that are made meanwhile: little is served */
    unsigned stop_insisted;        /* how often the tasks were told */
    bool leaves_thread;            /* one of the resolver's hangs in a system call */
};

#define DAEMON_INIT                                                                                                    \
    {                                                                                                                  \
        .ready_fd = -1, .statm_fd = -1, .state_fd = -1, .socket = DAEMON_SOCKET_INIT,                                  \
    }

/* Reads the options and the configuration. 0; 1 when there is nothing left to do (--help); or an exit code below 0. */
int daemon_configure(struct daemon *daemon, int argc, char **argv);

/* Serves until it is told to stop. */
int daemon_run(struct daemon *daemon);
void daemon_clear(struct daemon *daemon);

/* Exit codes. */
enum {
    DAEMON_EXIT_OK = 0,
    DAEMON_EXIT_FAILED = 1,
    DAEMON_EXIT_USAGE = 2,
    DAEMON_EXIT_RUNNING = 3,
};

/* stop.c: the first signal begins a stop, the second forces it, the third waits for nothing. */
void daemon_on_stop_signal(struct daemon *daemon);
void daemon_stop_clear(struct daemon *daemon);

/* run.c: SIGTERM, SIGINT and SIGHUP wait while nobody is there to handle them: before the loop runs, and at its end. */
void daemon_hold_signals(bool held);

/* The store again, after it was closed. */
int daemon_open_store(struct daemon *daemon);

/* Something that a stop waits for may be over. */
void daemon_stop_step(void *daemon);

/* reload.c: the configuration again; a wrong one is reported and changes nothing. */
void daemon_reload(struct daemon *daemon);
void daemon_apply_config(struct daemon *daemon);
