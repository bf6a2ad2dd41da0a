#include "json/decode.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "json/format.h"
#include "json/read.h"

/* The path from the root to the current value, as a linked list on the stack; formatted only for errors. */
struct value_path {
    const struct value_path *parent;
    struct slice name; /* the name of a field or a key; empty: an item */
    size_t index;
    bool from_text; /* the name points into the document */
};

struct decoder {
    struct arena *arena;
    struct decode_error *error;
};

static int decode(struct decoder *decoder, const struct shape *shape, yyjson_val *value, const struct value_path *place,
                  void *ret);

/* --- errors --- */

static size_t write_path(char *out, size_t room, const struct value_path *place)
{
    size_t at = place->parent ? write_path(out, room, place->parent) : 0;
    if (at >= room)
        return at;
    int length;
    if (place->name.data)
        length = snprintf(out + at, room - at, "%s%.*s", place->parent ? "." : "", SLICE_ARG(place->name));
    else
        length = snprintf(out + at, room - at, "[%zu]", place->index);
    return length < 0 ? at : at + (size_t)length;
}

__attribute__((format(printf, 3, 4))) static int refuse(struct decoder *decoder, const struct value_path *place,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(decoder->error->message, sizeof decoder->error->message, format, arguments);
    va_end(arguments);
    write_path(decoder->error->path, sizeof decoder->error->path, place);
    while (place->parent && !place->from_text)
        place = place->parent;
    decoder->error->at = place->from_text ? place->name.data : NULL;
    return -EINVAL;
}

static int refuse_type(struct decoder *decoder, const struct value_path *place, const char *wanted,
                       const yyjson_val *value)
{
    return refuse(decoder, place, "must be %s, not %s", wanted, json_type_name(value));
}

/* --- scalars --- */

static int decode_integer(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                          const struct value_path *place, int64_t *ret)
{
    int64_t integer;
    int r = json_integer(value, &integer);
    if (r == -EINVAL)
        return unsafe_yyjson_is_raw(value) ? refuse(decoder, place, "must be a whole number")
                                           : refuse_type(decoder, place, "a whole number", value);
    if (r == -ERANGE)
        return refuse(decoder, place, "is out of the range of 64 bits");
    if (integer < shape->of.integer.min)
        return refuse(decoder, place, "must be at least %" PRId64, shape->of.integer.min);
    if (integer > shape->of.integer.max)
        return refuse(decoder, place, "must be at most %" PRId64, shape->of.integer.max);
    *ret = integer;
    return 0;
}

static int decode_number(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                         const struct value_path *place, double *ret)
{
    double number;
    int r = json_number(value, &number);
    if (r == -ERANGE)
        return refuse(decoder, place, "is out of the range of a double");
    if (r < 0)
        return refuse_type(decoder, place, "a number", value);
    double min = shape->of.number.min, max = shape->of.number.max;
    if ((shape->flags & SHAPE_MIN_EXCLUSIVE) ? number <= min : number < min)
        return refuse(decoder, place, "must be %s %g", (shape->flags & SHAPE_MIN_EXCLUSIVE) ? "more than" : "at least",
                      min);
    if ((shape->flags & SHAPE_MAX_EXCLUSIVE) ? number >= max : number > max)
        return refuse(decoder, place, "must be %s %g", (shape->flags & SHAPE_MAX_EXCLUSIVE) ? "less than" : "at most",
                      max);
    *ret = number;
    return 0;
}

