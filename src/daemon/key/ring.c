/* Loads the keys from the store once, keeps them sealed in memory, and queues calls that arrive before the load
 * is done. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/key/internal.h"
#include "rpc/call.h"
#include "json/write.h"

struct key_waiter {
    struct list link; /* in ring->waiting */
    struct call *call;
    key_proceed_fn proceed;
};

static void end_wait(struct key_ring *ring)
{
    while (!list_is_empty(&ring->waiting)) {
        struct key_waiter *waiter = list_member(ring->waiting.next, struct key_waiter, link);
        struct call *call = waiter->call;
        key_proceed_fn proceed = waiter->proceed;
        list_remove(&waiter->link);
        free(waiter);
        if (call->answered) { /* disconnected or cancelled */
            (void)call_drop(call);
        } else if (ring->state == KEYS_KNOWN) {
            proceed(ring, call);
        } else {
            (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, KEYS_UNKNOWN_PROBLEM);
            (void)call_drop(call);
        }
    }
}

int key_wait(struct call *call, key_proceed_fn proceed)
{
    struct key_ring *ring = key_ring_of(call);
    if (ring->state == KEYS_FAILED || !store_is_open(ring->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, KEYS_UNKNOWN_PROBLEM);
    struct key_waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &waiter->call);
    if (r < 0) {
        free(waiter);
        return r;
    }
    call_hold(waiter->call);
    waiter->proceed = proceed;
    list_append(&ring->waiting, &waiter->link);
    if (ring->state == KEYS_KNOWN)
        end_wait(ring);
    return 0;
}

enum { LOAD_BYTES = 512 << 20 };

/* --- lifetime --- */

int key_ring_new(struct store *store, struct audit *audit, const struct config_settings *settings,
                 const char *state_dir, struct key_ring **ret_ring)
{
    int r = key_seal_init();
    if (r < 0)
        return r;
    struct key_ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return -ENOMEM;
    ring->store = store;
    ring->audit = audit;
    ring->settings = settings;
    list_init(&ring->waiting);
    *ret_ring = ring;
    return key_master_file_init(&ring->place, state_dir);
}

void key_ring_stop(struct key_ring *ring)
{
    ring->stopping = true;
}

static void forget_all(struct key_ring *ring)
{
    for (size_t i = 0; i < ring->count; i++)
        free(ring->entries[i].sealed);
    free(ring->entries);
    ring->entries = NULL;
    ring->count = 0;
}

struct key_ring *key_ring_free(struct key_ring *ring)
{
    if (!ring)
        return NULL;
    forget_all(ring);
    key_master_clear(&ring->master);
    key_master_file_clear(&ring->place);
    key_rates_clear(&ring->rates);
    free(ring);
    return NULL;
}

struct key_entry *key_find(struct key_ring *ring, struct slice service)
{
    for (size_t i = 0; i < ring->count; i++)
        if (slice_is(service, ring->entries[i].service))
            return &ring->entries[i];
    return NULL;
}

bool key_is_stored(const struct key_ring *ring, struct slice service)
{
    return key_find((struct key_ring *)ring, service);
}

static struct key_entry *add(struct key_ring *ring, struct slice service)
{
    if (service.size > KEY_SERVICE_MAX)
        return NULL;
    struct key_entry *entries = realloc(ring->entries, (ring->count + 1) * sizeof *entries);
    if (!entries)
        return NULL;
    ring->entries = entries;
    struct key_entry *entry = &entries[ring->count++];
    *entry = (struct key_entry){0};
    slice_copy(entry->service, service);
    return entry;
}

int key_keep(struct key_ring *ring, struct slice service, struct slice sealed)
{
    unsigned char *copy = malloc(sealed.size ? sealed.size : 1);
    struct key_entry *entry = copy ? key_find(ring, service) : NULL;
    if (copy && !entry)
        entry = add(ring, service);
    if (!entry) {
        free(copy);
        return -ENOMEM;
    }
    slice_copy((char *)copy, sealed);
    free(entry->sealed);
    entry->sealed = copy;
    entry->sealed_size = sealed.size;
    return 0;
}

void key_forget(struct key_ring *ring, struct slice service)
{
    struct key_entry *entry = key_find(ring, service);
    if (!entry)
        return;
    free(entry->sealed);
    *entry = ring->entries[--ring->count];
    if (ring->count == 0)
        ring->master_id[0] = '\0';
}

