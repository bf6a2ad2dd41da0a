/* Keys of services. They are sealed in the store and opened here, for as long as one answer takes.
 *
 *     seal.h          the master key, and sealing under it
 *     master_file.h   the file that holds the master key
 *     ring.c          the keys that are known, sealed
 *     use.c           opening one, and the rate limit of that
 *     handlers.c, rotate.c   the methods; get_api_key is in executor/requests.c */
#pragma once

#include <stdbool.h>

#include "base/slice.h"
#include "contract/config.h"
#include "contract/errors.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct key_ring;
struct key_ring; /* what is known of the keys, sealed; and the master key, in memory that is never paged out or dumped
                  */

struct audit;

/* On failure *ret_ring may be there all the same, to be freed. */
int key_ring_new(struct store *store, struct audit *audit, const struct config_settings *settings,
                 const char *state_dir, struct key_ring **ret_ring);
void key_ring_stop(struct key_ring *ring);
struct key_ring *key_ring_free(struct key_ring *ring);

/* The store is open (0), or cannot be opened: what it has is read; then, whatever came of that, `then` is called. */
void key_ring_open(struct key_ring *ring, int status, void (*then)(void *user), void *user);

/* Whether there is one for this service. It need not be possible to open it. */
bool key_is_stored(const struct key_ring *ring, struct slice service);

/* The value of a key. key_clear() wipes it. */
struct key_value {
    char *data; /* NUL behind it */
    size_t size;
};

/* Opens the key of a service for a session that may use it (the caller has checked the session's `keys` and
 * `services`). Counts against the session's rate, writes the audit entry and the time of its use. 0; else *ret_error
 * and a sentence that says what to do. Loop thread; does not wait for anything. */
int key_use(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
            struct slice who, struct key_value *ret_value, enum error_id *ret_error, char problem[static 256]);
void key_clear(struct key_value *value);

/* From a call: daemon/concern.h. */
struct key_ring *key_ring_of(struct daemon *daemon);

/* Tells the asker, and where it asked too often also when it may again. */
int key_fail(const struct key_ring *ring, struct call *call, struct slice asker, enum error_id error,
             const char *problem);

/* A session has asked for a key that it may not have. Noted as often as it may ask, so that nobody fills the log. */
void key_note_refused(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
                      struct slice who);
