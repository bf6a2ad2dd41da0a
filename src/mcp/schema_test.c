#include "mcp/schema.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(16 << 20);
static char problem[512];

static yyjson_val *parse(const char *text)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&arena, slice_of(text), &root, &error) < 0)
        fail_msg("%s: %s", text, error.message);
    return root;
}

static int check(const char *schema, const char *value)
{
    *problem = '\0';
    return mcp_schema_check(parse(schema), parse(value), "arguments", problem, sizeof problem);
}

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static const struct {
    const char *schema, *value, *problem; /* NULL: fits */
} keywords_cases[] = {
    {"true", "5", NULL},
    {"{}", "5", NULL},
    {"\"no schema\"", "5", NULL},
    {"false", "5", "arguments is not allowed"},
    {"{\"type\":\"object\"}", "[]", "arguments must be an object, not an array"},
    {"{\"type\":\"string\"}", "null", "arguments must be a string, not null"},
    {"{\"type\":\"integer\"}", "1.0", NULL},
    {"{\"type\":\"integer\"}", "1.5", "arguments must be an integer, not a fraction"},
    {"{\"type\":\"integer\"}", "\"1\"", "arguments must be an integer, not a string"},
    {"{\"type\":\"integer\"}", "123456789012345678901234567890", NULL},
    {"{\"type\":\"number\"}", "true", "arguments must be a number, not a boolean"},
    {"{\"type\":\"null\"}", "0", "arguments must be null, not a number"},
    {"{\"type\":\"later\"}", "0", NULL},
    {"{\"type\":[\"string\",\"null\"]}", "null", NULL},
    {"{\"type\":[\"string\",\"null\"]}", "5", "arguments must be a string or null, not a number"},
    {"{\"type\":[\"string\",\"array\",\"null\"]}", "5", "arguments must be a string, an array or null, not a number"},
    {"{\"properties\":{\"path\":{\"type\":\"string\"}}}", "{\"path\":5}",
     "arguments.path must be a string, not a number"},
    {"{\"properties\":{\"path\":{\"type\":\"string\"}}}", "{\"other\":5}", NULL},
    {"{\"properties\":{\"path\":{\"type\":\"string\"}}}", "[5]", NULL},
    {"{\"required\":[\"a\",\"b\"]}", "{\"a\":1}", "arguments.b is required"},
    {"{\"required\":[\"a\"]}", "\"x\"", NULL},
    {"{\"properties\":{\"a\":{}},\"additionalProperties\":false}", "{\"a\":1,\"b\":2}",
     "arguments.b is not a known property"},
    {"{\"additionalProperties\":{\"type\":\"string\"}}", "{\"b\":2}", "arguments.b must be a string, not a number"},
    {"{\"patternProperties\":{\"^x-\":{\"type\":\"string\"}},\"additionalProperties\":false}", "{\"x-a\":\"\"}", NULL},
    {"{\"patternProperties\":{\"^x-\":{\"type\":\"string\"}}}", "{\"x-a\":1}",
     "arguments.x-a must be a string, not a number"},
    {"{\"patternProperties\":{\"^x-\":{}},\"additionalProperties\":false}", "{\"y\":1}",
     "arguments.y is not a known property"},
    {"{\"patternProperties\":{\"(?=x)\":false},\"additionalProperties\":false}", "{\"y\":1}", NULL}, /* may match */
    {"{\"propertyNames\":{\"maxLength\":1}}", "{\"ab\":1}", "arguments.ab must have at most 1 characters"},
    {"{\"minProperties\":1}", "{}", "arguments must have at least 1 properties"},
    {"{\"maxProperties\":1}", "{\"a\":1,\"b\":1}", "arguments must have at most 1 properties"},
    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}", "arguments.b is required"},
    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"c\":1}", NULL},
    {"{\"items\":{\"type\":\"string\"}}", "[\"a\",5]", "arguments[1] must be a string, not a number"},
    {"{\"prefixItems\":[{\"type\":\"string\"},{}],\"items\":false}", "[\"a\",5,6]", "arguments[2] is not allowed"},
    {"{\"items\":[{\"type\":\"string\"}],\"additionalItems\":{\"type\":\"null\"}}", "[\"a\",5]",
     "arguments[1] must be null, not a number"},
    {"{\"minItems\":2}", "[1]", "arguments must have at least 2 items"},
    {"{\"maxItems\":0}", "[1]", "arguments must have at most 0 items"},
    {"{\"uniqueItems\":true}", "[1,{\"a\":1,\"b\":2},{\"b\":2,\"a\":1.0}]", "arguments[2] repeats an earlier item"},
    {"{\"uniqueItems\":true}", "[1,\"1\",true,null,[],{}]", NULL},
    {"{\"enum\":[\"a\",1,null]}", "1.0", NULL},
    {"{\"enum\":[\"a\",1,null]}", "\"b\"", "arguments must be \"a\", 1 or null"},
    {"{\"enum\":[[1,{\"x\":2}]]}", "[1,{\"x\":2}]", NULL},
    {"{\"const\":\"a\"}", "\"b\"", "arguments must be \"a\""},
    {"{\"const\":{\"a\":1}}", "{\"a\":2}", "arguments does not have the only value that is allowed"},
    {"{\"const\":{\"a\":1}}", "{\"a\":1e0}", NULL},
    {"{\"minimum\":1.5}", "1", "arguments must be at least 1.5"},
    {"{\"maximum\":10}", "11", "arguments must be at most 10"},
    {"{\"exclusiveMinimum\":1}", "1", "arguments must be greater than 1"},
    {"{\"exclusiveMaximum\":1}", "1", "arguments must be less than 1"},
    {"{\"minimum\":1,\"exclusiveMinimum\":true}", "1", "arguments must be greater than 1"},
    {"{\"multipleOf\":5}", "7", "arguments must be a multiple of 5"},
    {"{\"multipleOf\":0.1}", "0.3", NULL},
    {"{\"multipleOf\":0}", "1", NULL},
    {"{\"minimum\":5}", "\"1\"", NULL},
    {"{\"minimum\":5}", "1e999", NULL},
    {"{\"minLength\":2}", "\"\xf0\x9f\x98\x80\"", "arguments must have at least 2 characters"},
    {"{\"maxLength\":2}", "\"abc\"", "arguments must have at most 2 characters"},
    {"{\"pattern\":\"^a+$\"}", "\"ab\"", "arguments must match the pattern ^a+$"},
    {"{\"pattern\":\"^(?!a)\"}", "\"ab\"", NULL}, /* cannot be decided here */
    {"{\"format\":\"email\",\"contains\":5,\"x\":1}", "\"no\"", NULL},
    {"{\"allOf\":[{\"minimum\":1},{\"maximum\":3}]}", "4", "arguments must be at most 3"},
    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "null", NULL},
    {"{\"anyOf\":[{\"type\":\"string\",\"minLength\":2},{\"type\":\"null\"}]}", "\"\"",
     "arguments must have at least 2 characters"},
    {"{\"anyOf\":[{\"minimum\":5},{\"maximum\":1}]}", "3", "arguments fits none of the 2 forms that its schema allows"},
    {"{\"oneOf\":[{\"minimum\":5},{\"maximum\":1}]}", "7", NULL},
    {"{\"oneOf\":[{\"minimum\":5},{\"minimum\":1}]}", "7",
     "arguments must fit exactly one of the 2 forms of its schema, and fits more"},
    {"{\"oneOf\":[{\"minimum\":5},{\"maximum\":1}]}", "3",
     "arguments must fit exactly one of the 2 forms of its schema, and fits none"},
    {"{\"not\":{\"type\":\"string\"}}", "\"\"", "arguments has a form that its schema excludes"},
    {"{\"not\":{\"type\":\"string\"}}", "5", NULL},
    {"{\"if\":{\"minimum\":5},\"then\":{\"multipleOf\":2},\"else\":{\"multipleOf\":3}}", "7",
     "arguments must be a multiple of 2"},
    {"{\"if\":{\"minimum\":5},\"then\":{\"multipleOf\":2},\"else\":{\"multipleOf\":3}}", "4",
     "arguments must be a multiple of 3"},
    {"{\"if\":{\"minimum\":5}}", "7", NULL},
};

