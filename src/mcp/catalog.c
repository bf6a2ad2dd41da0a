#include "mcp/catalog.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "mcp/item.h"
#include "json/read.h"
#include "json/write.h"

/* A definition is kept once as JSON, and once more in its parts. */
enum {
    KEPT_MAX = 3 * MCP_CATALOG_MAX + MCP_ITEMS_MAX * (int)sizeof(struct mcp_item),
    SCRATCH_MAX = 2 * MCP_CATALOG_MAX
};

static const struct {
    const char *method, *key, *what;
} lists[] = {
    [MCP_TOOLS] = {"tools/list", "tools", "tool"},
    [MCP_PROMPTS] = {"prompts/list", "prompts", "prompt"},
    [MCP_RESOURCES] = {"resources/list", "resources", "resource"},
    [MCP_TEMPLATES] = {"resources/templates/list", "resourceTemplates", "resource template"},
};

void mcp_catalog_init(struct mcp_catalog *catalog, enum mcp_list list, bool params)
{
    *catalog = (struct mcp_catalog){
        .list = list,
        .params = params,
        .ttl_ms = -1,
        .arena = ARENA_LIMITED(KEPT_MAX),
        .scratch = ARENA_LIMITED(SCRATCH_MAX),
    };
}

void mcp_catalog_clear(struct mcp_catalog *catalog)
{
    if (!catalog)
        return;
    arena_clear(&catalog->arena);
    arena_clear(&catalog->scratch);
    free(catalog->items);
    catalog->items = NULL;
    catalog->count = catalog->capacity = 0;
}

int mcp_catalog_write(const struct mcp_catalog *catalog, struct buf *out, const struct mcp_sender *sender, int64_t id)
{
    mcp_write_request(out, sender, id, lists[catalog->list].method, false);
    if (catalog->pages > 0) {
        mcp_write_key(out, "cursor");
        json_write_string(out, catalog->cursor);
    }
    return mcp_write_end(out);
}

