/* Which header fields go through the broker. Parses, and does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

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
