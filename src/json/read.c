#include "json/read.h"

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>

#define STRICT YYJSON_READ_NUMBER_AS_RAW
#define COMMENTED (STRICT | YYJSON_READ_ALLOW_COMMENTS | YYJSON_READ_ALLOW_TRAILING_COMMAS)

enum { FEW_KEYS = 8 };

struct json_large {
    yyjson_doc *doc;
    yyjson_alc allocator;
    size_t used, limit;
    bool wipes; /* freed memory is overwritten first */
};

/* --- memory --- */

static void *arena_malloc(void *context, size_t size)
{
    return arena_alloc(context, size);
}

static void *arena_grow(void *context, void *old, size_t old_size, size_t size)
{
    return arena_realloc(context, old, old_size, size);
}

static void arena_keep(void *context, void *pointer)
{
    (void)context;
    (void)pointer;
}

static void *capped_realloc(void *context, void *old, size_t old_size, size_t size)
{
    (void)old_size;
    struct json_large *large = context;
    size_t before = old ? malloc_usable_size(old) : 0;
    if (size > large->limit - (large->used - before))
        return NULL;
    void *place = realloc(old, size);
    if (place)
        large->used += malloc_usable_size(place) - before;
    return place;
}

static void *capped_malloc(void *context, size_t size)
{
    return capped_realloc(context, NULL, 0, size);
}

static void capped_free(void *context, void *pointer)
{
    struct json_large *large = context;
    size_t size = pointer ? malloc_usable_size(pointer) : 0;
    large->used -= size;
    if (large->wipes && pointer)
        explicit_bzero(pointer, size);
    free(pointer);
}

/* --- checks that yyjson does not make --- */

static int compare_keys(const void *a, const void *b)
{
    struct slice left = json_text(*(yyjson_val *const *)a);
    struct slice right = json_text(*(yyjson_val *const *)b);
    size_t shorter = left.size < right.size ? left.size : right.size;
    int order = memcmp(left.data, right.data, shorter);
    return order ? order : (left.size > right.size) - (left.size < right.size);
}

/* Sorts instead of hashing: no choice of keys makes sorting slow. */
static int check_many_keys(yyjson_val *object, size_t count, const yyjson_alc *allocator, const char **ret_again)
{
    yyjson_val **keys = allocator->malloc(allocator->ctx, count * sizeof *keys);
    if (!keys)
        return -ENOMEM;
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    for (size_t i = 0; i < count; i++)
        keys[i] = yyjson_obj_iter_next(&iter);
    qsort(keys, count, sizeof *keys, compare_keys);
    int r = 0;
    for (size_t i = 1; i < count && r == 0; i++)
        if (compare_keys(&keys[i - 1], &keys[i]) == 0) {
            const char *one = keys[i - 1]->uni.str, *other = keys[i]->uni.str;
            *ret_again = one > other ? one : other;
            r = -EINVAL;
        }
    allocator->free(allocator->ctx, keys);
    return r;
}

/* Returns -EINVAL with *ret_again set to a duplicate key. */
static int check_keys(yyjson_val *object, const yyjson_alc *allocator, const char **ret_again)
{
    size_t count = yyjson_obj_size(object);
    if (count > FEW_KEYS)
        return check_many_keys(object, count, allocator, ret_again);
    struct slice keys[FEW_KEYS];
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    for (size_t i = 0; i < count; i++) {
        keys[i] = json_text(yyjson_obj_iter_next(&iter));
        for (size_t j = 0; j < i; j++)
            if (slice_equal(keys[i], keys[j])) {
                *ret_again = keys[i].data;
                return -EINVAL;
            }
    }
    return 0;
}

/* The values of a document are contiguous in the order of the text, so one pass visits all of them. `ends` is
 * a stack of the ends of open containers. */
static int check(yyjson_doc *doc, const yyjson_alc *allocator, struct json_error *error)
{
    yyjson_val *ends[JSON_DEPTH_MAX];
    size_t depth = 0;
    yyjson_val *value = yyjson_doc_get_root(doc);
    yyjson_val *last = value + yyjson_doc_get_val_count(doc);
    for (; value < last; value++) {
        while (depth > 0 && value >= ends[depth - 1])
            depth--;
        if (!unsafe_yyjson_is_ctn(value))
            continue;
        if (depth == JSON_DEPTH_MAX) {
            *error = (struct json_error){"nesting deeper than 128", 0};
            return -EINVAL;
        }
        ends[depth++] = unsafe_yyjson_get_next(value);
        if (!unsafe_yyjson_is_obj(value))
            continue;
        const char *again = NULL;
        int r = check_keys(value, allocator, &again);
        if (r == -EINVAL)
            *error = (struct json_error){"duplicate key in an object", (size_t)(again - doc->str_pool)};
        if (r < 0)
            return r;
    }
    return 0;
}

static int read_with(const yyjson_alc *allocator, yyjson_read_flag flags, struct slice text, yyjson_doc **ret_doc,
                     struct json_error *error)
{
    yyjson_read_err err = {0};
    /* yyjson takes a non-const pointer but writes through it only in its in-situ mode. */
    yyjson_doc *doc = yyjson_read_opts((char *)text.data, text.size, flags, allocator, &err);
    if (!doc) {
        *error = (struct json_error){err.msg, err.pos};
        return err.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION ? -ENOMEM : -EINVAL;
    }
    int r = check(doc, allocator, error);
    if (r < 0) {
        yyjson_doc_free(doc);
        return r;
    }
    *ret_doc = doc;
    return 0;
}

