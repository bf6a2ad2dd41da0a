/* Generated from contract/audit.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct audit_entry {
    /* Entries are numbered from 1 without gaps. */
    int64_t no;
    /* Epoch milliseconds. */
    int64_t at;
    /* key.set, key.used, permission.answered, executor.started, … */
    struct slice what;
    int64_t uid;
    /* The process that caused the entry; 0: the daemon itself. */
    int64_t pid;
    /* The name that the client gave in initialize; weird: the daemon itself; executor ID: that executor. */
    struct slice client;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    /* Details of the entry; never a secret. */
    struct json_any data;
    enum field_is data_is;
    /* The hash of this entry and the one before it; hexadecimal. */
    struct slice hash;
};

extern const struct shape audit_entry_shape;
