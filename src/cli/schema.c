#include "cli/schema.h"

#include <stdlib.h>

#include "cli/methods.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

enum { TEXT_LIMIT = 1 << 20, TYPE_COLUMN_MAX = 36, INDENT = 2, DEPTH_MAX = 16 };

/* --- types --- */

static void name_type(struct schema_view *view, struct slice name)
{
    yyjson_val *key;
    yyjson_obj_iter iter = yyjson_obj_iter_with(view->schemas);
    while ((key = yyjson_obj_iter_next(&iter)))
        if (slice_equal(json_text(key), name))
            break;
    if (!key || view->named_count == SCHEMA_TYPES_MAX)
        return;
    for (size_t i = 0; i < view->named_count; i++)
        if (view->named[i] == key)
            return;
    view->named[view->named_count++] = key;
}

static void write_reference(struct schema_view *view, struct slice reference, struct buf *out)
{
    const char *slash = memrchr(reference.data, '/', reference.size);
    struct slice name = reference;
    if (slash)
        name = (struct slice){slash + 1, (size_t)(reference.data + reference.size - slash - 1)};
    text_append(out, name);
    name_type(view, name);
}

static void write_list(struct buf *out, yyjson_val *list, const char *between)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    const char *separator = "";
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = between) {
        struct buf text = BUF_LIMITED(TEXT_LIMIT);
        json_write_value(&text, item);
        buf_append_text(out, separator);
        text_append(out, buf_slice(&text));
        buf_clear(&text);
    }
}

/* Appends the type of the items of an array or the values of a map, in parentheses if it has several words. */
static void write_part(struct schema_view *view, const char *before, yyjson_val *schema, struct buf *out)
{
    struct buf part = BUF_LIMITED(TEXT_LIMIT);
    schema_type(view, schema, &part);
    bool many = part.size > 0 && memchr(part.data, ' ', part.size);
    buf_append_text(out, before);
    buf_append_text(out, many ? "(" : "");
    buf_append_slice(out, buf_slice(&part));
    buf_append_text(out, many ? ")" : "");
    buf_clear(&part);
}

static void write_base_type(struct schema_view *view, yyjson_val *schema, struct buf *out)
{
    yyjson_val *type = yyjson_obj_get(schema, "type");
    yyjson_val *values = yyjson_obj_get(schema, "additionalProperties");
    if (yyjson_is_arr(type)) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(type);
        const char *separator = "";
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = " or ") {
            buf_append_text(out, separator);
            text_append(out, json_text(item));
        }
    } else if (!yyjson_is_str(type)) {
        buf_append_text(out, "any");
    } else if (slice_is(json_text(type), "array")) {
        write_part(view, "array of ", yyjson_obj_get(schema, "items"), out);
    } else if (slice_is(json_text(type), "object") && yyjson_is_obj(values)) {
        write_part(view, "map of ", values, out);
    } else {
        text_append(out, json_text(type));
    }
}

static void write_range(yyjson_val *schema, const char *least, const char *most, const char *comma, const char *unit,
                        struct buf *out)
{
    yyjson_val *min = yyjson_obj_get(schema, least), *max = yyjson_obj_get(schema, most);
    if (!yyjson_is_raw(min))
        min = NULL;
    if (!yyjson_is_raw(max))
        max = NULL;
    if (!min && !max)
        return;
    buf_append_text(out, comma);
    if (min) {
        buf_append_text(out, max ? "" : "at least ");
        text_append(out, json_text(min));
    }
    if (max) {
        buf_append_text(out, min ? " to " : "up to ");
        text_append(out, json_text(max));
    }
    buf_append_text(out, unit);
}

static void write_limits(yyjson_val *schema, struct buf *out)
{
    yyjson_val *above = yyjson_obj_get(schema, "exclusiveMinimum"), *below = yyjson_obj_get(schema, "exclusiveMaximum");
    struct slice format = methods_text(schema, "format");
    write_range(schema, "minimum", "maximum", ", ", "", out);
    if (yyjson_is_raw(above))
        buf_printf(out, ", above %s", json_text(above).data);
    if (yyjson_is_raw(below))
        buf_printf(out, ", below %s", json_text(below).data);
    write_range(schema, "minLength", "maxLength", ", ", " characters", out);
    write_range(schema, "minItems", "maxItems", ", ", " items", out);
    if (format.size > 0) {
        buf_append_text(out, ", ");
        text_append(out, format);
    }
}

void schema_type(struct schema_view *view, yyjson_val *schema, struct buf *out)
{
    struct slice reference = methods_text(schema, "$ref");
    yyjson_val *words = yyjson_obj_get(schema, "enum"), *constant = yyjson_obj_get(schema, "const");
    yyjson_val *choices = yyjson_obj_get(schema, "oneOf");
    if (reference.size > 0) {
        write_reference(view, reference, out);
    } else if (words) {
        write_list(out, words, " | ");
    } else if (constant) {
        json_write_value(out, constant);
    } else if (choices) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(choices);
        const char *separator = "";
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = " | ") {
            buf_append_text(out, separator);
            schema_type(view, item, out);
        }
    } else {
        write_base_type(view, schema, out);
        write_limits(schema, out);
    }
}

