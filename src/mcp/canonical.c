#include "mcp/canonical.h"

#include <errno.h>
#include <stdlib.h>

#include "json/read.h"
#include "json/write.h"

static int compare(const void *a, const void *b)
{
    struct slice left = json_text(*(yyjson_val *const *)a), right = json_text(*(yyjson_val *const *)b);
    int order = memcmp(left.data, right.data, left.size < right.size ? left.size : right.size);
    return order ? order : (left.size > right.size) - (left.size < right.size);
}

static int write_object(struct buf *out, struct arena *scratch, const yyjson_val *object)
{
    size_t count = yyjson_obj_size((yyjson_val *)object);
    yyjson_val **keys = arena_alloc(scratch, (count + 1) * sizeof(yyjson_val *));
    if (!keys)
        return -ENOMEM;
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)object);
    for (size_t i = 0; i < count; i++)
        keys[i] = yyjson_obj_iter_next(&iter);
    qsort(keys, count, sizeof(yyjson_val *), compare);
    buf_append_char(out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        json_write_value(out, keys[i]);
        buf_append_char(out, ':');
        int r = mcp_canonical_write(out, scratch, yyjson_obj_iter_get_val(keys[i]));
        if (r < 0)
            return r;
    }
    return buf_append_char(out, '}');
}

static int write_array(struct buf *out, struct arena *scratch, const yyjson_val *array)
{
    const char *separator = "";
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)array);
    buf_append_char(out, '[');
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
        buf_append_text(out, separator);
        int r = mcp_canonical_write(out, scratch, item);
        if (r < 0)
            return r;
    }
    return buf_append_char(out, ']');
}

/* The reader of JSON limits the depth. */
int mcp_canonical_write(struct buf *out, struct arena *scratch, const yyjson_val *value)
{
    if (yyjson_is_obj((yyjson_val *)value))
        return write_object(out, scratch, value);
    if (yyjson_is_arr((yyjson_val *)value))
        return write_array(out, scratch, value);
    return json_write_value(out, value);
}
