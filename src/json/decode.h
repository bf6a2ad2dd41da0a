/* Decodes a parsed JSON value into a C struct, as described by a shape. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "json/shape.h"

/* The place and the reason of a decoding error. */
struct decode_error {
    char path[256]; /* "params.items[3].name" */
    char message[256];
    const char *at; /* the innermost key of that path in the parsed text; or NULL */
};

/* Fills *ret, a value of the shape's C type. Strings are slices of the parsed document; arrays and maps are
 * allocated in the arena. `root` is the first word of the path in an error ("params"). Returns -EINVAL with
 * *ret_error set, or -ENOMEM. */
int json_decode(struct arena *arena, const struct shape *shape, const yyjson_val *value, const char *root, void *ret,
                struct decode_error *ret_error);

/* The same for positional parameters: `positional` has the indexes of the fields for the array's items. */
int json_decode_positional(struct arena *arena, const struct shape *shape, const yyjson_val *array,
                           const uint8_t *positions, size_t position_count, const char *root, void *ret,
                           struct decode_error *ret_error);