static void keywords(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keywords_cases / sizeof *keywords_cases; i++) {
        int r = check(keywords_cases[i].schema, keywords_cases[i].value);
        if (r != (keywords_cases[i].problem ? -EINVAL : 0) ||
            strcmp(problem, keywords_cases[i].problem ? keywords_cases[i].problem : "") != 0)
            fail_msg("%s with %s: %d, %s", keywords_cases[i].schema, keywords_cases[i].value, r, problem);
    }
}

static void references(void **state)
{
    static const struct {
        const char *schema, *value, *problem;
    } cases[] = {
        {"{\"$ref\":\"#/$defs/s\",\"$defs\":{\"s\":{\"type\":\"string\"}}}", "5",
         "arguments must be a string, not a number"},
        {"{\"$ref\":\"#/$defs/a~1b%20~0\",\"$defs\":{\"a/b ~\":{\"type\":\"string\"}}}", "5",
         "arguments must be a string, not a number"},
        {"{\"$ref\":\"#/allOf/1\",\"allOf\":[{},{\"type\":\"string\"}]}", "5",
         "arguments must be a string, not a number"},
        {"{\"properties\":{\"next\":{\"$ref\":\"#\"},\"n\":{\"type\":\"number\"}}}",
         "{\"next\":{\"next\":{\"n\":\"x\"}}}", "arguments.next.next.n must be a number, not a string"},
        /* Beside other keywords, which count as well. */
        {"{\"$ref\":\"#/$defs/s\",\"minLength\":2,\"$defs\":{\"s\":{\"type\":\"string\"}}}", "\"a\"",
         "arguments must have at least 2 characters"},
        /* Not found, or elsewhere: passes, and nothing is fetched. */
        {"{\"$ref\":\"#/nothing\"}", "5", NULL},
        {"{\"$ref\":\"https://example.org/schema.json\"}", "5", NULL},
        {"{\"$ref\":\"#anchor\"}", "5", NULL},
        {"{\"$ref\":\"#/$defs/%zz\",\"$defs\":{}}", "5", NULL},
        {"{\"$ref\":\"#/allOf/9999999\",\"allOf\":[{}]}", "5", NULL},
        {"{\"$ref\":5}", "5", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int r = check(cases[i].schema, cases[i].value);
        if (r != (cases[i].problem ? -EINVAL : 0) || strcmp(problem, cases[i].problem ? cases[i].problem : "") != 0)
            fail_msg("%s with %s: %d, %s", cases[i].schema, cases[i].value, r, problem);
    }
}

/* A chain of `count` references that follow each other, the last of which wants a string. */
static int check_chain(size_t count)
{
    struct buf text = BUF_LIMITED(64 << 10);
    buf_append_text(&text, "{\"$ref\":\"#/$defs/0\",\"$defs\":{");
    for (size_t i = 0; i + 1 < count; i++)
        buf_printf(&text, "\"%zu\":{\"$ref\":\"#/$defs/%zu\"},", i, i + 1);
    buf_printf(&text, "\"%zu\":{\"type\":\"string\"}}}", count - 1);
    (void)buf_terminate(&text);
    int r = check(text.data, "5");
    buf_clear(&text);
    return r;
}

static void endless_schemas_let_the_value_pass(void **state)
{
    (void)state;
    assert_int_equal(check_chain(MCP_SCHEMA_REFS_MAX), -EINVAL);
    assert_int_equal(check_chain(MCP_SCHEMA_REFS_MAX + 1), -E2BIG);
    assert_int_equal(check("{\"$ref\":\"#\"}", "5"), -E2BIG);
    assert_int_equal(check("{\"allOf\":[{\"$ref\":\"#\"}]}", "5"), -E2BIG);
    assert_int_equal(check("{\"not\":{\"$ref\":\"#\"}}", "5"), -E2BIG);
    assert_int_equal(check("{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}", "5"), -E2BIG);
    /* Twice as much work with each definition. */
    struct buf text = BUF_LIMITED(64 << 10);
    buf_append_text(&text, "{\"$ref\":\"#/$defs/0\",\"$defs\":{");
    for (int i = 0; i < 28; i++)
        buf_printf(&text, "\"%d\":{\"allOf\":[{\"$ref\":\"#/$defs/%d\"},{\"$ref\":\"#/$defs/%d\"}]},", i, i + 1, i + 1);
    buf_append(&text, "\"28\":{}}}", 10);
    assert_int_equal(check(text.data, "5"), -E2BIG);
    buf_clear(&text);
}

static void deep_and_wide_values_have_a_limit(void **state)
{
    (void)state;
    struct buf value = BUF_LIMITED(4 << 20);
    for (int i = 0; i < 120; i++)
        buf_append_char(&value, '[');
    for (int i = 0; i < 120; i++)
        buf_append_char(&value, ']');
    (void)buf_append_char(&value, '\0');
    assert_int_equal(check("{\"items\":{\"$ref\":\"#\"}}", value.data), 0); /* each level counts its own references */
    buf_reset(&value, 0);
    buf_append_text(&value, "[0");
    for (int i = 1; i < 5000; i++)
        buf_printf(&value, ",%d", i);
    buf_append(&value, "]", 2);
    assert_int_equal(check("{\"uniqueItems\":true}", value.data), -E2BIG);
    assert_int_equal(check("{\"items\":{\"type\":\"integer\"}}", value.data), 0);
    buf_clear(&value);
}

static void long_places_and_texts_are_cut(void **state)
{
    (void)state;
    char small[24];
    assert_int_equal(mcp_schema_check(parse("{\"properties\":{\"a_long_name_of_a_property\":{\"type\":\"string\"}}}"),
                                      parse("{\"a_long_name_of_a_property\":1}"), "arguments", small, sizeof small),
                     -EINVAL);
    assert_int_equal(strlen(small), sizeof small - 1);
    struct buf value = BUF_LIMITED(4096);
    for (int i = 0; i < 40; i++)
        buf_append_text(&value, "[");
    for (int i = 0; i < 40; i++)
        buf_append_text(&value, "]");
    (void)buf_append_char(&value, '\0');
    assert_int_equal(check("{\"items\":{\"$ref\":\"#\"},\"minItems\":1}", value.data), -EINVAL);
    assert_contains(slice_of(problem), "arguments…[0][0]");
    buf_clear(&value);
}

static int check_arguments(const char *schema, const char *arguments)
{
    *problem = '\0';
    return mcp_schema_check_arguments(&arena, slice_of(schema), parse(arguments), problem, sizeof problem);
}

static void a_schema_as_text(void **state)
{
    (void)state;
    assert_int_equal(check_arguments("{\"required\":[\"b\"]}", "{\"a\":1}"), -EINVAL);
    assert_string_equal(problem, "arguments.b is required");
    assert_int_equal(check_arguments("{\"required\":", "{\"a\":1}"), 0);
}

static void null_for_what_is_not_required(void **state)
{
    static const char schema[] = "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"},"
                                 "\"c\":{\"properties\":{\"d\":{\"type\":\"string\"}}}},"
                                 "\"required\":[1,\"a\"],\"additionalProperties\":false}";
    (void)state;
    assert_int_equal(check_arguments(schema, "{\"a\":\"x\",\"b\":null}"), 0);
    assert_int_equal(check_arguments(schema, "{\"a\":null}"), -EINVAL);
    assert_string_equal(problem, "arguments.a must be a string, not null");
    assert_int_equal(check_arguments(schema, "{\"a\":\"x\",\"e\":null}"), -EINVAL);
    assert_int_equal(check_arguments(schema, "{\"a\":\"x\",\"c\":{\"d\":null}}"), -EINVAL);
    assert_int_equal(check_arguments("{\"properties\":{\"b\":{\"type\":\"string\"}}}", "{\"b\":null}"), 0);
    assert_int_equal(check("{\"properties\":{\"b\":{\"type\":\"string\"}}}", "{\"b\":null}"), -EINVAL);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(keywords, clear),
        cmocka_unit_test_teardown(references, clear),
        cmocka_unit_test_teardown(endless_schemas_let_the_value_pass, clear),
        cmocka_unit_test_teardown(deep_and_wide_values_have_a_limit, clear),
        cmocka_unit_test_teardown(long_places_and_texts_are_cut, clear),
        cmocka_unit_test_teardown(a_schema_as_text, clear),
        cmocka_unit_test_teardown(null_for_what_is_not_required, clear),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
