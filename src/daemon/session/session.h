/* Sessions: what the files of this folder share, and what tasks need of them. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "daemon/store/rows.h"

struct call;
struct store_request;

/* --- on the writer ------------------------------------------------------------------ */

/* A working directory as it is kept: without links, so that one that is put there later is noticed when an agent is to
 * be started in it. One that is not there stays as it is. */
int session_resolve(struct arena *arena, struct slice *cwd);

/* Adds a new, open session. Its settings, and where it was forked from, are the caller's; the rest is filled here. The
 * event is separate, since a fork has to inherit its history in between. */
int session_add(struct store_tx *tx, struct arena *arena, struct store_session *session);
int session_tell_created(const struct store_request *request, struct store_tx *tx, const struct store_session *session);

/* An entry of the audit log with the terms of a new session (`before` is NULL), or with those that have changed. */
int session_audit(const struct store_request *request, struct store_tx *tx, const struct session_record *before,
                  const struct session_record *after);

/* --- what a session can be given, when it is made or later (options.c) -------------------- */

/* Of the JSON text of its metadata. */
enum { SESSION_METADATA_MAX = 64 << 10 };

bool session_metadata_fits(const struct json_any *metadata);
int session_refuse_metadata(struct call *call);

/* Every option that `params` has: what is absent stays, what is null goes. *ret_any: there was one. */
int session_set_options(struct arena *arena, const struct shape *params_shape, const void *params,
                        struct session_record *record, bool *ret_any);

/* --- answers ------------------------------------------------------------------------- */

/* Answers a request about the session `id` that has failed. */
void session_fail(struct store_request *request, struct slice id);
