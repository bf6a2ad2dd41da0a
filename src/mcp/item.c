#include "mcp/item.h"

#include <errno.h>

#include "base/sha256.h"
#include "mcp/canonical.h"
#include "json/read.h"

_Static_assert((int)MCP_HASH_SIZE == (int)SHA256_TEXT_SIZE, "SHA-256 in hexadecimal");

enum { ARGUMENTS_MAX = 100 };

/* The members of a definition, sorted. Others, such as icons and _meta, are neither kept nor part of the fingerprint.
 */
static const struct member {
    const char *key;
    bool parsed; /* kept as JSON text; strings are kept decoded */
    size_t offset;
} members[] = {
    {"annotations", true, offsetof(struct mcp_item, annotations)},
    {"arguments", true, 0},
    {"description", false, offsetof(struct mcp_item, description)},
    {"inputSchema", true, offsetof(struct mcp_item, input_schema)},
    {"mimeType", false, offsetof(struct mcp_item, mime_type)},
    {"name", false, offsetof(struct mcp_item, name)},
    {"outputSchema", true, offsetof(struct mcp_item, output_schema)},
    {"size", true, 0},
    {"title", false, offsetof(struct mcp_item, title)},
    {"uri", false, offsetof(struct mcp_item, uri)},
    {"uriTemplate", false, offsetof(struct mcp_item, uri)},
};

enum { MEMBERS = sizeof members / sizeof *members };

static bool keeps(enum mcp_list list, const struct member *member)
{
    static const char *const only_tools[] = {"inputSchema", "outputSchema"};
    if (list != MCP_TOOLS)
        for (size_t i = 0; i < 2; i++)
            if (strcmp(member->key, only_tools[i]) == 0)
                return false;
    if (strcmp(member->key, "arguments") == 0)
        return list == MCP_PROMPTS;
    if (strcmp(member->key, "uri") == 0 || strcmp(member->key, "size") == 0)
        return list == MCP_RESOURCES;
    if (strcmp(member->key, "uriTemplate") == 0)
        return list == MCP_TEMPLATES;
    return true;
}

static const char *check(enum mcp_list list, const yyjson_val *value)
{
    if (!yyjson_is_obj((yyjson_val *)value))
        return "it is not an object";
    struct slice name = mcp_get_text(value, "name");
    if (name.size == 0)
        return "it has no \"name\"";
    if (name.size > MCP_TOOL_NAME_MAX || memchr(name.data, '\0', name.size))
        return "its \"name\" is too long or has a NUL";
    if (list == MCP_TOOLS && !slice_is(mcp_get_text(mcp_get_object(value, "inputSchema"), "type"), "object"))
        return "its \"inputSchema\" is not a schema of an object";
    if (list == MCP_TOOLS && mcp_member(value, "outputSchema") && !mcp_get_object(value, "outputSchema"))
        return "its \"outputSchema\" is not an object";
    if (mcp_member(value, "annotations") && !mcp_get_object(value, "annotations"))
        return "its \"annotations\" are not an object";
    if (list == MCP_RESOURCES || list == MCP_TEMPLATES) {
        struct slice uri = mcp_get_text(value, list == MCP_RESOURCES ? "uri" : "uriTemplate");
        if (uri.size == 0 || uri.size > MCP_URI_MAX || memchr(uri.data, '\0', uri.size))
            return "its URI is missing, too long or has a NUL";
    }
    for (size_t i = 0; i < MEMBERS; i++) {
        const yyjson_val *member = mcp_member(value, members[i].key);
        if (member && keeps(list, &members[i]) && !members[i].parsed && !yyjson_is_str((yyjson_val *)member))
            return "one of its texts is not a string";
    }
    return NULL;
}

/* Where a member's JSON text is in the definition. */
struct place {
    size_t start, size;
};

