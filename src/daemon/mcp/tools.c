/* Lists of tools: the names under which agents see them, their definitions, and search. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/mcp/internal.h"
#include "mcp/name.h"
#include "json/encode.h"
#include "json/read.h"

/* --- reading --- */

static int name_tools(struct arena *arena, struct slice server_id, struct mcp_toolbox *box)
{
    struct mcp_name *names = arena_zeroed(arena, (box->count + 1) * sizeof *names);
    if (!names)
        return -ENOMEM;
    for (size_t i = 0; i < box->count; i++)
        names[i].tool = box->tools[i].tool.name;
    int r = mcp_names_make(server_id, names, box->count);
    for (size_t i = 0; r == 0 && i < box->count; i++)
        memcpy(box->tools[i].agent_name, names[i].text, sizeof box->tools[i].agent_name);
    return r;
}

int mcp_toolbox_read(struct arena *arena, struct slice server_id, struct slice text, struct mcp_toolbox *ret_box)
{
    struct mcp_toolbox box = {0};
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *value = NULL;
    _Static_assert((int)MCP_AGENT_NAME_SIZE == (int)MCP_NAME_SIZE, "a name for agents");
    int r = json_read(arena, text, &value, &error);
    if (r == 0)
        r = json_decode(arena, &connector_list_result_shape, value, "list", &box.list, &wrong);
    if (r == 0 && box.list.tools_is != FIELD_SET)
        box.list.tools.count = 0;
    box.tools = r == 0 ? arena_zeroed(arena, (box.list.tools.count + 1) * sizeof *box.tools) : NULL;
    if (r == 0 && !box.tools)
        r = -ENOMEM;
    if (r != 0)
        return r;
    for (; box.count < box.list.tools.count; box.count++)
        box.tools[box.count].tool = box.list.tools.items[box.count];
    r = name_tools(arena, server_id, &box);
    if (r == 0) {
        box.arena = ret_box->arena; /* may be the arena that it is in */
        *ret_box = box;
    }
    return r;
}

struct mcp_toolbox *mcp_toolbox_free(struct mcp_toolbox *box)
{
    if (!box)
        return NULL;
    arena_clear(&box->arena);
    free(box);
    return NULL;
}

const struct mcp_tool_known *mcp_toolbox_find(const struct mcp_toolbox *box, struct slice name, bool is_agent_name)
{
    for (size_t i = 0; i < box->count; i++) {
        const struct mcp_tool_known *known = &box->tools[i];
        if (known->agent_name[0] && slice_equal(name, is_agent_name ? slice_of(known->agent_name) : known->tool.name))
            return known;
    }
    return NULL;
}

int mcp_tool_find(struct store_tx *tx, struct slice server_id, struct slice tool, struct arena *arena,
                  struct mcp_tool_shown *ret_tool)
{
    struct mcp_toolbox box = {0};
    struct slice text = {0};
    int r = store_mcp_list_find(tx, server_id, CONNECTOR_LIST_KIND_TOOLS, arena, &text);
    if (r == 0)
        r = mcp_toolbox_read(arena, server_id, text, &box);
    const struct mcp_tool_known *known = r == 0 ? mcp_toolbox_find(&box, tool, false) : NULL;
    if (r == 0 && !known)
        known = mcp_toolbox_find(&box, tool, true);
    if (known)
        *ret_tool = (struct mcp_tool_shown){slice_of(known->agent_name), known->tool.definition};
    return r < 0 ? r : known ? 0 : -ENOENT;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/* The edit distance, at most `most`. */
static size_t distance(struct slice a, struct slice b, size_t most)
{
    enum { NAME_MAX_COMPARED = 64 };
    size_t row[NAME_MAX_COMPARED + 1];
    if (a.size > NAME_MAX_COMPARED || b.size > NAME_MAX_COMPARED)
        return most;
    for (size_t i = 0; i <= b.size; i++)
        row[i] = i;
    for (size_t i = 0; i < a.size; i++) {
        size_t before = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size; j++) {
            size_t change = before + (lower(a.data[i]) != lower(b.data[j]));
            size_t least = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;
            before = row[j + 1];
            row[j + 1] = change < least ? change : least;
        }
    }
    return row[b.size] < most ? row[b.size] : most;
}

