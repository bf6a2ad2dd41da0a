/* The agent `builtin`: src/agent, hosted by a task. */
#pragma once

#include "agent/agent.h"
#include "base/id.h"
#include "executor/adapter.h"

extern const struct adapter builtin_adapter;

enum {
    /* When too many keys were asked for: until it is asked again, where the daemon does not say, and within which
     * bounds otherwise; and how long in all. The daemon's count is of a minute. */
    BUILTIN_KEY_AGAIN_MS = 1000,
    BUILTIN_KEY_AGAIN_LEAST_MS = 50,
    BUILTIN_KEY_MINUTE_MS = 60 * 1000,
    BUILTIN_KEY_WAIT_MAX_MS = 90 * 1000,
    BUILTIN_LOOK_MS = 1500,
    BUILTIN_HISTORY_MAX = 4 << 20, /* bytes of what was said before */
    BUILTIN_KEPT_MAX = 8 << 20,    /* of a conversation that is kept for the next task */
};

struct builtin {
    struct task *task;
    struct agent *agent;               /* NULL: the context is not here yet */
    struct conversation *conversation; /* NULL: the session's next task has it */
    struct id_source ids;
    uv_timer_t timer; /* until the key is asked for again, or until an end that must not come from inside */
    bool paused, ended;
    bool warned;     /* that not all files are kept */
    char model[257]; /* that it takes; empty: not known before it asks the service */

    /* What the agent waits for. */
    char *service;
    int64_t waited_ms; /* for this key */
    agent_key_fn key_answered;
    agent_permission_fn permission_answered;
    agent_kept_fn kept_answered;
};

/* builtin_ask.c: the agent's questions, passed on to the daemon. */
int builtin_get_key(void *host, struct slice service, agent_key_fn answered);
int builtin_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
int builtin_keep(void *host, struct slice path, agent_kept_fn answered);

/* builtin_look.c */
void builtin_look(struct look *look);
void builtin_look_cancel(struct look *look);
