#include "mcp/schema.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "mcp/message.h"
#include "mcp/pattern.h"
#include "mcp/pointer.h"
#include "mcp/same.h"
#include "json/read.h"

/* A place in the value, as a list from the inside out. */
struct place {
    const struct place *outer;
    struct slice key; /* data NULL: an index */
    size_t index;
};

struct check {
    const yyjson_val *root; /* of the schema, for $ref */
    const char *name;       /* of the value's root */
    char *problem;
    size_t problem_size;
    size_t work; /* steps that are left */
    size_t depth;
    size_t quiet; /* inside of alternatives, whose problems are not told */
    size_t refs;  /* followed for the present value */
    bool omits;   /* a null at the top counts as an omitted property */
};

static int check_value(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                       const struct place *place);

/* --- messages --- */

static size_t write_place(const struct check *check, const struct place *place, char *text, size_t size)
{
    enum { SHOWN = 16 };
    const struct place *places[SHOWN] = {NULL};
    size_t count = 0, used;
    for (; place && count < SHOWN; place = place->outer)
        places[count++] = place;
    used = (size_t)snprintf(text, size, "%s%s", check->name, place ? "…" : "");
    while (count-- > 0 && used < size) {
        struct slice key = places[count]->key;
        if (key.data)
            used += (size_t)snprintf(text + used, size - used, ".%.*s", SLICE_ARG(key.size <= 80 ? key : SLICE("…")));
        else
            used += (size_t)snprintf(text + used, size - used, "[%zu]", places[count]->index);
    }
    return used;
}

static int refuse(struct check *check, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct check *check, const struct place *place, const char *format, ...)
{
    if (check->quiet > 0)
        return -EINVAL;
    size_t used = write_place(check, place, check->problem, check->problem_size);
    if (used >= check->problem_size)
        return -EINVAL;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(check->problem + used, check->problem_size - used, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

static int spend(struct check *check, size_t work)
{
    if (check->work < work)
        return -E2BIG;
    check->work -= work;
    return 0;
}

/* --- values --- */

static bool is(const yyjson_val *value, yyjson_type type)
{
    return value && unsafe_yyjson_get_type((yyjson_val *)value) == type;
}

static bool is_integer(const yyjson_val *value)
{
    double number;
    return is(value, YYJSON_TYPE_RAW) && (json_number(value, &number) == -ERANGE || number == floor(number));
}

static size_t characters(struct slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

/* A keyword that is a number; false if it is absent or something else. */
static bool bound(const yyjson_val *schema, const char *key, double *ret_bound)
{
    const yyjson_val *value = mcp_member(schema, key);
    return value && json_number(value, ret_bound) == 0;
}

/* --- type, enum, const --- */

static bool has_type(const yyjson_val *value, struct slice type)
{
    static const struct {
        const char *name;
        yyjson_type type;
    } types[] = {{"null", YYJSON_TYPE_NULL}, {"boolean", YYJSON_TYPE_BOOL}, {"string", YYJSON_TYPE_STR},
                 {"array", YYJSON_TYPE_ARR}, {"object", YYJSON_TYPE_OBJ},   {"number", YYJSON_TYPE_RAW}};
    if (slice_is(type, "integer"))
        return is_integer(value);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(type, types[i].name))
            return is(value, types[i].type);
    return true; /* not a type of this language */
}

/* "a string or null" */
static void describe_types(const yyjson_val *types, char *text, size_t size)
{
    size_t used = 0, count = yyjson_arr_size((yyjson_val *)types), at = 0;
    *text = '\0';
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)types);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)) && used + 40 < size; at++) {
        struct slice name = yyjson_is_str(item) && json_text(item).size < 16 ? json_text(item) : SLICE("…");
        const char *article = slice_is(name, "null") ? "" : strchr("aeio", name.data[0]) ? "an " : "a ";
        used += (size_t)snprintf(text + used, size - used, "%s%s%.*s",
                                 at == 0          ? ""
                                 : at + 1 < count ? ", "
                                                  : " or ",
                                 article, SLICE_ARG(name));
    }
}

