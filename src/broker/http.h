/* The parts of HTTP messages that pass through the broker: header fields, and what a request target asks for. Parses,
 * and does no I/O. */
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

/* Upper and lower case are the same in names. */
bool head_name_is(struct slice name, struct slice other);

struct head {
    struct head_field fields[HEAD_FIELDS_MAX];
    size_t count, bytes;
    struct slice connection; /* the value of that field; or empty */
    bool has_length, has_encoding;
    int64_t length; /* of the body, where it is told */
};

/* One field after the other. -EBADMSG: it could be read in two ways, or could end the line that it stands in.
 * -E2BIG: more than anybody needs. */
int head_add(struct head *head, struct slice name, struct slice value);

/* Whether a field of the executor's request goes to the provider. `key_name` is the field that carries the key. */
bool head_goes_up(const struct head *head, struct slice name, struct slice key_name);

/* Whether a field of the provider's answer goes to the executor. */
bool head_goes_down(const struct head *head, struct slice name);

enum { TARGET_BYTES_MAX = 2048 };

/* Slices of the line. */
struct target {
    struct slice service; /* the first segment of the path */
    struct slice path;    /* what is behind it, with its slash, without the query */
    struct slice query;   /* with its question mark; or empty */
};

/* Nothing but /SERVICE/PATH[?QUERY] of plain characters: no other host, no empty segment, none that leads up or is
 * written in another way than it is meant (%2e). -EINVAL. */
int target_read(struct slice uri, struct target *ret_target);

/* What a provider is asked for by a method and a path. Only what can be counted is served: whoever could start a batch,
 * say, would have used more than the budget long before anybody is told. */
struct endpoint {
    const char *method, *path; /* a path that ends in / is for one more segment */
    enum endpoint_cost {
        ENDPOINT_FREE,
        ENDPOINT_INPUT,  /* what is sent */
        ENDPOINT_OUTPUT, /* and what is answered */
    } cost;
};

/* NULL: it is not served. */
const struct endpoint *endpoint_find(enum broker_provider_format format, struct slice method, struct slice path);
