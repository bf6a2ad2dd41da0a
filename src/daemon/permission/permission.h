/* What agents may do: rules and modes decide at once, else people are asked and the agent waits.
 *
 * The store decides who was first: every answer, time-out and withdrawal is one conditional write, and its event is
 * what makes the daemon answer the executor. Here is only who waits for it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "daemon/concern.h"
#include "daemon/event/event.h"
#include "daemon/options.h"
#include "daemon/resolve/resolve.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct call;
struct client;
struct permissions;
struct executor_pool;
struct judge_rules;
struct permission_flush;
struct permission_loaded;
struct permission_rule_use;
struct task_ids;
struct task_queue;

/* Rules as they are in the store, ready to be asked, with what they were used since that was last written. */
struct permission_rules {
    struct judge_rules *judge;          /* NULL: they were not read yet, and nothing is decided */
    struct permission_rule_use **slots; /* by id */
    size_t slot_count, count;
    struct list used; /* struct permission_rule_use */
};

struct permissions {
    struct client_part part;
    struct session_watcher watcher;
    struct store *store;
    struct event_hub *events;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct config_settings *settings;
    char *home;
    struct permission_rules rules;
    struct list pending; /* struct permission_pending: what people were asked and have not answered */
    struct list lookups; /* struct permission_lookup: rules whose paths are looked up */
    struct list held;    /* calls that wait for these */
    struct list over;    /* struct permission_pending: the executor has its answer, and its id is about to be used up */
    size_t count, bytes; /* of both */
    size_t approvers;    /* front ends that can answer */
    struct arena scratch; /* of the request at hand */
    struct buf text;      /* likewise */
    /* What was decided at once, until it is written. */
    struct permission_flush *gathering; /* NULL: none */
    size_t flushing;                    /* writes on their way to the store */
    uint64_t last_flush;                /* the ticket of the last of them */
    int64_t forgotten;                  /* decisions that were too many to be noted */
    unsigned flushed;                   /* since old ones were last removed */
    int64_t expired_ms;                 /* when rules that have expired were last removed */
    struct store_change loading;
    struct permission_loaded *loaded; /* what it has found */
    bool loads;
    struct deadline again; /* it has failed */
};

/* From a call: daemon/concern.h. */
struct permissions *permissions_of(struct daemon *daemon);

/* What it stands on is filled in before. */
void permission_init(struct permissions *permissions, struct clients *clients, struct session_keeper *sessions,
                     struct task_queue *tasks, struct executor_pool *executors);
void permission_clear(struct permissions *permissions);

/* The store is open: rules and pending requests are read. Whatever is written to the store behind this comes after. */
void permission_load(struct permissions *permissions);

/* After each group: who waits for an answer that is in it gets it. */
void permission_events(struct permissions *permissions, const struct store_event *events, size_t count);

/* What was decided at once goes to the store before whatever is written from now on. */
void permission_flush(struct permissions *permissions);

/* A front end that can answer is there: it is shown what waits. Or it has left. */
void permission_approver_came(struct client *client);

/* The task goes on over a new connection of its executor: what that asked on the one before it has to ask again. */
void permission_executor_back(struct permissions *permissions, struct slice task_id);

/* Of a call of request_permission that waits when a new program takes over: the params with which it is made again. */
int permission_ask_again(const struct call *call, struct buf *out);

/* The session is closed or gone, and its rules with it. */
void permission_session_over(struct permissions *permissions, struct slice session_id);
