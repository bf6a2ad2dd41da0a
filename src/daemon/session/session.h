/* Sessions: the state that this folder keeps of them, and the functions that tasks and other concerns call. */
#pragma once

#include "base/slice.h"
#include "contract/session_types.h"
#include "daemon/resolve/resolve.h"
#include <stdbool.h>

#include "base/arena.h"
#include "contract/config.h"
#include "daemon/options.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct audit_note;
struct call;
struct session_keeper;
struct store_request;
struct work_pool;

/* --- working directory (directory.c) --- */

/* Continues a call. Returns 0 if it took the call, 1 if it answered it, negative if neither. A call that had to wait is
 * deferred and held; store_request_write_with() accepts that. */
typedef int (*session_directory_fn)(struct call *call, struct slice real);

/* For handlers. Resolves a working directory, because sessions store it without symbolic links: a link that is created
 * later is then noticed when an agent is to start there. A directory that does not exist stays as it is. `then` is
 * called at once if the kernel has the path in its caches, else after a resolver thread has looked it up. If the
 * directory does not respond, the call fails with ERROR_DIRECTORY_UNAVAILABLE. */
int session_find_directory(struct call *call, struct slice cwd, session_directory_fn then);

/* The working directory of a session that names none: the project's; empty: the session gets a directory of its own. */
struct slice session_default_directory(const struct session_keeper *keeper);

/* --- on the writer thread --- */

/* Adds a new, open session. The caller sets its options and its parent; the rest is set here. A session without a
 * working directory gets a directory of its own; -ENOTDIR: it cannot be created. session_add_created_event() adds the
 * event, because a fork must copy its history before that. */
int session_add(const struct session_keeper *keeper, struct store_tx *tx, struct arena *arena,
                struct store_session *session);
int session_add_created_event(struct store_tx *tx, const struct audit_note *actor, const struct store_session *session);

/* Writes an audit entry with the permissions of a new session (`before` NULL), or with those that changed. */
int session_audit(struct store_tx *tx, const struct audit_note *actor, const struct session_record *before,
                  const struct session_record *after);

/* Closes an open session and adds the event. The caller handles its tasks. */
int session_close_open(struct store_tx *tx, struct store_session *session);

/* --- watchers (lifecycle.c) --- */

/* Callbacks of a concern that keeps state for sessions; each may be NULL. All run on the loop thread. The owner keeps
 * the struct in memory as long as the daemon runs. */
struct session_watcher {
    struct session_watcher *next;
    void *user;
    void (*updated)(void *user, const struct session_record *session); /* its permissions have changed */
    void (*over)(void *user, struct slice session_id);                 /* it was closed or deleted */
    void (*deleted)(void *user);                            /* a session was deleted; its rows may be removed */
    bool (*is_in_use)(void *user, struct slice session_id); /* whether it must not be closed as idle */
};

struct session_keeper;

/* A watcher that is added later is called earlier. */
void session_add_watcher(struct session_keeper *keeper, struct session_watcher *watcher);

void session_updated(struct session_keeper *keeper, const struct session_record *session);
void session_over(struct session_keeper *keeper, struct slice session_id);
void session_deleted(struct session_keeper *keeper);
bool session_is_in_use(const struct session_keeper *keeper, struct slice session_id);

/* --- idle sessions (lifecycle.c) --- */

struct session_keeper {
    struct store *store;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    struct work_pool *work;
    struct session_watcher *watchers;
    bool sweeping; /* a sweep of scratch directories is running */
    bool stopping;
    struct deadline next;
    struct idle_closing *closing; /* the running search for idle sessions; or NULL */
};

/* The keeper that serves a call; see daemon/concern.c. */
struct session_keeper *session_keeper_of(const struct call *call);

void session_keeper_stop(struct session_keeper *keeper);

/* The store is open: schedules the search for idle sessions. */
void session_keeper_start(struct session_keeper *keeper);

/* --- options of a session (options.c) --- */

