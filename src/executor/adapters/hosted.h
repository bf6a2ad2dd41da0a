/* An agent of another's making that is a program and speaks in lines: its life from the start to the task's end, the
 * same for every protocol. A protocol's own struct begins with this one. */
#pragma once

#include <uv.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/list.h"
#include "executor/adapter.h"
#include "executor/adapters/program.h"
#include "executor/adapters/reporter.h"
#include "executor/adapters/spent.h"

enum {
    HOSTED_LINE_MEMORY = 128 << 20, /* of one line, parsed */
    HOSTED_WAY_OUT_MS = 300,        /* that it has to end by itself where nothing of what it has is wanted any more */
    HOSTED_INTERRUPT_MS = 1000,     /* that it has to take a stop, before it is ended */
};

struct hosted;

struct hosted_protocol {
    /* One line of it. */
    void (*line)(struct hosted *hosted, struct slice line);
    /* What belongs to the protocol is freed, the struct too (with hosted_clear()). */
    void (*free)(struct hosted *hosted);
    /* Ends what it has started besides the program. True: nothing of it is left; false: hosted_settle() follows, and
     * the task does not end before. NULL: it starts nothing. */
    bool (*close)(struct hosted *hosted);
    /* That it has to end by itself when the work is done and it was told that no more comes. */
    uint64_t way_out_ms;
};

struct hosted {
    const struct hosted_protocol *protocol;
    struct task *task;
    struct program *program;
    struct reporter reporter;
    struct arena arena; /* for one line: the caller of `line` resets it */
    struct id_source ids;
    uv_timer_t timer; /* until it must be ready; then for its way out */
    bool is_ready, stopped;
    bool prompted;   /* the protocol has given it the prompt */
    struct buf line; /* to it, being written */
    unsigned malformed;
    struct list questions; /* that are open */

    /* How it ends; told when the program is gone. */
    bool is_over, is_gone;
    enum task_status status;
    const char *code;
    struct buf why;
};

/* Starts the program. The fields but `protocol` are set here. Negative, with a sentence: it could not be started, and
 * nothing is held. */
int hosted_start(struct hosted *hosted, struct task *task, const struct executor_launch *launch,
                 char problem[static 256]);
void hosted_clear(struct hosted *hosted);

/* Its first sign of life has come, for which launch->silence_ms is the limit. */
void hosted_is_ready(struct hosted *hosted);

/* A line to it: begun, appended to, sent. What does not fit ends the task. */
struct buf *hosted_begin_line(struct hosted *hosted);
void hosted_send_line(struct hosted *hosted);

/* Asks the daemon for what the task has to know; where it cannot be asked, the task ends. */
void hosted_ask_context(struct hosted *hosted, bool history,
                        void (*told)(struct task *task, const struct reply *reply));

/* How the task ends, decided once: open blocks are closed, the program is told that no more comes, and ended when it
 * does not end by that. `why` is copied. */
void hosted_decide(struct hosted *hosted, enum task_status status, const char *code, struct slice why);

/* What the protocol has started may be gone now. */
void hosted_settle(struct hosted *hosted);

/* The task is to stop. True: the agent has its prompt, and is to be told in its own language, hosted_await_stop()
 * behind it: when it does not stop in time, it is ended. */
bool hosted_begin_stop(struct hosted *hosted);
void hosted_await_stop(struct hosted *hosted);

/* A line was no message of the protocol. */
void hosted_complain(struct hosted *hosted, struct slice line, const char *problem);

/* The list of its slash commands (slash.h); nothing where `list` is none. */
void hosted_report_commands(struct hosted *hosted, yyjson_val *list);

/* The models that it offers (offer.h); nothing where there are none. */
void hosted_report_models(struct hosted *hosted, yyjson_val *settings);

/* What is known of its use (spent.h), as an event. */
void hosted_report_spent(struct hosted *hosted, struct spent *spent);

/* --- permissions --- */

struct hosted_verdict {
    bool approved;
    struct slice reason; /* a word, or a sentence where the daemon could not be asked */
    struct slice note;   /* of the person who answered, or empty */
};

typedef void (*hosted_judged_fn)(void *user, const struct hosted_verdict *verdict);
/* `input` is JSON. `judged` is called later, once; not when the question is taken back, nor once the end is decided:
 * then all that are open are taken back. */
struct hosted_question;
int hosted_ask(struct hosted *hosted, struct slice tool, struct slice input, hosted_judged_fn judged, void *user,
               struct hosted_question **ret_question);
void hosted_unask(struct hosted_question *question);

/* --- for struct adapter --- */

void hosted_kill(struct task *task);
void hosted_pause(struct task *task, bool paused);
void hosted_look(struct look *look);
