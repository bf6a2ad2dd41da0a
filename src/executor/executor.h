/* weir-executor: its whole state, in one struct that is passed down. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/slice.h"
#include "rpc/listener.h"
#include "rpc/rpc.h"

struct call;
struct peer;
struct task;

enum { EXECUTOR_EXIT_OK = 0, EXECUTOR_EXIT_FAILED = 1, EXECUTOR_EXIT_USAGE = 2 };

struct executor_options {
    const char *socket; /* the first argument, or EXECUTOR_SOCKET */
    const char *own;    /* WEIR_MODEL_SOCKET or the socket: a path in the executor's own directory */
    int spool_fd;       /* file for unconfirmed messages; -1: creates one beside the socket */
    size_t batch_messages;
    uint64_t batch_ms;
    uint64_t idle_ms;   /* ends after this time without task or terminal; 0: never */
    uint64_t orphan_ms; /* ends after this time without daemon; 0: never */
};

enum executor_leaving {
    LEAVING_NOT,
    LEAVING_TASK,  /* waits for the running task, up to a time limit */
    LEAVING_SEND,  /* sends the remaining messages, and answers the shutdown calls */
    LEAVING_DRAIN, /* flushes and closes the connection */
    LEAVING_DONE,  /* only handles of the loop remain */
};

enum { EXECUTOR_SHUTDOWN_CALLS = 8 };

/* Set by task_remember(). */
struct executor_memory {
    uint64_t task; /* task_count of the task that stored it; 0: nothing is stored */
    char session[129], agent[129], conversation[257];
};

/* Set by task_keep(). */
struct executor_kept_agent {
    const struct adapter *adapter;
    char session[129], task[129];
    void *what; /* NULL: nothing is kept */
    void (*free)(void *what);
};

struct executor {
    struct executor_options options;
    uv_loop_t loop;
    bool loop_is_open, rpc_is_open, listens;
    struct rpc rpc;
    struct listener listener;
    uv_signal_t signals[2];
    struct peer *daemon;   /* the one connection, or NULL */
    char hand_shake[257];  /* the secret from the first daemon; empty: none yet */
    bool proved;           /* this connection has sent the secret */
    bool paused;           /* the daemon asked to pause notifications */
    unsigned daemon_minor; /* of the version of the daemon that made the last handshake; 0 before it */
    struct list tasks;     /* struct task: the running one, and those whose end is not confirmed */
    struct list terminals; /* struct terminal */
    struct buf line;       /* buffer for writing lines */
    struct executor_memory memory;
    struct executor_kept_agent kept;
    uint64_t task_count; /* the number of tasks started */

    struct deadline idle, orphan;
    bool gives_up; /* no daemon has reconnected */

    bool sending; /* messages_send() is running */

    enum executor_leaving leaving;
    const char *leaving_status; /* the status in the answer to shutdown */
    struct deadline leave;      /* the time limit of the phase */
    struct call *shutdown_calls[EXECUTOR_SHUTDOWN_CALLS];
    size_t shutdown_call_count;
    uv_idle_t last; /* closes the handles outside of their own callbacks */
};

/* --- main.c, run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int executor_configure(struct executor *executor, int argc, char **argv);
int executor_run(struct executor *executor);
void executor_clear(struct executor *executor);

/* --- connection.c --- */

/* Callback of the listener. Takes fd. */
void executor_accept(void *user, int fd);

struct executor *executor_of(const struct call *call);

/* Returns false if the connection must complete the handshake first; the call was answered with handshake_refused. */
bool executor_admits(struct call *call);

/* Whether a daemon is connected that may receive reports. */
bool executor_is_heard(const struct executor *executor);

/* --- shutdown.c: timers --- */

/* Call this when a task or terminal starts or ends: updates the idle and orphan timers. */
void executor_settle(struct executor *executor);
void executor_rest_init(struct executor *executor);

/* --- shutdown.c --- */

/* Waits up to timeout_ms for the running task, then interrupts it; then sends everything and ends the program. Later
 * calls can only shorten the time. */
void executor_leave(struct executor *executor, uint64_t timeout_ms);

/* Continues leaving after something that it may wait for has happened. */
void executor_leave_step(struct executor *executor);

/* --- shutdown.c: spool --- */

/* Writes unconfirmed messages to the file `spool` beside the socket: complete notifications, one per line, with empty
 * tokens. Returns 0 if there are none. */
int executor_spool(struct executor *executor);
