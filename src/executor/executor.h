/* weir-executor: everything it knows, in one struct that is passed down. */
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
    const char *own;    /* a path in a directory of its own: WEIR_MODEL_SOCKET, or the socket */
    int spool_fd;       /* where it puts down what is not confirmed; -1: a file beside the socket */
    size_t batch_messages;
    uint64_t batch_ms;
    uint64_t idle_ms;   /* without a task or a terminal; 0: without end */
    uint64_t orphan_ms; /* without a daemon; 0: without end */
};

/* How far it has come on its way out. */
enum executor_leaving {
    LEAVING_NOT,
    LEAVING_TASK,  /* the task at work has its time to end */
    LEAVING_SEND,  /* what was not sent yet is sent, and the calls of shutdown are answered */
    LEAVING_DRAIN, /* the connection ends when it has taken all */
    LEAVING_DONE,  /* nothing is left but the loop's handles */
};

enum { EXECUTOR_SHUTDOWN_CALLS = 8 };

/* task_remember() */
struct executor_memory {
    uint64_t task; /* the task_count of the one that left it; 0: nothing is remembered */
    char session[129], agent[129], conversation[257];
};

/* task_keep() */
struct executor_kept {
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
    char hand_shake[257];  /* the secret that the first daemon named; empty: none has yet */
    bool proved;           /* this connection has named it */
    bool paused;           /* told to report nothing */
    struct list tasks;     /* struct task: the one at work, and those whose end was not handed over for good */
    struct list terminals; /* struct terminal */
    struct buf line;       /* that is being written */
    struct executor_memory memory;
    struct executor_kept kept;
    uint64_t task_count; /* so many were begun */

    struct deadline idle, orphan;
    bool gives_up; /* no daemon has come back */

    bool sending; /* messages_send() is under way */

    enum executor_leaving leaving;
    const char *leaving_status; /* what shutdown answers */
    struct deadline leave;      /* until when the phase may last */
    struct call *shutdown_calls[EXECUTOR_SHUTDOWN_CALLS];
    size_t shutdown_call_count;
    uv_idle_t last; /* closes the handles, when none of them is being served */
};

/* --- main.c, options.c, run.c --- */

/* 0, 1: nothing is left to do (--help), or the negative of an exit code. */
int executor_configure(struct executor *executor, int argc, char **argv);
int executor_run(struct executor *executor);
void executor_clear(struct executor *executor);

/* --- connection.c --- */

/* Of the listener: takes fd. */
void executor_accept(void *user, int fd);

/* Whose call it is. */
struct executor *executor_of(const struct call *call);

/* False: the connection has not proved itself although it must; the call was answered with handshake_refused. */
bool executor_admits(struct call *call);

/* Whether there is a daemon that may hear of what happens here. */
bool executor_is_heard(const struct executor *executor);

/* --- rest.c --- */

/* Something began or ended: whether it is idle is looked at anew. */
void executor_settle(struct executor *executor);
void executor_rest_init(struct executor *executor);

/* --- leave.c --- */

/* The task at work has so long, then it is interrupted; then all is sent, and the program ends. Once it is leaving,
 * only a shorter time counts. */
void executor_leave(struct executor *executor, uint64_t timeout_ms);

/* Something that leaving may have waited for has happened. */
void executor_leave_step(struct executor *executor);

/* --- spool.c --- */

/* Puts down what nobody has confirmed, beside the socket, in the file `spool`: whole notifications, one a line, with
 * empty tokens. 0 too where there is nothing. */
int executor_spool(struct executor *executor);
