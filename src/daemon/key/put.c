/* Stores keys as a part of another concern's change, and opens them for it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "daemon/key/internal.h"

/* --- master key --- */

int key_master_ready(struct key_ring *ring, char problem[static KEY_PROBLEM_SIZE])
{
    if (ring->count > 0)
        return key_unlock(ring, problem);
    if (ring->master.bytes && ring->unsaved)
        return 0;
    key_master_clear(&ring->master); /* its file may have been removed together with the keys */
    int r = key_master_file_read(ring->place.path, ring->place.credential, &ring->master, problem);
    if (r != -ENOENT || !ring->place.next)
        return r < 0 ? -ENOKEY : 0;
    r = key_master_make(&ring->master);
    ring->unsaved = r == 0;
    return r;
}

void key_saving_init(struct key_saving *saving, struct key_ring *ring)
{
    memcpy(saving->master_id, ring->master.id, sizeof saving->master_id);
    saving->master = &ring->master;
    if (ring->unsaved)
        (void)snprintf(saving->path, sizeof saving->path, "%s", ring->place.path);
}

/* Stores the master key before the first key that is sealed under it. */
static int save_master(struct key_saving *saving)
{
    struct key_master stored = {0};
    int r = key_master_file_write(saving->path, saving->master, saving->problem);
    if (r == 0)
        return fault_point("key.master_saved");
    if (r != -EEXIST || key_master_file_read(saving->path, false, &stored, saving->problem) < 0)
        return -ENOKEY;
    bool same = strcmp(stored.id, saving->master_id) == 0;
    key_master_clear(&stored);
    return same ? 0 : -ESTALE;
}

int key_saving_apply(struct key_saving *saving, struct store_tx *tx)
{
    char id[STORE_KEY_ID_SIZE];
    int r = store_key_master(tx, id);
    if (r == 0 && *id && strcmp(id, saving->master_id) != 0)
        return -ESTALE;
    if (r == 0 && !*id && saving->path[0])
        r = save_master(saving);
    return r < 0 || *id ? r : store_key_set_master(tx, slice_of(saving->master_id));
}

void key_saving_done(const struct key_saving *saving, struct key_ring *ring)
{
    ring->unsaved = false;
    (void)snprintf(ring->master_id, sizeof ring->master_id, "%s", saving->master_id);
}

/* --- several keys --- */

struct sealed {
    char service[KEY_SERVICE_MAX + 1];
    unsigned char *data; /* NULL: the key is removed */
    size_t size;
};

struct key_batch {
    struct key_ring *ring;
    struct key_saving saving;
    bool seals;
    size_t count;
    struct sealed items[];
};

struct key_batch *key_batch_free(struct key_batch *batch)
{
    for (size_t i = 0; batch && i < batch->count; i++)
        free(batch->items[i].data);
    free(batch);
    return NULL;
}

static int seal(struct key_batch *batch, const struct key_put *put)
{
    struct sealed *item = &batch->items[batch->count++];
    slice_copy(item->service, put->service);
    if (!put->value.data)
        return 0;
    item->size = KEY_SEAL_BYTES + put->value.size;
    item->data = malloc(item->size);
    batch->seals = true;
    return item->data ? key_seal(&batch->ring->master, put->service, put->value, item->data) : -ENOMEM;
}

int key_batch_new(struct key_ring *ring, const struct key_put *puts, size_t count, struct key_batch **ret_batch,
                  char problem[static 256])
{
    struct key_batch *batch = calloc(1, sizeof *batch + count * sizeof *batch->items);
    bool seals = false;
    for (size_t i = 0; i < count; i++)
        seals |= puts[i].value.data != NULL;
    int r = batch ? 0 : -ENOMEM;
    problem[0] = '\0';
    if (r == 0 && ring->state != KEYS_KNOWN) {
        (void)snprintf(problem, 256, KEYS_UNKNOWN_PROBLEM);
        r = -ENOKEY;
    } else if (r == 0 && seals && ring->rotating) {
        (void)snprintf(problem, 256, "the master key is being rotated; try again");
        r = -ENOKEY;
    } else if (r == 0 && seals && ring->count + count > KEY_COUNT_MAX) {
        (void)snprintf(problem, 256, "limit of %d keys reached; delete some", KEY_COUNT_MAX);
        r = -ENOKEY;
    } else if (r == 0 && seals) {
        r = key_master_ready(ring, problem);
    }
    if (r == 0) {
        batch->ring = ring;
        key_saving_init(&batch->saving, ring);
    }
    for (size_t i = 0; r == 0 && i < count; i++)
        r = seal(batch, &puts[i]);
    if (r < 0)
        (void)key_batch_free(batch);
    else
        *ret_batch = batch;
    return r;
}

int key_batch_apply(struct key_batch *batch, struct store_tx *tx)
{
    int r = batch->seals ? key_saving_apply(&batch->saving, tx) : 0;
    for (size_t i = 0; r == 0 && i < batch->count; i++) {
        const struct sealed *item = &batch->items[i];
        const struct store_key key = {
            .record = {.service = slice_of(item->service), .last_four = SLICE(""), .created_at = clock_epoch_ms()},
            .sealed = {(const char *)item->data, item->size},
        };
        r = item->data ? store_key_put(tx, &key) : store_key_remove(tx, slice_of(item->service));
        r = !item->data && r == -ENOENT ? 0 : r;
    }
    return r;
}

const char *key_batch_problem(const struct key_batch *batch)
{
    return batch->saving.problem[0] ? batch->saving.problem
                                    : "the master key changed during the call, nothing was stored; try again";
}

int key_batch_done(struct key_batch *batch)
{
    int r = 0;
    if (batch->seals)
        key_saving_done(&batch->saving, batch->ring);
    for (size_t i = 0; i < batch->count; i++) {
        const struct sealed *item = &batch->items[i];
        if (!item->data)
            key_forget(batch->ring, slice_of(item->service));
        else if (key_keep(batch->ring, slice_of(item->service), (struct slice){(char *)item->data, item->size}) < 0)
            r = -ENOMEM;
    }
    return r;
}

void key_removed(struct key_ring *ring, struct slice service)
{
    key_forget(ring, service);
}

/* --- opening --- */

int key_open_own(struct key_ring *ring, struct slice service, struct slice who, struct key_value *ret_value,
                 enum error_id *ret_error, char problem[static 256])
{
    char data[KEY_DATA_SIZE];
    struct audit_note entry = {.what = SLICE("key.used"), .uid = geteuid(), .client = who};
    int r = key_open_entry(ring, service, ret_value, ret_error, problem);
    entry.data = key_service_data(service, data);
    if (r < 0)
        entry.what = SLICE("key.refused");
    audit_write(ring->audit, &entry);
    return r;
}

bool key_open_quietly(struct key_ring *ring, struct slice service, struct key_value *ret_value)
{
    enum error_id error;
    char problem[KEY_PROBLEM_SIZE];
    return key_open_entry(ring, service, ret_value, &error, problem) == 0;
}

bool key_is_own(struct slice service)
{
    return service.size > 0 && memchr(service.data, ':', service.size);
}
