#include "mcp/catalog.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(128 << 20);
static struct buf out = BUF_LIMITED(16 << 20);
static struct mcp_catalog catalog;

static int clear(void **state)
{
    (void)state;
    mcp_catalog_clear(&catalog);
    arena_clear(&arena);
    buf_clear(&out);
    return 0;
}

static int add(const char *text)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&arena, slice_of(text), &root, &error) < 0)
        fail_msg("%s: %s", text, error.message);
    return mcp_catalog_add(&catalog, root);
}

#define TOOL(name, more) "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\"}" more "}"
#define TOOLS(...) "{\"tools\":[" __VA_ARGS__ "]}"

static void reads_a_tool(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    assert_int_equal(
        add("{\"tools\":[{\"name\":\"b\",\"title\":\"B\",\"description\":\"does "
            "b\\n\",\"inputSchema\":{\"type\":\"object\","
            "\"properties\":{\"z\":{\"type\":\"number\",\"default\":1.50},\"a\":{}}},\"outputSchema\":{\"type\":"
            "\"object\"},"
            "\"annotations\":{\"readOnlyHint\":true},\"icons\":[],\"_meta\":{\"x\":1}},{\"name\":\"a\",\"inputSchema\":"
            "{\"type\":\"object\"}}],\"ttlMs\":500}"),
        0);
    assert_true(catalog.complete);
    assert_int_equal(catalog.count, 2);
    assert_int_equal(catalog.ttl_ms, 500);
    assert_string_equal(catalog.warning, "");
    assert_slice(catalog.items[0].name, "a");
    const struct mcp_item *item = mcp_catalog_find(&catalog, SLICE("b"));
    assert_non_null(item);
    assert_slice(item->title, "B");
    assert_slice(item->description, "does b\n");
    assert_slice(item->input_schema,
                 "{\"properties\":{\"a\":{},\"z\":{\"default\":1.50,\"type\":\"number\"}},\"type\":\"object\"}");
    assert_slice(item->output_schema, "{\"type\":\"object\"}");
    assert_slice(item->annotations, "{\"readOnlyHint\":true}");
    assert_contains(item->definition,
                    "{\"annotations\":{\"readOnlyHint\":true},\"description\":\"does b\\n\",\"inputSchema\":{");
    assert_null(mcp_catalog_find(&catalog, SLICE("c")));
    assert_null(mcp_catalog_find(&catalog, SLICE("")));
}

static void hash_of(const char *page, char hash[static MCP_HASH_SIZE])
{
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    assert_int_equal(add(page), 0);
    assert_int_equal(catalog.count, 1);
    memcpy(hash, catalog.items[0].hash, MCP_HASH_SIZE);
    mcp_catalog_clear(&catalog);
}

