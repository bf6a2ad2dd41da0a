#include "mcp/elicit.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "json/format.h"
#include "json/read.h"
#include "json/write.h"

static int refuse(char *problem, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int refuse(char *problem, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, size, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

/* A name in a message. */
#define NAME(text) SLICE_ARG((text).size <= 100 ? (text) : SLICE("…"))

static bool is_text(const yyjson_val *value)
{
    return yyjson_is_str((yyjson_val *)value);
}

/* --- reading a form --- */

struct reader {
    struct arena *arena;
    char *problem;
    size_t problem_size;
};

#define REFUSE(reader, ...) refuse((reader)->problem, (reader)->problem_size, __VA_ARGS__)

static int read_bound(struct reader *reader, const struct mcp_field *field, const yyjson_val *schema, const char *key,
                      bool *ret_has, double *ret_bound)
{
    const yyjson_val *value = mcp_member(schema, key);
    if (!value)
        return 0;
    if (json_number(value, ret_bound) < 0)
        return REFUSE(reader, "\"%s\" of %.*s is not a number", key, NAME(field->name));
    *ret_has = true;
    return 0;
}

static int read_bounds(struct reader *reader, struct mcp_field *field, const yyjson_val *schema, const char *min,
                       const char *max)
{
    int r = read_bound(reader, field, schema, min, &field->has_min, &field->min);
    return r < 0 ? r : read_bound(reader, field, schema, max, &field->has_max, &field->max);
}

/* `titled` are objects with const and title, otherwise the list is of strings with titles in `names`, if any. */
static int read_options(struct reader *reader, struct mcp_field *field, const yyjson_val *list, bool titled,
                        const yyjson_val *names)
{
    size_t count = yyjson_arr_size((yyjson_val *)list);
    if (count == 0 || count > MCP_OPTIONS_MAX)
        return REFUSE(reader, "%.*s has %zu options (limit: 1 to %d)", NAME(field->name), count, MCP_OPTIONS_MAX);
    struct mcp_option *options = arena_zeroed(reader->arena, count * sizeof *options);
    if (!options)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        const yyjson_val *item = yyjson_arr_get((yyjson_val *)list, i);
        const yyjson_val *value = titled ? mcp_member(item, "const") : item;
        const yyjson_val *name = titled ? mcp_member(item, "title") : yyjson_arr_get((yyjson_val *)names, i);
        if (!is_text(value))
            return REFUSE(reader, "an option of %.*s is not a string", NAME(field->name));
        options[i].value = json_text(value);
        options[i].title = is_text(name) && json_text(name).size > 0 ? json_text(name) : options[i].value;
    }
    field->options = options;
    field->option_count = count;
    return 0;
}

static int read_format(struct reader *reader, struct mcp_field *field, const yyjson_val *schema)
{
    static const struct {
        const char *name;
        enum mcp_field_format format;
    } formats[] = {{"email", MCP_FORMAT_EMAIL},
                   {"uri", MCP_FORMAT_URI},
                   {"date", MCP_FORMAT_DATE},
                   {"date-time", MCP_FORMAT_DATE_TIME}};
    struct slice name = mcp_get_text(schema, "format");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (slice_is(name, formats[i].name))
            field->format = formats[i].format;
    return read_bounds(reader, field, schema, "minLength", "maxLength");
}

static int read_string(struct reader *reader, struct mcp_field *field, const yyjson_val *schema)
{
    const yyjson_val *words = mcp_get_array(schema, "enum"), *titled = mcp_get_array(schema, "oneOf");
    field->kind = words || titled ? MCP_FIELD_ONE : MCP_FIELD_STRING;
    if (titled)
        return read_options(reader, field, titled, true, NULL);
    if (words)
        return read_options(reader, field, words, false, mcp_get_array(schema, "enumNames"));
    return read_format(reader, field, schema);
}

static int read_array(struct reader *reader, struct mcp_field *field, const yyjson_val *schema)
{
    const yyjson_val *items = mcp_get_object(schema, "items"), *words = mcp_get_array(items, "enum"),
                     *titled = mcp_get_array(items, "anyOf");
    field->kind = MCP_FIELD_MANY;
    if (!titled)
        titled = mcp_get_array(items, "oneOf");
    if (!titled && !words)
        return REFUSE(reader, "%.*s is an array without options", NAME(field->name));
    int r = read_options(reader, field, titled ? titled : words, titled != NULL, NULL);
    return r < 0 ? r : read_bounds(reader, field, schema, "minItems", "maxItems");
}

static int check_value(const struct mcp_field *field, const yyjson_val *value, char *problem, size_t size);

static int read_field(struct reader *reader, struct mcp_field *field, const yyjson_val *schema)
{
    struct slice type = mcp_get_text(schema, "type");
    int r;
    field->title = mcp_get_text(schema, "title");
    field->description = mcp_get_text(schema, "description");
    if (field->title.size == 0)
        field->title = field->name;
    if (slice_is(type, "string")) {
        r = read_string(reader, field, schema);
    } else if (slice_is(type, "number") || slice_is(type, "integer")) {
        field->kind = slice_is(type, "number") ? MCP_FIELD_NUMBER : MCP_FIELD_INTEGER;
        r = read_bounds(reader, field, schema, "minimum", "maximum");
    } else if (slice_is(type, "boolean")) {
        field->kind = MCP_FIELD_BOOLEAN;
        r = 0;
    } else if (slice_is(type, "array")) {
        r = read_array(reader, field, schema);
    } else {
        return REFUSE(reader, "%.*s has a type that a form cannot have", NAME(field->name));
    }
    /* A default that the field refuses is none: the person is then asked. */
    char why[MCP_PROBLEM_SIZE];
    const yyjson_val *fallback = mcp_member(schema, "default");
    if (r == 0 && fallback && check_value(field, fallback, why, sizeof why) == 0)
        field->fallback = fallback;
    return r;
}

static int read_required(struct reader *reader, const yyjson_val *schema, struct mcp_form *form)
{
    const yyjson_val *required = mcp_get_array(schema, "required");
    for (size_t i = 0; required && i < yyjson_arr_size((yyjson_val *)required) && i < MCP_FIELDS_MAX; i++) {
        const yyjson_val *name = yyjson_arr_get((yyjson_val *)required, i);
        struct mcp_field *field = NULL;
        for (size_t j = 0; is_text(name) && j < form->count; j++)
            if (slice_equal(form->fields[j].name, json_text(name)))
                field = &form->fields[j];
        if (!field)
            return REFUSE(reader, "\"required\" names a field that the form does not have");
        field->required = true;
    }
    return 0;
}

int mcp_form_read(struct arena *arena, const yyjson_val *schema, struct mcp_form *ret_form, char *ret_problem,
                  size_t problem_size)
{
    struct reader reader = {arena, ret_problem, problem_size};
    const yyjson_val *properties = mcp_get_object(schema, "properties");
    if (!slice_is(mcp_get_text(schema, "type"), "object") || !properties)
        return REFUSE(&reader, "the schema is not an object with \"properties\"");
    struct mcp_form form = {.count = yyjson_obj_size((yyjson_val *)properties)};
    if (form.count > MCP_FIELDS_MAX)
        return REFUSE(&reader, "the form has %zu fields (limit: %d)", form.count, MCP_FIELDS_MAX);
    form.fields = arena_zeroed(arena, (form.count + 1) * sizeof *form.fields);
    if (!form.fields)
        return -ENOMEM;
    size_t i = 0;
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)properties);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)); i++) {
        form.fields[i].name = json_text(key);
        int r = read_field(&reader, &form.fields[i], yyjson_obj_iter_get_val(key));
        if (r < 0)
            return r;
    }
    int r = read_required(&reader, schema, &form);
    if (r == 0)
        *ret_form = form;
    return r;
}

