/* Definitions that the files of this folder share. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/scrollback.h"
#include "contract/terminal.h"
#include "daemon/terminal/terminal.h"
#include "rpc/output.h"
#include "rpc/timers.h"

struct call;

enum {
    TERMINAL_READ_BYTES = 64 << 10, /* of output, read in one turn of the loop */
    TERMINAL_INPUT_BYTES = 1 << 20, /* of input that the terminal has not accepted yet */
    TERMINAL_CALL_MS = 10 * 1000,   /* time limit of an executor's response */
};

struct terminal_exit {
    bool known; /* it has exited */
    int64_t code;
    enum field_is code_is;
    int64_t signal;
    enum field_is signal_is;
};

struct terminal {
    struct terminal_set *set;
    struct list link; /* in set->terminals */
    char id[ID_SIZE];
    enum terminal_state {
        TERMINAL_OPENING, /* not visible to clients yet */
        TERMINAL_OPEN,
        TERMINAL_CLOSING, /* its executor was asked to end it */
        TERMINAL_OVER,    /* it has ended; the struct waits for one of the fields below */
    } state;
    char *session_id; /* NULL: no session */
    char *cwd, *shell;
    bool use_tmux;
    int64_t created_at_ms, pid;
    struct executor *executor; /* the executor that has it; once it is over: that has not forgotten it yet */
    bool close_after_open;     /* its session was closed while it was being opened */
    bool is_listed;            /* named in the response to `resume` that is being processed */
    bool is_pending_adoption;  /* its descriptors were requested from its executor; not visible to clients yet */
    struct opening *opening;   /* the terminal.open call that waits until the event is stored; or NULL */

    int master;      /* descriptor of the PTY master; -1: none */
    int memory;      /* memfd of the scrollback; -1: none */
    uv_poll_t *poll; /* of the master; allocated separately, because its handle closes after the terminal is freed */
    bool is_resting; /* not polled until `rest_timer`: no process has the terminal open, or a call on it blocked */
    bool was_interrupted; /* the last read was interrupted by the guard timer */
    struct deadline rest_timer;
    bool waits_for_readers; /* reading is paused until an attached client has read more */
    bool nobody_reads;      /* the last such pause was in vain */
    struct deadline reader_timer;
    struct deadline viewer_timer; /* set: it runs a command, and no client has attached yet to see the output */
    struct scrollback scrollback;
    struct list attachments; /* struct terminal_attachment */
    struct client *holder;   /* the client that has the descriptor; or NULL */
    struct list inputs;      /* struct terminal_input, in order */
    size_t input_bytes;      /* of all inputs */

    struct terminal_exit exit;
    bool exit_stored; /* its exit event is stored */
    bool owes_event;  /* the exit event is still to be stored, because attached clients are reading the last output */
    struct list closers; /* struct terminal_closer: terminal.close calls that wait until all its processes are gone */
    unsigned pending;    /* open requests to the executor and the store, and other users of the struct */
};

/* A client that receives the output. It has been sent everything before `offset`. */
struct terminal_attachment {
    struct list link;      /* in terminal->attachments */
    struct list of_client; /* in client->terminals */
    struct terminal *terminal;
    struct client *client;
    uint64_t offset;
};

/* Input that the terminal has not accepted completely. */
struct terminal_input {
    struct list link;  /* in terminal->inputs */
    struct call *call; /* answered when all is accepted; NULL: no call waits for it */
    /* After a restart in place: this client's terminal.input call is about to be replayed; or NULL. */
    const struct client *replay_client;
    size_t size, taken;
    char bytes[];
};

/* --- terminal.c --- */

/* Adds a terminal to the set. Copies the strings; an empty session id means none. NULL: out of memory. */
struct terminal *terminal_new(struct terminal_set *set, struct slice session_id, struct slice cwd, struct slice shell);

/* Frees the terminal if it is over and nothing uses it. */
void terminal_settle(struct terminal *terminal);

/* Returns an open terminal; NULL: there is none that clients may use. */
struct terminal *terminal_find(const struct terminal_set *set, struct slice id);

/* The same, but answers the call with terminal_not_found, or holds it while terminals are being handed over. */
struct terminal *terminal_find_for(struct call *call, struct slice id);

/* The record refers to the terminal's strings. */
struct terminal_record terminal_describe(const struct terminal *terminal);

/* --- adopt.c --- */

/* If executors of the previous daemon have yet to hand over terminals, holds the call: it is made again when this
 * terminal (empty: every one) is available, or after a time limit. False: the call was not held. */
bool terminal_hold(struct call *call, struct slice id);

/* If a restart in place waits, holds the call: it is made again after the restart, by this program or the next. */
bool terminal_hold_for_restart(struct call *call);

/* Takes the terminal's descriptors from an executor's response. They are checked, because an executor is not trusted.
 * Negative: with a reason. */
int terminal_take_fds(struct terminal *terminal, struct message_fds *fds, int64_t pty_pid, const char **ret_problem);

/* --- io.c --- */

/* Updates what is polled. */
void terminal_watch(struct terminal *terminal);

/* Stops polling and closes the master, for good. */
void terminal_unwatch(struct terminal *terminal);

/* Reads the remaining output of a terminal that ends, unless a client has the descriptor. */
void terminal_read_rest(struct terminal *terminal);

/* Sends what the client has not got yet, as far as it reads. Negative: the connection will be closed. */
int terminal_catch_up(struct terminal_attachment *attachment);

/* Appends input that was handed over. NULL: out of memory. */
struct terminal_input *terminal_add_input(struct terminal *terminal, struct slice bytes);

/* The terminal has ended: fails the waiting calls. */
void terminal_fail_inputs(struct terminal *terminal);

/* --- attach.c --- */

/* Attaches a client, which gets the output from `offset` on; or changes the offset of an attached one. */
int terminal_attach_at(struct terminal *terminal, struct client *client, uint64_t offset);
void terminal_detach_from(struct terminal_attachment *attachment);

/* --- end.c --- */

/* The executor reports that the process of the terminal has exited. */
void terminal_has_exited(struct terminal *terminal, const struct executor_handed_terminal *how);

/* A quick command ends before a client can attach; its terminal stays until one has, for three seconds at most. */
void terminal_await_viewer(struct terminal *terminal);
/* A client has attached, or the terminal is over. */
void terminal_is_seen(struct terminal *terminal);

/* Asks the executor to end the terminal. terminal_has_exited() or terminal_executor_gone() follows. */
void terminal_begin_close(struct terminal *terminal);

/* Asks the executor to end all processes of the terminal, and to forget it once its exit event is stored. May free the
 * terminal. */
void terminal_call_close(struct terminal *terminal);

/* The executor's last terminal has ended: asks the executor to end, unless a tmux server is running in it. The programs
 * in tmux then keep running, a later terminal can attach to them, and the executor ends after tmux. */
void terminal_was_last(struct executor *executor);

/* Removes the terminal from its executor. Returns true if it was the last one and the executor is ending. */
bool terminal_leave_executor(struct terminal *terminal);

/* For a terminal that is over: an attached client has read more, or has detached. May free the terminal. */
void terminal_read_on(struct terminal *terminal);

/* The executor has ended, and the terminal with it. */
void terminal_lost(struct terminal *terminal);

/* --- terminal.c: events --- */

/* Store an event. `stored`, which may be NULL, is called once, later, even if that fails. */
void terminal_store_opened(struct terminal *terminal, void (*stored)(struct terminal *terminal));
void terminal_store_exited(struct terminal *terminal, void (*stored)(struct terminal *terminal));
