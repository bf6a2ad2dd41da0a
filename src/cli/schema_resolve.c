#include "cli/schema_resolve.h"

#include "json/read.h"
#include "json/write.h"

enum { CHAIN_MAX = 16, DEPTH_MAX = 200 };

/* An object that is being written, linked to the objects around it and to the references that lead to it. */
struct object_chain {
    const struct object_chain *outer;
    yyjson_val *document, *object;
    unsigned depth;
};

static void write_value(struct buf *out, const struct object_chain *place, yyjson_val *value);

/* Finds the object to write in place of the reference. Returns NULL if the reference must stay. */
static yyjson_val *find_target(const struct object_chain *place)
{
    yyjson_val *reference = yyjson_obj_get(place->object, "$ref");
    struct slice text = yyjson_is_str(reference) ? json_text(reference) : SLICE("");
    if (text.size < 2 || text.data[0] != '#' || place->depth > DEPTH_MAX)
        return NULL;
    yyjson_val *target = yyjson_ptr_getn(place->document, text.data + 1, text.size - 1);
    for (const struct object_chain *at = place; at; at = at->outer)
        if (at->object == target)
            return NULL;
    return yyjson_is_obj(target) ? target : NULL;
}

static bool has(yyjson_val *object, struct slice name)
{
    return yyjson_obj_getn(object, name.data, name.size) != NULL;
}

/* A reference may lead to another one. Writes the members of all objects of the chain; the nearest object wins. */
static void write_object(struct buf *out, const struct object_chain *outer, yyjson_val *object)
{
    struct object_chain chain[CHAIN_MAX];
    size_t count = 0;
    const char *separator = "{";
    while (object && count < CHAIN_MAX) {
        struct object_chain *place = &chain[count];
        *place = (struct object_chain){count > 0 ? place - 1 : outer, outer->document, object, outer->depth + 1};
        object = find_target(place);
        count++;
    }
    for (size_t i = count; i-- > 0;) {
        yyjson_obj_iter iter = yyjson_obj_iter_with(chain[i].object);
        for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
            struct slice name = json_text(key);
            bool reference = slice_is(name, "$ref"), wins = true;
            for (size_t j = 0; j < i && !reference; j++)
                wins = wins && !has(chain[j].object, name);
            if (reference ? i + 1 < count : !wins)
                continue;
            buf_append_text(out, separator);
            json_write_string(out, name);
            buf_append_char(out, ':');
            write_value(out, &chain[i], yyjson_obj_iter_get_val(key));
            separator = ",";
        }
    }
    buf_append_text(out, *separator == '{' ? "{}" : "}");
}

static void write_value(struct buf *out, const struct object_chain *place, yyjson_val *value)
{
    if (out->error)
        return;
    if (yyjson_is_obj(value)) {
        write_object(out, place, value);
    } else if (yyjson_is_arr(value)) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(value);
        const char *separator = "[";
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
            buf_append_text(out, separator);
            write_value(out, place, item);
        }
        buf_append_text(out, *separator == '[' ? "[]" : "]");
    } else {
        json_write_value(out, value);
    }
}

int schema_resolve(struct buf *out, yyjson_val *document, yyjson_val *value)
{
    struct object_chain whole = {.document = document};
    write_value(out, &whole, value);
    return out->error;
}