/* The maximum size of the metadata as JSON text. */
enum { SESSION_METADATA_MAX = 64 << 10 };

/* What is wrong with it, for session_refuse_metadata(); NULL: nothing. */
const char *session_metadata_problem(const struct json_any *metadata);
int session_refuse_metadata(struct call *call, const char *problem);

/* Sets the options that `params` has: an absent one stays, null removes it. *ret_any: whether there was one. */
int session_set_options(struct arena *arena, const struct shape *params_shape, const void *params,
                        struct session_record *record, bool *ret_any);

/* --- reports of the agent (agent.c) --- */

/* Stores the slash commands of the session's agent, with an event if they changed. */
int session_keep_commands(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                          const struct session_commands *commands);
/* The same for the agent's models. */
int session_keep_models(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                        const struct session_models *models);

/* Stores the agent that works in the session from now on. Adds no event, because the task's events say it. */
void session_keep_agent(struct session_keeper *keeper, const struct session_record *session, struct slice agent);

/* --- the service in a model's name (options.c) --- */

/* Whether the model names an unknown service; `problem` is the reason. Other agents have model names of their own, so
 * this is checked only for the built-in agent and if no agent is named. On the loop thread. */
bool session_model_is_unknown(const struct session_keeper *keeper, struct slice model, char problem[static 256]);
bool session_uses_services(enum field_is agent_is, struct slice agent);

/* --- responses --- */

/* Answers a failed request about the session `id`. */
void session_fail(struct store_request *request, struct slice id);
int session_fail_directory(struct call *call);

/* --- scratch.c --- */

/* The directories of sessions that name no working directory.
 *
 * Each has the name of its session's id. They are in a directory beside the state directory, not below it, because the
 * state directory is hidden from agents. A directory is created before its session is stored, and removed after it. So
 * a crash can at most leave a directory without a session, which the next start removes. */

/* Sets sandbox->scratch_dir: STATE-scratch, or if STATE is below a hidden path, a directory beside that path. The
 * daemon of a project has none: its sessions work in the project. */
int scratch_init(struct session_keeper *keeper);

/* On the writer thread: creates the directory. Its path is allocated in the arena. */
int scratch_make(const struct session_keeper *keeper, struct slice id, struct arena *arena, struct slice *ret_path);

/* Removes a directory that is still empty. */
void scratch_unmake(struct slice path);

/* Whether the path is one of these directories. */
bool scratch_is(const struct session_keeper *keeper, struct slice path);

/* On the loop thread: removes a directory that no session uses, with its contents, on another thread. */
void scratch_remove(struct session_keeper *keeper, struct slice path);

/* The store is open: removes directories that no session uses. */
void scratch_open(struct session_keeper *keeper);

/* --- scan.c --- */

/* Searches the directory of a session, or a named directory, for a call. The search runs on a resolver thread, because
 * the directory may lie on a mount that hangs. */

struct session_scan {
    struct resolve_job job;
    struct call *call; /* deferred and held */
    /* On the thread: fills what follows this struct, in the arena. */
    void (*work)(struct session_scan *scan);
    /* On the loop thread, if status is 0. */
    void (*answer)(struct session_scan *scan);
    struct arena arena;
    int status;                           /* the result of `work` */
    const struct session_record *session; /* in the arena; NULL: the call names a directory */
    char *cwd;                            /* in the arena */
};

/* A kind of search. Its resolver lane is named by `lane` and the directory. */
struct session_scan_kind {
    const char *lane;
    size_t size; /* of the struct that begins with a session_scan */
    size_t arena_bytes;
    /* Reads the session id or the directory from the call's params; exactly one must be set. */
    void (*where)(const void *params, struct slice *ret_session_id, struct slice *ret_cwd);
    /* Copies what the thread needs from the call's params. 1: it answered the call. */
    int (*fill)(struct session_scan *scan);
    void (*work)(struct session_scan *scan);
    void (*answer)(struct session_scan *scan);
};

/* For handlers. */
int session_scan(struct call *call, const struct session_scan_kind *kind);