struct slice mcp_toolbox_nearest(const struct mcp_toolbox *box, struct slice name, bool is_agent_name)
{
    struct slice nearest = {0};
    size_t best = name.size / 2 + 1;
    for (size_t i = 0; i < box->count; i++) {
        struct slice one = is_agent_name ? slice_of(box->tools[i].agent_name) : box->tools[i].tool.name;
        size_t far = distance(name, one, best);
        if (far < best) {
            best = far;
            nearest = one;
        }
    }
    return nearest;
}

/* --- definitions --- */

int mcp_tool_write(struct buf *out, const struct connector_tool *tool)
{
    struct connector_tool plain = *tool;
    plain.definition = SLICE("");
    return json_encode(out, &connector_tool_shape, &plain);
}

struct mcp_tool mcp_tool_of(const struct mcp_tool_known *known, struct slice server_id)
{
    const struct connector_tool *tool = &known->tool;
    struct mcp_tool out = {
        .name = tool->name,
        .description = tool->description,
        .server_id = server_id,
        .title = tool->title,
        .title_is = tool->title_is,
        .output_schema_is = tool->output_schema_is,
        .annotations_is = tool->annotations_is,
        .agent_name = slice_of(known->agent_name),
        .definition = tool->definition,
    };
    /* The types of the two namespaces have the same definition. */
    _Static_assert(sizeof out.input_schema == sizeof tool->input_schema, "a map");
    memcpy(&out.input_schema, &tool->input_schema, sizeof out.input_schema);
    memcpy(&out.output_schema, &tool->output_schema, sizeof out.output_schema);
    memcpy(&out.annotations, &tool->annotations, sizeof out.annotations);
    return out;
}

int mcp_agent_name_split(struct slice name, struct slice *ret_server)
{
    const size_t prefix = sizeof MCP_TOOL_PREFIX - 1;
    if (!slice_starts_with(name, SLICE(MCP_TOOL_PREFIX)))
        return -EINVAL;
    size_t end = prefix; /* ids of servers have no underscore */
    while (end < name.size && name.data[end] != '_')
        end++;
    if (end == prefix || end + 1 >= name.size || name.data[end + 1] != '_')
        return -EINVAL;
    *ret_server = (struct slice){name.data + prefix, end - prefix};
    return 0;
}

/* --- search --- */

static bool is_word_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static bool has_word(struct slice text, struct slice word, bool *ret_whole)
{
    for (size_t at = 0; at + word.size <= text.size; at++) {
        size_t same = 0;
        while (same < word.size && lower(text.data[at + same]) == lower(word.data[same]))
            same++;
        if (same < word.size)
            continue;
        bool begins = at == 0 || !is_word_part(lower(text.data[at - 1]));
        bool ends = at + same == text.size || !is_word_part(lower(text.data[at + same]));
        *ret_whole = begins && ends;
        if (begins || word.size > 3)
            return true;
    }
    return false;
}

/* Every word counts, in the name more than in the title, and there more than in the description; a tool that has all
 * words comes before those that have some. */
unsigned mcp_tool_score(struct slice query, const struct connector_tool *tool)
{
    enum { IN_NAME = 12, IN_TITLE = 6, IN_TEXT = 3, WHOLE = 2, ALL = 1000, NAME = 10000 };
    unsigned score = 0, words = 0, found = 0;
    struct slice title = tool->title_is == FIELD_SET ? tool->title : SLICE("");
    for (size_t at = 0; at < query.size;) {
        while (at < query.size && !is_word_part(lower(query.data[at])))
            at++;
        size_t end = at;
        while (end < query.size && is_word_part(lower(query.data[end])))
            end++;
        const struct slice word = {query.data + at, end - at};
        at = end;
        if (word.size == 0)
            continue;
        bool whole = false;
        unsigned one = has_word(tool->name, word, &whole)          ? IN_NAME
                       : has_word(title, word, &whole)             ? IN_TITLE
                       : has_word(tool->description, word, &whole) ? IN_TEXT
                                                                   : 0;
        words++;
        found += one > 0;
        score += one > 0 ? one + (whole ? WHOLE : 0) : 0;
    }
    if (found == 0)
        return 0;
    if (slice_equal(query, tool->name))
        score += NAME;
    return score + (found == words ? ALL : 0);
}