/* --- fields --- */

struct row {
    struct slice name, description;
    bool required;
    yyjson_val *schema;
    struct buf type;
};

static void fill_row(struct schema_view *view, struct row *row, struct slice name, bool required, yyjson_val *schema)
{
    yyjson_val *fallback = yyjson_obj_get(schema, "default");
    *row = (struct row){.name = name, .required = required, .schema = schema, .type = BUF_LIMITED(TEXT_LIMIT)};
    row->description = methods_text(schema, "description");
    schema_type(view, schema, &row->type);
    if (fallback) {
        buf_append_text(&row->type, " = ");
        json_write_value(&row->type, fallback);
    }
}

static bool is_in(yyjson_val *list, struct slice name)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        if (yyjson_is_str(item) && slice_equal(json_text(item), name))
            return true;
    return false;
}

static void pad(FILE *out, size_t width, size_t column)
{
    (void)fprintf(out, "%*s", (int)(width < column ? column - width : 0), "");
}

static void print_rows(struct schema_view *view, struct row *rows, size_t count, int indent)
{
    size_t name_column = 0, type_column = 0;
    for (size_t i = 0; i < count; i++) {
        size_t name = text_width(rows[i].name) + !rows[i].required, type = text_width(buf_slice(&rows[i].type));
        name_column = name > name_column ? name : name_column;
        type_column = type > type_column && type <= TYPE_COLUMN_MAX ? type : type_column;
    }
    for (size_t i = 0; i < count; i++) {
        struct row *row = &rows[i];
        size_t type_width = text_width(buf_slice(&row->type));
        (void)fprintf(view->out, "%*s%s", indent, "", pretty_if(view->color, pretty_cyan));
        text_write(view->out, row->name);
        (void)fprintf(view->out, "%s%s", pretty_if(view->color, pretty_off), row->required ? "" : "?");
        pad(view->out, text_width(row->name) + !row->required, name_column + 2);
        text_write(view->out, buf_slice(&row->type));
        if (row->description.size > 0) {
            if (type_width > type_column)
                (void)fprintf(view->out, "\n%*s", indent + (int)name_column + 4, "");
            else
                pad(view->out, type_width, type_column + 2);
            (void)fputs(pretty_if(view->color, pretty_dim), view->out);
            text_write(view->out, row->description);
            (void)fputs(pretty_if(view->color, pretty_off), view->out);
        }
        (void)fputc('\n', view->out);
        if (yyjson_obj_get(row->schema, "properties") && indent < DEPTH_MAX * INDENT)
            schema_print(view, row->schema, indent + INDENT);
    }
}

static void free_rows(struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buf_clear(&rows[i].type);
    free(rows);
}

void schema_print_params(struct schema_view *view, yyjson_val *params, int indent)
{
    size_t count = yyjson_arr_size(params), i = 0;
    struct row *rows = calloc(count ? count : 1, sizeof *rows);
    yyjson_arr_iter iter = yyjson_arr_iter_with(params);
    for (yyjson_val *item; rows && (item = yyjson_arr_iter_next(&iter)); i++)
        fill_row(view, &rows[i], methods_text(item, "name"), yyjson_is_true(yyjson_obj_get(item, "required")),
                 yyjson_obj_get(item, "schema"));
    if (rows)
        print_rows(view, rows, count, indent);
    if (count == 0)
        (void)fprintf(view->out, "%*snone\n", indent, "");
    free_rows(rows, i);
}

void schema_print(struct schema_view *view, yyjson_val *schema, int indent)
{
    yyjson_val *properties = yyjson_obj_get(schema, "properties"), *required = yyjson_obj_get(schema, "required");
    size_t count = yyjson_obj_size(properties), i = 0;
    if (count == 0) {
        struct buf type = BUF_LIMITED(TEXT_LIMIT);
        schema_type(view, schema, &type);
        (void)fprintf(view->out, "%*s", indent, "");
        text_write(view->out, buf_slice(&type));
        (void)fputc('\n', view->out);
        buf_clear(&type);
        return;
    }
    struct row *rows = calloc(count, sizeof *rows);
    yyjson_obj_iter iter = yyjson_obj_iter_with(properties);
    for (yyjson_val *key; rows && (key = yyjson_obj_iter_next(&iter)); i++)
        fill_row(view, &rows[i], json_text(key), is_in(required, json_text(key)), yyjson_obj_iter_get_val(key));
    if (rows)
        print_rows(view, rows, count, indent);
    free_rows(rows, i);
}

void schema_print_named(struct schema_view *view, int indent)
{
    for (size_t i = 0; i < view->named_count; i++) {
        yyjson_val *schema = yyjson_obj_iter_get_val(view->named[i]);
        struct slice description = methods_text(schema, "description");
        (void)fprintf(view->out, "%*s%s", indent, "", pretty_if(view->color, pretty_cyan));
        text_write(view->out, json_text(view->named[i]));
        (void)fprintf(view->out, "%s%s", pretty_if(view->color, pretty_off), description.size ? ": " : "");
        text_write(view->out, description);
        (void)fputc('\n', view->out);
        schema_print(view, schema, indent + INDENT);
    }
}
