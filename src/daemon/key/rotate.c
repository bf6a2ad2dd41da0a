/* Handles key.rotate. A crash at any point leaves the master key that the store names in one of two files:
 *
 *     1. write the new master key to master.key.new and sync it
 *     2. in one transaction: seal all keys under it, and store its id
 *     3. rename master.key.new to master.key
 *
 * After a crash, key_master_file_settle() completes or undoes the rotation. If the user provides the master
 * key, the user also replaces its file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/key.h"
#include "daemon/client/client.h"
#include "daemon/key/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { ROTATION_BYTES = 1 << 30 };

struct rotation {
    struct store_change change;
    struct key_ring *ring;
    struct call *call; /* deferred and held */
    struct arena arena;
    struct key_actor actor;
    struct key_master from, to; /* `from` belongs to the ring, which keeps it until the end */
    char path[4096];            /* the path for the new master key; empty: the user provides it */
    struct store_keys keys;     /* sealed under the new master key */
    char problem[KEY_PROBLEM_SIZE];
};

static void rotation_free(struct rotation *rotation)
{
    (void)call_drop(rotation->call);
    key_master_clear(&rotation->to);
    arena_clear(&rotation->arena);
    free(rotation);
}

/* --- writer thread --- */

static int reseal(struct rotation *rotation, struct store_tx *tx, struct store_key *key)
{
    struct slice service = key->record.service;
    struct key_value value = {0};
    unsigned char *sealed = arena_alloc(&rotation->arena, key->sealed.size);
    int r = sealed ? key_open(&rotation->from, service, key->sealed, &value) : -ENOMEM;
    if (r == -EBADMSG) {
        (void)snprintf(rotation->problem, sizeof rotation->problem,
                       "cannot unseal the key of %.*s, nothing was changed; delete it or set it again",
                       SLICE_ARG(service));
        return -ENOKEY;
    }
    if (r < 0)
        return r;
    r = key_seal(&rotation->to, service, (struct slice){value.data, value.size}, sealed);
    key_clear(&value);
    key->sealed.data = (const char *)sealed;
    return r < 0 ? r : store_key_reseal(tx, service, key->sealed);
}

static int rotate(struct store_change *change, struct store_tx *tx)
{
    struct rotation *rotation = list_member(change, struct rotation, change);
    char id[STORE_KEY_ID_SIZE];
    arena_reset(&rotation->arena);
    int r = fault_point("key.rotate_begins");
    if (r == 0 && rotation->path[0]) {
        (void)remove(rotation->path); /* a leftover of a failed rotation: the store names another key */
        r = key_master_file_write(rotation->path, &rotation->to, rotation->problem) < 0 ? -ENOKEY : 0;
    }
    if (r == 0)
        r = fault_point("key.rotate_written");
    if (r == 0)
        r = store_key_master(tx, id);
    if (r == 0 && *id && strcmp(id, rotation->from.id) != 0)
        r = -ESTALE;
    if (r == 0)
        r = store_key_list(tx, &rotation->arena, &rotation->keys);
    for (size_t i = 0; r == 0 && i < rotation->keys.count; i++)
        r = reseal(rotation, tx, &rotation->keys.items[i]);
    if (r == 0)
        r = store_key_set_master(tx, slice_of(rotation->to.id));
    if (r == 0)
        r = key_audit(tx, &rotation->actor, "key.rotated", SLICE("{}"));
    return r < 0 ? r : fault_point("key.rotate_sealed");
}

/* --- response --- */

static int take(struct key_ring *ring, struct rotation *rotation)
{
    int r = fault_point("key.rotate_committed");
    key_master_clear(&ring->master);
    ring->master = rotation->to;
    rotation->to = (struct key_master){0};
    ring->unsaved = false;
    (void)snprintf(ring->master_id, sizeof ring->master_id, "%s", rotation->keys.count > 0 ? ring->master.id : "");
    for (size_t i = 0; r == 0 && i < rotation->keys.count; i++)
        r = key_keep(ring, rotation->keys.items[i].record.service, rotation->keys.items[i].sealed);
    if (r == 0 && rotation->path[0] && rename(rotation->path, ring->place.path) < 0)
        r = -errno; /* the next start completes it */
    return r < 0 ? r : fault_point("key.rotate_renamed");
}