static int write_definition(struct arena *scratch, enum mcp_list list, const yyjson_val *value, struct buf *out,
                            struct place places[static MEMBERS])
{
    buf_append_char(out, '{');
    for (size_t i = 0; i < MEMBERS; i++) {
        const yyjson_val *member = mcp_member(value, members[i].key);
        if (!member || !keeps(list, &members[i]))
            continue;
        mcp_write_key(out, members[i].key);
        places[i].start = out->size;
        int r = mcp_canonical_write(out, scratch, member);
        if (r < 0)
            return r;
        places[i].size = out->size - places[i].start;
    }
    return buf_append_char(out, '}');
}

static int copy_members(struct arena *arena, enum mcp_list list, const yyjson_val *value,
                        const struct place places[static MEMBERS], struct mcp_item *item)
{
    for (size_t i = 0; i < MEMBERS; i++) {
        struct slice *to = (void *)((char *)item + members[i].offset);
        if (places[i].size == 0 || (members[i].parsed && members[i].offset == 0))
            continue;
        if (members[i].parsed)
            *to = (struct slice){item->definition.data + places[i].start, places[i].size};
        else
            *to = arena_copy(arena, mcp_get_text(value, members[i].key));
        if (!to->data)
            return -ENOMEM;
    }
    const yyjson_val *size = list == MCP_RESOURCES ? mcp_member(value, "size") : NULL;
    if (!size || json_integer(size, &item->size) < 0 || item->size < 0)
        item->size = -1;
    return 0;
}

static int copy_arguments(struct arena *arena, const yyjson_val *list, struct mcp_item *item, const char **ret_problem)
{
    size_t count = yyjson_arr_size((yyjson_val *)list);
    *ret_problem = "its arguments are not a list of at most 100 named ones";
    if (!yyjson_is_arr((yyjson_val *)list) || count > ARGUMENTS_MAX)
        return -EINVAL;
    struct mcp_prompt_argument *arguments = arena_zeroed(arena, (count + 1) * sizeof *arguments);
    if (!arguments)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        const yyjson_val *value = yyjson_arr_get((yyjson_val *)list, i);
        if (mcp_get_text(value, "name").size == 0)
            return -EINVAL;
        arguments[i].name = arena_copy(arena, mcp_get_text(value, "name"));
        arguments[i].title = arena_copy(arena, mcp_get_text(value, "title"));
        arguments[i].description = arena_copy(arena, mcp_get_text(value, "description"));
        arguments[i].required = mcp_get_true(value, "required");
        if (!arguments[i].name.data || !arguments[i].title.data || !arguments[i].description.data)
            return -ENOMEM;
    }
    item->arguments = arguments;
    item->argument_count = count;
    return 0;
}

int mcp_item_read(struct arena *arena, struct arena *scratch, enum mcp_list list, bool params, const yyjson_val *value,
                  struct mcp_item *ret_item, const char **ret_problem)
{
    struct mcp_item item = {.size = -1};
    struct place places[MEMBERS] = {0};
    struct buf definition = BUF_LIMITED(MCP_CATALOG_MAX);
    *ret_problem = check(list, value);
    int r = *ret_problem ? -EINVAL : write_definition(scratch, list, value, &definition, places);
    if (r == -ENOBUFS) {
        *ret_problem = "its definition is too large";
        r = -EINVAL;
    }
    if (r == 0) {
        item.definition = arena_copy(arena, buf_slice(&definition));
        sha256_text(buf_slice(&definition), item.hash);
        r = item.definition.data ? copy_members(arena, list, value, places, &item) : -ENOMEM;
    }
    buf_clear(&definition);
    if (r == 0 && list == MCP_PROMPTS && mcp_member(value, "arguments"))
        r = copy_arguments(arena, mcp_member(value, "arguments"), &item, ret_problem);
    if (r == 0 && params && list == MCP_TOOLS)
        r = mcp_params_read(arena, mcp_member(value, "inputSchema"), &item.params, &item.param_count, ret_problem);
    if (r == 0)
        *ret_item = item;
    return r;
}
