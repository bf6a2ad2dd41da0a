/* The complete state of the daemon, in one struct that is passed down. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "contract/daemon.h"
#include "daemon/agent/agent.h"
#include "daemon/apps/apps.h"
#include "daemon/audit/audit.h"
#include "daemon/automation/automation.h"
#include "daemon/broker/broker.h"
#include "daemon/capture/capture.h"
#include "daemon/chat/chat.h"
#include "daemon/client/client.h"
#include "daemon/config.h"
#include "daemon/db/db.h"
#include "daemon/event/event.h"
#include "daemon/executor/executor.h"
#include "daemon/handover/handover.h"
#include "daemon/health/health.h"
#include "daemon/key/key.h"
#include "daemon/mcp/mcp.h"
#include "daemon/options.h"
#include "daemon/permission/permission.h"
#include "daemon/process/process.h"
#include "daemon/question/question.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/settings/settings.h"
#include "daemon/snapshot/snapshot.h"
#include "daemon/socket.h"
#include "daemon/store/store.h"
#include "daemon/task/task.h"
#include "daemon/terminal/terminal.h"
#include "daemon/watch/watch.h"
#include "daemon/work/work.h"
#include "rpc/listener.h"
#include "rpc/rpc.h"

struct call;

struct daemon {
    struct options options;
    struct config config;
    int config_error;         /* the result of the last reload: 0 or a negative errno */
    char config_problem[512]; /* the message of that error */
    struct daemon_socket socket;
    int state_fd; /* the state directory; holds its lock */
    int ready_fd; /* a pipe to the parent, which waits for readiness; or -1 */
    int statm_fd; /* /proc/self/statm, opened at the start: later there may be no free descriptor */

    uv_loop_t loop;
    bool loop_is_open;
    struct rpc rpc;
    struct listener listener;
    uv_signal_t signals[3];
    uv_timer_t stop_deadline;

    bool store_opened; /* whether the last attempt succeeded */
    /* The concerns in order of dependency: each depends only on those before it. */
    struct clients clients;
    struct resolver *resolver; /* for paths from clients and agents; NULL before the start and after the end */
    struct work_pool work;
    struct store *store;
    struct audit audit;
    struct event_hub events;
    struct process_table processes;
    struct key_ring *keys;
    struct sandbox_facts sandbox;
    struct agent_finder agents;
    struct broker broker;
    struct watch_hub watch;
    struct session_keeper sessions;
    struct task_queue tasks;
    struct executor_pool executors;
    struct snapshots snapshots;
    struct db_keeper db;
    struct permissions permissions;
    struct terminal_set terminals;
    struct settings_keeper person;
    struct questions questions;
    struct mcp_hub mcp;
    struct chat_ports chat;
    struct capture capture;
    struct apps apps;
    struct automation automation;
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
    } stop_phase; /* the phase that the stop has reached */
    bool stop_forced;
    bool stop_pressed;             /* a second signal arrived after the stop had begun */
    struct dispatch stop_dispatch; /* for new connections during a stop: serves only a few methods */
    unsigned stop_insisted;        /* how many times the current phase has escalated */
    bool leaves_thread;            /* a thread of the resolver is blocked in a system call */
};

#define DAEMON_INIT                                                                                                    \
    {                                                                                                                  \
        .ready_fd = -1, .statm_fd = -1, .state_fd = -1, .socket = DAEMON_SOCKET_INIT,                                  \
    }

/* Reads the options and the configuration. Returns 0; 1 if there is nothing more to do (--help); or a negated
 * exit code. */
int daemon_configure(struct daemon *daemon, int argc, char **argv);

/* Serves until the daemon is stopped. */
int daemon_run(struct daemon *daemon);
void daemon_clear(struct daemon *daemon);

enum {
    DAEMON_EXIT_OK = 0,
    DAEMON_EXIT_FAILED = 1,
    DAEMON_EXIT_USAGE = 2,
    DAEMON_EXIT_RUNNING = 3,
};

/* stop.c: the first signal starts a stop, the second forces it, the third exits without waiting. */
void daemon_on_stop_signal(struct daemon *daemon);
void daemon_stop_clear(struct daemon *daemon);

/* run.c: blocks or unblocks SIGTERM, SIGINT and SIGHUP. They stay pending while nothing handles them: before
 * the loop runs, and after it has ended. */
void daemon_hold_signals(bool held);

/* Opens the store, also again after it was closed. */
int daemon_open_store(struct daemon *daemon);

/* concern.c: the daemon that serves the call. */
struct daemon *daemon_of(const struct call *call);

/* Continues the stop if its current phase is complete. Called whenever something that a stop waits for may have
 * ended. */
void daemon_stop_step(void *daemon);

/* reload.c: reads the configuration again. An invalid file is reported and changes nothing. */
void daemon_reload(struct daemon *daemon);
void daemon_apply_config(struct daemon *daemon);