/* --- master key --- */

int key_unlock(struct key_ring *ring, char problem[static KEY_PROBLEM_SIZE])
{
    char found[KEY_PROBLEM_SIZE];
    if (ring->master.bytes && strcmp(ring->master.id, ring->master_id) == 0)
        return 0;
    key_master_clear(&ring->master);
    ring->unsaved = false;
    if (key_master_file_settle(&ring->place, ring->master_id, &ring->master, found) == 0)
        return 0;
    (void)snprintf(problem, KEY_PROBLEM_SIZE, "%.180s; restore the right file, or delete the keys and set them again",
                   found);
    return -ENOKEY;
}

/* --- loading --- */

struct load {
    struct store_query query;
    struct key_ring *ring;
    void (*then)(void *user);
    void *user;
    struct arena arena;
    struct store_keys keys;
    char master_id[STORE_KEY_ID_SIZE];
};

static int load(struct store_query *query, struct store_tx *tx)
{
    struct load *load = list_member(query, struct load, query);
    int r = store_key_list(tx, &load->arena, &load->keys);
    return r < 0 ? r : store_key_master(tx, load->master_id);
}

static void take(struct key_ring *ring, const struct load *load)
{
    char problem[KEY_PROBLEM_SIZE];
    int r = 0;
    forget_all(ring);
    for (size_t i = 0; i < load->keys.count && r == 0; i++)
        r = key_keep(ring, load->keys.items[i].record.service, load->keys.items[i].sealed);
    (void)snprintf(ring->master_id, sizeof ring->master_id, "%s", load->master_id);
    ring->state = r == 0 ? KEYS_KNOWN : KEYS_FAILED;
    if (r < 0)
        log_error("keys: cannot load them: %s", strerror(-r));
    else if (ring->count > 0 && key_unlock(ring, problem) < 0)
        log_error("keys: cannot unseal them: %s", problem);
}

/* If a reload fails, the keys of the previous load stay valid. */
static void finish(struct key_ring *ring, void (*then)(void *user), void *user)
{
    if (ring->state == KEYS_UNKNOWN)
        ring->state = KEYS_FAILED;
    end_wait(ring);
    then(user);
}

static void on_loaded(struct store_query *query)
{
    struct load *load = list_member(query, struct load, query);
    if (query->status == 0)
        take(load->ring, load);
    else
        log_error("keys: cannot read them from the store: %s", strerror(-query->status));
    finish(load->ring, load->then, load->user);
    arena_clear(&load->arena);
    free(load);
}

void key_ring_open(struct key_ring *ring, int status, void (*then)(void *user), void *user)
{
    struct load *made = status == 0 ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        finish(ring, then, user);
        return;
    }
    made->ring = ring;
    made->then = then;
    made->user = user;
    made->arena = (struct arena)ARENA_LIMITED(LOAD_BYTES);
    made->query = (struct store_query){.run = load, .done = on_loaded};
    store_read(ring->store, &made->query);
}

/* --- audit --- */

void key_actor_of(struct call *call, struct key_actor *ret_actor)
{
    struct audit_note note = {.client = SLICE("")};
    audit_actor(call, &note);
    *ret_actor = (struct key_actor){.uid = note.uid, .pid = note.pid};
    (void)snprintf(ret_actor->client, sizeof ret_actor->client, "%.*s", SLICE_ARG(note.client));
}

int key_audit(struct store_tx *tx, const struct key_actor *actor, const char *what, struct slice data)
{
    struct audit_note note = {
        .what = slice_of(what),
        .session_id = SLICE(""),
        .task_id = SLICE(""),
        .data = data,
        .uid = actor->uid,
        .pid = actor->pid,
        .client = slice_of(actor->client),
    };
    return store_audit_add(tx, &note);
}

struct slice key_service_data(struct slice service, char text[static KEY_DATA_SIZE])
{
    struct buf out = {.data = text, .capacity = KEY_DATA_SIZE, .limit = KEY_DATA_SIZE};
    buf_append_text(&out, "{\"service\":");
    json_write_string(&out, service);
    buf_append_char(&out, '}');
    return out.error ? SLICE("{}") : buf_slice(&out);
}
