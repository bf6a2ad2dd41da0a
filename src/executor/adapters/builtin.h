/* The agent `builtin`: src/agent, run in a task. */
#pragma once

#include <errno.h>

#include "executor/adapters/in_process.h"

extern const struct adapter builtin_adapter;

enum {
    /* After too_many_key_requests: the wait before the next request if the daemon names none, the bounds of a wait that
     * it names, and the limit of all waits. The daemon's limit is per minute. */
    BUILTIN_KEY_AGAIN_MS = 1000,
    BUILTIN_KEY_AGAIN_LEAST_MS = 50,
    BUILTIN_KEY_MINUTE_MS = 60 * 1000,
    BUILTIN_KEY_WAIT_MAX_MS = 90 * 1000,
    BUILTIN_HISTORY_MAX = 4 << 20, /* bytes of earlier messages */
    BUILTIN_KEPT_MAX = 8 << 20,    /* of a conversation that is kept for the next task */
};

struct builtin {
    struct in_process own;             /* first member; its agent is NULL until the context has arrived */
    struct conversation *conversation; /* NULL: the session's next task has it */
    uv_timer_t timer;                  /* for the next key request, or to end the task outside of a callback */
    bool paused, ended;
    char model[257]; /* the model to use; empty: unknown before the provider is asked */

    /* The search for a usable provider among several that need no key. */
    struct agent_find *find;
    struct get_execution_context_result *context; /* a copy in one block, without the messages */

    struct builtin_mcp *mcp; /* NULL: no servers */

    /* The key that the agent waits for. */
    char *service;
    int64_t waited_ms; /* for this key */
    agent_key_fn key_answered;
};

/* Whether the task is about to end. */
bool builtin_is_stopped(const struct builtin *builtin);

/* keys */
int builtin_get_key(void *host, struct slice service, agent_key_fn answered);

/* Returns the error code for a prompt that could not be started. */
static inline struct slice builtin_why(int status)
{
    return status == -ENOENT  ? SLICE("no_model")
           : status == -ESRCH ? SLICE("service_unknown")
           : status == -EBADF ? SLICE("attachment_failed")
                              : SLICE("agent_failed");
}

/* builtin_check.c */
void builtin_check(struct agent_check *check);
void builtin_check_cancel(struct agent_check *check);
