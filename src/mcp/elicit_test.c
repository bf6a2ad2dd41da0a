#include "mcp/elicit.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(8 << 20);
static struct buf out = BUF_LIMITED(1 << 20);
static char problem[MCP_PROBLEM_SIZE];

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    buf_clear(&out);
    return 0;
}

static yyjson_val *parse(const char *text)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&arena, slice_of(text), &root, &error) < 0)
        fail_msg("%s: %s", text, error.message);
    return root;
}

static struct mcp_form form_of(const char *properties, const char *required)
{
    char text[4096];
    struct mcp_form form;
    (void)snprintf(text, sizeof text, "{\"type\":\"object\",\"properties\":{%s},\"required\":[%s]}", properties,
                   required);
    if (mcp_form_read(&arena, parse(text), &form, problem, sizeof problem) < 0)
        fail_msg("%s: %s", text, problem);
    return form;
}

static void expect_answer(const struct mcp_form *form, const char *content, const char *expected)
{
    buf_reset(&out, 0);
    if (mcp_form_answer(form, content ? parse(content) : NULL, &out, problem, sizeof problem) < 0)
        fail_msg("%s: %s", content, problem);
    assert_buf(&out, expected);
}

static void expect_refusal(const struct mcp_form *form, const char *content, const char *expected)
{
    buf_reset(&out, 0);
    assert_int_equal(mcp_form_answer(form, parse(content), &out, problem, sizeof problem), -EINVAL);
    assert_string_equal(problem, expected);
    assert_int_equal(out.size, 0);
}

static void reads_all_fields(void **state)
{
    (void)state;
    struct mcp_form form = form_of(
        "\"name\":{\"type\":\"string\",\"title\":\"Name\",\"description\":\"d\",\"minLength\":2,\"maxLength\":4},"
        "\"mail\":{\"type\":\"string\",\"format\":\"email\"},\"age\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":"
        "120},"
        "\"ratio\":{\"type\":\"number\"},\"yes\":{\"type\":\"boolean\",\"default\":true},"
        "\"one\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"enumNames\":[\"A\"]},"
        "\"two\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\",\"title\":\"X\"},{\"const\":\"y\",\"title\":\"\"}]},"
        "\"some\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"string\",\"enum\":[\"p\",\"q\"]},"
        "\"default\":[\"p\"]},"
        "\"more\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"r\",\"title\":\"R\"}]}}",
        "\"name\"");
    static const enum mcp_field_kind kinds[] = {MCP_FIELD_STRING, MCP_FIELD_STRING,  MCP_FIELD_INTEGER,
                                                MCP_FIELD_NUMBER, MCP_FIELD_BOOLEAN, MCP_FIELD_ONE,
                                                MCP_FIELD_ONE,    MCP_FIELD_MANY,    MCP_FIELD_MANY};
    assert_int_equal(form.count, 9);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(form.fields[i].kind, kinds[i]);
    assert_slice(form.fields[0].title, "Name");
    assert_true(form.fields[0].required && form.fields[0].has_min && form.fields[0].max == 4);
    assert_slice(form.fields[1].title, "mail");
    assert_int_equal(form.fields[1].format, MCP_FORMAT_EMAIL);
    assert_non_null(form.fields[4].fallback);
    assert_slice(form.fields[5].options[0].title, "A");
    assert_slice(form.fields[5].options[1].title, "b");
    assert_slice(form.fields[6].options[0].title, "X");
    assert_slice(form.fields[6].options[1].title, "y");
    assert_slice(form.fields[8].options[0].value, "r");
    expect_answer(&form, "{\"name\":\"Ada\",\"age\":36,\"more\":[\"r\"]}",
                  "{\"name\":\"Ada\",\"age\":36,\"yes\":true,\"some\":[\"p\"],\"more\":[\"r\"]}");
}

static void omitted_fields_get_their_default(void **state)
{
    (void)state;
    struct mcp_form form = form_of(
        "\"s\":{\"type\":\"string\",\"default\":\"John\"},\"n\":{\"type\":\"number\",\"default\":95.50},"
        "\"e\":{\"type\":\"string\",\"enum\":[\"on\",\"off\"],\"default\":\"off\"},\"none\":{\"type\":\"boolean\"},"
        "\"bad\":{\"type\":\"integer\",\"default\":\"x\"}",
        "\"s\"");
    expect_answer(&form, NULL, "{\"s\":\"John\",\"n\":95.50,\"e\":\"off\"}");
    expect_answer(&form, "{\"n\":1e2,\"s\":\"\"}", "{\"s\":\"\",\"n\":1e2,\"e\":\"off\"}");
}