static void a_fingerprint_is_of_the_definition_alone(void **state)
{
    (void)state;
    static const char *const same[] = {
        "{\"tools\":[{ \"inputSchema\": {\"type\":\"object\", \"x\":{\"b\":1,\"a\":\"\\u0041\"}}, \"name\":\"t\", "
        "\"description\":\"d\" }]}",
        "{\"tools\":[{\"name\":\"t\",\"_meta\":{\"n\":2},\"icons\":[],\"description\":\"d\",\"inputSchema\":{\"x\":{"
        "\"a\":\"A\",\"b\":1},"
        "\"type\":\"object\"}}]}",
    };
    static const char *const others[] = {
        "{\"tools\":[{\"name\":\"u\",\"description\":\"d\",\"inputSchema\":{\"x\":{\"a\":\"A\",\"b\":1},\"type\":"
        "\"object\"}}]}",
        "{\"tools\":[{\"name\":\"t\",\"description\":\"e\",\"inputSchema\":{\"x\":{\"a\":\"A\",\"b\":1},\"type\":"
        "\"object\"}}]}",
        "{\"tools\":[{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":{\"x\":{\"a\":\"A\",\"b\":2},\"type\":"
        "\"object\"}}]}",
        "{\"tools\":[{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":{\"x\":{\"a\":\"A\",\"b\":1},\"type\":"
        "\"object\"},\"annotations\":{}}]}",
        "{\"tools\":[{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":{\"x\":{\"a\":\"A\",\"b\":1},\"type\":"
        "\"object\"},\"title\":\"\"}]}",
    };
    char first[MCP_HASH_SIZE], hash[MCP_HASH_SIZE];
    hash_of(same[0], first);
    hash_of(same[1], hash);
    assert_string_equal(first, hash);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        hash_of(others[i], hash);
        assert_string_not_equal(first, hash);
    }
}

static void pages(void **state)
{
    static const struct mcp_client client = {.name = SLICE_INIT("w"), .version = SLICE_INIT("1")};
    const struct mcp_sender sender = {MCP_ERA_2025, SLICE(MCP_VERSION_2025), &client};
    (void)state;
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    assert_int_equal(mcp_catalog_write(&catalog, &out, &sender, 1), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}");
    assert_int_equal(add("{\"tools\":[" TOOL("x", "") "],\"nextCursor\":\"c\\u00001\",\"ttlMs\":9}"), 1);
    assert_null(mcp_catalog_find(&catalog, SLICE("x"))); /* not before the end */
    buf_reset(&out, 0);
    assert_int_equal(mcp_catalog_write(&catalog, &out, &sender, 2), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{\"cursor\":\"c\\u00001\"}}");
    assert_int_equal(add("{\"tools\":[],\"nextCursor\":\"c2\",\"ttlMs\":4}"), 1);
    assert_int_equal(add("{\"tools\":[" TOOL("y", "") "],\"nextCursor\":null}"), 0);
    assert_int_equal(catalog.count, 2);
    assert_int_equal(catalog.ttl_ms, 4);
    assert_string_equal(catalog.warning, "");
}

static void a_cursor_that_comes_twice_ends_the_list(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    assert_int_equal(add("{\"tools\":[" TOOL("a", "") "],\"nextCursor\":\"1\"}"), 1);
    assert_int_equal(add("{\"tools\":[" TOOL("b", "") "],\"nextCursor\":\"2\"}"), 1);
    assert_int_equal(add("{\"tools\":[" TOOL("c", "") "],\"nextCursor\":\"1\"}"), 0);
    assert_int_equal(catalog.count, 3);
    assert_contains(slice_of(catalog.warning), "does not end");
}

static void pages_items_and_bytes_have_limits(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    for (int i = 1;; i++) {
        char page[64];
        (void)snprintf(page, sizeof page, "{\"tools\":[],\"nextCursor\":\"%d\"}", i);
        int r = add(page);
        arena_reset(&arena);
        if (r == 0) {
            assert_int_equal(i, MCP_PAGES_MAX);
            break;
        }
        assert_int_equal(r, 1);
    }
    assert_contains(slice_of(catalog.warning), "500 pages");
    mcp_catalog_clear(&catalog);

    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    buf_append_text(&out, "{\"tools\":[");
    for (int i = 0; i <= MCP_ITEMS_MAX; i++)
        buf_printf(&out, "%s{\"name\":\"t%d\",\"inputSchema\":{\"type\":\"object\"}}", i ? "," : "", i);
    buf_append(&out, "],\"nextCursor\":\"x\"}", 20);
    assert_int_equal(add(out.data), 0);
    assert_int_equal(catalog.count, MCP_ITEMS_MAX);
    assert_contains(slice_of(catalog.warning), "more than 2000 tools");
    mcp_catalog_clear(&catalog);

    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    buf_reset(&out, 0);
    buf_append_text(&out, "{\"tools\":[");
    for (int i = 0; i < 5; i++) {
        buf_printf(&out, "%s{\"name\":\"t%d\",\"inputSchema\":{\"type\":\"object\"},\"description\":\"", i ? "," : "",
                   i);
        for (int j = 0; j < 1 << 16; j++)
            buf_append_text(&out, "sixteen letters.");
        buf_append_text(&out, "\"}");
    }
    buf_append(&out, "]}", 3);
    assert_int_equal(add(out.data), 0);
    assert_int_equal(catalog.count, 3);
    assert_contains(slice_of(catalog.warning), "exceed 4 MiB");
}

static void invalid_tools_are_dropped(void **state)
{
    static const char *const invalid[] = {
        "5",
        "{}",
        "{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}",
        "{\"name\":\"a\\u0000\",\"inputSchema\":{\"type\":\"object\"}}",
        "{\"name\":5,\"inputSchema\":{\"type\":\"object\"}}",
        "{\"name\":\"x\"}",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"string\"}}",
        "{\"name\":\"x\",\"inputSchema\":true}",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":1}",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":1}",
        "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"},\"description\":1}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        char page[512];
        (void)snprintf(page, sizeof page, "{\"tools\":[%s," TOOL("good", "") "]}", invalid[i]);
        mcp_catalog_init(&catalog, MCP_TOOLS, false);
        assert_int_equal(add(page), 0);
        if (catalog.count != 1 || catalog.dropped != 1 || !strstr(catalog.warning, "dropped the tool"))
            fail_msg("%s: %s", invalid[i], catalog.warning);
        mcp_catalog_clear(&catalog);
    }
}

static void a_name_with_two_meanings_is_dropped(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_TOOLS, false);
    assert_int_equal(
        add(TOOLS(TOOL("a", "") "," TOOL("b", "") "," TOOL("a", ",\"description\":\"other\"") "," TOOL("b", ""))), 0);
    assert_int_equal(catalog.count, 1);
    assert_slice(catalog.items[0].name, "b");
    assert_int_equal(catalog.dropped, 3);
    assert_contains(slice_of(catalog.warning), "\"a\" 2 times, with different definitions");
}

static void what_is_no_page(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_PROMPTS, false);
    assert_int_equal(add("{\"tools\":[]}"), -EINVAL);
    assert_contains(slice_of(catalog.warning), "\"prompts/list\" has no array \"prompts\"");
    assert_int_equal(add("{\"prompts\":[]}"), 0);
    assert_int_equal(add("{\"prompts\":[]}"), -EINVAL); /* it is complete */
}

