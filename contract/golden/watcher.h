/* Generated from contract/watcher.json by contract/generate; do not edit. */
/* The protocol between the daemon and weir-watch, the program that notices changes of files. weir-watch listens, and
 * the daemon connects to it. */
#pragma once

#include "rpc/method.h"

struct call;

/* Notification watcher.set: Watch paths, or watch other paths than before.
 *
 * watcher.state follows when all directories are watched, and whenever that changes. */

/* Absolute. * and ? stand for characters of a name, ** for any number of directories. A path without them stands for
 * itself and everything below it. */
struct watcher_set_params_paths {
    struct slice *items;
    size_t count;
};

struct watcher_set_params {
    struct slice rule_id;
    struct watcher_set_params_paths paths;
    int64_t settle_ms;
    /* Epoch milliseconds. Files that have changed since count as changed: the time is over which nobody watched.
     * Absent: none do. */
    int64_t since;
    enum field_is since_is;
};

extern const struct shape watcher_set_params_shape;
extern const struct method watcher_set_method;
int watcher_set(struct call *call, const struct watcher_set_params *params);

/* Notification watcher.remove: Stop watching. A change that has not been reported is forgotten. */

struct watcher_remove_params {
    struct slice rule_id;
};

extern const struct shape watcher_remove_params_shape;
extern const struct method watcher_remove_method;
int watcher_remove(struct call *call, const struct watcher_remove_params *params);

/* Notification watcher.quiet: Ignore changes while the rule's own task runs, and for settle_ms after it. */

struct watcher_quiet_params {
    struct slice rule_id;
    /* False: the task has ended. */
    bool quiet;
};

extern const struct shape watcher_quiet_params_shape;
extern const struct method watcher_quiet_method;
int watcher_quiet(struct call *call, const struct watcher_quiet_params *params);

/* Notification watcher.changed: Report that files have changed, and that nothing more has for settle_ms.
 *
 * Not while Git holds the lock of the index of a repository that has changed. */

/* The first ones that have changed, were created or removed. A name that is not UTF-8 has replacement characters. */
struct watcher_changed_params_paths {
    struct slice *items;
    size_t count;
};

struct watcher_changed_params {
    struct slice rule_id;
    struct watcher_changed_params_paths paths;
    /* How many have. More than 65,536 are not counted. */
    int64_t count;
    /* True: the kernel has dropped notices, so that some changes have no path here. */
    bool rescanned;
};

extern const struct shape watcher_changed_params_shape;
extern const struct method watcher_changed_method;
int watcher_changed(struct call *call, const struct watcher_changed_params *params);

/* Notification watcher.state: Report whether all directories are watched. */

struct watcher_state_params {
    struct slice rule_id;
    bool ready;
    /* How many are watched. */
    int64_t directories;
    /* True: a directory that the sandbox shows was removed. Another of the same name would not be seen. */
    bool gone;
    /* Why not all are, or why a change is not reported; with what to do. Absent: all is well. */
    struct slice problem;
    enum field_is problem_is;
};

extern const struct shape watcher_state_params_shape;
extern const struct method watcher_state_method;
int watcher_state(struct call *call, const struct watcher_state_params *params);