static int check_type(struct check *check, const yyjson_val *schema, const yyjson_val *value, const struct place *place)
{
    const yyjson_val *type = mcp_member(schema, "type");
    const char *actual = is(value, YYJSON_TYPE_RAW) && !is_integer(value) ? "a fraction" : json_type_name(value);
    if (is(type, YYJSON_TYPE_STR) && !has_type(value, json_text(type))) {
        struct slice name = json_text(type);
        bool integer = slice_is(name, "integer");
        return refuse(check, place, " must be %s%.*s, not %s",
                      slice_is(name, "null")         ? ""
                      : strchr("aeio", name.data[0]) ? "an "
                                                     : "a ",
                      SLICE_ARG(name), integer ? actual : json_type_name(value));
    }
    if (!is(type, YYJSON_TYPE_ARR) || yyjson_arr_size((yyjson_val *)type) == 0)
        return 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)type);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        int r = spend(check, 1);
        if (r < 0)
            return r;
        if (!yyjson_is_str(item) || has_type(value, json_text(item)))
            return 0;
    }
    char types[160];
    describe_types(type, types, sizeof types);
    return refuse(check, place, " must be %s, not %s", types, json_type_name(value));
}

/* `"a", "b" or 3`: the scalars among the first few values. */
static void describe_values(const yyjson_val *values, char *text, size_t size)
{
    size_t used = 0, count = yyjson_arr_size((yyjson_val *)values), at = 0;
    *text = '\0';
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)values);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)) && used + 60 < size; at++) {
        const char *separator = at == 0 ? "" : at + 1 < count ? ", " : " or ";
        struct slice shown =
            yyjson_is_str(item) || yyjson_is_raw(item) ? json_text(item) : slice_of(json_type_name(item));
        const char *quote = yyjson_is_str(item) ? "\"" : "";
        shown = shown.size <= 40 ? shown : SLICE("…");
        used += (size_t)snprintf(text + used, size - used, "%s%s%.*s%s", separator, quote, SLICE_ARG(shown), quote);
    }
    if (at < count)
        (void)snprintf(text + used, size - used, ", …");
}

static int check_enum(struct check *check, const yyjson_val *schema, const yyjson_val *value, const struct place *place)
{
    const yyjson_val *list = mcp_get_array(schema, "enum"), *fixed = mcp_member(schema, "const");
    bool found = false;
    int r = 0;
    if (fixed) {
        r = mcp_same(&check->work, fixed, value, &found);
        if (r < 0)
            return r;
        if (!found && is(fixed, YYJSON_TYPE_STR) && json_text(fixed).size <= 80)
            return refuse(check, place, " must be \"%.*s\"", SLICE_ARG(json_text(fixed)));
        if (!found)
            return refuse(check, place, " does not have the only value that is allowed");
    }
    if (!list || yyjson_arr_size((yyjson_val *)list) == 0)
        return 0;
    found = false;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; !found && (item = yyjson_arr_iter_next(&iter));) {
        r = mcp_same(&check->work, item, value, &found);
        if (r < 0)
            return r;
    }
    char values[300];
    if (!found)
        describe_values(list, values, sizeof values);
    return found ? 0 : refuse(check, place, " must be %s", values);
}

/* --- numbers and strings --- */

static int check_number(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                        const struct place *place)
{
    double number, limit;
    if (json_number(value, &number) < 0)
        return 0; /* beyond what a double can hold: the server decides */
    if (bound(schema, "minimum", &limit)) {
        bool open = mcp_get_true(schema, "exclusiveMinimum"); /* draft 4 */
        if (number < limit || (open && number == limit))
            return refuse(check, place, " must be %s %.15g", open ? "greater than" : "at least", limit);
    }
    if (bound(schema, "maximum", &limit)) {
        bool open = mcp_get_true(schema, "exclusiveMaximum");
        if (number > limit || (open && number == limit))
            return refuse(check, place, " must be %s %.15g", open ? "less than" : "at most", limit);
    }
    if (bound(schema, "exclusiveMinimum", &limit) && number <= limit)
        return refuse(check, place, " must be greater than %.15g", limit);
    if (bound(schema, "exclusiveMaximum", &limit) && number >= limit)
        return refuse(check, place, " must be less than %.15g", limit);
    /* Only where the division is exact: 0.3 is a multiple of 0.1 for people. */
    if (bound(schema, "multipleOf", &limit) && limit >= 1 && limit == floor(limit) &&
        fabs(number) < 9007199254740992.0 && fmod(number, limit) != 0)
        return refuse(check, place, " must be a multiple of %.15g", limit);
    return 0;
}

static int check_string(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                        const struct place *place)
{
    struct slice text = json_text(value), pattern = mcp_get_text(schema, "pattern");
    double limit;
    int r = spend(check, text.size / 256);
    if (r < 0)
        return r;
    if (bound(schema, "minLength", &limit) && (double)characters(text) < limit)
        return refuse(check, place, " must have at least %.15g characters", limit);
    if (bound(schema, "maxLength", &limit) && (double)characters(text) > limit)
        return refuse(check, place, " must have at most %.15g characters", limit);
    if (!pattern.data)
        return 0;
    r = mcp_pattern_match(pattern, text, &check->work);
    if (r == -E2BIG)
        return r;
    if (r == 0)
        return refuse(check, place, " must match the pattern %.*s",
                      SLICE_ARG(pattern.size <= 200 ? pattern : SLICE("of its schema")));
    return 0; /* it fits, or the pattern is none of those that can be checked */
}