int json_read(struct arena *arena, struct slice text, yyjson_val **ret_root, struct json_error *ret_error)
{
    yyjson_alc allocator = {arena_malloc, arena_grow, arena_keep, arena};
    yyjson_doc *doc = NULL;
    int r = read_with(&allocator, STRICT, text, &doc, ret_error);
    if (r == 0)
        *ret_root = yyjson_doc_get_root(doc);
    return r;
}

static int read_large(size_t limit, yyjson_read_flag flags, struct slice text, struct json_large **ret_large,
                      struct json_error *ret_error)
{
    struct json_large *large = calloc(1, sizeof *large);
    if (!large)
        return -ENOMEM;
    large->limit = limit;
    large->allocator = (yyjson_alc){capped_malloc, capped_realloc, capped_free, large};
    large->wipes = true; /* after a parse error it is not known whether the text has a secret */
    int r = read_with(&large->allocator, flags, text, &large->doc, ret_error);
    if (r < 0) {
        free(large);
        return r;
    }
    large->wipes = false;
    *ret_large = large;
    return 0;
}

int json_read_large(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error)
{
    return read_large(limit, STRICT, text, ret_large, ret_error);
}

int json_read_commented(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error)
{
    return read_large(limit, COMMENTED, text, ret_large, ret_error);
}

size_t json_large_offset(const struct json_large *large, const char *position)
{
    return (size_t)(position - large->doc->str_pool);
}

yyjson_val *json_large_root(const struct json_large *large)
{
    return yyjson_doc_get_root(large->doc);
}

struct json_large *json_large_free(struct json_large *large)
{
    if (large)
        yyjson_doc_free(large->doc);
    free(large);
    return NULL;
}

struct json_large *json_large_wipe(struct json_large *large)
{
    if (large)
        large->wipes = true;
    return json_large_free(large);
}

/* --- depth --- */

bool json_is_deeper(const yyjson_val *root, size_t levels)
{
    const yyjson_val *ends[JSON_DEPTH_MAX];
    yyjson_val *value = (yyjson_val *)root;
    const yyjson_val *last = unsafe_yyjson_get_next(value);
    size_t depth = 0;
    for (; value < last; value++) {
        while (depth > 0 && value >= ends[depth - 1])
            depth--;
        if (!unsafe_yyjson_is_ctn(value))
            continue;
        if (depth == levels || depth == JSON_DEPTH_MAX)
            return true;
        ends[depth++] = unsafe_yyjson_get_next(value);
    }
    return false;
}

bool json_text_is_deeper(struct slice text, size_t levels)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '"')
            in_string = !in_string;
        else if (c == '\\')
            i++; /* occurs only in strings */
        else if (!in_string && (c == '[' || c == '{') && depth++ == levels)
            return true;
        else if (!in_string && (c == ']' || c == '}') && depth > 0)
            depth--;
    }
    return false;
}

/* --- values --- */

struct slice json_text(const yyjson_val *value)
{
    return (struct slice){value->uni.str, unsafe_yyjson_get_len((yyjson_val *)value)};
}

/* Parses digits only; the caller has checked that there is no fraction and no exponent. */
static int parse_digits(struct slice text, int64_t *ret_integer)
{
    bool negative = text.size > 0 && text.data[0] == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t value = 0;
    for (size_t i = negative; i < text.size; i++) {
        uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (value > (limit - digit) / 10)
            return -ERANGE;
        value = value * 10 + digit;
    }
    *ret_integer = negative ? (int64_t)(0 - value) : (int64_t)value;
    return 0;
}

int json_integer(const yyjson_val *value, int64_t *ret_integer)
{
    if (!unsafe_yyjson_is_raw((yyjson_val *)value))
        return -EINVAL;
    struct slice text = json_text(value);
    bool plain = true;
    for (size_t i = 0; i < text.size && plain; i++)
        plain = text.data[i] != '.' && text.data[i] != 'e' && text.data[i] != 'E';
    if (plain)
        return parse_digits(text, ret_integer);

    double number;
    int r = json_number(value, &number);
    if (r < 0)
        return r;
    if (number != floor(number))
        return -EINVAL;
    if (fabs(number) >= 9007199254740992.0) /* from 2^53 on, a double may represent another integer */
        return -ERANGE;
    *ret_integer = (int64_t)number;
    return 0;
}

int json_number(const yyjson_val *value, double *ret_number)
{
    if (!unsafe_yyjson_is_raw((yyjson_val *)value))
        return -EINVAL;
    /* Not strtod(), which depends on the locale of the host program. */
    yyjson_val parsed = {0};
    if (!yyjson_read_number(value->uni.str, &parsed, 0, NULL, NULL))
        return -ERANGE;
    double number = yyjson_get_num(&parsed);
    if (number == 0 && value->uni.str[0] == '-')
        number = -0.0;
    if (!isfinite(number))
        return -ERANGE;
    *ret_number = number;
    return 0;
}

const char *json_type_name(const yyjson_val *value)
{
    switch (unsafe_yyjson_get_type((yyjson_val *)value)) {
    case YYJSON_TYPE_NULL:
        return "null";
    case YYJSON_TYPE_BOOL:
        return "a boolean";
    case YYJSON_TYPE_STR:
        return "a string";
    case YYJSON_TYPE_ARR:
        return "an array";
    case YYJSON_TYPE_OBJ:
        return "an object";
    default:
        return "a number";
    }
}
