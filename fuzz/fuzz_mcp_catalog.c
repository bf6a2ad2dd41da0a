/* Fuzzes the lists of a server: each line of the input is the result of a page. The first character chooses the list.
 */
#include "fuzz.h"

#include <errno.h>
#include <string.h>

#include "mcp/catalog.h"
#include "mcp/name.h"
#include "json/read.h"

/* The parts of a definition are JSON, and reading the definition again gives the same fingerprint. */
static void check_item(const struct mcp_catalog *catalog, const struct mcp_item *item)
{
    struct arena arena = ARENA_LIMITED(64 << 20);
    struct json_error error;
    const struct slice texts[] = {item->input_schema, item->output_schema, item->annotations};
    yyjson_val *root = NULL;
    must(strlen(item->hash) == 64 && item->name.size > 0);
    for (size_t i = 0; i < 3; i++)
        must(texts[i].size == 0 || (json_read(&arena, texts[i], &root, &error) == 0 && yyjson_is_obj(root)));
    must(json_read(&arena, item->definition, &root, &error) == 0);
    must(slice_equal(mcp_get_text(root, "name"), item->name));
    for (size_t i = 0; i < item->param_count; i++)
        must(item->params[i].header.size > 0 && item->params[i].path_length > 0);
    must(mcp_catalog_find(catalog, catalog->list <= MCP_PROMPTS ? item->name : item->uri) == item);
    arena_clear(&arena);
}

static void check_names(const struct mcp_catalog *catalog)
{
    struct mcp_name *names = calloc(catalog->count + 1, sizeof *names);
    must(names);
    for (size_t i = 0; i < catalog->count; i++)
        names[i].tool = catalog->items[i].name;
    must(mcp_names_make(SLICE("server"), names, catalog->count) == 0);
    for (size_t i = 0; i < catalog->count; i++) {
        must(strspn(names[i].text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             strlen(names[i].text));
        for (size_t j = 0; j < i && j < 50; j++)
            must(!*names[i].text || strcmp(names[i].text, names[j].text) != 0);
    }
    free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(64 << 20);
    struct slice text = {(const char *)data, size};
    struct mcp_catalog catalog;
    int r = 1;
    mcp_catalog_init(&catalog, size > 0 ? (enum mcp_list)(data[0] % 4) : MCP_TOOLS, size > 0 && data[0] & 4);
    if (size > 0)
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && r == 1) {
        const char *end = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, end ? (size_t)(end - text.data) : text.size};
        struct json_error error;
        yyjson_val *root = NULL;
        text = (struct slice){line.data + line.size + (end != NULL), text.size - line.size - (end != NULL)};
        if (json_read(&arena, line, &root, &error) == 0) {
            r = mcp_catalog_add(&catalog, root);
            must(r == 1 || r == 0 || r == -EINVAL);
            must(r != -EINVAL || *catalog.warning);
            must(catalog.dropped == 0 || *catalog.warning);
        }
        arena_reset(&arena); /* the catalog keeps nothing of the page */
    }
    if (catalog.complete) {
        for (size_t i = 0; i < catalog.count; i++)
            check_item(&catalog, &catalog.items[i]);
        if (catalog.list == MCP_TOOLS)
            check_names(&catalog);
    }
    mcp_catalog_clear(&catalog);
    arena_clear(&arena);
    return 0;
}
