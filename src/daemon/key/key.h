/* Keys of providers. They are stored sealed, and opened only for the duration of one response.
 *
 *     seal.h          the master key, and sealing under it
 *     master_file.h   the file with the master key
 *     ring.c          all keys in memory, sealed
 *     use.c           opening a key, and its rate limit
 *     handlers.c, rotate.c   the methods; get_api_key is in executor/requests.c */
#pragma once

#include <stdbool.h>

#include "base/slice.h"
#include "contract/config.h"
#include "contract/errors.h"
#include "daemon/options.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

/* Holds all keys, sealed, and the master key in memory that is never swapped or dumped. */
struct key_ring;

struct audit;

/* After a failure, *ret_ring may be set and must be freed. */
int key_ring_new(struct store *store, struct audit *audit, const struct config_settings *settings,
                 const char *state_dir, struct key_ring **ret_ring);
void key_ring_stop(struct key_ring *ring);
struct key_ring *key_ring_free(struct key_ring *ring);

/* Loads the keys if the store is open (status 0). Calls `then` afterwards, also on failure. */
void key_ring_open(struct key_ring *ring, int status, void (*then)(void *user), void *user);

/* Whether there is a key for this service. It may still be impossible to open it. */
bool key_is_stored(const struct key_ring *ring, struct slice service);

/* The plain value of a key. key_clear() wipes it. */
struct key_value {
    char *data; /* NUL-terminated */
    size_t size;
};

/* Opens the key of a service for a session. The caller has checked the session's `keys` and `services`. Charges
 * the session's rate limit, and writes the audit entry and the time of use. Returns 0, or sets *ret_error and a
 * sentence that says what to do. Runs on the loop thread and does not block. */
int key_use(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
            struct slice who, struct key_value *ret_value, enum error_id *ret_error, char problem[static 256]);
void key_clear(struct key_value *value);

/* --- put.c: keys of other concerns --- */

/* Such keys have a service with a colon, as in mcp:SERVERID. No session and no client gets them. */
bool key_is_own(struct slice service);

struct store_tx;
struct key_batch;

/* A value to seal; data NULL: the key is removed. */
struct key_put {
    struct slice service, value;
};

/* Seals the values, to be stored in a change of the caller. -ENOKEY, with a sentence in `problem`; -ENOMEM. */
int key_batch_new(struct key_ring *ring, const struct key_put *puts, size_t count, struct key_batch **ret_batch,
                  char problem[static 256]);
/* On the writer, within that change. -ENOKEY, -ESTALE: see key_batch_problem(). */
int key_batch_apply(struct key_batch *batch, struct store_tx *tx);
const char *key_batch_problem(const struct key_batch *batch);
/* On the loop, after the change was committed. -ENOMEM: the next start has the keys. */
int key_batch_done(struct key_batch *batch);
/* Returns NULL. */
struct key_batch *key_batch_free(struct key_batch *batch);

/* On the loop, after a change of the caller has removed the key (store_key_remove()). */
void key_removed(struct key_ring *ring, struct slice service);

/* Like key_use(), without a rate limit. */
int key_open_own(struct key_ring *ring, struct slice service, struct slice who, struct key_value *ret_value,
                 enum error_id *ret_error, char problem[static 256]);

/* The same without an entry in the audit log, for keys that strangers make weir open. False: it cannot be opened. */
bool key_open_quietly(struct key_ring *ring, struct slice service, struct key_value *ret_value);

/* See daemon/concern.c. */
struct key_ring *key_ring_of(const struct call *call);

/* Fails the call. After a rate limit, the error says when to retry. */
int key_fail(const struct key_ring *ring, struct call *call, struct slice asker, enum error_id error,
             const char *problem);

/* Notes in the audit log that a session asked for a key that it may not use. Applies the rate limit to these
 * entries too, so that a session cannot fill the log. */
void key_note_refused(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
                      struct slice who);
