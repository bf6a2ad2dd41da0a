#include "daemon/apps/manifest.h"

#include <errno.h>

#include "unit/check.h"

#define PERMISSIONS(...)                                                                                               \
    ((struct apps_permissions){                                                                                        \
        .tools = {(struct slice[]){__VA_ARGS__}, sizeof((struct slice[]){__VA_ARGS__}) / sizeof(struct slice)}})

static void a_pattern_contains_what_it_matches(void **state)
{
    (void)state;
    const struct apps_permissions asked = PERMISSIONS(SLICE("mcp__a__*"), SLICE("mcp__b__read"), SLICE("x*z"));
    static const char *const inside[] = {"mcp__a__list", "mcp__a__*", "mcp__a__*x", "mcp__b__read",
                                         "xz",           "x*z",       "x*y*z"};
    static const char *const outside[] = {"*",           "mcp__*",        "mcp__a*", "mcp__b__*",
                                          "mcp__b__rea", "mcp__b__read*", "x*",      "*z"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        assert_true(apps_permission_has_tool(&asked, slice_of(inside[i])));
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (apps_permission_has_tool(&asked, slice_of(outside[i])))
            fail_msg("%s", outside[i]);
}

static void a_grant_never_grows(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(1 << 16);
    struct apps_permissions granted = PERMISSIONS(SLICE("mcp__a__*"), SLICE("mcp__b__x")), kept;
    struct apps_permissions asked = PERMISSIONS(SLICE("mcp__b__*"), SLICE("mcp__a__y"));
    granted.capture_read = true;
    assert_int_equal(apps_permission_keep(&arena, &granted, &asked, &kept), 0);
    assert_int_equal(kept.tools.count, 1);
    assert_slice(kept.tools.items[0], "mcp__b__x");
    assert_false(kept.capture_read);
    granted.capture_read = false;
    asked.capture_read = true;
    assert_int_equal(apps_permission_keep(&arena, &granted, &asked, &kept), 0);
    assert_false(kept.capture_read);
    arena_clear(&arena);
}

static void reads_a_manifest(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct apps_manifest manifest;
    char problem[MANIFEST_PROBLEM_SIZE];
    assert_int_equal(
        apps_manifest_read(&arena,
                           SLICE("{\"id\":\"a.b-c_1\",\"name\":\"Ä\",\"version\":\"1.0.0-rc.1\",\"entry\":\"i\","
                                 "\"permissions\":{\"tools\":[\"mcp__x__*\"]},\"author\":{\"name\":\"x\"}}"),
                           &manifest, problem),
        0);
    assert_slice(manifest.id, "a.b-c_1");
    assert_int_equal(manifest.permissions.tools.count, 1);
    assert_false(manifest.permissions.capture_read);
    assert_int_equal(manifest.icon_is, FIELD_ABSENT);
    assert_int_equal(apps_manifest_read(&arena,
                                        SLICE("{\"id\":\"a\\u0001b\",\"name\":\"A\",\"version\":\"1.0.0\","
                                              "\"entry\":\"i\",\"permissions\":{}}"),
                                        &manifest, problem),
                     -EINVAL);
    assert_contains(slice_of(problem), "id must have");
    assert_int_equal(apps_manifest_read(&arena, SLICE("{\"id\":1}"), &manifest, problem), -EINVAL);
    assert_contains(slice_of(problem), "manifest.id: must be a string");
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_contains_what_it_matches),
        cmocka_unit_test(a_grant_never_grows),
        cmocka_unit_test(reads_a_manifest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
