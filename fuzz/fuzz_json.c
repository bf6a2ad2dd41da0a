/* Fuzzes strict parsing. It must accept exactly what yyjson accepts, except duplicate keys and deep nesting. An
 * accepted value must stay the same after writing and parsing it again. */
#include <errno.h>

#include "fuzz.h"
#include "json/read.h"
#include "json/write.h"

static bool is_strict(yyjson_val *value, size_t depth)
{
    size_t index, count, other_index, other_count;
    yyjson_val *key, *item, *other_key, *other_item;
    if (!unsafe_yyjson_is_ctn(value))
        return true;
    if (depth == JSON_DEPTH_MAX)
        return false;
    if (yyjson_is_arr(value)) {
        yyjson_arr_foreach(value, index, count, item) if (!is_strict(item, depth + 1)) return false;
        return true;
    }
    yyjson_obj_foreach(value, index, count, key, item)
    {
        if (!is_strict(item, depth + 1))
            return false;
        yyjson_obj_foreach(value, other_index, other_count, other_key,
                           other_item) if (other_index < index &&
                                           slice_equal(json_text(key), json_text(other_key))) return false;
    }
    return true;
}

/* Parses the written text and writes it again. */
static void check_again(struct slice text)
{
    struct arena arena = ARENA_LIMITED(64u << 20);
    struct buf again = BUF_LIMITED(64u << 20);
    struct json_error error = {0};
    yyjson_val *root = NULL;
    must(json_read(&arena, text, &root, &error) == 0);
    must(json_write_value(&again, root) == 0);
    must(slice_equal(text, buf_slice(&again)));
    buf_clear(&again);
    arena_clear(&arena);
}

static void check_large(struct slice text, int expected)
{
    struct json_large *large = NULL;
    struct json_error error = {0};
    int r = json_read_large(64u << 20, text, &large, &error);
    must(r == expected);
    large = json_large_free(large);
    if (expected == 0) { /* JSON with comments and trailing commas is a superset of JSON */
        must(json_read_commented(64u << 20, text, &large, &error) == 0);
        json_large_free(large);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(64u << 20);
    struct slice text = {(const char *)data, size};
    struct json_error error = {0};
    yyjson_val *root = NULL;
    if (size > 1 << 16)
        return 0;
    int r = json_read(&arena, text, &root, &error);
    must(r == 0 || r == -EINVAL);
    must(r == 0 || (error.message && error.offset <= size));

    yyjson_doc *plain =
        size ? yyjson_read_opts((char *)(uintptr_t)data, size, YYJSON_READ_NUMBER_AS_RAW, NULL, NULL) : NULL;
    must((r == 0) == (plain && is_strict(yyjson_doc_get_root(plain), 0)));
    yyjson_doc_free(plain);
    check_large(text, r);
    if (r == 0) {
        struct buf out = BUF_LIMITED(64u << 20);
        must(json_write_value(&out, root) == 0);
        check_again(buf_slice(&out));
        buf_clear(&out);
    }
    arena_clear(&arena);
    return 0;
}
