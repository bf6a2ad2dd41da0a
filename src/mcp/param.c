#include "mcp/param.h"

#include <errno.h>
#include <strings.h>

#include "mcp/message.h"
#include "json/read.h"

enum { PATH_MAX_KEYS = 64 };

struct scan {
    struct arena *arena;
    struct mcp_param params[MCP_PARAMS_MAX];
    size_t count;
    struct slice path[PATH_MAX_KEYS];
    const char *problem;
};

static int refuse(struct scan *scan, const char *problem)
{
    scan->problem = problem;
    return -EINVAL;
}

/* RFC 9110, 5.6.2 */
static bool is_token(struct slice text)
{
    if (text.size == 0 || text.size > MCP_PARAM_NAME_MAX)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (c == '\0' || !strchr("!#$%&'*+-.^_`|~", c)))
            return false;
    }
    return true;
}

static int add(struct scan *scan, const yyjson_val *schema, struct slice name, size_t depth)
{
    struct slice type = mcp_get_text(schema, "type");
    if (!is_token(name))
        return refuse(scan, "an x-mcp-header is not the name of a header");
    if (!slice_is(type, "string") && !slice_is(type, "integer") && !slice_is(type, "boolean"))
        return refuse(scan, "an x-mcp-header is on something else than a string, an integer or a boolean");
    for (size_t i = 0; i < scan->count; i++)
        if (scan->params[i].header.size == name.size &&
            strncasecmp(scan->params[i].header.data, name.data, name.size) == 0)
            return refuse(scan, "two x-mcp-header have the same name");
    if (scan->count == MCP_PARAMS_MAX)
        return refuse(scan, "it has too many x-mcp-header");
    struct slice *path = arena_alloc(scan->arena, depth * sizeof *path);
    struct mcp_param *param = &scan->params[scan->count];
    param->header = arena_copy(scan->arena, name);
    if (!path || !param->header.data)
        return -ENOMEM;
    for (size_t i = 0; i < depth; i++) {
        path[i] = arena_copy(scan->arena, scan->path[i]);
        if (!path[i].data)
            return -ENOMEM;
    }
    param->path = path;
    param->path_length = depth;
    scan->count++;
    return 0;
}

static int visit(struct scan *scan, const yyjson_val *schema, size_t depth, bool reached);

/* A schema, an array of schemas, or, if `named`, an object of schemas by name. */
static int visit_below(struct scan *scan, const yyjson_val *value, bool named)
{
    int r = 0;
    if (yyjson_is_arr((yyjson_val *)value)) {
        yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)value);
        for (yyjson_val *item; r == 0 && (item = yyjson_arr_iter_next(&iter));)
            r = visit(scan, item, 0, false);
    } else if (named && yyjson_is_obj((yyjson_val *)value)) {
        yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)value);
        for (yyjson_val *key; r == 0 && (key = yyjson_obj_iter_next(&iter));)
            r = visit(scan, yyjson_obj_iter_get_val(key), 0, false);
    } else {
        r = visit(scan, value, 0, false);
    }
    return r;
}

static int visit_properties(struct scan *scan, const yyjson_val *properties, size_t depth, bool reached)
{
    int r = 0;
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)properties);
    for (yyjson_val *key; r == 0 && (key = yyjson_obj_iter_next(&iter));) {
        if (reached)
            scan->path[depth] = json_text(key);
        r = visit(scan, yyjson_obj_iter_get_val(key), reached ? depth + 1 : 0, reached);
    }
    return r;
}

/* The reader of JSON limits the depth. `reached`: through `properties` alone, `depth` of them. */
static int visit(struct scan *scan, const yyjson_val *schema, size_t depth, bool reached)
{
    static const struct {
        const char *key;
        bool named;
    } others[] = {{"items", false},
                  {"prefixItems", false},
                  {"contains", false},
                  {"additionalProperties", false},
                  {"unevaluatedProperties", false},
                  {"unevaluatedItems", false},
                  {"propertyNames", false},
                  {"patternProperties", true},
                  {"dependentSchemas", true},
                  {"oneOf", false},
                  {"anyOf", false},
                  {"allOf", false},
                  {"not", false},
                  {"if", false},
                  {"then", false},
                  {"else", false},
                  {"$defs", true},
                  {"definitions", true}};
    if (!yyjson_is_obj((yyjson_val *)schema))
        return 0;
    const yyjson_val *name = mcp_member(schema, "x-mcp-header"), *properties = mcp_get_object(schema, "properties");
    int r = 0;
    if (name && (!reached || depth == 0))
        return refuse(scan, "an x-mcp-header is at a place that has no single value");
    if (name)
        r = add(scan, schema, mcp_get_text(schema, "x-mcp-header"), depth);
    if (r == 0 && properties && depth == PATH_MAX_KEYS)
        return refuse(scan, "its properties are nested too deep");
    if (r == 0 && properties)
        r = visit_properties(scan, properties, depth, reached);
    for (size_t i = 0; r == 0 && i < sizeof others / sizeof *others; i++) {
        const yyjson_val *below = mcp_member(schema, others[i].key);
        if (below)
            r = visit_below(scan, below, others[i].named);
    }
    return r;
}

int mcp_params_read(struct arena *arena, const yyjson_val *schema, const struct mcp_param **ret_params,
                    size_t *ret_count, const char **ret_problem)
{
    struct scan scan = {.arena = arena};
    int r = visit(&scan, schema, 0, true);
    if (r == -EINVAL)
        *ret_problem = scan.problem;
    if (r < 0)
        return r;
    struct mcp_param *params = arena_alloc(arena, (scan.count + 1) * sizeof *params);
    if (!params)
        return -ENOMEM;
    memcpy(params, scan.params, scan.count * sizeof *params);
    *ret_params = params;
    *ret_count = scan.count;
    return 0;
}
