/* Handlers of key.set, key.delete, key.list and key.give. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "contract/key.h"
#include "daemon/client/client.h"
#include "daemon/key/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- key.set --- */

enum { SHOWN_LEAST = 12, SHOWN = 4 };

struct new_key {
    struct store_change change;
    struct key_ring *ring;
    struct call *call; /* deferred and held */
    struct key_actor actor;
    char last_four[4 * SHOWN + 1];
    int64_t created_at;
    struct key_saving saving;
    size_t sealed_size;
    unsigned char sealed[];
};

/* --- checks --- */

static bool is_service(struct slice service)
{
    for (size_t i = 0; i < service.size; i++) {
        char c = service.data[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-' && c != '_')
            return false;
    }
    return service.size > 0 && service.size <= KEY_SERVICE_MAX;
}

/* The value goes into an HTTP header, where a line break would start another header. */
static bool is_value(struct slice value)
{
    for (size_t i = 0; i < value.size; i++)
        if ((unsigned char)value.data[i] < ' ' || value.data[i] == 0x7f)
            return false;
    return true;
}

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static void note_last_four(struct slice value, char *text)
{
    size_t characters = 0, at = value.size;
    for (size_t i = 0; i < value.size; i++)
        characters += begins_character(value.data[i]);
    text[0] = '\0';
    if (characters < SHOWN_LEAST)
        return;
    for (unsigned found = 0; found < SHOWN; found += begins_character(value.data[at]))
        at--;
    memcpy(text, value.data + at, value.size - at);
    text[value.size - at] = '\0';
}

/* --- writer thread --- */

static int put(struct store_change *change, struct store_tx *tx)
{
    struct new_key *new_key = list_member(change, struct new_key, change);
    const struct key_set_params *params = new_key->call->params;
    char data[KEY_DATA_SIZE];
    struct store_key key = {
        .record = {.service = params->service,
                   .last_four = slice_of(new_key->last_four),
                   .created_at = new_key->created_at},
        .sealed = {(const char *)new_key->sealed, new_key->sealed_size},
    };
    int r = key_saving_apply(&new_key->saving, tx);
    if (r == 0)
        r = store_key_put(tx, &key);
    if (r == 0)
        r = key_audit(tx, &new_key->actor, "key.set", key_service_data(params->service, data));
    return r < 0 ? r : fault_point("key.set");
}

/* --- response --- */

static void reply(struct new_key *new_key)
{
    const struct key_set_params *params = new_key->call->params;
    struct key_ring *ring = new_key->ring;
    key_saving_done(&new_key->saving, ring);
    (void)key_set_reply(new_key->call, &(struct key_record){.service = params->service,
                                                            .last_four = slice_of(new_key->last_four),
                                                            .created_at = new_key->created_at});
}

static void on_put(struct store_change *change)
{
    struct new_key *new_key = list_member(change, struct new_key, change);
    const struct key_set_params *params = new_key->call->params;
    struct slice sealed = {(const char *)new_key->sealed, new_key->sealed_size};
    int r = change->status;
    if (r == 0)
        r = key_keep(new_key->ring, params->service, sealed);
    if (change->failed)
        (void)store_fail_call(new_key->ring->store, new_key->call, r);
    else if (r == -ENOKEY)
        (void)call_fail(new_key->call, ERROR_KEYS_LOCKED, "%s", new_key->saving.problem);
    else if (r == -ESTALE)
        (void)call_fail(new_key->call, ERROR_KEYS_LOCKED,
                        "the master key changed during the call, nothing was stored; try again");
    else if (r < 0)
        (void)call_fail(new_key->call, ERROR_INTERNAL_ERROR, "cannot store the key of %.*s: %s",
                        SLICE_ARG(params->service), strerror(-r));
    else
        reply(new_key);
    (void)call_drop(new_key->call);
    free(new_key);
}

/* --- sealing --- */

static int seal(struct call *call, struct key_ring *ring, struct new_key **ret_setting)
{
    const struct key_set_params *params = call->params;
    size_t sealed_size = KEY_SEAL_BYTES + params->value.size;
    struct new_key *new_key = calloc(1, sizeof *new_key + sealed_size);
    if (!new_key)
        return -ENOMEM;
    new_key->created_at = clock_epoch_ms();
    new_key->sealed_size = sealed_size;
    key_actor_of(call, &new_key->actor);
    note_last_four(params->value, new_key->last_four);
    key_saving_init(&new_key->saving, ring);
    int r = key_seal(&ring->master, params->service, params->value, new_key->sealed);
    if (r < 0)
        free(new_key);
    else
        *ret_setting = new_key;
    return r;
}

static int start(struct key_ring *ring, struct call *call)
{
    const struct key_set_params *params = call->params;
    struct client *client = client_of_peer(call->peer);
    char problem[KEY_PROBLEM_SIZE] = "";
    struct new_key *new_key = NULL;
    if (ring->rotating)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the master key is being rotated; try again");
    if (ring->count >= KEY_COUNT_MAX && !key_find(ring, params->service))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.service",
                           "Invalid params: limit of 1000 keys reached; delete some");
    int r = key_master_ready(ring, problem);
    if (r == 0)
        r = seal(call, ring, &new_key);
    /* The plain value is not needed any more. */
    explicit_bzero((char *)params->value.data, params->value.size);
    if (r == -ENOKEY)
        return call_fail(call, ERROR_KEYS_LOCKED, "%s", problem);
    if (!new_key)
        return call_fail(call, ERROR_INTERNAL_ERROR, "Internal error: %s", strerror(-r));
    new_key->ring = ring;
    new_key->call = call;
    new_key->change = (struct store_change){.apply = put, .done = on_put};
    uint64_t ticket = store_write(ring->store, &new_key->change);
    if (client)
        client->written = ticket;
    return 1;
}

