/* The agent `builtin`: src/agent, hosted by a task. */
#pragma once

#include "agent/agent.h"
#include "base/id.h"
#include "executor/adapter.h"

extern const struct adapter builtin_adapter;

enum {
    BUILTIN_KEY_AGAIN_MS = 1000, /* when too many keys were asked for */
    BUILTIN_KEY_AGAIN_MAX = 90,  /* times: the daemon's count is of a minute */
    BUILTIN_LOOK_MS = 1500,
};

struct builtin {
    struct task *task;
    struct agent *agent; /* NULL: the context is not here yet */
    struct conversation conversation;
    struct id_source ids;
    uv_timer_t timer; /* until the key is asked for again, or until an end that must not come from inside */
    bool paused, ended;
    bool warned; /* that not all files are kept */

    /* What the agent waits for. */
    char *service;
    unsigned asked; /* how often for this key */
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