/* --- checking an answer --- */

static size_t characters(struct slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static int check_string(const struct mcp_field *field, struct slice text, char *problem, size_t size)
{
    size_t count = characters(text);
    if (field->has_min && (double)count < field->min)
        return refuse(problem, size, "%.*s must have at least %.17g characters", NAME(field->name), field->min);
    if (field->has_max && (double)count > field->max)
        return refuse(problem, size, "%.*s must have at most %.17g characters", NAME(field->name), field->max);
    if (field->format == MCP_FORMAT_EMAIL && !format_is_email(text))
        return refuse(problem, size, "%.*s must be an email address", NAME(field->name));
    if (field->format == MCP_FORMAT_URI && !format_is_uri(text))
        return refuse(problem, size, "%.*s must be a URI, such as https://example.org", NAME(field->name));
    if (field->format == MCP_FORMAT_DATE && !format_is_date(text))
        return refuse(problem, size, "%.*s must be a date, such as 2026-07-28", NAME(field->name));
    if (field->format == MCP_FORMAT_DATE_TIME && !format_is_date_time(text))
        return refuse(problem, size, "%.*s must be a time, such as 2026-07-28T12:00:00Z", NAME(field->name));
    return 0;
}

static int check_number(const struct mcp_field *field, const yyjson_val *value, char *problem, size_t size)
{
    double number;
    if (json_number(value, &number) < 0 || (field->kind == MCP_FIELD_INTEGER && number != floor(number)))
        return refuse(problem, size, "%.*s must be %s, not %s", NAME(field->name),
                      field->kind == MCP_FIELD_INTEGER ? "an integer" : "a number",
                      yyjson_is_raw((yyjson_val *)value) ? "a fraction" : json_type_name(value));
    if (field->has_min && number < field->min)
        return refuse(problem, size, "%.*s must be at least %.17g", NAME(field->name), field->min);
    if (field->has_max && number > field->max)
        return refuse(problem, size, "%.*s must be at most %.17g", NAME(field->name), field->max);
    return 0;
}

static int check_option(const struct mcp_field *field, const yyjson_val *value, char *problem, size_t size)
{
    for (size_t i = 0; is_text(value) && i < field->option_count; i++)
        if (slice_equal(field->options[i].value, json_text(value)))
            return 0;
    return refuse(problem, size, "%.*s must be one of its %zu options", NAME(field->name), field->option_count);
}

static int check_options(const struct mcp_field *field, const yyjson_val *value, char *problem, size_t size)
{
    if (!yyjson_is_arr((yyjson_val *)value))
        return refuse(problem, size, "%.*s must be an array, not %s", NAME(field->name), json_type_name(value));
    double count = (double)yyjson_arr_size((yyjson_val *)value);
    if (count > MCP_OPTIONS_MAX)
        return refuse(problem, size, "%.*s must have at most %d items", NAME(field->name), MCP_OPTIONS_MAX);
    if (field->has_min && count < field->min)
        return refuse(problem, size, "%.*s must have at least %.17g items", NAME(field->name), field->min);
    if (field->has_max && count > field->max)
        return refuse(problem, size, "%.*s must have at most %.17g items", NAME(field->name), field->max);
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)value);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        int r = check_option(field, item, problem, size);
        if (r < 0)
            return r;
    }
    return 0;
}

