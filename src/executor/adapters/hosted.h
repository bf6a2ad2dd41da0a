/* An agent that is a third-party program and exchanges lines: its lifetime from start to end of the task, common to all
 * protocols. The struct of a protocol begins with this one. */
#pragma once

#include <uv.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/list.h"
#include "executor/adapter.h"
#include "executor/adapters/program.h"
#include "executor/adapters/reporter.h"
#include "executor/adapters/usage.h"

enum {
    HOSTED_LINE_MEMORY = 128 << 20, /* limit for one parsed line */
    HOSTED_WAY_OUT_MS = 300,        /* time to exit by itself when its result is not needed */
    HOSTED_INTERRUPT_MS = 1000,     /* time to react to a stop, before it is killed */
};

struct hosted;

struct hosted_protocol {
    /* Handles one line from the agent. */
    void (*line)(struct hosted *hosted, struct slice line);
    /* Frees the struct of the protocol, including hosted_clear(). */
    void (*free)(struct hosted *hosted);
    /* Ends what the protocol has started besides the program. Returns true if nothing is left; false: hosted_settle()
     * follows, and the task does not end before. NULL: it starts nothing. */
    bool (*close)(struct hosted *hosted);
    /* Time to exit by itself after the work is done and its input was closed. */
    uint64_t way_out_ms;
};

struct hosted {
    const struct hosted_protocol *protocol;
    struct task *task;
    struct program *program;
    struct reporter reporter;
    struct arena arena; /* for one line; the caller of `line` resets it */
    struct id_source ids;
    uv_timer_t timer; /* limit for becoming ready; later for exiting */
    bool is_ready, stopped;
    bool prompted;   /* the protocol has sent the prompt */
    struct buf line; /* buffer for a line to the agent */
    unsigned malformed;
    struct list questions; /* open permission requests */

    /* The outcome; reported when the program has ended. */
    bool is_over, is_gone;
    enum task_status status;
    const char *code;
    struct buf why;
};

/* Starts the program and sets all fields except `protocol`. Returns a negative value with a message in `problem` on
 * failure; nothing is allocated then. */
int hosted_start(struct hosted *hosted, struct task *task, const struct executor_launch *launch,
                 char problem[static 256]);
void hosted_clear(struct hosted *hosted);

/* The agent has answered for the first time, within the limit launch->silence_ms. */
void hosted_is_ready(struct hosted *hosted);

/* Begins and sends a line to the agent. If it does not fit, the task fails. */
struct buf *hosted_begin_line(struct hosted *hosted);
void hosted_send_line(struct hosted *hosted);

/* Calls get_execution_context; if that is not possible, the task fails. */
void hosted_ask_context(struct hosted *hosted, bool history,
                        void (*told)(struct task *task, const struct reply *reply));

/* Decides the outcome, once: closes open blocks, closes the program's input, and kills it if it does not exit. Copies
 * `why`. */
void hosted_decide(struct hosted *hosted, enum task_status status, const char *code, struct slice why);

/* Call this when something that the protocol has started may have ended. */
void hosted_settle(struct hosted *hosted);

/* Begins to stop the task. Returns true if the agent has its prompt: then the protocol sends its own stop message and
 * calls hosted_await_stop(), which kills the agent if it does not stop in time. */
bool hosted_begin_stop(struct hosted *hosted);
void hosted_await_stop(struct hosted *hosted);

/* Reports a line that is not a message of the protocol. */
void hosted_complain(struct hosted *hosted, struct slice line, const char *problem);

/* Reports its slash commands (catalog.h); nothing if `list` is not a list. */
void hosted_report_commands(struct hosted *hosted, yyjson_val *list);

/* Reports its models (catalog.h); nothing if there are none. */
void hosted_report_models(struct hosted *hosted, yyjson_val *settings);

/* Reports its usage (usage.h) as an event. */
void hosted_report_usage(struct hosted *hosted, struct usage *spent);

/* --- permissions --- */

struct hosted_verdict {
    bool approved;
    struct slice reason; /* a word, or a sentence if the daemon could not be asked */
    struct slice note;   /* of the person who answered, or empty */
};

typedef void (*hosted_judged_fn)(void *user, const struct hosted_verdict *verdict);
/* Asks for permission. `input` is JSON. `judged` is called later, once, but not after hosted_unask() or
 * hosted_decide(), which cancels all open requests. */
struct hosted_question;
int hosted_ask(struct hosted *hosted, struct slice tool, struct slice input, hosted_judged_fn judged, void *user,
               struct hosted_question **ret_question);
void hosted_unask(struct hosted_question *question);

/* --- functions for struct adapter --- */

void hosted_kill(struct task *task);
void hosted_pause(struct task *task, bool paused);
void hosted_check(struct agent_check *check);
