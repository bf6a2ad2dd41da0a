/* What the files of this folder know of each other. */
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

/* How often each session has asked for keys. */
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
    bool unsaved;                      /* it was made for the first key, and no key is stored yet */
    char master_id[STORE_KEY_ID_SIZE]; /* of the one that the keys are sealed under; empty: there are no keys */
    struct key_entry *entries;
    size_t count;
    enum { KEYS_UNKNOWN, KEYS_KNOWN, KEYS_FAILED } state; /* whether the store has told what there is */
    struct list waiting;                                  /* struct key_waiter: calls that came before that */
    bool rotating;                                        /* between two master keys: nothing is sealed meanwhile */
    struct key_rates rates;
};

#define KEYS_UNKNOWN_PROBLEM "the store has not told what keys there are"

/* --- ring.c --- */

struct key_entry *key_find(struct key_ring *ring, struct slice service);
/* Replaces what is there. */
int key_keep(struct key_ring *ring, struct slice service, struct slice sealed);
void key_forget(struct key_ring *ring, struct slice service);

/* The master key under which everything is sealed is there: it is looked for again where it was not, so that who puts
 * the file right need not restart. -ENOKEY, with a sentence. */
int key_unlock(struct key_ring *ring, char problem[static KEY_PROBLEM_SIZE]);

/* Who changes keys, for the writer: the connection may be gone by then. */
struct key_actor {
    int64_t uid, pid;
    char client[128 + 1];
};
void key_actor_of(struct call *call, struct key_actor *ret_actor);
int key_audit(struct store_tx *tx, const struct key_actor *actor, const char *what, struct slice data);

/* Defers the call, holds it, and goes on with it: at once, or when it is known what keys there are. `proceed` answers
 * and drops it, now or later. */
typedef void (*key_proceed_fn)(struct key_ring *ring, struct call *call);
int key_wait(struct call *call, key_proceed_fn proceed);

/* --- use.c --- */

/* Whether it may ask once more: so many times at once, and as many again within a minute, little by little. False also
 * without memory. */
bool key_rate_admits(struct key_rates *rates, struct slice session_id, int64_t per_minute, uint64_t now_ns);
/* How long until it may, where it may not now. */
int64_t key_rate_wait_ms(const struct key_rates *rates, struct slice session_id, int64_t per_minute);
void key_rates_clear(struct key_rates *rates);

/* Opens the key, counts it against the rate of `asker` (a session, or a user) and writes the entry, whose `what` says
 * that it was given; its data is filled in. 0; else *ret_error and a sentence. */
int key_take(struct key_ring *ring, struct slice service, struct slice asker, struct audit_note *entry,
             struct key_value *ret_value, enum error_id *ret_error, char problem[static 256]);

/* {"service":…}, for the audit log. Needs a service of at most KEY_SERVICE_MAX bytes. */
enum { KEY_DATA_SIZE = 6 * KEY_SERVICE_MAX + 32 };
struct slice key_service_data(struct slice service, char text[static KEY_DATA_SIZE]);