/* The first reason is the one that is told. */
static void warn(struct mcp_catalog *catalog, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void warn(struct mcp_catalog *catalog, const char *format, ...)
{
    if (*catalog->warning)
        return;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(catalog->warning, sizeof catalog->warning, format, arguments);
    va_end(arguments);
}

/* --- the end of the list --- */

/* Names of tools and prompts, URIs of the others. */
static struct slice key_of(enum mcp_list list, const struct mcp_item *item)
{
    return list == MCP_TOOLS || list == MCP_PROMPTS ? item->name : item->uri;
}

static int compare_slices(struct slice a, struct slice b)
{
    size_t shorter = a.size < b.size ? a.size : b.size;
    int order = shorter > 0 ? memcmp(a.data, b.data, shorter) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* Equal keys in the order of their definitions, so that the list does not depend on the order in which it came. */
static int compare_names(const void *a, const void *b)
{
    const struct mcp_item *left = a, *right = b;
    int order = compare_slices(left->name, right->name);
    return order ? order : strcmp(left->hash, right->hash);
}

static int compare_uris(const void *a, const void *b)
{
    const struct mcp_item *left = a, *right = b;
    int order = compare_slices(left->uri, right->uri);
    return order ? order : strcmp(left->hash, right->hash);
}

/* Which one of several under one name a call would reach is not known, so only equal ones are kept, once. */
static void drop_duplicates(struct mcp_catalog *catalog)
{
    size_t kept = 0;
    for (size_t i = 0, next; i < catalog->count; i = next) {
        struct slice key = key_of(catalog->list, &catalog->items[i]);
        bool equal = true;
        for (next = i + 1; next < catalog->count; next++) {
            if (!slice_equal(key, key_of(catalog->list, &catalog->items[next])))
                break;
            equal = equal && strcmp(catalog->items[i].hash, catalog->items[next].hash) == 0;
        }
        catalog->dropped += next - i - equal;
        if (next - i > 1)
            warn(catalog, "the server lists the %s \"%.*s\" %zu times%s", lists[catalog->list].what,
                 SLICE_ARG(key.size < 200 ? key : SLICE("…")), next - i, equal ? "" : ", with different definitions");
        if (equal)
            catalog->items[kept++] = catalog->items[i];
    }
    catalog->count = kept;
}

static int finish(struct mcp_catalog *catalog)
{
    bool by_name = catalog->list == MCP_TOOLS || catalog->list == MCP_PROMPTS;
    if (catalog->count > 0)
        qsort(catalog->items, catalog->count, sizeof *catalog->items, by_name ? compare_names : compare_uris);
    drop_duplicates(catalog);
    arena_clear(&catalog->scratch);
    catalog->complete = true;
    return 0;
}

const struct mcp_item *mcp_catalog_find(const struct mcp_catalog *catalog, struct slice name)
{
    size_t low = 0, high = catalog->complete ? catalog->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_slices(key_of(catalog->list, &catalog->items[middle]), name);
        if (order == 0)
            return &catalog->items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* --- pages --- */

static int add_item(struct mcp_catalog *catalog, const yyjson_val *value)
{
    if (catalog->count == catalog->capacity) {
        size_t capacity = catalog->capacity ? 2 * catalog->capacity : 32;
        struct mcp_item *items = realloc(catalog->items, capacity * sizeof *items);
        if (!items)
            return -ENOMEM;
        catalog->items = items;
        catalog->capacity = capacity;
    }
    struct mcp_item *item = &catalog->items[catalog->count];
    const char *problem = NULL;
    int r = mcp_item_read(&catalog->arena, &catalog->scratch, catalog->list, catalog->params, value, item, &problem);
    arena_reset(&catalog->scratch);
    if (r == -EINVAL) {
        struct slice name = mcp_get_text(value, "name");
        catalog->dropped++;
        warn(catalog, "dropped the %s \"%.*s\" of the server: %s", lists[catalog->list].what,
             SLICE_ARG(name.size < 200 ? name : SLICE("…")), problem);
        return 0;
    }
    if (r < 0)
        return r;
    catalog->bytes += item->definition.size;
    catalog->count++;
    return 0;
}

/* Returns 1 if a limit ends the list. */
static int add_items(struct mcp_catalog *catalog, const yyjson_val *list)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *value; (value = yyjson_arr_iter_next(&iter));) {
        if (catalog->count == MCP_ITEMS_MAX || catalog->dropped >= MCP_ITEMS_MAX) {
            warn(catalog, "the server has more than %d %ss: the others are missing", MCP_ITEMS_MAX,
                 lists[catalog->list].what);
            return 1;
        }
        int r = add_item(catalog, value);
        /* The arena of definitions is full: an item above the limit, or one with many small parts. */
        if (r == -ENOMEM || catalog->bytes > MCP_CATALOG_MAX) {
            if (r == 0)
                catalog->count--;
            warn(catalog, "the definitions of the server's %ss exceed %d MiB: the others are missing",
                 lists[catalog->list].what, MCP_CATALOG_MAX >> 20);
            return 1;
        }
    }
    return 0;
}

/* FNV-1a. A collision, which a server could make, only ends its own list. */
static uint64_t hash_cursor(struct slice cursor)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < cursor.size; i++)
        hash = (hash ^ (unsigned char)cursor.data[i]) * 0x100000001b3;
    return hash;
}

/* Returns 1 if another page follows. */
static int next_page(struct mcp_catalog *catalog, const yyjson_val *result)
{
    struct slice cursor = mcp_get_text(result, "nextCursor");
    const char *what = lists[catalog->list].what;
    if (cursor.size == 0)
        return 0;
    if (cursor.size > MCP_CURSOR_MAX || catalog->pages == MCP_PAGES_MAX) {
        warn(catalog,
             "the server's list of %ss has more than %d pages, or a cursor that is too long: the others are missing",
             what, MCP_PAGES_MAX);
        return 0;
    }
    uint64_t hash = hash_cursor(cursor);
    for (size_t i = 0; i + 1 < catalog->pages; i++)
        if (catalog->cursors[i] == hash) {
            warn(catalog, "the server's list of %ss does not end: a cursor came twice", what);
            return 0;
        }
    catalog->cursors[catalog->pages - 1] = hash;
    memcpy(catalog->cursor_text, cursor.data, cursor.size);
    catalog->cursor = (struct slice){catalog->cursor_text, cursor.size};
    return 1;
}

int mcp_catalog_add(struct mcp_catalog *catalog, const yyjson_val *result)
{
    const yyjson_val *list = mcp_get_array(result, lists[catalog->list].key), *ttl = mcp_member(result, "ttlMs");
    if (catalog->complete || !list) {
        *catalog->warning = '\0';
        warn(catalog, "the server's answer to \"%s\" has no array \"%s\"", lists[catalog->list].method,
             lists[catalog->list].key);
        return -EINVAL;
    }
    catalog->pages++;
    int64_t ms;
    if (ttl && json_integer(ttl, &ms) == 0 && ms >= 0 && (catalog->ttl_ms < 0 || ms < catalog->ttl_ms))
        catalog->ttl_ms = ms;
    int r = add_items(catalog, list);
    if (r == 0 && next_page(catalog, result) == 1)
        return 1;
    return finish(catalog);
}
