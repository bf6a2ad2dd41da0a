#include "json/encode.h"

#include <errno.h>

#include "json/write.h"

/* Reserves space once for a separator, a name and a short value. Declared names need no escapes: the
 * contract's meta-schema restricts their characters. */
static void encode_field(struct buf *out, char separator, const struct shape_field *field, const char *value)
{
    char *at = buf_room(out, field->quoted.size + 1 + BUF_NUMBER_ROOM);
    if (!at)
        return;
    *at++ = separator;
    slice_copy(at, field->quoted);
    at += field->quoted.size;
    if (!value || field->shape->kind == SHAPE_BOOL) {
        struct slice word = !value ? SLICE("null") : *(const bool *)value ? SLICE("true") : SLICE("false");
        slice_copy(at, word);
        at += word.size;
    } else if (field->shape->kind == SHAPE_INTEGER) {
        at = buf_write_signed(at, *(const int64_t *)(const void *)value);
    } else {
        out->size = (size_t)(at - out->data);
        json_encode(out, field->shape, value);
        return;
    }
    out->size = (size_t)(at - out->data);
}

static void encode_object(struct buf *out, const struct shape *shape, const char *object)
{
    char separator = '{';
    for (size_t i = 0; i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        enum field_is is = FIELD_SET;
        if (field->presence != FIELD_NO_PRESENCE)
            memcpy(&is, object + field->presence, sizeof is);
        if (is == FIELD_ABSENT && !((field->flags & FIELD_REQUIRED) && (field->flags & FIELD_NULLABLE)))
            continue;
        encode_field(out, separator, field, is == FIELD_SET ? object + field->offset : NULL);
        separator = ',';
    }
    if (separator == '{')
        buf_append_char(out, '{');
    buf_append_char(out, '}');
}

static void encode_array(struct buf *out, const struct shape *shape, const struct json_sequence *sequence)
{
    buf_append_char(out, '[');
    for (size_t i = 0; i < sequence->count && !out->error; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        json_encode(out, shape->of.array.items, (const char *)sequence->items + i * shape->of.array.items->size);
    }
    buf_append_char(out, ']');
}

static void encode_map(struct buf *out, const struct shape *shape, const struct json_sequence *sequence)
{
    buf_append_char(out, '{');
    for (size_t i = 0; i < sequence->count && !out->error; i++) {
        const char *pair = (const char *)sequence->items + i * shape->of.map.pair_size;
        struct slice key;
        memcpy(&key, pair, sizeof key);
        if (i > 0)
            buf_append_char(out, ',');
        json_write_text(out, key);
        buf_append_char(out, ':');
        json_encode(out, shape->of.map.values, pair + shape->of.map.value_offset);
    }
    buf_append_char(out, '}');
}

static int encode_union(struct buf *out, const struct shape *shape, const char *value)
{
    int kind;
    memcpy(&kind, value, sizeof kind);
    if (kind < 0 || (uint32_t)kind >= shape->of.tagged.count)
        return out->error = -EINVAL;
    return json_encode(out, shape->of.tagged.variants[kind].shape, value + shape->of.tagged.as_offset);
}

static int encode_enum(struct buf *out, const struct shape *shape, int word)
{
    if (word < 0 || (uint32_t)word >= shape->of.words.count)
        return out->error = -EINVAL;
    return json_write_string(out, shape->of.words.items[word]);
}

int json_encode(struct buf *out, const struct shape *shape, const void *value)
{
    switch (shape->kind) {
    case SHAPE_BOOL:
        if (*(const bool *)value)
            buf_append_text(out, "true");
        else
            buf_append_text(out, "false");
        break;
    case SHAPE_INTEGER:
        buf_append_signed(out, *(const int64_t *)value);
        break;
    case SHAPE_NUMBER:
        json_write_number(out, *(const double *)value);
        break;
    case SHAPE_STRING: /* agents can put U+0000 into fields whose decoder would reject it */
        if (shape->flags & SHAPE_NUL)
            json_write_string(out, *(const struct slice *)value);
        else
            json_write_text(out, *(const struct slice *)value);
        break;
    case SHAPE_ENUM:
        encode_enum(out, shape, *(const int *)value);
        break;
    case SHAPE_CONST:
        json_write_string(out, shape->of.fixed);
        break;
    case SHAPE_OBJECT:
        encode_object(out, shape, value);
        break;
    case SHAPE_ARRAY:
        encode_array(out, shape, value);
        break;
    case SHAPE_MAP:
        encode_map(out, shape, value);
        break;
    case SHAPE_UNION:
        encode_union(out, shape, value);
        break;
    case SHAPE_ANY:
        json_write_any(out, value);
        break;
    case SHAPE_NULL:
        buf_append(out, "null", 4);
        break;
    }
    return out->error;
}
