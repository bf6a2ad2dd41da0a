/* What the files of this folder share and nobody else needs. */
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
    PERMISSION_PENDING_TASK = 64,        /* of one task */
    PERMISSION_PENDING_ALL = 1000,       /* of all */
    PERMISSION_PENDING_BYTES = 64 << 20, /* of their texts */
    PERMISSION_ASKERS = 8,               /* repeats of one that wait at once */
    PERMISSION_INPUT_BYTES = 256 << 10,
    PERMISSION_PATHS = 256, /* that are shown */
    PERMISSION_REASON_SIZE = 64,
    PERMISSION_LANE_SIZE = PATH_MAX + 16,
};

/* --- pending.c --- */

/* A request that people were asked, or are about to be. */
struct permission_pending {
    struct list link; /* in the permissions */
    struct permissions *permissions;
    struct arena arena; /* of all texts */
    char id[ID_SIZE];
    struct task_ids place;
    struct store_permission row;
    size_t bytes;       /* of the row's texts: the parts of a command may have many times its size */
    struct list askers; /* struct permission_asker: the executor's calls; none while it is not connected */
    bool stored;
    bool unwanted;     /* the executor has taken it back */
    bool heard;        /* somebody was there who can answer */
    int64_t orphan_at; /* the executor is there without asking for it: it is withdrawn then; 0: not so */
    bool unheard;      /* an ending could not be written: the executor was answered, and it is tried again */
    bool forget;       /* of that ending */
    uint64_t answer;   /* the ticket of the last answer that somebody gave */
    bool told;         /* the executor was given an answer on a live connection: its id is used up */
    struct deadline deadline;
    struct store_change change; /* that stores it; later the one that uses up its id */
    bool anew;                  /* the last answer to this id was delivered, and it is about to be used up */
    /* Of the first change: the same was asked before, and `given` is its answer. */
    bool repeated;
    struct permission_request given; /* or, where it is unheard, what the executor was told */
};

/* Takes a copy of the row. NULL: no memory. */
struct permission_pending *permission_pending_new(struct permissions *permissions, const struct task_ids *place,
                                                  const struct store_permission *row);
/* Whoever still waits for it is told that it is not wanted any more. */
struct permission_pending *permission_pending_free(struct permission_pending *pending);
struct permission_pending *permission_pending_find(const struct permissions *permissions, struct slice id);
struct permission_pending *permission_pending_find_key(const struct permissions *permissions, int64_t task,
                                                       struct slice key);
size_t permission_pending_count(const struct permissions *permissions, int64_t task);

/* The call waits for the answer. */
int permission_pending_attach(struct permission_pending *pending, struct call *call);

/* Of the request that the call waits for; empty where it is not stored yet. */
struct slice permission_pending_id_of(const struct call *call);

/* Stores it, and asks. */
void permission_pending_store(struct permission_pending *pending);

/* The last answer to this id was delivered, and the store does not know it yet. */
bool permission_pending_is_used_up(const struct permissions *permissions, int64_t task, struct slice key);

/* When it ends without an answer; to be called again whenever that may have changed. */
void permission_pending_watch(struct permission_pending *pending);

/* Somebody is there who can answer it: it does not wait for that any more, whoever leaves. */
void permission_pending_heard(struct permission_pending *pending);

/* --- describe.c --- */

/* What is asked, for people and for the store, from what was judged; it lies in the arena and in what was given. Of an
 * input that has more than `input_bytes` the longest texts are left out. -E2BIG: it is a command that is too long to be
 * shown whole. */
int permission_describe(struct arena *arena, const struct judge_call *call, const struct json_any *input,
                        struct slice input_text, size_t input_bytes, struct permission_request *ret_record);

/* The other way round, by the paths that the record has: no file is looked at. */
int permission_judge(struct arena *arena, const struct permission_request *record, struct slice home,
                     struct judge_call *ret_call);

/* --- permission.c --- */

/* The store has a new rule: from now on it counts. */
void permission_rule_made(struct permissions *permissions, const struct permission_rule *rule,
                          const struct judge_places *places);

