/* Generated from contract/key.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct key_record {
    struct slice service;
    /* The last four characters; absent for keys shorter than twelve characters. */
    struct slice last_four;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* When an executor or the broker last received the key, epoch milliseconds; absent: never. */
    int64_t used_at;
    enum field_is used_at_is;
    int64_t uses;
};

extern const struct shape key_record_shape;