/* --- arrays --- */

static int check_item(struct check *check, const yyjson_val *schema, const yyjson_val *value, size_t index,
                      const struct place *outer)
{
    const struct place place = {outer, {NULL, 0}, index};
    size_t refs = check->refs;
    check->refs = 0;
    int r = check_value(check, schema, value, &place);
    check->refs = refs;
    return r;
}

static int check_unique(struct check *check, const yyjson_val *value, const struct place *place)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)value);
    size_t at = 0;
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); at++) {
        yyjson_arr_iter before = yyjson_arr_iter_with((yyjson_val *)value);
        for (yyjson_val *other; (other = yyjson_arr_iter_next(&before)) && other != item;) {
            bool same = false;
            int r = mcp_same(&check->work, other, item, &same);
            if (r < 0)
                return r;
            if (same)
                return refuse(check, place, "[%zu] repeats an earlier item", at);
        }
    }
    return 0;
}

static int check_array(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                       const struct place *place)
{
    /* An array as `items` is what prefixItems was until 2019-09; additionalItems is then for the others. */
    const yyjson_val *items = mcp_member(schema, "items"), *first = mcp_get_array(schema, "prefixItems");
    if (is(items, YYJSON_TYPE_ARR)) {
        first = items;
        items = mcp_member(schema, "additionalItems");
    }
    size_t fixed = first ? yyjson_arr_size((yyjson_val *)first) : 0, at = 0;
    double limit, count = (double)yyjson_arr_size((yyjson_val *)value);
    if (bound(schema, "minItems", &limit) && count < limit)
        return refuse(check, place, " must have at least %.15g items", limit);
    if (bound(schema, "maxItems", &limit) && count > limit)
        return refuse(check, place, " must have at most %.15g items", limit);
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)value),
                    schemas = yyjson_arr_iter_with((yyjson_val *)first);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); at++) {
        const yyjson_val *of_item = at < fixed ? yyjson_arr_iter_next(&schemas) : items;
        int r = of_item ? check_item(check, of_item, item, at, place) : 0;
        if (r < 0)
            return r;
    }
    return mcp_get_true(schema, "uniqueItems") ? check_unique(check, value, place) : 0;
}

/* --- objects --- */

static int check_required(struct check *check, const yyjson_val *list, const yyjson_val *value,
                          const struct place *place)
{
    if (!is(list, YYJSON_TYPE_ARR))
        return 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        int r = spend(check, 1 + yyjson_obj_size((yyjson_val *)value));
        if (r < 0)
            return r;
        if (!yyjson_is_str(item))
            continue;
        struct slice name = json_text(item);
        const struct place missing = {place, name, 0};
        if (!yyjson_obj_getn((yyjson_val *)value, name.data, name.size))
            return refuse(check, &missing, " is required");
    }
    return 0;
}

static int check_property(struct check *check, const yyjson_val *schema, const yyjson_val *value, struct slice name,
                          const struct place *outer)
{
    const struct place place = {outer, name, 0};
    size_t refs = check->refs;
    check->refs = 0;
    int r = check_value(check, schema, value, &place);
    check->refs = refs;
    return r;
}

/* Checks a property against those patterns that match its name. *ret_known: one did, or may do. */
static int check_patterns(struct check *check, const yyjson_val *patterns, struct slice name, const yyjson_val *value,
                          const struct place *place, bool *ret_known)
{
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)patterns);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        int r = mcp_pattern_match(json_text(key), name, &check->work);
        if (r == -E2BIG)
            return r;
        if (r == 0)
            continue;
        *ret_known = true;
        if (r == 1)
            r = check_property(check, yyjson_obj_iter_get_val(key), value, name, place);
        if (r == -EINVAL || r == -E2BIG)
            return r;
    }
    return 0;
}

/* Sets *ret_omitted if the value counts as omitted. */
static int look_for_null(struct check *check, const yyjson_val *value, struct slice name, const struct place *place,
                         bool *ret_omitted)
{
    const yyjson_val *required = mcp_get_array(check->root, "required");
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)required);
    *ret_omitted = check->omits && !place && yyjson_is_null((yyjson_val *)value);
    if (!*ret_omitted || !required)
        return 0;
    for (yyjson_val *item; *ret_omitted && (item = yyjson_arr_iter_next(&iter));)
        *ret_omitted = !yyjson_is_str(item) || !slice_equal(json_text(item), name);
    return spend(check, 1 + yyjson_arr_size((yyjson_val *)required));
}

