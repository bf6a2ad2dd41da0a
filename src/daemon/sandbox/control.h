/* One question to a weir-jail at a time, and its answer (DIR/control of src/jail/PROTOCOL.md). Nothing here waits. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/slice.h"
#include "rpc/timers.h"

struct daemon;
struct sandbox_control;

/* Comes once for each question, never from inside of sandbox_control_ask(). Negative: there is no answer; -ETIMEDOUT
 * where none came in time. */
typedef void (*sandbox_answered_fn)(struct sandbox_control *control, int status, struct slice answer);

/* All zero: nothing was asked. */
struct sandbox_control {
    struct daemon *daemon;
    char *directory; /* DIR */
    char *question;
    size_t size;
    int fd;          /* where `poll` is there */
    uv_poll_t *poll; /* it was asked; or NULL */
    struct deadline again, limit;
    unsigned again_ms;
    sandbox_answered_fn answered;
};

/* The question is copied. The jail need not listen yet. Negative: nothing was asked. */
int sandbox_control_ask(struct sandbox_control *control, struct daemon *daemon, const char *directory,
                        struct slice question, uint64_t ms, sandbox_answered_fn answered);
bool sandbox_control_is_busy(const struct sandbox_control *control);

/* Forgets the question; nothing is answered any more. */
void sandbox_control_clear(struct sandbox_control *control);

/* --- answers -------------------------------------------------------------------------- */

struct sandbox_hello {
    int level; /* enum session_sandbox_level */
    unsigned landlock;
    bool closed; /* the network */
};

/* -EPROTO: this is no answer to hello. */
int sandbox_hello_read(struct slice answer, struct sandbox_hello *ret_hello);

/* Of an answer to session: 0, or a negative errno with the jail's own sentence. */
int sandbox_session_read(struct slice answer, char problem[static 256]);
