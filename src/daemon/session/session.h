/* Sessions: what the files of this folder share, and what tasks need of them. */
#pragma once

#include "base/slice.h"
#include "contract/session_types.h"
#include "daemon/resolve/resolve.h"
#include <stdbool.h>

#include "base/arena.h"
#include "contract/config.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct call;
struct session_keeper;
struct store_request;
struct work_pool;

/* --- where it works (directory.c) ------------------------------------------------------- */

/* Goes on with the call: 0, it has taken it; 1, it has answered it; negative: neither. A call that had to wait is
 * deferred and held: store_request_write_with() takes it as it is. */
typedef int (*session_directory_fn)(struct call *call, struct slice real);

/* For handlers. A working directory is kept without links, so that one that is put there later is noticed when an agent
 * is to be started in it; one that is not there stays as it is. `then` is called at once where the kernel knows the
 * directory, else when a thread of the resolver does. ERROR_DIRECTORY_UNAVAILABLE: it does not answer. */
int session_find_directory(struct call *call, struct slice cwd, session_directory_fn then);

/* Where a session works that names no directory: the project's; else empty, and it is given one of its own. */
struct slice session_default_directory(const struct session_keeper *keeper);

/* --- on the writer ------------------------------------------------------------------ */

/* Adds a new, open session. Its settings, and where it was forked from, are the caller's; the rest is filled here. One
 * without a working directory is given one of its own; -ENOTDIR: none can be made. The event is separate, since a fork
 * has to inherit its history in between. */
int session_add(struct store_request *request, struct store_tx *tx, struct store_session *session);
int session_tell_created(const struct store_request *request, struct store_tx *tx, const struct store_session *session);

/* An entry of the audit log with the terms of a new session (`before` is NULL), or with those that have changed. */
int session_audit(const struct store_request *request, struct store_tx *tx, const struct session_record *before,
                  const struct session_record *after);

/* Closes an open one, and tells of it. Its tasks are the caller's. */
int session_close_open(struct store_tx *tx, struct store_session *session);

/* --- who keeps something of a session (lifecycle.c) -------------------------------------------- */

/* In its owner's memory, as long as the daemon runs; each may be NULL. All on the loop. */
struct session_watcher {
    struct session_watcher *next;
    void *user;
    void (*updated)(void *user, const struct session_record *session); /* what people allow it has changed */
    void (*over)(void *user, struct slice session_id);                 /* it is closed or deleted */
    void (*deleted)(void *user);                                       /* one is; its rows are to go */
    bool (*is_in_use)(void *user, struct slice session_id);            /* it is not to close by itself */
};

struct session_keeper;

/* Those that were added later hear of it first. */
void session_add_watcher(struct session_keeper *keeper, struct session_watcher *watcher);

void session_updated(struct session_keeper *keeper, const struct session_record *session);
void session_over(struct session_keeper *keeper, struct slice session_id);
void session_deleted(struct session_keeper *keeper);
bool session_is_in_use(const struct session_keeper *keeper, struct slice session_id);

/* --- sessions that close by themselves (lifecycle.c) -------------------------------------------- */

struct session_keeper {
    struct store *store;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    struct work_pool *work;
    struct session_watcher *watchers;
    bool sweeping; /* scratch directories */
    bool stopping;
    struct deadline next;
    struct idle_closing *closing; /* the one that is looked for or closed; or NULL */
};

/* From a call: daemon/concern.h. */
struct session_keeper *session_keeper_of(struct daemon *daemon);

void session_keeper_stop(struct session_keeper *keeper);

/* The store is open. */
void session_keeper_start(struct session_keeper *keeper);

/* --- what a session can be given, when it is made or later (options.c) -------------------- */

/* Of the JSON text of its metadata. */
enum { SESSION_METADATA_MAX = 64 << 10 };

bool session_metadata_fits(const struct json_any *metadata);
int session_refuse_metadata(struct call *call);

/* Every option that `params` has: what is absent stays, what is null goes. *ret_any: there was one. */
int session_set_options(struct arena *arena, const struct shape *params_shape, const void *params,
                        struct session_record *record, bool *ret_any);

/* --- what its agent reports (agent.c) --------------------------------------------------- */

/* Keeps these as the slash commands of the session's agent, and tells of it where they are new. */
int session_keep_commands(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                          const struct session_commands *commands);
/* The same for the models that the agent offers. */
int session_keep_models(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                        const struct session_models *models);

/* Who works in it from here on (agent.c). No event tells of it: the task's own do. */
void session_keep_agent(struct session_keeper *keeper, const struct session_record *session, struct slice agent);

/* --- the service in a model's name (options.c) ------------------------------------------------ */

/* Whether the model names a service that there is not. Agents that are programs have names of their own, so it counts
 * for the built-in agent, and where none is named. On the loop. */
bool session_model_is_unknown(const struct session_keeper *keeper, struct slice model, char problem[static 256]);
bool session_uses_services(enum field_is agent_is, struct slice agent);

/* --- answers ------------------------------------------------------------------------- */

/* Answers a request about the session `id` that has failed. */
void session_fail(struct store_request *request, struct slice id);
int session_fail_directory(struct call *call);

/* --- scratch.c --------------------------------------------------------------------- */

/* Directories of sessions that name none.
 *
 * Each is called as its session is. All of them lie in one directory beside the state directory, not in it: whatever is
 * in there is hidden from agents. A directory is made before the session's row and goes after it. So what a crash
 * leaves is at most a directory without a session, which the next start removes. */

/* Fills options.scratch_dir: STATE-scratch, or where STATE itself lies in something that is hidden, beside that. A
 * project's daemon has none: its sessions work in the project. */
int scratch_init(struct session_keeper *keeper);

/* On the writer: makes one. Its path lies in the arena. */
int scratch_make(const struct session_keeper *keeper, struct slice id, struct arena *arena, struct slice *ret_path);

/* Removes one again that is still empty. */
void scratch_unmake(struct slice path);

/* Whether the path is that of one. */
bool scratch_is(const struct session_keeper *keeper, struct slice path);

/* On the loop: removes one that no session uses any more, whatever is in it, on another thread. */
void scratch_remove(struct session_keeper *keeper, struct slice path);

/* The store is open: those that no session uses go. */
void scratch_open(struct session_keeper *keeper);

/* --- scan.c ------------------------------------------------------------------------ */

/* Looking through the directory of a session, or one that is named, for a call: on a thread of the resolver, since the
 * directory may lie on a mount that hangs. */

struct session_scan {
    struct resolve_job job;
    struct call *call; /* deferred, and held */
    /* On the thread: fills what lies behind this struct, in the arena. */
    void (*work)(struct session_scan *scan);
    /* On the loop, where status is 0. */
    void (*answer)(struct session_scan *scan);
    struct arena arena;
    int status;                           /* of `work` */
    const struct session_record *session; /* in the arena; NULL: a directory was named */
    char *cwd;                            /* in the arena */
};

/* What is looked for. `lane` names the lane of the resolver, together with the directory. */
struct session_scan_kind {
    const char *lane;
    size_t size; /* of the struct that begins with a session_scan */
    size_t arena_bytes;
    /* Of the call's params: one of both is to be there. */
    void (*where)(const void *params, struct slice *ret_session_id, struct slice *ret_cwd);
    /* Takes from the call's params what the thread needs, before that starts. 1: it has answered the call. */
    int (*fill)(struct session_scan *scan);
    void (*work)(struct session_scan *scan);
    void (*answer)(struct session_scan *scan);
};

/* For handlers. */
int session_scan(struct call *call, const struct session_scan_kind *kind);
