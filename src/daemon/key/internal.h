/* Declarations that are private to src/daemon/key. */
#pragma once

#include "contract/errors.h"
#include "daemon/audit/audit.h"
#include "daemon/key/key.h"
#include "daemon/key/master_file.h"
#include "daemon/store/rows.h"

struct call;
struct client;
struct key_rate;

enum { KEY_SERVICE_MAX = 64, KEY_COUNT_MAX = 1000 };

/* The rate limit state of each session. */
struct key_rates {
    struct key_rate *items;
    size_t count, capacity;
};

struct key_entry {
    char service[KEY_SERVICE_MAX + 1];
    unsigned char *sealed;
    size_t sealed_size;
};

struct key_ring {
    struct store *store;
    struct audit *audit;
    const struct config_settings *settings;
    bool stopping;
    struct key_master_file place;
    struct key_master master;
    bool unsaved;                      /* made for the first key, which is not stored yet */
    char master_id[STORE_KEY_ID_SIZE]; /* the master key that all keys are sealed under; empty: there are no keys */
    struct key_entry *entries;
    size_t count;
    enum { KEYS_UNKNOWN, KEYS_KNOWN, KEYS_FAILED } state; /* whether the keys were loaded from the store */
    struct list waiting;                                  /* struct key_waiter: calls that wait for the load */
    bool rotating;                                        /* a rotation is in progress: key.set must wait */
    struct key_rates rates;
};

#define KEYS_UNKNOWN_PROBLEM "the keys have not been loaded from the store"

/* --- ring.c --- */

struct key_entry *key_find(struct key_ring *ring, struct slice service);
/* Adds or replaces an entry. */
int key_keep(struct key_ring *ring, struct slice service, struct slice sealed);
void key_forget(struct key_ring *ring, struct slice service);

/* Ensures that the current master key is loaded. Tries the file again after a failure, so that no restart is
 * needed once the file is repaired. -ENOKEY, with a sentence in `problem`. */
int key_unlock(struct key_ring *ring, char problem[static KEY_PROBLEM_SIZE]);

/* The caller that changes keys. The writer thread needs a copy, since the connection may be closed by then. */
struct key_actor {
    int64_t uid, pid;
    char client[128 + 1];
};
void key_actor_of(struct call *call, struct key_actor *ret_actor);
int key_audit(struct store_tx *tx, const struct key_actor *actor, const char *what, struct slice data);

/* Defers and holds the call, and calls `proceed` once the keys are loaded, or at once. `proceed` must answer
 * and drop the call. */
typedef void (*key_proceed_fn)(struct key_ring *ring, struct call *call);
int key_wait(struct call *call, key_proceed_fn proceed);

/* --- put.c --- */

/* Makes sure that there is a master key to seal under: the current one, the stored one, or a new one. -ENOKEY, with a
 * sentence in `problem`. */
int key_master_ready(struct key_ring *ring, char problem[static KEY_PROBLEM_SIZE]);

/* The part of storing keys that concerns the master key. */
struct key_saving {
    char master_id[KEY_ID_SIZE];
    char path[4096];           /* the path for a new master key; empty: it is stored already */
    struct key_master *master; /* cannot change meanwhile: a rotation is written after this */
    char problem[KEY_PROBLEM_SIZE];
};
void key_saving_init(struct key_saving *saving, struct key_ring *ring);
/* On the writer. -ENOKEY: with saving->problem. -ESTALE: the master key has changed. */
int key_saving_apply(struct key_saving *saving, struct store_tx *tx);
/* After it was stored. */
void key_saving_done(const struct key_saving *saving, struct key_ring *ring);

/* --- use.c --- */

/* Opens an entry, without rate limit and audit entry. */
int key_open_entry(struct key_ring *ring, struct slice service, struct key_value *ret_value, enum error_id *ret_error,
                   char problem[static 256]);

/* A token bucket: whether the session may use a key now. The bucket holds `per_minute` tokens and refills at
 * that rate. Also returns false without memory. */
bool key_rate_admits(struct key_rates *rates, struct slice session_id, int64_t per_minute, uint64_t now_ns);
/* The time until the session may use a key again. */
int64_t key_rate_wait_ms(const struct key_rates *rates, struct slice session_id, int64_t per_minute);
void key_rates_clear(struct key_rates *rates);

/* Opens the key, charges the rate limit of `asker` (a session or a user) and writes the audit entry. The caller
 * sets `entry->what`; this function sets its data. Returns 0, or sets *ret_error and `problem`. */
int key_take(struct key_ring *ring, struct slice service, struct slice asker, struct audit_note *entry,
             struct key_value *ret_value, enum error_id *ret_error, char problem[static 256]);

/* Returns {"service":…} for the audit log. The service has at most KEY_SERVICE_MAX bytes. */
enum { KEY_DATA_SIZE = 6 * KEY_SERVICE_MAX + 32 };
struct slice key_service_data(struct slice service, char text[static KEY_DATA_SIZE]);