static void prompts_and_resources(void **state)
{
    (void)state;
    mcp_catalog_init(&catalog, MCP_PROMPTS, false);
    assert_int_equal(add("{\"prompts\":[{\"name\":\"p\",\"arguments\":[{\"name\":\"city\",\"description\":\"d\","
                         "\"required\":true},{\"name\":\"b\"}]},"
                         "{\"name\":\"q\",\"arguments\":[{}]}]}"),
                     0);
    assert_int_equal(catalog.count, 1);
    assert_int_equal(catalog.items[0].argument_count, 2);
    assert_slice(catalog.items[0].arguments[0].name, "city");
    assert_true(catalog.items[0].arguments[0].required && !catalog.items[0].arguments[1].required);
    assert_contains(slice_of(catalog.warning), "the prompt \"q\"");
    mcp_catalog_clear(&catalog);

    mcp_catalog_init(&catalog, MCP_RESOURCES, false);
    assert_int_equal(add("{\"resources\":[{\"name\":\"same\",\"uri\":\"b:\",\"mimeType\":\"text/plain\",\"size\":12},"
                         "{\"name\":\"same\",\"uri\":\"a:\"},{\"name\":\"none\"}]}"),
                     0);
    assert_int_equal(catalog.count, 2);
    const struct mcp_item *item = mcp_catalog_find(&catalog, SLICE("b:"));
    assert_non_null(item);
    assert_slice(item->mime_type, "text/plain");
    assert_int_equal(item->size, 12);
    assert_int_equal(catalog.items[0].size, -1);
    mcp_catalog_clear(&catalog);

    mcp_catalog_init(&catalog, MCP_TEMPLATES, false);
    assert_int_equal(add("{\"resourceTemplates\":[{\"name\":\"t\",\"uriTemplate\":\"demo://{id}\"}]}"), 0);
    assert_slice(catalog.items[0].uri, "demo://{id}");
}

static void arguments_in_headers(void **state)
{
    static const struct {
        const char *properties, *problem; /* NULL: valid */
    } cases[] = {
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},\"o\":{\"type\":\"object\","
         "\"properties\":{\"b\":"
         "{\"type\":\"integer\",\"x-mcp-header\":\"Deep\"}}}}",
         NULL},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":5}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"My Header\"}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A:b\"}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"R\xc3\xa9gion\"}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\\r\\nB\"}}", "name of a header"},
        {"\"properties\":{\"a\":{\"type\":\"object\",\"x-mcp-header\":\"A\"}}", "something else than"},
        {"\"properties\":{\"a\":{\"type\":\"array\",\"x-mcp-header\":\"A\"}}", "something else than"},
        {"\"properties\":{\"a\":{\"type\":\"null\",\"x-mcp-header\":\"A\"}}", "something else than"},
        {"\"properties\":{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}", "something else than"},
        {"\"properties\":{\"a\":{\"x-mcp-header\":\"A\"}}", "something else than"},
        {"\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Ab\"},\"b\":{\"type\":\"string\",\"x-mcp-"
         "header\":\"aB\"}}",
         "same name"},
        {"\"x-mcp-header\":\"A\"", "no single value"},
        {"\"properties\":{\"a\":{\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}", "no single value"},
        {"\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}]", "no single value"},
        {"\"$defs\":{\"d\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}", "no single value"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char page[1024];
        (void)snprintf(page, sizeof page, "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",%s}}]}",
                       cases[i].properties);
        mcp_catalog_init(&catalog, MCP_TOOLS, true);
        assert_int_equal(add(page), 0);
        if (cases[i].problem) {
            assert_int_equal(catalog.count, 0);
            assert_contains(slice_of(catalog.warning), cases[i].problem);
        } else {
            assert_int_equal(catalog.count, 1);
            assert_int_equal(catalog.items[0].param_count, 2);
            assert_slice(catalog.items[0].params[0].header, "Region");
            assert_int_equal(catalog.items[0].params[1].path_length, 2);
            assert_slice(catalog.items[0].params[1].path[0], "o");
            assert_slice(catalog.items[0].params[1].path[1], "b");
        }
        mcp_catalog_clear(&catalog);
        mcp_catalog_init(&catalog, MCP_TOOLS, false); /* over stdio it does not matter */
        assert_int_equal(add(page), 0);
        assert_int_equal(catalog.count, 1);
        assert_int_equal(catalog.items[0].param_count, 0);
        mcp_catalog_clear(&catalog);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reads_a_tool, clear),
        cmocka_unit_test_teardown(a_fingerprint_is_of_the_definition_alone, clear),
        cmocka_unit_test_teardown(pages, clear),
        cmocka_unit_test_teardown(a_cursor_that_comes_twice_ends_the_list, clear),
        cmocka_unit_test_teardown(pages_items_and_bytes_have_limits, clear),
        cmocka_unit_test_teardown(invalid_tools_are_dropped, clear),
        cmocka_unit_test_teardown(a_name_with_two_meanings_is_dropped, clear),
        cmocka_unit_test_teardown(what_is_no_page, clear),
        cmocka_unit_test_teardown(prompts_and_resources, clear),
        cmocka_unit_test_teardown(arguments_in_headers, clear),
    };
    return cmocka_run_group_tests_name("catalog", tests, NULL, NULL);
}
