/* The agent `builtin`: src/agent, hosted by a task. */
#pragma once

#include <errno.h>

#include "executor/adapters/own.h"

extern const struct adapter builtin_adapter;

enum {
    /* When too many keys were asked for: until it is asked again, where the daemon does not say, and within which
     * bounds otherwise; and how long in all. The daemon's count is of a minute. */
    BUILTIN_KEY_AGAIN_MS = 1000,
    BUILTIN_KEY_AGAIN_LEAST_MS = 50,
    BUILTIN_KEY_MINUTE_MS = 60 * 1000,
    BUILTIN_KEY_WAIT_MAX_MS = 90 * 1000,
    BUILTIN_HISTORY_MAX = 4 << 20, /* bytes of what was said before */
    BUILTIN_KEPT_MAX = 8 << 20,    /* of a conversation that is kept for the next task */
};

struct builtin {
    struct own own;                    /* the first. Its agent is NULL: the context is not here yet */
    struct conversation *conversation; /* NULL: the session's next task has it */
    uv_timer_t timer; /* until the key is asked for again, or until an end that must not come from inside */
    bool paused, ended;
    char model[257]; /* that it takes; empty: not known before it asks the service */

    /* Several services need no key: until it is known which of them answers. */
    struct agent_find *find;
    struct get_execution_context_result *context; /* a copy in one block, without the messages */

    /* What the agent waits for. */
    char *service;
    int64_t waited_ms; /* for this key */
    agent_key_fn key_answered;
};

/* builtin_key.c */
int builtin_get_key(void *host, struct slice service, agent_key_fn answered);

/* The word for a prompt that could not be begun. */
static inline struct slice builtin_why(int status)
{
    return status == -ENOENT  ? SLICE("no_model")
           : status == -ESRCH ? SLICE("service_unknown")
           : status == -EBADF ? SLICE("attachment_failed")
                              : SLICE("agent_failed");
}

/* builtin_look.c */
void builtin_look(struct look *look);
void builtin_look_cancel(struct look *look);
