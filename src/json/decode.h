/* From a parsed value into a C struct, as a shape says. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "json/shape.h"

/* What is wrong and where. */
struct decode_error {
    char path[256]; /* "params.items[3].name" */
    char message[256];
    const char *at; /* the innermost key on that path, where it lies in the parsed text; or NULL */
};

/* Fills *ret, a value of the shape's C type. Strings are slices of the parsed document; arrays and maps lie in the
 * arena. `root` is the first word of the path in an error ("params"). -EINVAL with *ret_error filled, -ENOMEM. */
int json_decode(struct arena *arena, const struct shape *shape, const yyjson_val *value, const char *root, void *ret,
                struct decode_error *ret_error);

/* The same for an object whose fields were given by position: the array's items are the fields with these indexes. */
int json_decode_positional(struct arena *arena, const struct shape *shape, const yyjson_val *array,
                           const uint8_t *positions, size_t position_count, const char *root, void *ret,
                           struct decode_error *ret_error);
