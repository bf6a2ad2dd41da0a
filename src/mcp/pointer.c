#include "mcp/pointer.h"

#include <stdbool.h>
#include <stdlib.h>

/* Removes ~0, ~1 and percent escapes of one step of a JSON pointer. Returns false if it is too long or not valid. */
static bool unescape(struct slice step, char *text, size_t size, size_t *ret_size)
{
    size_t used = 0;
    for (size_t i = 0; i < step.size; i++) {
        unsigned value = (unsigned char)step.data[i];
        if (value == '%') {
            char digits[3] = {0};
            char *end;
            if (i + 2 >= step.size)
                return false;
            memcpy(digits, step.data + i + 1, 2);
            value = (unsigned)strtoul(digits, &end, 16);
            if (end != digits + 2)
                return false;
            i += 2;
        }
        if (used == size)
            return false;
        text[used++] = (char)value;
    }
    size_t to = 0;
    for (size_t i = 0; i < used; i++) {
        bool escape = text[i] == '~' && i + 1 < used && (text[i + 1] == '0' || text[i + 1] == '1');
        text[to++] = (char)(escape ? text[i + 1] == '0' ? '~' : '/' : text[i]);
        i += escape;
    }
    *ret_size = to;
    return true;
}

static const yyjson_val *step_into(const yyjson_val *at, const char *text, size_t size)
{
    if (yyjson_is_obj((yyjson_val *)at))
        return yyjson_obj_getn((yyjson_val *)at, text, size);
    if (!yyjson_is_arr((yyjson_val *)at) || size == 0 || size > 6)
        return NULL;
    size_t index = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NULL;
        index = index * 10 + (size_t)(text[i] - '0');
    }
    return yyjson_arr_get((yyjson_val *)at, index);
}

const yyjson_val *mcp_pointer_find(const yyjson_val *root, struct slice ref)
{
    const yyjson_val *at = root;
    if (ref.size == 0 || ref.data[0] != '#' || (ref.size > 1 && ref.data[1] != '/'))
        return NULL;
    ref = (struct slice){ref.data + 1, ref.size - 1};
    while (at && ref.size > 0) {
        const char *end = memchr(ref.data + 1, '/', ref.size - 1);
        struct slice step = {ref.data + 1, end ? (size_t)(end - ref.data) - 1 : ref.size - 1};
        char text[256];
        size_t size;
        if (!unescape(step, text, sizeof text, &size))
            return NULL;
        at = step_into(at, text, size);
        ref = (struct slice){step.data + step.size, ref.size - 1 - step.size};
    }
    return at;
}
