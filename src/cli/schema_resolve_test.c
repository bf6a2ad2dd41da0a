#include "cli/schema_resolve.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

/* Resolves the member "it" of the document. */
static void assert_resolved(const char *document, const char *expected)
{
    struct json_large *parsed = NULL;
    struct json_error error;
    struct buf out = BUF_LIMITED(1 << 20);
    assert_int_equal(json_read_large(1 << 20, slice_of(document), &parsed, &error), 0);
    yyjson_val *root = json_large_root(parsed);
    assert_int_equal(schema_resolve(&out, root, yyjson_obj_get(root, "it")), 0);
    assert_buf(&out, expected);
    buf_clear(&out);
    json_large_free(parsed);
}

static void what_refers_to_nothing_stays(void **state)
{
    (void)state;
    assert_resolved("{\"it\": [1, {\"a\": {}, \"b\": []}, \"x\", null, 1.50]}",
                    "[1,{\"a\":{},\"b\":[]},\"x\",null,1.50]");
}

static void a_reference_becomes_what_it_names(void **state)
{
    (void)state;
    assert_resolved("{\"it\":[{\"$ref\":\"#/types/a.B\"}],\"types\":{\"a.B\":{\"type\":\"string\"}}}",
                    "[{\"type\":\"string\"}]");
    assert_resolved("{\"it\":{\"$ref\":\"#/a\"},\"a\":{\"x\":{\"$ref\":\"#/b\"}},\"b\":{\"y\":1}}",
                    "{\"x\":{\"y\":1}}");
}

static void members_beside_a_reference_win(void **state)
{
    (void)state;
    assert_resolved(
        "{\"it\":{\"d\":1,\"$ref\":\"#/a\"},\"a\":{\"d\":2,\"e\":3,\"$ref\":\"#/b\"},\"b\":{\"d\":4,\"e\":5,\"f\":6}}",
        "{\"f\":6,\"e\":3,\"d\":1}");
}

static void a_reference_that_leads_nowhere_stays(void **state)
{
    (void)state;
    assert_resolved("{\"it\":{\"$ref\":\"#/none\",\"d\":1}}", "{\"$ref\":\"#/none\",\"d\":1}");
    assert_resolved("{\"it\":{\"$ref\":\"other.json#/a\"}}", "{\"$ref\":\"other.json#/a\"}");
    assert_resolved("{\"it\":{\"$ref\":7}}", "{\"$ref\":7}");
    assert_resolved("{\"it\":{\"$ref\":\"#/a\"},\"a\":8}", "{\"$ref\":\"#/a\"}");
}

static void a_circle_is_gone_through_once(void **state)
{
    (void)state;
    assert_resolved("{\"it\":{\"$ref\":\"#/it\"}}", "{\"$ref\":\"#/it\"}");
    assert_resolved("{\"it\":{\"$ref\":\"#/a\"},\"a\":{\"n\":{\"$ref\":\"#/b\"}},\"b\":{\"m\":{\"$ref\":\"#/a\"}}}",
                    "{\"n\":{\"m\":{\"$ref\":\"#/a\"}}}");
}

/* Each level refers to the next one twice. */
static void what_would_never_end_is_refused(void **state)
{
    struct buf document = BUF_LIMITED(1 << 20), out = BUF_LIMITED(100000);
    struct json_large *parsed = NULL;
    struct json_error error;
    (void)state;
    buf_append_text(&document, "{\"u0\":{}");
    for (int i = 1; i <= 60; i++)
        buf_printf(&document, ",\"u%d\":{\"a\":{\"$ref\":\"#/u%d\"},\"b\":{\"$ref\":\"#/u%d\"}}", i, i - 1, i - 1);
    buf_append_char(&document, '}');
    assert_int_equal(json_read_large(1 << 20, buf_slice(&document), &parsed, &error), 0);
    yyjson_val *root = json_large_root(parsed);
    assert_int_equal(schema_resolve(&out, root, yyjson_obj_get(root, "u60")), -ENOBUFS);
    buf_clear(&out);
    buf_clear(&document);
    json_large_free(parsed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_refers_to_nothing_stays),   cmocka_unit_test(a_reference_becomes_what_it_names),
        cmocka_unit_test(members_beside_a_reference_win), cmocka_unit_test(a_reference_that_leads_nowhere_stays),
        cmocka_unit_test(a_circle_is_gone_through_once),  cmocka_unit_test(what_would_never_end_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
