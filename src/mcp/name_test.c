#include "mcp/name.h"

#include "unit/check.h"

static void make(struct mcp_name *names, size_t count)
{
    assert_int_equal(mcp_names_make(SLICE("git"), names, count), 0);
}

static void plain_names(void **state)
{
    (void)state;
    struct mcp_name names[] = {
        {.tool = SLICE("log")}, {.tool = SLICE("repo.list/all")}, {.tool = SLICE("gr\xc3\xbc\xc3\x9f")}};
    make(names, 3);
    assert_string_equal(names[0].text, "mcp__git__log");
    assert_string_equal(names[1].text, "mcp__git__repo_list_all");
    assert_string_equal(names[2].text, "mcp__git__gr____");
    make(names, 0);
}

static void equal_names_are_all_told_apart_in_any_order(void **state)
{
    (void)state;
    struct mcp_name names[] = {
        {.tool = SLICE("a.b")}, {.tool = SLICE("a_b")}, {.tool = SLICE("c")}, {.tool = SLICE("a/b")}};
    struct mcp_name other[] = {
        {.tool = SLICE("a/b")}, {.tool = SLICE("c")}, {.tool = SLICE("a_b")}, {.tool = SLICE("a.b")}};
    make(names, 4);
    make(other, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(names[i].text, other[3 - i].text);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(names[i].text, names[j].text);
    }
    assert_string_equal(names[2].text, "mcp__git__c");
    assert_int_equal(strlen(names[1].text), strlen("mcp__git__a_b_01234567"));
    assert_int_equal(strncmp(names[1].text, "mcp__git__a_b_", 14), 0);
}

static void long_names_are_cut(void **state)
{
    (void)state;
    char fits[55], longer[56], longest[1000];
    memset(fits, 'f', sizeof fits);
    memset(longer, 'f', sizeof longer);
    memset(longest, 'f', sizeof longest);
    struct mcp_name names[] = {{.tool = {fits, 54}}, {.tool = {longer, 55}}, {.tool = {longest, sizeof longest}}};
    make(names, 3);
    assert_int_equal(strlen(names[0].text), MCP_NAME_MAX);
    assert_int_equal(names[0].text[63], 'f');
    assert_int_equal(strlen(names[1].text), MCP_NAME_MAX);
    assert_int_equal(names[1].text[55], '_');
    assert_string_not_equal(names[1].text, names[2].text);
}

/* A server cannot give a tool the name of another one by guessing its hash. */
static void a_tool_named_like_the_hash_of_another(void **state)
{
    (void)state;
    struct mcp_name first[] = {{.tool = SLICE("a.b")}, {.tool = SLICE("a_b")}};
    make(first, 2);
    char fake[MCP_NAME_SIZE] = {0};
    slice_copy(fake, slice_of(first[0].text + strlen("mcp__git__")));
    struct mcp_name names[] = {{.tool = SLICE("a.b")}, {.tool = SLICE("a_b")}, {.tool = slice_of(fake)}};
    make(names, 3);
    assert_string_not_equal(names[0].text, names[2].text);
    assert_string_not_equal(names[1].text, names[2].text);
    assert_string_equal(names[0].text, first[0].text);
    assert_string_equal(names[1].text, first[1].text);
    struct mcp_name same[] = {{.tool = SLICE("x")}, {.tool = SLICE("x")}};
    make(same, 2); /* really the same: cannot be told apart */
    assert_string_equal(same[0].text, "");
    assert_string_equal(same[1].text, "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names),
        cmocka_unit_test(equal_names_are_all_told_apart_in_any_order),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(a_tool_named_like_the_hash_of_another),
    };
    return cmocka_run_group_tests_name("name", tests, NULL, NULL);
}