static int check_member(struct check *check, const yyjson_val *schema, const yyjson_val *key, const struct place *place)
{
    const yyjson_val *properties = mcp_get_object(schema, "properties"), *names = mcp_member(schema, "propertyNames"),
                     *patterns = mcp_get_object(schema, "patternProperties"),
                     *others = mcp_member(schema, "additionalProperties");
    const yyjson_val *value = yyjson_obj_iter_get_val((yyjson_val *)key);
    struct slice name = json_text(key);
    int r = spend(check, 1 + yyjson_obj_size((yyjson_val *)properties));
    if (r == 0 && names)
        r = check_property(check, names, key, name, place);
    const yyjson_val *own =
        r == 0 && properties ? yyjson_obj_getn((yyjson_val *)properties, name.data, name.size) : NULL;
    bool known = own != NULL, is_omitted = false;
    if (own)
        r = look_for_null(check, value, name, place, &is_omitted);
    if (r == 0 && own && !is_omitted)
        r = check_property(check, own, value, name, place);
    if (r == 0 && patterns)
        r = check_patterns(check, patterns, name, value, place, &known);
    if (r < 0 || known || !others)
        return r;
    const struct place unknown = {place, name, 0};
    if (yyjson_is_false((yyjson_val *)others))
        return refuse(check, &unknown, " is not a known property");
    return check_property(check, others, value, name, place);
}

static int check_dependent(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                           const struct place *place)
{
    const yyjson_val *lists = mcp_get_object(schema, "dependentRequired");
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)lists);
    for (yyjson_val *key; lists && (key = yyjson_obj_iter_next(&iter));) {
        struct slice name = json_text(key);
        int r = spend(check, 1 + yyjson_obj_size((yyjson_val *)value));
        if (r == 0 && yyjson_obj_getn((yyjson_val *)value, name.data, name.size))
            r = check_required(check, yyjson_obj_iter_get_val(key), value, place);
        if (r < 0)
            return r;
    }
    return 0;
}

static int check_object(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                        const struct place *place)
{
    double limit, count = (double)yyjson_obj_size((yyjson_val *)value);
    int r = check_required(check, mcp_member(schema, "required"), value, place);
    if (r < 0)
        return r;
    if (bound(schema, "minProperties", &limit) && count < limit)
        return refuse(check, place, " must have at least %.15g properties", limit);
    if (bound(schema, "maxProperties", &limit) && count > limit)
        return refuse(check, place, " must have at most %.15g properties", limit);
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)value);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        r = check_member(check, schema, key, place);
        if (r < 0)
            return r;
    }
    return check_dependent(check, schema, value, place);
}

/* --- combinations --- */

/* 1: fits; 0: does not; -E2BIG. */
static int fits(struct check *check, const yyjson_val *schema, const yyjson_val *value, const struct place *place)
{
    check->quiet++;
    int r = check_value(check, schema, value, place);
    check->quiet--;
    return r == 0 ? 1 : r == -EINVAL ? 0 : r;
}

/* How many of the alternatives fit, up to `enough`. */
static int count_fitting(struct check *check, const yyjson_val *list, const yyjson_val *value,
                         const struct place *place, int enough)
{
    int count = 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; count < enough && (item = yyjson_arr_iter_next(&iter));) {
        int r = fits(check, item, value, place);
        if (r < 0)
            return r;
        count += r;
    }
    return count;
}

/* If only one alternative is for values of this type, its own problem says most. */
static int refuse_all(struct check *check, const yyjson_val *list, const yyjson_val *value, const struct place *place)
{
    const yyjson_val *only = NULL;
    size_t count = 0, possible = 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); count++) {
        struct slice type = mcp_get_text(item, "type");
        if (type.data && !has_type(value, type))
            continue;
        only = item;
        possible++;
    }
    if (possible == 1 && check->quiet == 0) {
        int r = check_value(check, only, value, place);
        if (r < 0)
            return r;
    }
    return refuse(check, place, " fits none of the %zu forms that its schema allows", count);
}

