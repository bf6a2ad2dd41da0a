/* Sessions: what the files of this folder share, and what tasks need of them. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "daemon/store/rows.h"
#include "rpc/timers.h"

struct call;
struct daemon;
struct store_request;

/* --- where it works (directory.c) ------------------------------------------------------- */

/* Goes on with the call: 0, it has taken it; 1, it has answered it; negative: neither. A call that had to wait is
 * deferred and held: store_request_write_with() takes it as it is. */
typedef int (*session_directory_fn)(struct call *call, struct slice real);

/* For handlers. A working directory is kept without links, so that one that is put there later is noticed when an agent
 * is to be started in it; one that is not there stays as it is. `then` is called at once where the kernel knows the
 * directory, else when a thread of the resolver does. ERROR_DIRECTORY_UNAVAILABLE: it does not answer. */
int session_find_directory(struct call *call, struct slice cwd, session_directory_fn then);

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

/* --- sessions that close by themselves (idle.c) -------------------------------------------- */

struct session_keeper {
    struct deadline next;
    struct idle_closing *closing; /* the one that is looked for or closed; or NULL */
};

/* The store is open. */
void session_keeper_start(struct daemon *daemon);

/* --- what a session can be given, when it is made or later (options.c) -------------------- */

/* Of the JSON text of its metadata. */
enum { SESSION_METADATA_MAX = 64 << 10 };

bool session_metadata_fits(const struct json_any *metadata);
int session_refuse_metadata(struct call *call);

/* Every option that `params` has: what is absent stays, what is null goes. *ret_any: there was one. */
int session_set_options(struct arena *arena, const struct shape *params_shape, const void *params,
                        struct session_record *record, bool *ret_any);

/* --- what its agent reports (commands.c) --------------------------------------------------- */

/* Keeps these as the slash commands of the session's agent, and tells of it where they are new. */
int session_keep_commands(struct daemon *daemon, struct slice session_id, struct slice agent,
                          const struct session_commands *commands);

/* Who works in it from here on (last_agent.c). No event tells of it: the task's own do. */
void session_keep_agent(struct daemon *daemon, const struct session_record *session, struct slice agent);

/* --- the service in a model's name (model.c) ------------------------------------------------ */

/* Whether the model names a service that there is not. Agents that are programs have names of their own, so it counts
 * for the built-in agent, and where none is named. On the loop. */
bool session_model_is_unknown(const struct daemon *daemon, struct slice model, char problem[static 256]);
bool session_uses_services(enum field_is agent_is, struct slice agent);

/* --- answers ------------------------------------------------------------------------- */

/* Answers a request about the session `id` that has failed. */
void session_fail(struct store_request *request, struct slice id);
int session_fail_directory(struct call *call);
