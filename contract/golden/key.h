/* Generated from contract/key.json by contract/generate; do not edit. */
/* Keys of the providers that agents use. Clients can store keys but cannot read them. */
#pragma once

#include "rpc/method.h"
#include "contract/key_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method key.set: Store the key of a provider. A previous key is replaced. */

struct key_set_params {
    /* Lower-case letters, digits, - and _. */
    struct slice service;
    struct slice value;
};

extern const struct shape key_set_params_shape;
extern const struct method key_set_method;
int key_set(struct call *call, const struct key_set_params *params);

static inline int key_set_reply(struct call *call, const struct key_record *result)
{
    return call_reply(call, result);
}

/* Method key.list: List the providers that have a key. */

struct key_list_params {
    char unused;
};

struct key_list_result {
    struct key_record *items;
    size_t count;
};

extern const struct shape key_list_params_shape;
extern const struct shape key_list_result_shape;
extern const struct method key_list_method;
int key_list(struct call *call, const struct key_list_params *params);

static inline int key_list_reply(struct call *call, const struct key_list_result *result)
{
    return call_reply(call, result);
}

/* Method key.delete: Delete the key of a provider. */

struct key_delete_params {
    struct slice service;
};

struct key_delete_result {
    bool deleted;
};

extern const struct shape key_delete_params_shape;
extern const struct shape key_delete_result_shape;
extern const struct method key_delete_method;
int key_delete(struct call *call, const struct key_delete_params *params);

static inline int key_delete_reply(struct call *call, const struct key_delete_result *result)
{
    return call_reply(call, result);
}

/* Method key.give: Get a key in clear, for a program of the user that calls a provider directly, such as weir-agent.
 *
 * The audit log records the call and the client. Bridges and processes inside an executor's sandbox cannot call it. */

struct key_give_params {
    struct slice service;
};

struct key_give_result {
    struct slice api_key;
};

extern const struct shape key_give_params_shape;
extern const struct shape key_give_result_shape;
extern const struct method key_give_method;
int key_give(struct call *call, const struct key_give_params *params);

static inline int key_give_reply(struct call *call, const struct key_give_result *result)
{
    return call_reply(call, result);
}

/* Method key.rotate: Seal all keys with a new master key. A crash at any point leaves keys that can be unsealed. */

struct key_rotate_params {
    /* If the master key is supplied from outside (WEIR_MASTER_KEY_FILE, a systemd credential): the absolute path of
     * a file with the new master key. The caller then replaces the old file with it. */
    struct slice key_file;
    enum field_is key_file_is;
};

struct key_rotate_result {
    /* The number of keys that were sealed with the new master key. */
    int64_t keys;
    /* The location of the new master key. */
    struct slice master_key;
};

extern const struct shape key_rotate_params_shape;
extern const struct shape key_rotate_result_shape;
extern const struct method key_rotate_method;
int key_rotate(struct call *call, const struct key_rotate_params *params);

static inline int key_rotate_reply(struct call *call, const struct key_rotate_result *result)
{
    return call_reply(call, result);
}