/* Somebody is there who can answer: no request waits for that any more, and the store is told so. */
void permission_approver_heard(struct permissions *permissions);

/* --- rule_paths.c --- */

/* Goes on with a call once it is known where the paths of its rule lead. The call may be deferred and held by then:
 * store_request_write_with() takes it as it is. 0: it was taken. 1: it was answered. */
typedef int (*permission_places_fn)(struct call *call, const struct judge_places *places);

/* For a client's call that names a rule. `then` is called at once where the kernel has its paths in its caches, else
 * when a thread of the resolver has looked. A rule that may not be is refused; ERROR_DIRECTORY_UNAVAILABLE: a path does
 * not answer. */
int permission_follow(struct call *call, const struct permission_rule *rule, permission_places_fn then);

/* The same for a request of the store. */
struct permission_places {
    char path[PATH_MAX], cwd[PATH_MAX];
};
void permission_places_keep(struct permission_places *kept, const struct judge_places *places);
struct judge_places permission_places_of(const struct permission_places *kept);

/* Has the paths looked up of those that are open among these rules, which the permissions has. -ENOMEM: of none. */
int permission_lookup(struct permissions *permissions, const struct permission_rule *rules, size_t count);
void permission_lookup_clear(struct permissions *permissions);

/* The call is made once more when more is known of the rules' paths. */
int permission_hold(struct permissions *permissions, struct call *call);

/* --- rule_table.c --- */

/* A rule in the daemon's memory, beside what the judge keeps of it. */
struct permission_rule_use {
    struct permission_rule_use *next; /* of its slot */
    struct list link;                 /* in rules->used, while `uses` is not 0 */
    int64_t uses, used_at;            /* that are not written yet */
    int64_t expires_at;               /* 0: never */
    struct judge_rule *judged;
    struct slice id, session_id; /* behind the struct */
};

int permission_rules_init(struct permission_rules *rules, struct slice home);
void permission_rules_clear(struct permission_rules *rules);
/* Of those that nobody has asked yet. */
void permission_rules_move(struct permission_rules *to, struct permission_rules *from);
/* `places` NULL: where its paths lead is not known yet. -EINVAL with the judge's sentence. */
int permission_rules_put(struct permission_rules *rules, const struct permission_rule *rule,
                         const struct judge_places *places, char problem[static 256]);
bool permission_rules_is_open(const struct permission_rules *rules, struct slice id);
/* It is known now; nothing happens to a rule that is not open, or gone. */
int permission_rules_settle(struct permission_rules *rules, const struct permission_rule *rule,
                            const struct judge_places *places, char problem[static 256]);
/* It will not be known soon. */
void permission_rules_give_up(struct permission_rules *rules, struct slice id);
void permission_rules_drop(struct permission_rules *rules, struct slice id);
void permission_rules_drop_session(struct permission_rules *rules, struct slice session_id);
void permission_rules_drop_expired(struct permission_rules *rules, int64_t now_ms);
void permission_rules_count(struct permission_rules *rules, struct slice id, int64_t now_ms);

/* --- record.c --- */

/* A decision that was made at once: noted soon, and by nobody waited for. */
void permission_record(struct permissions *permissions, const struct store_permission *row, const char *executor);

/* A read of this client sees what was decided so far. */
void permission_flush_for(struct client *client);
void permission_record_clear(struct permissions *permissions);

/* Who answers or makes a rule; for the writer, when he may be gone. */
struct permission_actor {
    int64_t uid, pid;
    char name[128]; /* that he gave in initialize; empty: none */
};
void permission_actor_init(struct permission_actor *actor, struct call *call);

int permission_audit_answered(struct store_tx *tx, const struct permission_actor *actor,
                              const struct permission_request *answer, struct slice rule_id);
int permission_audit_rule(struct store_tx *tx, const struct permission_actor *actor, struct slice what,
                          const struct permission_rule *rule);
/* Without anybody's answer. */
int permission_audit_ended(struct store_tx *tx, const struct task_ids *place, const struct permission_request *answer);