static int check_value(const struct mcp_field *field, const yyjson_val *value, char *problem, size_t size)
{
    switch (field->kind) {
    case MCP_FIELD_STRING:
        if (!is_text(value))
            return refuse(problem, size, "%.*s must be a string, not %s", NAME(field->name), json_type_name(value));
        return check_string(field, json_text(value), problem, size);
    case MCP_FIELD_INTEGER:
    case MCP_FIELD_NUMBER:
        return check_number(field, value, problem, size);
    case MCP_FIELD_BOOLEAN:
        if (!yyjson_is_bool((yyjson_val *)value))
            return refuse(problem, size, "%.*s must be true or false, not %s", NAME(field->name),
                          json_type_name(value));
        return 0;
    case MCP_FIELD_ONE:
        return check_option(field, value, problem, size);
    default:
        return check_options(field, value, problem, size);
    }
}

/* Only fields of the form may be in the answer. */
static int check_names(const struct mcp_form *form, const yyjson_val *content, char *problem, size_t size)
{
    if (!content)
        return 0;
    if (!yyjson_is_obj((yyjson_val *)content))
        return refuse(problem, size, "the answer must be an object, not %s", json_type_name(content));
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)content);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        bool known = false;
        for (size_t i = 0; i < form->count && !known; i++)
            known = slice_equal(form->fields[i].name, json_text(key));
        if (!known)
            return refuse(problem, size, "the form has no field %.*s", NAME(json_text(key)));
    }
    return 0;
}

static const yyjson_val *find(const yyjson_val *content, struct slice name)
{
    return content ? yyjson_obj_getn((yyjson_val *)content, name.data, name.size) : NULL;
}

int mcp_form_answer(const struct mcp_form *form, const yyjson_val *content, struct buf *out, char *ret_problem,
                    size_t problem_size)
{
    size_t start = out->size;
    int r = check_names(form, content, ret_problem, problem_size);
    buf_append_char(out, '{');
    for (size_t i = 0; r == 0 && i < form->count; i++) {
        const struct mcp_field *field = &form->fields[i];
        const yyjson_val *value = find(content, field->name);
        if (!value)
            value = field->fallback;
        if (!value && field->required)
            r = refuse(ret_problem, problem_size, "%.*s is required", NAME(field->name));
        else if (value)
            r = check_value(field, value, ret_problem, problem_size);
        if (r < 0 || !value)
            continue;
        if (out->size > start + 1)
            buf_append_char(out, ',');
        json_write_string(out, field->name);
        buf_append_char(out, ':');
        json_write_value(out, value);
    }
    if (r < 0)
        out->size = start;
    else
        r = buf_append_char(out, '}');
    return r;
}
