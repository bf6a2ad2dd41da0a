/* Checks an input against a tool's schema: the part of JSON Schema that tools use. Unknown keywords are ignored, so
 * that schemas of other vendors work. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "tools/tool.h"
#include "json/read.h"

enum { SCHEMA_BYTES_MAX = 1 << 20, DEPTH_MAX = 16 };

struct check {
    char *problem;
    const char *at; /* the field that is checked; NULL: the input itself */
};

__attribute__((format(printf, 2, 3))) static int refuse(const struct check *check, const char *format, ...)
{
    char text[TOOL_PROBLEM_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)snprintf(check->problem, TOOL_PROBLEM_SIZE, "%s%.60s%s %.180s", check->at ? "the field " : "the input",
                   check->at ? check->at : "", "", text);
    return -EINVAL;
}

/* The length to print of an untrusted text. */
static int shown(struct slice text)
{
    return (int)(text.size < 60 ? text.size : 60);
}

/* --- types --- */

static bool is_of_type(yyjson_val *value, struct slice type)
{
    int64_t integer = 0;
    int r = json_integer(value, &integer);
    if (slice_is(type, "integer"))
        return r == 0 || r == -ERANGE;
    if (slice_is(type, "number"))
        return yyjson_is_raw(value);
    return slice_is(type, "string")    ? yyjson_is_str(value)
           : slice_is(type, "boolean") ? yyjson_is_bool(value)
           : slice_is(type, "array")   ? yyjson_is_arr(value)
           : slice_is(type, "object")  ? yyjson_is_obj(value)
           : slice_is(type, "null")    ? yyjson_is_null(value)
                                       : true;
}

static int check_type(const struct check *check, yyjson_val *type, yyjson_val *value)
{
    if (yyjson_is_str(type))
        return is_of_type(value, json_text(type))
                   ? 0
                   : refuse(check, "must be of type %s, not %s", json_text(type).data, json_type_name(value));
    yyjson_val *one = NULL;
    yyjson_arr_iter iter = yyjson_arr_iter_with(type);
    bool fits = !yyjson_is_arr(type);
    while (!fits && (one = yyjson_arr_iter_next(&iter)))
        fits = yyjson_is_str(one) && is_of_type(value, json_text(one));
    return fits ? 0 : refuse(check, "is %s, which is not one of its types", json_type_name(value));
}

/* --- values --- */

static int check_enum(const struct check *check, yyjson_val *words, yyjson_val *value)
{
    struct buf known = BUF_LIMITED(TOOL_PROBLEM_SIZE / 2);
    yyjson_val *word = NULL;
    yyjson_arr_iter iter = yyjson_arr_iter_with(words);
    bool found = false;
    while (!found && (word = yyjson_arr_iter_next(&iter))) {
        found = yyjson_equals(word, value);
        if (yyjson_is_str(word))
            (void)buf_printf(&known, "%s%s", known.size > 0 ? ", " : "", json_text(word).data);
    }
    int r = found ? 0 : refuse(check, "must be one of: %.*s", SLICE_ARG(buf_slice(&known)));
    buf_clear(&known);
    return r;
}

static int check_bounds(const struct check *check, yyjson_val *schema, yyjson_val *value)
{
    const yyjson_val *least = yyjson_obj_get(schema, "minimum"), *most = yyjson_obj_get(schema, "maximum");
    double number = 0, bound = 0;
    if (yyjson_is_raw(value) && json_number(value, &number) < 0)
        return refuse(check, "is too large");
    if (yyjson_is_raw(value) && least && json_number(least, &bound) == 0 && number < bound)
        return refuse(check, "must be at least %g", bound);
    if (yyjson_is_raw(value) && most && json_number(most, &bound) == 0 && number > bound)
        return refuse(check, "must be at most %g", bound);
    least = yyjson_obj_get(schema, "minLength");
    if (yyjson_is_str(value) && least && json_number(least, &bound) == 0 && (double)json_text(value).size < bound)
        return refuse(check, bound > 1 ? "is too short" : "must not be empty");
    return 0;
}