static size_t code_points(struct slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static int decode_string(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                         const struct value_path *place, struct slice *ret)
{
    if (!unsafe_yyjson_is_str(value))
        return refuse_type(decoder, place, "a string", value);
    struct slice text = json_text(value);
    uint32_t min = shape->of.string.min, max = shape->of.string.max;
    if (min > 0 || max < UINT32_MAX) {
        size_t length = code_points(text);
        if (length < min)
            return min == 1 ? refuse(decoder, place, "must not be empty")
                            : refuse(decoder, place, "must have at least %" PRIu32 " characters", min);
        if (length > max)
            return refuse(decoder, place, "must have at most %" PRIu32 " characters", max);
    }
    if (!(shape->flags & SHAPE_NUL) && memchr(text.data, '\0', text.size))
        return refuse(decoder, place, "must not contain U+0000");
    if (shape->of.string.format == FORMAT_DATE_TIME && !format_is_date_time(text))
        return refuse(decoder, place, "must be a time such as 2026-01-31T12:00:00Z");
    if (shape->of.string.format == FORMAT_URI && !format_is_uri(text))
        return refuse(decoder, place, "must be a URI such as https://example.org/a");
    *ret = text;
    return 0;
}

static int decode_enum(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                       const struct value_path *place, int *ret)
{
    if (!unsafe_yyjson_is_str(value))
        return refuse_type(decoder, place, "a string", value);
    struct slice text = json_text(value);
    for (uint32_t i = 0; i < shape->of.words.count; i++)
        if (slice_equal(text, shape->of.words.items[i])) {
            *ret = (int)i;
            return 0;
        }
    struct buf words = BUF_LIMITED(128);
    for (uint32_t i = 0; i < shape->of.words.count; i++)
        buf_printf(&words, "%s%.*s", i ? ", " : "", SLICE_ARG(shape->of.words.items[i]));
    int r = refuse(decoder, place, "must be one of: %.*s%s", SLICE_ARG(buf_slice(&words)), words.error ? ", …" : "");
    buf_clear(&words);
    return r;
}

static int decode_const(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                        const struct value_path *place)
{
    if (!unsafe_yyjson_is_str(value) || !slice_equal(json_text(value), shape->of.fixed))
        return refuse(decoder, place, "must be \"%.*s\"", SLICE_ARG(shape->of.fixed));
    return 0;
}

/* --- containers --- */

static int decode_field(struct decoder *decoder, const struct shape_field *field, yyjson_val *value,
                        const struct value_path *place, char *object)
{
    enum field_is is = FIELD_SET;
    if ((field->flags & FIELD_NULLABLE) && unsafe_yyjson_is_null(value)) {
        is = FIELD_NULL;
    } else {
        int r = decode(decoder, field->shape, value, place, object + field->offset);
        if (r < 0)
            return r;
    }
    if (field->presence != FIELD_NO_PRESENCE)
        memcpy(object + field->presence, &is, sizeof is);
    return 0;
}

/* Handles fields that are missing in the document: sets the default, or fails if the field is required. */
static int finish_fields(struct decoder *decoder, const struct shape *shape, uint64_t seen,
                         const struct value_path *place, char *object)
{
    for (uint32_t i = 0; i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        if (seen & (UINT64_C(1) << i))
            continue;
        if (field->fallback) {
            enum field_is is = FIELD_SET;
            memcpy(object + field->offset, field->fallback, field->shape->size);
            if (field->presence != FIELD_NO_PRESENCE)
                memcpy(object + field->presence, &is, sizeof is);
        } else if (field->flags & FIELD_REQUIRED) {
            struct value_path here = {place, field->name, 0, false};
            return refuse(decoder, &here, "is missing");
        }
    }
    return 0;
}

/* Clients usually send fields in the declared order; the search starts after the last match. */
static uint32_t find_field(const struct shape *shape, struct slice name, uint32_t start)
{
    uint32_t count = shape->of.object.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = start + i < count ? start + i : start + i - count;
        if (slice_equal(name, shape->of.object.fields[index].name))
            return index;
    }
    return count;
}

static int decode_object(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                         const struct value_path *place, char *ret)
{
    if (!unsafe_yyjson_is_obj(value))
        return refuse_type(decoder, place, "an object", value);
    memset(ret, 0, shape->size);
    uint64_t seen = 0;
    uint32_t next = 0;
    yyjson_obj_iter iter = yyjson_obj_iter_with(value);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        struct value_path here = {place, json_text(key), 0, true};
        uint32_t index = find_field(shape, here.name, next);
        if (index == shape->of.object.count) {
            if (shape->flags & SHAPE_CLOSED)
                return refuse(decoder, &here, "is not a known field");
            continue;
        }
        int r = decode_field(decoder, &shape->of.object.fields[index], yyjson_obj_iter_get_val(key), &here, ret);
        if (r < 0)
            return r;
        seen |= UINT64_C(1) << index;
        next = index + 1;
    }
    return finish_fields(decoder, shape, seen, place, ret);
}

static int check_count(struct decoder *decoder, const struct value_path *place, size_t count, uint32_t min,
                       uint32_t max)
{
    if (count < min)
        return refuse(decoder, place, "must have at least %" PRIu32 " items", min);
    if (count > max)
        return refuse(decoder, place, "must have at most %" PRIu32 " items", max);
    return 0;
}

static int decode_array(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                        const struct value_path *place, struct json_sequence *ret)
{
    if (!unsafe_yyjson_is_arr(value))
        return refuse_type(decoder, place, "an array", value);
    size_t count = yyjson_arr_size(value);
    int r = check_count(decoder, place, count, shape->of.array.min, shape->of.array.max);
    if (r < 0)
        return r;
    size_t size = shape->of.array.items->size;
    char *items = count ? arena_zeroed(decoder->arena, count * (size ? size : 1)) : NULL;
    if (count && !items)
        return -ENOMEM;
    yyjson_arr_iter iter = yyjson_arr_iter_with(value);
    for (size_t i = 0; i < count; i++) {
        struct value_path here = {.parent = place, .index = i};
        r = decode(decoder, shape->of.array.items, yyjson_arr_iter_next(&iter), &here, items + i * size);
        if (r < 0)
            return r;
    }
    *ret = (struct json_sequence){items, count};
    return 0;
}

