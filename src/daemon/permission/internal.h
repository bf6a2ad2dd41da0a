/* Functions that the files of this folder share. */
#pragma once

#include <limits.h>
#include <yyjson.h>

#include "contract/executor.h"
#include "contract/permission.h"
#include "daemon/permission/permission.h"
#include "daemon/store/permissions.h"
#include "daemon/task/transitions.h"
#include "judge/judge.h"

enum {
    PERMISSION_PENDING_TASK = 64,        /* pending requests per task */
    PERMISSION_PENDING_ALL = 1000,       /* pending requests in total */
    PERMISSION_PENDING_BYTES = 64 << 20, /* bytes of all pending requests */
    PERMISSION_ASKERS = 8,               /* calls that may wait for the same request */
    PERMISSION_INPUT_BYTES = 256 << 10,
    PERMISSION_PATHS = 256, /* paths that a request lists */
    PERMISSION_REASON_SIZE = 64,
    PERMISSION_LANE_SIZE = PATH_MAX + 16,
};

/* --- pending.c --- */

/* A request that was sent to people, or is about to be. */
struct permission_pending {
    struct list link; /* in permissions->pending, or in permissions->over */
    struct permissions *permissions;
    struct arena arena; /* for all strings */
    char id[ID_SIZE];
    struct task_ids ids;
    struct store_permission row;
    size_t bytes;       /* of the row's strings; the parts of a command can be many times its size */
    struct list askers; /* struct permission_asker: the executor's calls; none while it is not connected */
    bool stored;
    bool cancelled;     /* the executor has cancelled it */
    bool approver_seen; /* a front end that can answer has been connected */
    int64_t orphan_at;  /* the executor has reconnected but not asked again: when to withdraw the request; 0: not so */
    bool end_unstored;  /* its end could not be stored and will be written again; the executor has been answered */
    bool forget;        /* whether that end also frees the request's id */
    uint64_t answer;    /* the ticket of the last answer that was written */
    bool delivered;     /* the executor got the answer over a live connection, so the request's id is used up */
    struct deadline deadline;
    struct store_change change; /* stores the request, and later uses up its id */
    bool reuses_id;             /* an earlier answer to the same id was delivered, and the id is about to be used up */
    /* After the first change: the request was answered before, and `given` is that answer. */
    bool repeated;
    struct permission_request given; /* also the end that the executor was told when it could not be stored */
};

/* Copies the row. NULL: out of memory. */
struct permission_pending *permission_pending_new(struct permissions *permissions, const struct task_ids *ids,
                                                  const struct store_permission *row);
/* Calls that still wait are answered with `withdrawn`. */
struct permission_pending *permission_pending_free(struct permission_pending *pending);
struct permission_pending *permission_pending_find(const struct permissions *permissions, struct slice id);
struct permission_pending *permission_pending_find_key(const struct permissions *permissions, int64_t task,
                                                       struct slice key);
size_t permission_pending_count(const struct permissions *permissions, int64_t task);

/* Lets the call wait for the answer. */
int permission_pending_attach(struct permission_pending *pending, struct call *call, permission_decided_fn decided);

/* The id of the request that the call waits for; empty if it is not stored yet. */
struct slice permission_pending_id_of(const struct call *call);

/* Stores the request, which also sends it to people. */
void permission_pending_store(struct permission_pending *pending);

/* Whether the answer to this id was delivered, but the store has not recorded that yet. */
bool permission_pending_is_used_up(const struct permissions *permissions, int64_t task, struct slice key);

/* Sets the deadline by which the request ends without an answer. To be called whenever that may have changed. */
void permission_pending_watch(struct permission_pending *pending);

/* A front end that can answer is connected: removes the approver limit, for good. */
void permission_pending_set_approver_seen(struct permission_pending *pending);

/* --- describe.c --- */

/* Describes a judged call for people and for the store. The result refers to the arena and to the arguments. If the
 * input is longer than `input_bytes`, its longest strings are shortened; if it is nested too deep to be stored, a
 * sentence says so in its place. -E2BIG: a command whose input cannot be shown whole. */
int permission_describe(struct arena *arena, const struct judge_call *call, const struct json_any *input,
                        struct slice input_text, size_t input_bytes, struct permission_request *ret_record);

/* The reverse: rebuilds the judged call from a stored record and its paths, without asking a file system. */
int permission_judge(struct arena *arena, const struct permission_request *record, struct slice home,
                     struct judge_call *ret_call);

/* --- permission.c --- */

