/* Generated from contract/audit.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct audit_entry {
    /* From 1, without a hole. */
    int64_t no;
    /* Epoch milliseconds. */
    int64_t at;
    /* key.set, key.used, permission.answered, executor.started, … */
    struct slice what;
    int64_t uid;
    /* 0: the daemon itself. */
    int64_t pid;
    /* The name that it gave in initialize; weird: the daemon itself; executor ID: that one. */
    struct slice client;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    /* What there is to say of it; never a secret. */
    struct json_any data;
    enum field_is data_is;
    /* Of this entry and the one before it; hexadecimal. */
    struct slice hash;
};

extern const struct shape audit_entry_shape;