static void proceed(struct key_ring *ring, struct call *call)
{
    if (start(ring, call) <= 0)
        (void)call_drop(call);
}

int key_set(struct call *call, const struct key_set_params *params)
{
    if (!is_service(params->service))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.service",
                           "Invalid params: params.service must have lower-case letters, digits, - and _ only");
    if (!is_value(params->value))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.value",
                           "Invalid params: params.value must be one line, without control characters");
    return key_wait(call, proceed);
}

/* --- key.delete --- */

static int erase(struct store_request *request, struct store_tx *tx)
{
    const struct key_delete_params *params = request->call->params;
    char data[KEY_DATA_SIZE];
    int r = store_key_remove(tx, params->service);
    return r < 0 ? r : key_audit(tx, request->more, "key.deleted", key_service_data(params->service, data));
}

static void answer_delete(struct store_request *request)
{
    const struct key_delete_params *params = request->call->params;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_NO_SUCH_KEY, "no such key: %.*s", SLICE_ARG(params->service));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot delete the key of %.*s: %s",
                        SLICE_ARG(params->service), strerror(-request->status));
    } else {
        key_forget(key_ring_of(request->call), params->service);
        (void)key_delete_reply(request->call, &(struct key_delete_result){.deleted = true});
    }
}

int key_delete(struct call *call, const struct key_delete_params *params)
{
    struct key_actor actor;
    (void)params;
    key_actor_of(call, &actor);
    return store_request_write_with(call, &actor, sizeof actor, erase, answer_delete);
}

/* --- key.list --- */

/* The values of variables and headers of an MCP server (mcp:SERVERID:values) are not a key of their own. */
static bool is_part(struct slice service)
{
    const char *colon = memchr(service.data, ':', service.size);
    return colon && memchr(colon + 1, ':', service.size - (size_t)(colon + 1 - service.data));
}

static int find_keys(struct store_request *request, struct store_tx *tx)
{
    struct key_list_result *result = request->more;
    struct store_keys keys;
    int r = store_key_list(tx, &request->arena, &keys);
    if (r < 0)
        return r;
    result->items = arena_alloc(&request->arena, (keys.count + 1) * sizeof *result->items);
    if (!result->items)
        return -ENOMEM;
    for (size_t i = 0; i < keys.count; i++)
        if (!is_part(keys.items[i].record.service))
            result->items[result->count++] = keys.items[i].record;
    return 0;
}

static void answer_list(struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot read the keys: %s", strerror(-request->status));
    else
        (void)key_list_reply(request->call, request->more);
}

int key_list(struct call *call, const struct key_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct key_list_result), find_keys, answer_list);
}

/* --- key.give --- */

static void give_key(struct key_ring *ring, struct call *call)
{
    const struct key_give_params *params = call->params;
    struct audit_note entry = {.what = SLICE("key.given")};
    struct key_value value = {0};
    enum error_id error = ERROR_KEY_NOT_FOUND;
    char problem[256] = "", asker[32];
    audit_actor(call, &entry);
    (void)snprintf(asker, sizeof asker, "user %lld", (long long)entry.uid);
    if (key_take(ring, params->service, slice_of(asker), &entry, &value, &error, problem) < 0)
        (void)key_fail(ring, call, slice_of(asker), error, problem);
    else
        (void)key_give_reply(call, &(struct key_give_result){.api_key = {value.data, value.size}});
    key_clear(&value);
    (void)call_drop(call);
}

int key_give(struct call *call, const struct key_give_params *params)
{
    (void)params;
    return key_wait(call, give_key);
}
