/* Questions that MCP servers ask a person. A question is stored and pushed, and answered once; the store decides which
 * answer comes first. What a person answers goes to the server, and is not stored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/connector.h"
#include "contract/question.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct call;

struct questions {
    struct store *store;
    struct rpc *rpc;
    const struct config_settings *settings;
    struct list pending; /* struct pending: not answered, or the answer is not delivered yet */
    size_t count;
    bool known; /* those that were pending at the start are here */
};

/* See daemon/concern.c. */
struct questions *questions_of(const struct call *call);

/* The caller fills in what the questions depend on before this. */
void question_init(struct questions *questions);
/* The store is open, or is not going to be: reads the pending questions, then calls `then`. Only after that may servers
 * ask: they ask again what is pending, or it is withdrawn. */
void question_open(struct questions *questions, void (*then)(void *user), void *user);
void question_clear(struct questions *questions);

/* What a server asks. */
struct question_asked {
    struct slice server_id, server_name;
    struct slice session_id, task_id, tool; /* empty: none */
    struct slice call_key;                  /* the connector's id of the call that asks; empty: none */
};

/* Handles a connector.ask. The call is answered when a person has answered. A question that is pending already, by its
 * id, is not asked again. */
int question_ask(struct questions *questions, struct call *call, const struct question_asked *asked);

/* The call of the server has ended: withdraws its questions. */
void question_call_ended(struct questions *questions, struct slice server_id, struct slice call_key);
