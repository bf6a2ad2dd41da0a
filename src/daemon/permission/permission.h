/* Decides what agents may do: by rules and modes at once, else by asking people while the agent waits.
 *
 * The store decides which answer comes first: every answer, timeout and withdrawal is one conditional write, and the
 * event of that write makes the daemon answer the executor. The structures here only hold the calls that wait. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/executor.h"
#include "contract/permission_types.h"
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
struct executor;
struct executor_pool;
struct judge_rules;
struct permission_flush;
struct permission_loaded;
struct permission_rule_use;
struct task_ids;
struct task_queue;

/* The rules of the store, ready for use, with use counts that are not written yet. */
struct permission_rules {
    struct judge_rules *judge;          /* NULL: not loaded yet; nothing can be decided */
    struct permission_rule_use **slots; /* hash table by id */
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
    struct list pending;  /* struct permission_pending: requests that people have not answered */
    struct list lookups;  /* struct permission_lookup: rules whose paths are being resolved */
    struct list held;     /* calls that wait for these */
    struct list over;     /* struct permission_pending: answered requests whose id is about to be used up */
    size_t count, bytes;  /* of `pending` and `over` together */
    size_t approvers;     /* connected front ends that can answer */
    struct arena scratch; /* for the request that is being handled */
    struct buf text;      /* likewise */
    /* Decisions by rules and modes that are not written yet: */
    struct permission_flush *gathering; /* NULL: none */
    size_t flushing;                    /* writes in progress */
    uint64_t last_flush;                /* the ticket of the last write */
    int64_t dropped;                    /* decisions that were dropped because there were too many */
    unsigned flushed;                   /* decisions since old ones were last removed */
    int64_t expired_ms;                 /* when expired rules were last removed */
    struct store_change loading;
    struct permission_loaded *loaded; /* the result of `loading` */
    bool is_loading;
    struct deadline retry; /* retries a failed load */
};

/* The permissions that serve a call; see daemon/concern.c. */
struct permissions *permissions_of(const struct call *call);

/* The caller fills in what the permissions depend on before this. */
void permission_init(struct permissions *permissions, struct clients *clients, struct session_keeper *sessions,
                     struct task_queue *tasks, struct executor_pool *executors);
void permission_clear(struct permissions *permissions);

/* The store is open: reads rules and pending requests. Later writes to the store follow this read. */
void permission_load(struct permissions *permissions);

/* To be called after each group of writes: answers the calls whose answer is among its events. */
void permission_events(struct permissions *permissions, const struct store_event *events, size_t count);

/* Writes recorded decisions to the store before anything that is written from now on. */
void permission_flush(struct permissions *permissions);

/* A front end that can answer has connected: shows it the pending requests. */
void permission_approver_connected(struct permissions *permissions, struct client *client);

/* The executor of the task has reconnected: it must ask again for requests that it still waits for. */
void permission_executor_reconnected(struct permissions *permissions, struct slice task_id);

/* Writes the params with which the next program repeats a request_permission call that is waiting. */
int permission_repeat_params(const struct call *call, struct buf *out);

/* A call of an MCP tool, to be judged like any other. */
struct permission_mcp {
    struct slice tool;        /* mcp__SERVER__TOOL */
    struct slice key;         /* identifies the call within its task */
    struct slice input;       /* its arguments as JSON */
    struct json_any argument; /* the same */
    const struct permission_mcp_call *about;
    struct slice definition; /* the definition of the tool as JSON */
};

/* Takes the call over from permission_judge_mcp(): with `approved`, continues it. Called once, unless the call is
 * abandoned or fails before. `definition` is the hash of the one that was
 * judged. 0: the executor gets the decision. */
typedef int (*permission_decided_fn)(struct call *call, const struct request_permission_result *decision,
                                     struct slice definition);

/* Decides whether the task of this executor may call a tool. `call` must be deferred, and not held. `decided` is called
 * before this returns, or later. Like a handler, returns 0 if it took or answered the call. While rules are being
 * looked up, the call is made again. */
int permission_judge_mcp(struct executor *executor, struct call *call, const struct permission_mcp *mcp,
                         permission_decided_fn decided);

/* The decision of rules about a call of an MCP tool for an app. */
enum permission_app {
    PERMISSION_APP_NO_RULE,
    PERMISSION_APP_ALLOWED,
    PERMISSION_APP_DENIED,
    PERMISSION_APP_LATER, /* the paths of a rule are being looked up; the call was taken, and is made again */
};
/* `call` must be deferred, and not held. Returns a permission_app or a negative errno; -ESHUTDOWN: rules are not
 * loaded. `ret_rule`: the rule that decided. */
int permission_judge_app(struct permissions *permissions, struct call *call, struct slice tool, struct slice definition,
                         char ret_rule[static ID_SIZE]);

/* Decides by rules alone whether a tool may be called that no task calls. `definition`: the hash of the tool's.
 * -EACCES: a rule denies it; -ENOENT: no rule allows it; -EAGAIN: the rules are not known yet. *ret_reason: the rule,
 * in the permissions' memory. */
int permission_judge_alone(struct permissions *permissions, struct slice tool, struct slice definition,
                           const struct json_any *input, struct slice *ret_reason);

/* Whether a person is being asked about this call. */
bool permission_is_asked(const struct permissions *permissions, int64_t task, struct slice key);

/* The session is closed or deleted: removes its rules. */
void permission_session_over(struct permissions *permissions, struct slice session_id);
