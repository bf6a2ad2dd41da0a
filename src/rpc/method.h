/* The types of the generated tables of methods, events and errors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "json/shape.h"

struct call;

/* The kind of program at the other end of a connection. The contract lists who may call a method. */
enum caller {
    CALLER_CLIENT = 1,
    CALLER_EXECUTOR = 2,
    CALLER_APP = 4,
    CALLER_BRIDGE = 8,
    CALLER_DAEMON = 16,
    CALLER_BROKER = 32,
    CALLER_CONNECTOR = 64, /* weir-mcp */
    CALLER_RECORDER = 128, /* weir-capture */
    CALLER_WATCHER = 256,  /* weir-watch */
};

enum method_flag {
    METHOD_WAITS = 1,        /* the response may take long; clients choose their time-outs by it */
    METHOD_NOTIFICATION = 2, /* declared as a notification: never answered */
    METHOD_SECRET = 4,       /* has a secret: the memory of its messages is wiped */
};

struct method {
    struct slice name;
    const struct shape *params; /* always an object */
    const struct shape *result; /* NULL for a notification */
    const uint8_t *positional;  /* indexes of the fields that can be passed by position */
    uint8_t positional_count;
    uint16_t callers; /* bits of enum caller */
    uint8_t flags;
};

/* An event that the daemon sends. */
struct event_type {
    struct slice name;
    const struct shape *params;
};

struct error_type {
    int32_t code;
    struct slice word; /* data.code */
    struct slice message;
};

struct dispatch_entry {
    const struct method *method;
    int (*handle)(struct call *call, const void *params);
};

/* The methods that one program handles. `slots` is a hash table of indexes into `entries` plus one (0: free),
 * with method_hash() and linear probing. */
struct dispatch {
    const struct dispatch_entry *entries;
    const uint16_t *slots;
    uint32_t count;
    uint32_t slot_mask;
};

/* ':' and '.' are equivalent in names that a client sends. FNV-1a, the same as in the generator. */
static inline uint32_t method_hash(struct slice name)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        hash = (hash ^ (c == ':' ? '.' : c)) * 16777619u;
    }
    return hash;
}

bool method_name_matches(struct slice declared, struct slice sent);

/* Whether the contract has a secret method of this name. */
bool method_is_secret(struct slice name);

/* Returns NULL if the program has no such method. */
const struct dispatch_entry *dispatch_find(const struct dispatch *dispatch, struct slice name);
