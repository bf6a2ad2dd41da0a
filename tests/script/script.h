/* The agent `script`: plays its prompt as a script, for tests of everything around agents. Two test programs contain
 * it: weir-script, an executor as from the configuration, and a weir-executor with this agent among its own
 * (tests/staged). */
#pragma once

#include "base/id.h"
#include "executor/adapter.h"
#include "script/language.h"

extern const struct adapter script_adapter;

enum script_verb {
    VERB_SAY,
    VERB_MESSAGE,
    VERB_EVENTS,
    VERB_FLOOD,
    VERB_RATE,
    VERB_PROGRESS,
    VERB_USAGE,
    VERB_ERROR,
    VERB_PERMISSION,
    VERB_KEY,
    VERB_CONTEXT,
    VERB_CREATE,
    VERB_KEEP,
    VERB_HOLD,
    VERB_READ,
    VERB_FAIL,
    VERB_REFUSE,
    VERB_DONE,
    VERB_WRITE,
    VERB_CHILD,
    VERB_WAIT,
    /* Faults: */
    VERB_AGAIN,
    VERB_HOLE,
    VERB_BADTOKEN,
    VERB_OTHERTASK,
    VERB_EXIT,
    VERB_SIGNAL,
    VERB_STDERR,
    VERB_SPIN,
    VERB_GARBAGE,
    VERB_HALFLINE,
    VERB_CLOSE,
    VERB_TREE,
    VERB_MEMORY,
    VERB_MEMORY_CHILDREN,
    VERB_COUNT,
};

extern const char *const script_verbs[VERB_COUNT];

enum { SCRIPT_CHILDREN_MAX = 256 };

struct script {
    struct task *task;
    uv_idle_t idle; /* active while there is something to do */
    uv_timer_t timer;
    uv_poll_t poll;
    bool polls; /* it waits for the FIFO */
    int fd;
    unsigned open_handles;
    struct id_source ids;

    struct slice left_over; /* the rest of the prompt */
    int64_t left;           /* messages of the current statement that are left */
    size_t size;            /* of each message */
    int64_t per_second;
    uint64_t rate_began;
    int64_t rate_sent;
    struct slice hold; /* the argument of `hold`; data is NULL outside of a hold */
    bool asks;         /* it waits for a response of the daemon */
    bool paused, ignores_pause;
    bool stopped, stop_begun, killed, ended;
    char *said; /* the last text */
    pid_t children[SCRIPT_CHILDREN_MAX];
    size_t child_count;
    bool waits; /* it waits for its children */
};

/* script.c: the functions of the adapter. */
int script_start(struct task *task, char problem[static 256]);
void script_stop(struct task *task, struct slice reason);
void script_kill(struct task *task);
void script_pause(struct task *task, bool paused);
/* Something has changed: continues the script. */
void script_wake(struct script *script);

/* play.c: performs one statement, or a part of it. True: continue at once. */
bool script_step(struct script *script);
void script_say(struct script *script, struct slice text);
void script_end(struct script *script, enum task_status status, struct slice code, struct slice message);

/* ask.c: sends a request and says the response. */
void script_ask(struct script *script, struct statement statement);

/* children.c */
void script_start_child(struct script *script, struct slice command);
bool script_children_are_gone(struct script *script);
void script_start_tree(struct script *script, int64_t count);
void script_take_memory(int64_t bytes);
void script_start_hogs(struct script *script, int64_t count, int64_t bytes);

/* faults.c */
void script_misbehave(struct script *script, struct statement statement);
