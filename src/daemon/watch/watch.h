/* Changes of files, which weir-watch notices: a helper program under a jail that shows the watched paths read-only.
 *
 * It runs while something is watched. Its sandbox is fixed when it starts, so that a path outside of it makes the
 * daemon start another one; what has changed meanwhile is found by the times of the files. */
#pragma once

#include <stdbool.h>

#include "base/list.h"
#include "contract/config.h"
#include "contract/watcher.h"
#include "daemon/process/process.h"
#include "daemon/process/service.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/rpc.h"

struct call;
struct resolver;

enum { WATCH_ROOTS_MAX = 400, WATCH_PROBLEM_SIZE = 1100 };

struct watch_hub {
    /* Set before watch_hub_init(): */
    struct process_table *table;
    struct sandbox_facts *sandbox;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct config_settings *settings;
    void (*emptied)(void *user); /* the last process is gone */
    void *user;
    /* Set by daemon/automation before the first watch_set(): */
    void (*changed)(void *owner, const struct watcher_changed_params *change);
    void (*told)(void *owner, struct slice rule_id); /* watch_problem() has another answer */
    void *owner;

    struct service service;
    struct list rules;            /* struct watch_wish */
    char *shown[WATCH_ROOTS_MAX]; /* what its sandbox shows */
    size_t shown_count;
    bool again;            /* start once more when the present one is gone */
    struct deadline retry; /* looks up paths that could not be looked up */
    bool closed;
};

/* See daemon/concern.c. */
struct watch_hub *watch_hub_of(const struct call *call);

void watch_hub_init(struct watch_hub *hub);
void watch_hub_close(struct watch_hub *hub, bool now);
bool watch_hub_is_gone(const struct watch_hub *hub);
void watch_hub_clear(struct watch_hub *hub);
/* A process of an earlier daemon. */
void watch_hub_found(struct watch_hub *hub, const char *id, const struct executor_record *record);

/* Returns -EINVAL with a sentence for paths that cannot be watched, whatever exists. */
int watch_check(const struct slice *paths, size_t count, char problem[static 256]);

/* Watches other paths for a rule than before, or the same. */
int watch_set(struct watch_hub *hub, struct slice rule_id, const struct slice *paths, size_t count, int64_t settle_ms);
void watch_remove(struct watch_hub *hub, struct slice rule_id);
/* Removes the rules that are not among these. */
void watch_keep(struct watch_hub *hub, bool (*keeps)(void *user, struct slice rule_id), void *user);

/* Ignores changes while the rule's own task runs, and for its settleMs after. */
void watch_quiet(struct watch_hub *hub, struct slice rule_id, bool is_quiet);

/* Why a rule is not watched; NULL: it is, or will be soon. */
const char *watch_problem(const struct watch_hub *hub, struct slice rule_id);
