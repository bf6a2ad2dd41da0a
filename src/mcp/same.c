#include "mcp/same.h"

#include <errno.h>

#include "base/slice.h"
#include "json/read.h"

static int spend(size_t *work, size_t steps)
{
    if (*work < steps)
        return -E2BIG;
    *work -= steps;
    return 0;
}

static int equal_objects(size_t *work, const yyjson_val *a, const yyjson_val *b, bool *ret_equal)
{
    *ret_equal = yyjson_obj_size((yyjson_val *)a) == yyjson_obj_size((yyjson_val *)b);
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)a);
    for (yyjson_val *key; *ret_equal && (key = yyjson_obj_iter_next(&iter));) {
        struct slice name = json_text(key);
        int r = spend(work, yyjson_obj_size((yyjson_val *)b)); /* the search */
        const yyjson_val *other = yyjson_obj_getn((yyjson_val *)b, name.data, name.size);
        *ret_equal = other != NULL;
        if (r == 0 && other)
            r = mcp_same(work, yyjson_obj_iter_get_val(key), other, ret_equal);
        if (r < 0)
            return r;
    }
    return 0;
}

static int equal_arrays(size_t *work, const yyjson_val *a, const yyjson_val *b, bool *ret_equal)
{
    *ret_equal = yyjson_arr_size((yyjson_val *)a) == yyjson_arr_size((yyjson_val *)b);
    yyjson_arr_iter left = yyjson_arr_iter_with((yyjson_val *)a), right = yyjson_arr_iter_with((yyjson_val *)b);
    for (yyjson_val *item; *ret_equal && (item = yyjson_arr_iter_next(&left));) {
        int r = mcp_same(work, item, yyjson_arr_iter_next(&right), ret_equal);
        if (r < 0)
            return r;
    }
    return 0;
}

/* 1 equals 1.0. Depth is limited by the reader of JSON. */
int mcp_same(size_t *work, const yyjson_val *a, const yyjson_val *b, bool *ret_equal)
{
    yyjson_type type = unsafe_yyjson_get_type((yyjson_val *)a);
    double left, right;
    *ret_equal = false;
    if (unsafe_yyjson_get_type((yyjson_val *)b) != type)
        return spend(work, 1);
    switch (type) {
    case YYJSON_TYPE_OBJ:
        return equal_objects(work, a, b, ret_equal);
    case YYJSON_TYPE_ARR:
        return equal_arrays(work, a, b, ret_equal);
    case YYJSON_TYPE_BOOL:
        *ret_equal = yyjson_is_true((yyjson_val *)a) == yyjson_is_true((yyjson_val *)b);
        break;
    case YYJSON_TYPE_RAW:
        *ret_equal = slice_equal(json_text(a), json_text(b)) ||
                     (json_number(a, &left) == 0 && json_number(b, &right) == 0 && left == right);
        break;
    case YYJSON_TYPE_STR:
        *ret_equal = slice_equal(json_text(a), json_text(b));
        break;
    default:
        *ret_equal = true;
        break;
    }
    return spend(work, 1 + (type == YYJSON_TYPE_STR ? json_text(a).size / 64 : 0));
}
