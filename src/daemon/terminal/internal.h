/* What the files of src/daemon/terminal share and nobody else needs. */
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
    TERMINAL_READ_BYTES = 64 << 10, /* of output, in one turn of the loop */
    TERMINAL_INPUT_BYTES = 1 << 20, /* of input that waits for the terminal to take it */
    TERMINAL_CALL_MS = 10 * 1000,   /* an executor's answer */
};

struct terminal_exit {
    bool known; /* that it has ended */
    int64_t code;
    enum field_is code_is;
    int64_t signal;
    enum field_is signal_is;
};

struct terminal {
    struct terminal_set *set;
    struct list link; /* in the set */
    char id[ID_SIZE];
    enum terminal_state {
        TERMINAL_OPENING, /* nobody knows of it yet */
        TERMINAL_OPEN,
        TERMINAL_CLOSING, /* its executor was told to end it */
        TERMINAL_OVER,    /* it has ended; what is left here waits for something below */
    } state;
    char *session_id; /* NULL: none */
    char *cwd, *shell;
    bool use_tmux;
    int64_t created_at_ms, pid;
    struct executor
        *executor;  /* that has it, and counts it; when it is over: that is still to forget it, or to be gone */
    bool doomed;    /* its session was closed while it was being opened */
    bool is_listed; /* in the answer to `resume` that is being looked at */
    bool is_handed; /* by its executor, which was asked for its descriptors; nobody knows of it yet */
    struct opening *opening; /* whose answer waits for the event to be stored; or NULL */

    int master;      /* -1: none */
    int memory;      /* of the scrollback; -1: none */
    uv_poll_t *poll; /* of it; on the heap, since it closes later than the terminal */
    bool is_hung;    /* no process has it open at the moment; it is looked at again later */
    bool has_waited; /* the last read had to be ended by the guard */
    struct deadline again;
    bool waits;        /* for somebody who is attached to read on */
    bool nobody_reads; /* that was in vain the last time */
    struct deadline patience;
    struct deadline unseen; /* set: a command runs in it, and nobody has attached yet to see what it shows */
    struct scrollback scrollback;
    struct list attachments; /* struct terminal_attachment */
    struct client *holder;   /* whoever has the descriptor; or NULL */
    struct list inputs;      /* struct terminal_input, in their order */
    size_t input_bytes;      /* of them */

    struct terminal_exit exit;
    bool is_told;        /* and it is in the log */
    bool owes_event;     /* that it has exited: not told while somebody who is attached still reads what it showed */
    struct list closers; /* struct terminal_closer: calls that wait until nothing is left of it */
    unsigned pending; /* answers of the executor and of the store that are still to come; who else needs it for now */
};

/* A client that is pushed the output. What of it is behind `offset` it has been sent. */
struct terminal_attachment {
    struct list link;      /* in the terminal */
    struct list of_client; /* in the client */
    struct terminal *terminal;
    struct client *client;
    uint64_t offset;
};

/* What the terminal has not taken yet. */
struct terminal_input {
    struct list link;                  /* in the terminal */
    struct call *call;                 /* answered when all is taken; NULL: nobody waits for that any more */
    const struct client *is_called_by; /* the call is about to come once more from here; or NULL */
    size_t size, taken;
    char bytes[];
};

/* --- terminal.c --- */

/* NULL: no memory. The strings are copied; an empty session is none. It is in the set, and counted. */
struct terminal *terminal_new(struct terminal_set *set, struct slice session_id, struct slice cwd, struct slice shell);

/* Frees it if it is over and nothing is pending. */
void terminal_settle(struct terminal *terminal);

/* NULL: there is none, or it is not one for clients (any more). */
struct terminal *terminal_find(const struct terminal_set *set, struct slice id);

/* The same, answering terminal_not_found; or the call waits for those that are handed over. */
struct terminal *terminal_find_for(struct call *call, struct slice id);

/* Points into the terminal. */
struct terminal_record terminal_describe(const struct terminal *terminal);

/* --- adopt.c --- */

/* Whether executors of a daemon before this one are about to hand over terminals, and none that is known will do: then
 * the call is made once more when this terminal (empty: every one) is there, or after a moment. */
bool terminal_hold(struct call *call, struct slice id);

/* Whether a restart waits for what is being opened: then the call is made once more when that is over, by this program
 * or the next. */
bool terminal_hold_for_restart(struct call *call);

/* Takes the terminal's descriptors out of an executor's answer, which may hold anything. Negative, with a sentence. */
int terminal_take_fds(struct terminal *terminal, struct message_fds *fds, int64_t pty_pid, const char **ret_problem);

/* --- io.c --- */

/* Looks anew what is to be read and written. */
void terminal_watch(struct terminal *terminal);

/* Stops, for good, and closes the descriptor. */
void terminal_unwatch(struct terminal *terminal);

/* Reads what is there now, unless somebody holds it; at the end of a terminal. */
void terminal_read_rest(struct terminal *terminal);

/* Pushes what the client has not got yet, as far as it reads. Negative: its connection ends. */
int terminal_catch_up(struct terminal_attachment *attachment);

/* Behind what waits already; for a hand-over. NULL: no memory. */
struct terminal_input *terminal_add_input(struct terminal *terminal, struct slice bytes);

/* It has ended: whoever waits is told. */
void terminal_fail_inputs(struct terminal *terminal);

/* --- attach.c --- */

/* It gets what comes behind the offset, also where it was attached already. */
int terminal_attach_at(struct terminal *terminal, struct client *client, uint64_t offset);
void terminal_detach_from(struct terminal_attachment *attachment);

/* --- end.c --- */

/* Its process has ended, as far as the executor says. */
void terminal_has_exited(struct terminal *terminal, const struct executor_handed_terminal *how);

/* A command that is quick ends before anybody can attach: its terminal stays until somebody has, for three seconds at
 * most. */
void terminal_await_viewer(struct terminal *terminal);
/* Somebody has attached; or it is over, and nobody will. */
void terminal_is_seen(struct terminal *terminal);

/* Tells the executor to end it; terminal_has_exited() or terminal_executor_gone() follow. */
void terminal_begin_close(struct terminal *terminal);

/* What is left of it is ended; once its end is in the log, the executor forgets it. The terminal may be gone when this
 * returns. */
void terminal_call_close(struct terminal *terminal);

/* The executor has none any more: it leaves, unless a tmux server of it still runs; then what was in a terminal goes on
 * without it, a later one can come back to it, and the executor leaves when that has ended. */
void terminal_was_last(struct executor *executor);

/* The executor has one terminal less; where it was the last, it goes too, and this returns true. */
bool terminal_leave_executor(struct terminal *terminal);

/* Of one that is over: somebody has read on, or left. It may be gone when this returns. */
void terminal_read_on(struct terminal *terminal);

/* Its executor is gone, and the terminal with it. */
void terminal_lost(struct terminal *terminal);

/* --- terminal.c: events --- */

/* Into the log. `stored` (may be NULL) is called once, later, whether it could be written or not. */
void terminal_tell_opened(struct terminal *terminal, void (*stored)(struct terminal *terminal));
void terminal_tell_exited(struct terminal *terminal, void (*stored)(struct terminal *terminal));