static int decode_map(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                      const struct value_path *place, struct json_sequence *ret)
{
    if (!unsafe_yyjson_is_obj(value))
        return refuse_type(decoder, place, "an object", value);
    size_t count = yyjson_obj_size(value);
    int r = check_count(decoder, place, count, shape->of.map.min, shape->of.map.max);
    if (r < 0)
        return r;
    size_t size = shape->of.map.pair_size;
    char *pairs = count ? arena_zeroed(decoder->arena, count * size) : NULL;
    if (count && !pairs)
        return -ENOMEM;
    yyjson_obj_iter iter = yyjson_obj_iter_with(value);
    for (size_t i = 0; i < count; i++) {
        yyjson_val *key = yyjson_obj_iter_next(&iter);
        struct value_path here = {place, json_text(key), 0, true};
        if (memchr(here.name.data, '\0', here.name.size))
            return refuse(decoder, place, "has a key with U+0000");
        memcpy(pairs + i * size, &here.name, sizeof here.name);
        r = decode(decoder, shape->of.map.values, yyjson_obj_iter_get_val(key), &here,
                   pairs + i * size + shape->of.map.value_offset);
        if (r < 0)
            return r;
    }
    *ret = (struct json_sequence){pairs, count};
    return 0;
}

static int decode_union(struct decoder *decoder, const struct shape *shape, yyjson_val *value,
                        const struct value_path *place, char *ret)
{
    if (!unsafe_yyjson_is_obj(value))
        return refuse_type(decoder, place, "an object", value);
    struct value_path here = {place, shape->of.tagged.tag, 0, false};
    yyjson_val *tag = yyjson_obj_getn(value, here.name.data, here.name.size);
    if (!tag)
        return refuse(decoder, &here, "is missing");
    if (!unsafe_yyjson_is_str(tag))
        return refuse_type(decoder, &here, "a string", tag);
    struct slice word = json_text(tag);
    for (uint32_t i = 0; i < shape->of.tagged.count; i++) {
        if (!slice_equal(word, shape->of.tagged.variants[i].word))
            continue;
        int kind = (int)i;
        memset(ret, 0, shape->size);
        memcpy(ret, &kind, sizeof kind);
        return decode(decoder, shape->of.tagged.variants[i].shape, value, place, ret + shape->of.tagged.as_offset);
    }
    return refuse(decoder, &here, "names no known variant");
}

static int decode(struct decoder *decoder, const struct shape *shape, yyjson_val *value, const struct value_path *place,
                  void *ret)
{
    switch (shape->kind) {
    case SHAPE_BOOL:
        if (!unsafe_yyjson_is_bool(value))
            return refuse_type(decoder, place, "a boolean", value);
        *(bool *)ret = unsafe_yyjson_is_true(value);
        return 0;
    case SHAPE_INTEGER:
        return decode_integer(decoder, shape, value, place, ret);
    case SHAPE_NUMBER:
        return decode_number(decoder, shape, value, place, ret);
    case SHAPE_STRING:
        return decode_string(decoder, shape, value, place, ret);
    case SHAPE_ENUM:
        return decode_enum(decoder, shape, value, place, ret);
    case SHAPE_CONST:
        return decode_const(decoder, shape, value, place);
    case SHAPE_OBJECT:
        return decode_object(decoder, shape, value, place, ret);
    case SHAPE_ARRAY:
        return decode_array(decoder, shape, value, place, ret);
    case SHAPE_MAP:
        return decode_map(decoder, shape, value, place, ret);
    case SHAPE_UNION:
        return decode_union(decoder, shape, value, place, ret);
    case SHAPE_ANY:
        *(struct json_any *)ret = (struct json_any){.value = value};
        return 0;
    case SHAPE_NULL:
        return unsafe_yyjson_is_null(value) ? 0 : refuse_type(decoder, place, "null", value);
    }
    return -EINVAL;
}

int json_decode(struct arena *arena, const struct shape *shape, const yyjson_val *value, const char *root, void *ret,
                struct decode_error *ret_error)
{
    struct decoder decoder = {arena, ret_error};
    struct value_path place = {NULL, slice_of(root), 0, false};
    if (!value) { /* absent params are an empty object */
        if (shape->of.object.count == 0)
            return 0;
        memset(ret, 0, shape->size);
        return finish_fields(&decoder, shape, 0, &place, ret);
    }
    return decode(&decoder, shape, (yyjson_val *)value, &place, ret);
}

int json_decode_positional(struct arena *arena, const struct shape *shape, const yyjson_val *array,
                           const uint8_t *positions, size_t position_count, const char *root, void *ret,
                           struct decode_error *ret_error)
{
    struct decoder decoder = {arena, ret_error};
    struct value_path place = {NULL, slice_of(root), 0, false};
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)array);
    size_t count = yyjson_arr_size((yyjson_val *)array);
    if (count > position_count)
        return position_count ? refuse(&decoder, &place, "has %zu items, the limit is %zu", count, position_count)
                              : refuse(&decoder, &place, "must be an object, not an array");
    memset(ret, 0, shape->size);
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        struct value_path here = {.parent = &place, .index = i};
        int r = decode_field(&decoder, &shape->of.object.fields[positions[i]], yyjson_arr_iter_next(&iter), &here, ret);
        if (r < 0)
            return r;
        seen |= UINT64_C(1) << positions[i];
    }
    return finish_fields(&decoder, shape, seen, &place, ret);
}