static void reply(struct rotation *rotation)
{
    const struct key_rotate_params *params = rotation->call->params;
    struct key_ring *ring = rotation->ring;
    int r = take(ring, rotation);
    if (r < 0)
        log_error("keys: cannot move the new master key, which is in use, from %s: %s", rotation->path, strerror(-r));
    struct key_rotate_result result = {
        .keys = (int64_t)rotation->keys.count,
        .master_key = rotation->path[0] ? slice_of(ring->place.path) : params->key_file,
    };
    (void)key_rotate_reply(rotation->call, &result);
}

static void on_known_again(void *user)
{
    (void)user;
}

static void on_rotated(struct store_change *change)
{
    struct rotation *rotation = list_member(change, struct rotation, change);
    struct key_ring *ring = rotation->ring;
    int r = change->status;
    ring->rotating = false;
    if (change->failed) {
        /* It is unknown whether the transaction is on the disk. Keep both files, and load the keys from the
         * store again. */
        (void)store_fail_call(rotation->ring->store, rotation->call, r);
        if (store_is_open(rotation->ring->store) && !rotation->ring->stopping) {
            ring->state = KEYS_UNKNOWN;
            key_ring_open(rotation->ring, 0, on_known_again, NULL);
        }
    } else if (r < 0) {
        if (rotation->path[0])
            (void)remove(rotation->path);
        (void)call_fail(rotation->call, r == -ENOKEY || r == -ESTALE ? ERROR_KEYS_LOCKED : ERROR_INTERNAL_ERROR, "%s",
                        *rotation->problem ? rotation->problem : strerror(-r));
    } else {
        reply(rotation);
    }
    rotation_free(rotation);
}

/* --- begin --- */

/* Makes the new master key, or reads the one that the user provides. */
static int make(const struct key_ring *ring, const struct key_rotate_params *params, struct rotation *rotation)
{
    if (!ring->place.next)
        return key_master_file_read(params->key_file.data, false, &rotation->to, rotation->problem) < 0 ? -ENOKEY : 0;
    (void)snprintf(rotation->path, sizeof rotation->path, "%s", ring->place.next);
    return key_master_make(&rotation->to);
}

static int start(struct key_ring *ring, struct call *call, struct rotation *rotation)
{
    const struct key_rotate_params *params = call->params;
    struct client *client = client_of_peer(call->peer);
    if (ring->rotating)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the master key is already being rotated");
    if (ring->count == 0)
        return call_fail(call, ERROR_KEYS_LOCKED, "no keys stored, nothing to rotate; add one: weir key set SERVICE");
    int r = key_unlock(ring, rotation->problem);
    rotation->from = ring->master;
    if (r == 0)
        r = make(ring, params, rotation);
    if (r < 0)
        return call_fail(call, ERROR_KEYS_LOCKED, "%s", *rotation->problem ? rotation->problem : strerror(-r));
    key_actor_of(call, &rotation->actor);
    rotation->ring = ring;
    rotation->arena = (struct arena)ARENA_LIMITED(ROTATION_BYTES);
    rotation->change = (struct store_change){.apply = rotate, .done = on_rotated};
    ring->rotating = true;
    uint64_t ticket = store_write(ring->store, &rotation->change);
    if (client)
        client->written = ticket;
    return 1;
}

static void proceed(struct key_ring *ring, struct call *call)
{
    struct rotation *rotation = calloc(1, sizeof *rotation);
    if (!rotation) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "out of memory");
        (void)call_drop(call);
        return;
    }
    rotation->call = call;
    if (start(ring, call, rotation) <= 0)
        rotation_free(rotation);
}

int key_rotate(struct call *call, const struct key_rotate_params *params)
{
    const struct key_ring *ring = key_ring_of(call);
    bool given = params->key_file_is == FIELD_SET;
    if (given != !ring->place.next || (given && params->key_file.data[0] != '/'))
        return call_refuse(
            call, ERROR_INVALID_PARAMS, "params.keyFile",
            ring->place.next ? "Invalid params: params.keyFile is for an external master key; this daemon makes its own"
                             : "Invalid params: params.keyFile must be the absolute path of a file with the new master "
                               "key, since the current one is external");
    return key_wait(call, proceed);
}