/* A rule was stored: adds it to the rules in memory. */
void permission_rule_made(struct permissions *permissions, const struct permission_rule *rule,
                          const struct judge_rule_paths *rule_paths);

/* A front end that can answer is connected: removes the approver limit of all requests, also in the store. */
void permission_clear_approver_limits(struct permissions *permissions);

/* --- rule_paths.c --- */

/* Continues a call whose rule has its paths resolved. The call may be deferred and held by then;
 * store_request_write_with() accepts that. 0: it was taken. 1: it was answered. */
typedef int (*permission_rule_paths_fn)(struct call *call, const struct judge_rule_paths *rule_paths);

/* Resolves the paths of the rule that a client's call contains, then calls `then`: at once if the kernel has the paths
 * in its caches, else after a resolver thread has looked them up. An invalid rule is refused. If a path does not
 * respond, the call fails with ERROR_DIRECTORY_UNAVAILABLE. */
int permission_follow(struct call *call, const struct permission_rule *rule, permission_rule_paths_fn then);

/* A copy of judge_rule_paths, for a request of the store. */
struct permission_rule_paths {
    char path[PATH_MAX], cwd[PATH_MAX];
};
void permission_rule_paths_keep(struct permission_rule_paths *kept, const struct judge_rule_paths *rule_paths);
struct judge_rule_paths permission_rule_paths_of(const struct permission_rule_paths *kept);

/* Looks up the paths of all open rules among these, which must be in permissions->rules. -ENOMEM: none is looked up. */
int permission_lookup(struct permissions *permissions, const struct permission_rule *rules, size_t count);
void permission_lookup_clear(struct permissions *permissions);

/* Holds the call until more paths of rules are resolved, then makes it again. */
int permission_hold(struct permissions *permissions, struct call *call);

/* --- rule_table.c --- */

/* A rule in memory, in addition to what the judge keeps. */
struct permission_rule_use {
    struct permission_rule_use *next; /* in the same hash slot */
    struct list link;                 /* in rules->used, while `uses` is not 0 */
    int64_t uses, used_at;            /* not written to the store yet */
    int64_t expires_at;               /* 0: never */
    struct judge_rule *judged;
    struct slice id, session_id; /* stored behind the struct */
};

int permission_rules_init(struct permission_rules *rules, struct slice home);
void permission_rules_clear(struct permission_rules *rules);
/* Only for rules that have not decided anything yet. */
void permission_rules_move(struct permission_rules *to, struct permission_rules *from);
/* `rule_paths` NULL: the rule's paths are not resolved yet. -EINVAL: with a reason. */
int permission_rules_put(struct permission_rules *rules, const struct permission_rule *rule,
                         const struct judge_rule_paths *rule_paths, char problem[static 256]);
bool permission_rules_is_open(const struct permission_rules *rules, struct slice id);
/* Sets the resolved paths of a rule. Does nothing if the rule is not open or was removed. */
int permission_rules_settle(struct permission_rules *rules, const struct permission_rule *rule,
                            const struct judge_rule_paths *rule_paths, char problem[static 256]);
/* The paths will not be resolved soon. */
void permission_rules_give_up(struct permission_rules *rules, struct slice id);
void permission_rules_drop(struct permission_rules *rules, struct slice id);
void permission_rules_drop_session(struct permission_rules *rules, struct slice session_id);
void permission_rules_drop_expired(struct permission_rules *rules, int64_t now_ms);
void permission_rules_count(struct permission_rules *rules, struct slice id, int64_t now_ms);

/* --- record.c --- */

/* Records a decision that rules or modes made. It is written soon; no call waits for that. */
void permission_record(struct permissions *permissions, const struct store_permission *row, const char *executor);

/* Makes later reads of this client see all decisions so far. */
void permission_flush_for(struct permissions *permissions, struct client *client);
void permission_record_clear(struct permissions *permissions);

/* The client that answers a request or makes a rule. A copy for the writer thread, because the client may have
 * disconnected by then. */
struct permission_actor {
    int64_t uid, pid;
    char name[128]; /* as given in initialize; empty: none */
};
void permission_actor_init(struct permission_actor *actor, struct call *call);

int permission_audit_answered(struct store_tx *tx, const struct permission_actor *actor,
                              const struct permission_request *answer, struct slice rule_id);
int permission_audit_rule(struct store_tx *tx, const struct permission_actor *actor, struct slice what,
                          const struct permission_rule *rule);
/* Records an end without an answer. */
int permission_audit_ended(struct store_tx *tx, const struct task_ids *ids, const struct permission_request *answer);
