#include "json/copy.h"

#include <stdalign.h>
#include <yyjson.h>

/* Walks the value twice: once to measure, with `block` NULL, once to copy. Both walks visit the values in the
 * same order, which keeps the sizes equal. */
struct copier {
    char *block;
    size_t used;
};

static void *take(struct copier *copier, size_t size)
{
    char *place = copier->block ? copier->block + copier->used : NULL;
    copier->used += (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    return place;
}

static const char *take_text(struct copier *copier, const char *data, size_t size)
{
    char *place = take(copier, size + 1);
    if (!place)
        return data;
    if (size > 0)
        memcpy(place, data, size);
    place[size] = '\0';
    return place;
}

static void copy_string(struct copier *copier, struct slice text, void *copy)
{
    if (!text.data)
        return;
    text.data = take_text(copier, text.data, text.size);
    if (copy)
        memcpy(copy, &text, sizeof text);
}

/* In yyjson, the values of a container are contiguous and refer to each other by relative offsets; only
 * strings hold addresses. */
static void copy_any(struct copier *copier, const struct json_any *any, struct json_any *copy)
{
    copy_string(copier, any->text, copy ? &copy->text : NULL);
    if (!any->value)
        return;
    yyjson_val *source = (yyjson_val *)any->value;
    size_t count = (size_t)(unsafe_yyjson_get_next(source) - source);
    yyjson_val *values = take(copier, count * sizeof *values);
    if (values)
        memcpy(values, source, count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        if (!unsafe_yyjson_is_str(&source[i]) && !unsafe_yyjson_is_raw(&source[i]))
            continue;
        const char *text = take_text(copier, source[i].uni.str, unsafe_yyjson_get_len(&source[i]));
        if (values)
            values[i].uni.str = text;
    }
    if (copy)
        copy->value = values;
}

static void copy_inner(struct copier *copier, const struct shape *shape, const char *value, char *copy);

static void copy_items(struct copier *copier, const struct shape *item, size_t stride, size_t offset, bool keyed,
                       const struct json_sequence *source, struct json_sequence *copy)
{
    char *items = take(copier, source->count * stride);
    if (items && source->count > 0)
        memcpy(items, source->items, source->count * stride);
    for (size_t i = 0; i < source->count; i++) {
        const char *from = (const char *)source->items + i * stride;
        char *to = items ? items + i * stride : NULL;
        if (keyed) {
            struct slice key;
            memcpy(&key, from, sizeof key);
            copy_string(copier, key, to);
        }
        copy_inner(copier, item, from + offset, to ? to + offset : NULL);
    }
    if (copy)
        copy->items = items;
}

static void copy_object(struct copier *copier, const struct shape *shape, const char *value, char *copy)
{
    for (uint32_t i = 0; i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        enum field_is is = FIELD_SET;
        if (field->presence != FIELD_NO_PRESENCE)
            memcpy(&is, value + field->presence, sizeof is);
        if (is == FIELD_SET)
            copy_inner(copier, field->shape, value + field->offset, copy ? copy + field->offset : NULL);
    }
}

/* `copy` is already a shallow copy of `value`; this replaces its pointers. */
static void copy_inner(struct copier *copier, const struct shape *shape, const char *value, char *copy)
{
    switch (shape->kind) {
    case SHAPE_STRING:
        copy_string(copier, *(const struct slice *)(const void *)value, copy);
        break;
    case SHAPE_ANY:
        copy_any(copier, (const void *)value, (void *)copy);
        break;
    case SHAPE_OBJECT:
        copy_object(copier, shape, value, copy);
        break;
    case SHAPE_ARRAY:
        copy_items(copier, shape->of.array.items, shape->of.array.items->size, 0, false, (const void *)value,
                   (void *)copy);
        break;
    case SHAPE_MAP:
        copy_items(copier, shape->of.map.values, shape->of.map.pair_size, shape->of.map.value_offset, true,
                   (const void *)value, (void *)copy);
        break;
    case SHAPE_UNION: {
        int kind;
        size_t offset = shape->of.tagged.as_offset;
        memcpy(&kind, value, sizeof kind);
        copy_inner(copier, shape->of.tagged.variants[kind].shape, value + offset, copy ? copy + offset : NULL);
        break;
    }
    default:
        break;
    }
}

size_t json_copy_size(const struct shape *shape, const void *value)
{
    struct copier copier = {NULL, 0};
    copy_inner(&copier, shape, value, NULL);
    return copier.used;
}

void json_copy(const struct shape *shape, const void *value, void *copy, void *block)
{
    struct copier copier = {block, 0};
    memcpy(copy, value, shape->size);
    /* An empty block may be NULL: then there are no pointers to replace. */
    if (block)
        copy_inner(&copier, shape, value, copy);
}