static int check_alternatives(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                              const struct place *place)
{
    const yyjson_val *any = mcp_get_array(schema, "anyOf"), *one = mcp_get_array(schema, "oneOf"),
                     *not = mcp_member(schema, "not");
    if (any && yyjson_arr_size((yyjson_val *)any) > 0) {
        int r = count_fitting(check, any, value, place, 1);
        if (r <= 0)
            return r < 0 ? r : refuse_all(check, any, value, place);
    }
    if (one && yyjson_arr_size((yyjson_val *)one) > 0) {
        int r = count_fitting(check, one, value, place, 2);
        if (r < 0)
            return r;
        if (r != 1)
            return refuse(check, place, " must fit exactly one of the %zu forms of its schema, and fits %s",
                          yyjson_arr_size((yyjson_val *)one), r == 0 ? "none" : "more");
    }
    if (not ) {
        int r = fits(check, not, value, place);
        if (r != 0)
            return r < 0 ? r : refuse(check, place, " has a form that its schema excludes");
    }
    return 0;
}

static int check_combinations(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                              const struct place *place)
{
    const yyjson_val *all = mcp_get_array(schema, "allOf"), *condition = mcp_member(schema, "if");
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)all);
    for (yyjson_val *item; all && (item = yyjson_arr_iter_next(&iter));) {
        int r = check_value(check, item, value, place);
        if (r < 0)
            return r;
    }
    int r = check_alternatives(check, schema, value, place);
    if (r < 0 || !condition)
        return r;
    r = fits(check, condition, value, place);
    if (r < 0)
        return r;
    const yyjson_val *then = mcp_member(schema, r ? "then" : "else");
    return then ? check_value(check, then, value, place) : 0;
}

/* --- references --- */

static int check_ref(struct check *check, const yyjson_val *schema, const yyjson_val *value, const struct place *place)
{
    struct slice ref = mcp_get_text(schema, "$ref");
    if (!ref.data)
        return 0;
    int r = spend(check, 1 + ref.size / 16);
    const yyjson_val *target = r == 0 ? mcp_pointer_find(check->root, ref) : NULL;
    if (!target)
        return r;
    if (check->refs == MCP_SCHEMA_REFS_MAX)
        return -E2BIG;
    check->refs++;
    r = check_value(check, target, value, place);
    check->refs--;
    return r;
}

/* --- the whole --- */

static int check_keywords(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                          const struct place *place)
{
    int r = check_ref(check, schema, value, place);
    if (r == 0)
        r = check_type(check, schema, value, place);
    if (r == 0)
        r = check_enum(check, schema, value, place);
    if (r == 0 && is(value, YYJSON_TYPE_RAW))
        r = check_number(check, schema, value, place);
    if (r == 0 && is(value, YYJSON_TYPE_STR))
        r = check_string(check, schema, value, place);
    if (r == 0 && is(value, YYJSON_TYPE_ARR))
        r = check_array(check, schema, value, place);
    if (r == 0 && is(value, YYJSON_TYPE_OBJ))
        r = check_object(check, schema, value, place);
    return r < 0 ? r : check_combinations(check, schema, value, place);
}

static int check_value(struct check *check, const yyjson_val *schema, const yyjson_val *value,
                       const struct place *place)
{
    if (yyjson_is_false((yyjson_val *)schema))
        return refuse(check, place, " is not allowed");
    if (!is(schema, YYJSON_TYPE_OBJ))
        return 0; /* true, or no schema */
    /* Keywords are found by search through the schema, some twenty times. */
    int r = spend(check, 1 + yyjson_obj_size((yyjson_val *)schema) / 8);
    if (r < 0)
        return r;
    if (check->depth == MCP_SCHEMA_DEPTH_MAX)
        return -E2BIG;
    check->depth++;
    r = check_keywords(check, schema, value, place);
    check->depth--;
    return r;
}

int mcp_schema_check(const yyjson_val *schema, const yyjson_val *value, const char *root, char *ret_problem,
                     size_t problem_size)
{
    struct check check = {.root = schema,
                          .name = root,
                          .work = MCP_SCHEMA_WORK_MAX,
                          .problem = ret_problem,
                          .problem_size = problem_size};
    return check_value(&check, schema, value, NULL);
}

int mcp_schema_check_arguments(struct arena *arena, struct slice schema, const yyjson_val *arguments, char *ret_problem,
                               size_t problem_size)
{
    struct json_error error;
    yyjson_val *read = NULL;
    int r = json_read(arena, schema, &read, &error);
    if (r < 0)
        return r == -EINVAL ? 0 : r;
    struct check check = {.root = read,
                          .name = "arguments",
                          .work = MCP_SCHEMA_WORK_MAX,
                          .problem = ret_problem,
                          .problem_size = problem_size,
                          .omits = true};
    return check_value(&check, read, arguments, NULL);
}