static int check_value(const struct check *check, yyjson_val *schema, yyjson_val *value, int depth);

static int check_items(const struct check *check, yyjson_val *items, yyjson_val *value, int depth)
{
    yyjson_val *item = NULL;
    yyjson_arr_iter iter = yyjson_arr_iter_with(value);
    int r = 0;
    while (r == 0 && (item = yyjson_arr_iter_next(&iter)))
        r = check_value(check, items, item, depth + 1);
    return r;
}

/* --- objects --- */

static int check_required(const struct check *check, yyjson_val *required, yyjson_val *value)
{
    yyjson_val *name = NULL;
    yyjson_arr_iter iter = yyjson_arr_iter_with(required);
    while ((name = yyjson_arr_iter_next(&iter)))
        if (yyjson_is_str(name) && !yyjson_obj_getn(value, json_text(name).data, json_text(name).size))
            return refuse(check, "lacks the field %s", json_text(name).data);
    return 0;
}

static int refuse_unknown(const struct check *check, yyjson_val *properties, struct slice name)
{
    struct buf known = BUF_LIMITED(TOOL_PROBLEM_SIZE / 2);
    yyjson_val *key = NULL;
    yyjson_obj_iter iter = yyjson_obj_iter_with(properties);
    while ((key = yyjson_obj_iter_next(&iter)))
        (void)buf_printf(&known, "%s%s", known.size > 0 ? ", " : "", json_text(key).data);
    int r = refuse(check, "has an unknown field %.*s; known fields: %.*s", shown(name), name.data,
                   SLICE_ARG(buf_slice(&known)));
    buf_clear(&known);
    return r;
}

static int check_fields(const struct check *check, yyjson_val *schema, yyjson_val *value, int depth)
{
    yyjson_val *properties = yyjson_obj_get(schema, "properties");
    bool closed = yyjson_is_false(yyjson_obj_get(schema, "additionalProperties"));
    yyjson_val *key = NULL;
    yyjson_obj_iter iter = yyjson_obj_iter_with(value);
    int r = check_required(check, yyjson_obj_get(schema, "required"), value);
    while (r == 0 && (key = yyjson_obj_iter_next(&iter))) {
        struct slice name = json_text(key);
        yyjson_val *field = yyjson_obj_getn(properties, name.data, name.size);
        struct check inside = {.problem = check->problem, .at = name.data};
        if (field)
            r = check_value(&inside, field, yyjson_obj_iter_get_val(key), depth + 1);
        else if (closed)
            r = refuse_unknown(check, properties, name);
    }
    return r;
}

static int check_value(const struct check *check, yyjson_val *schema, yyjson_val *value, int depth)
{
    if (!yyjson_is_obj(schema) || depth > DEPTH_MAX)
        return 0;
    yyjson_val *type = yyjson_obj_get(schema, "type"), *words = yyjson_obj_get(schema, "enum");
    int r = type ? check_type(check, type, value) : 0;
    if (r == 0 && words)
        r = check_enum(check, words, value);
    if (r == 0)
        r = check_bounds(check, schema, value);
    if (r == 0 && yyjson_is_arr(value))
        r = check_items(check, yyjson_obj_get(schema, "items"), value, depth);
    if (r == 0 && yyjson_is_obj(value))
        r = check_fields(check, schema, value, depth);
    return r;
}

int tool_check(const struct tool *tool, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct arena arena = ARENA_LIMITED(SCHEMA_BYTES_MAX);
    struct json_error error = {0};
    struct check check = {.problem = problem};
    yyjson_val *schema = NULL;
    int r = json_read(&arena, slice_of(tool->schema), &schema, &error);
    if (r < 0)
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "cannot parse the schema of %.60s: %s", tool->name,
                       error.message ? error.message : "out of memory");
    else
        r = check_value(&check, schema, input, 0);
    arena_clear(&arena);
    return r;
}
