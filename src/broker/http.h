/* Parses the parts of HTTP messages that pass through the broker: header fields and request targets. Does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/broker_types.h"

enum { HEAD_BYTES_MAX = 64 << 10, HEAD_FIELDS_MAX = 128 };

struct head_field {
    struct slice name, value;
};

/* Compares names without regard to case. */
bool head_name_is(struct slice name, struct slice other);

struct head {
    struct head_field fields[HEAD_FIELDS_MAX];
    size_t count, bytes;
    struct slice connection; /* value of the field Connection; or empty */
    bool has_length, has_encoding;
    int64_t length; /* of the body, if known */
};

/* Adds one field. Returns -EBADMSG if it is ambiguous or could end its line; -E2BIG if the limits are exceeded. */
int head_add(struct head *head, struct slice name, struct slice value);

/* Whether a field of the executor's request goes to the provider. `key_name` is the field with the key. */
bool head_goes_up(const struct head *head, struct slice name, struct slice key_name);

/* Whether a field of the provider's response goes to the executor. */
bool head_goes_down(const struct head *head, struct slice name);

enum { TARGET_BYTES_MAX = 2048 };

/* The slices point into the request line. */
struct target {
    struct slice service; /* the first segment of the path */
    struct slice path;    /* the rest with its slash, without the query */
    struct slice query;   /* with its question mark; or empty */
};

/* Accepts only /SERVICE/PATH[?QUERY] of plain characters: no host, no empty segment, no dot segment, no
 * percent-encoding (%2e). Returns -EINVAL otherwise. */
int target_read(struct slice uri, struct target *ret_target);

/* An API method of a provider. Only calls whose tokens can be counted are forwarded: a batch, for example, could exceed
 * the budget long before its usage is reported. */
struct endpoint {
    const char *method, *path; /* a path that ends with / has one more segment */
    enum endpoint_cost {
        ENDPOINT_FREE,
        ENDPOINT_INPUT,  /* counts the request */
        ENDPOINT_OUTPUT, /* counts the request and the response */
    } cost;
};

/* Returns NULL if the call is not forwarded. */
const struct endpoint *endpoint_find(enum broker_provider_format format, struct slice method, struct slice path);