static void checks_answers(void **state)
{
    static const struct {
        const char *field, *value, *expected; /* NULL: accepted */
    } cases[] = {
        {"{\"type\":\"string\",\"minLength\":2}", "\"\xc3\xbc\"", "f must have at least 2 characters"},
        {"{\"type\":\"string\",\"maxLength\":2}", "\"\xc3\xbc\xc3\xbc\"", NULL},
        {"{\"type\":\"string\",\"maxLength\":2}", "\"abc\"", "f must have at most 2 characters"},
        {"{\"type\":\"string\"}", "5", "f must be a string, not a number"},
        {"{\"type\":\"string\",\"format\":\"email\"}", "\"a@b.c\"", NULL},
        {"{\"type\":\"string\",\"format\":\"email\"}", "\"a b@c\"", "f must be an email address"},
        {"{\"type\":\"string\",\"format\":\"email\"}", "\"@c\"", "f must be an email address"},
        {"{\"type\":\"string\",\"format\":\"uri\"}", "\"https://x/y\"", NULL},
        {"{\"type\":\"string\",\"format\":\"uri\"}", "\"x y\"", "f must be a URI, such as https://example.org"},
        {"{\"type\":\"string\",\"format\":\"date\"}", "\"2026-02-28\"", NULL},
        {"{\"type\":\"string\",\"format\":\"date\"}", "\"2026-02-29\"", "f must be a date, such as 2026-07-28"},
        {"{\"type\":\"string\",\"format\":\"date-time\"}", "\"2026-02-28T10:00:00+01:00\"", NULL},
        {"{\"type\":\"string\",\"format\":\"date-time\"}", "\"now\"", "f must be a time, such as 2026-07-28T12:00:00Z"},
        {"{\"type\":\"string\",\"format\":\"later\"}", "\"x\"", NULL},
        {"{\"type\":\"integer\"}", "1.0", NULL},
        {"{\"type\":\"integer\"}", "1.5", "f must be an integer, not a fraction"},
        {"{\"type\":\"integer\",\"minimum\":3}", "2", "f must be at least 3"},
        {"{\"type\":\"number\",\"maximum\":0.5}", "0.75", "f must be at most 0.5"},
        {"{\"type\":\"number\"}", "\"1\"", "f must be a number, not a string"},
        {"{\"type\":\"boolean\"}", "0", "f must be true or false, not a number"},
        {"{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}", "\"c\"", "f must be one of its 2 options"},
        {"{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]}}", "[\"a\",\"b\"]", "f must be one of its 1 options"},
        {"{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]},\"minItems\":1}", "[]", "f must have at least 1 items"},
        {"{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]},\"maxItems\":1}", "[\"a\",\"a\"]",
         "f must have at most 1 items"},
        {"{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]}}", "\"a\"", "f must be an array, not a string"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char field[256], content[128];
        (void)snprintf(field, sizeof field, "\"f\":%s", cases[i].field);
        (void)snprintf(content, sizeof content, "{\"f\":%s}", cases[i].value);
        struct mcp_form form = form_of(field, "");
        if (cases[i].expected)
            expect_refusal(&form, content, cases[i].expected);
        else
            expect_answer(&form, content, content);
    }
    struct mcp_form form = form_of("\"f\":{\"type\":\"string\"}", "\"f\"");
    expect_refusal(&form, "{}", "f is required");
    expect_refusal(&form, "{\"f\":\"\",\"g\":1}", "the form has no field g");
    expect_refusal(&form, "[]", "the answer must be an object, not an array");
}

static void refuses_what_is_no_flat_form(void **state)
{
    static const char *const cases[] = {
        "null",
        "{}",
        "{\"type\":\"object\"}",
        "{\"type\":\"string\",\"properties\":{}}",
        "{\"type\":\"object\",\"properties\":{\"a\":5}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\"]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"properties\":{}}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[1]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"oneOf\":[{\"title\":\"x\"}]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"minLength\":\"x\"}}}",
        "{\"type\":\"object\",\"properties\":{},\"required\":[\"a\"]}",
        "{\"type\":\"object\",\"properties\":{},\"required\":[1]}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mcp_form form;
        *problem = '\0';
        if (mcp_form_read(&arena, parse(cases[i]), &form, problem, sizeof problem) != -EINVAL)
            fail_msg("accepted: %s", cases[i]);
        assert_true(*problem != '\0');
    }
    struct mcp_form form;
    assert_int_equal(mcp_form_read(&arena, NULL, &form, problem, sizeof problem), -EINVAL);
    buf_append_text(&out, "{\"type\":\"object\",\"properties\":{");
    for (int i = 0; i <= MCP_FIELDS_MAX; i++)
        buf_printf(&out, "%s\"k%d\":{\"type\":\"string\"}", i ? "," : "", i);
    buf_append(&out, "}}", 3);
    assert_int_equal(mcp_form_read(&arena, parse(out.data), &form, problem, sizeof problem), -EINVAL);
    assert_contains(slice_of(problem), "101 fields");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reads_all_fields, clear),
        cmocka_unit_test_teardown(omitted_fields_get_their_default, clear),
        cmocka_unit_test_teardown(checks_answers, clear),
        cmocka_unit_test_teardown(refuses_what_is_no_flat_form, clear),
    };
    return cmocka_run_group_tests_name("elicit", tests, NULL, NULL);
}
