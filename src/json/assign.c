#include "json/assign.h"

#include <string.h>

static const struct shape_field *find(const struct shape *shape, struct slice name)
{
    for (uint32_t i = 0; i < shape->of.object.count; i++)
        if (slice_equal(shape->of.object.fields[i].name, name))
            return &shape->of.object.fields[i];
    return NULL;
}

static enum field_is presence(const struct shape_field *field, const void *object)
{
    enum field_is is = FIELD_SET;
    if (field->presence != FIELD_NO_PRESENCE)
        memcpy(&is, (const char *)object + field->presence, sizeof is);
    return is;
}

bool json_assign(const struct shape *from_shape, const void *from, const struct shape *to_shape, void *to)
{
    bool any = false;
    for (uint32_t i = 0; i < from_shape->of.object.count; i++) {
        const struct shape_field *source = &from_shape->of.object.fields[i];
        const struct shape_field *target = find(to_shape, source->name);
        enum field_is is = presence(source, from);
        if (!target || is == FIELD_ABSENT || source->shape->kind != target->shape->kind ||
            source->shape->size != target->shape->size)
            continue;
        any = true;
        is = is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
        if (target->presence != FIELD_NO_PRESENCE)
            memcpy((char *)to + target->presence, &is, sizeof is);
        if (is == FIELD_SET)
            memcpy((char *)to + target->offset, (const char *)from + source->offset, source->shape->size);
    }
    return any;
}
