#include "daemon/store/activity.h"

#include "base/clock.h"
#include "daemon/store/activity_rows.h"
#include "unit/store_fixture.h"

#define NOW INT64_C(1794730653000)
#define DAY INT64_C(86400000)

static void add(struct store_fixture *f, enum context_activity_type type, int64_t at, const char *title)
{
    const struct store_activity row = {
        .type = type, .at = at, .duration_ms = 5, .app = SLICE("App"), .title = slice_of(title)};
    assert_int_equal(store_activity_add(&f->tx, &row, 1, NOW), 0);
}

static struct store_activities search(struct store_fixture *f, const char *words, int64_t limit, uint64_t until_ns)
{
    struct store_activities found = {0};
    assert_int_equal(
        store_activity_search(&f->reader, ACTIVITY_ALL, slice_of(words), limit, until_ns, &f->arena, &found), 0);
    return found;
}

static void words_are_quoted(void **state)
{
    static const struct {
        const char *words, *all, *any;
        int count;
    } cases[] = {
        {"", "", "", 0},
        {" \t\n ", "", "", 0},
        {"one", "\"one\"", "\"one\"", 1},
        {" one  two\n", "\"one\" \"two\"", "\"one\" OR \"two\"", 2},
        {"a\"b \"", "\"a\"\"b\" \"\"\"\"", "\"a\"\"b\" OR \"\"\"\"", 2},
        {"a:* ^NOT", "\"a:*\" \"^NOT\"", "\"a:*\" OR \"^NOT\"", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf all = BUF_LIMITED(1024), any = BUF_LIMITED(1024);
        assert_int_equal(store_activity_quote(&all, slice_of(cases[i].words), false), cases[i].count);
        assert_int_equal(store_activity_quote(&any, slice_of(cases[i].words), true), cases[i].count);
        assert_string_equal(all.data, cases[i].all);
        assert_string_equal(any.data, cases[i].any);
        buf_clear(&all);
        buf_clear(&any);
    }
}

static void a_search_stops_when_its_time_is_over(void **state)
{
    struct store_fixture *f = *state;
    assert_int_equal(activity_prepare(&f->reader), 0);
    for (int i = 0; i < 100; i++)
        add(f, CONTEXT_ACTIVITY_TYPE_WINDOW, NOW + i, "the word");
    assert_int_equal(search(f, "word", 10, UINT64_MAX).count, 10);
    assert_int_equal(search(f, "word", 10, 1).count, 0);
    assert_int_equal(search(f, "word", 10, clock_monotonic_ns() + 1000000000).count, 10);
}

static void long_texts_are_cut_between_characters(void **state)
{
    struct store_fixture *f = *state;
    char title[4000];
    struct store_activities found = {0};
    for (size_t i = 0; i + 3 < sizeof title; i += 3)
        memcpy(title + i, "\u20ac", 3);
    title[sizeof title - 1] = '\0';
    const struct store_activity row = {
        .type = CONTEXT_ACTIVITY_TYPE_FOCUS, .at = NOW, .duration_ms = -1, .title = {title, 3000}};
    assert_int_equal(store_activity_add(&f->tx, &row, 1, NOW), 0);
    assert_int_equal(store_activity_recent(&f->reader, ACTIVITY_ALL, 0, 10, &f->arena, &found), 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].window_title.size, 1023);
    assert_int_equal(found.items[0].duration_is, FIELD_ABSENT);
    assert_int_equal(found.items[0].app_name_is, FIELD_ABSENT);
}

static void lists_only_the_types_that_are_wanted(void **state)
{
    struct store_fixture *f = *state;
    struct store_activities found = {0};
    for (unsigned type = 0; type < ACTIVITY_TYPES; type++)
        add(f, (enum context_activity_type)type, NOW + type, "x");
    for (unsigned type = 0; type < ACTIVITY_TYPES; type++) {
        assert_int_equal(store_activity_recent(&f->reader, ACTIVITY_BIT(type), 0, 10, &f->arena, &found), 0);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.items[0].type, type);
    }
    assert_int_equal(store_activity_recent(&f->reader, ACTIVITY_ALL, NOW + 2, 10, &f->arena, &found), 0);
    assert_int_equal(found.count, ACTIVITY_TYPES - 2);
}

static void prunes_in_steps(void **state)
{
    struct store_fixture *f = *state;
    int64_t removed = 0;
    for (int i = 0; i < 600; i++)
        add(f, CONTEXT_ACTIVITY_TYPE_BROWSER, NOW - 29 * DAY + i, "old");
    assert_int_equal(store_activity_prune(&f->tx, NOW, &removed), 0);
    assert_int_equal(removed, 0);
    assert_int_equal(store_activity_prune(&f->tx, NOW + 2 * DAY, &removed), 0);
    assert_int_equal(removed, 500);
    assert_int_equal(store_activity_prune(&f->tx, NOW + 2 * DAY, &removed), 0);
    assert_int_equal(removed, 100);
    assert_int_equal(activity_prepare(&f->reader), 0);
    assert_int_equal(search(f, "old", 10, UINT64_MAX).count, 0);
}

static void numbers_are_not_used_again(void **state)
{
    struct store_fixture *f = *state;
    struct store_activities first = {0}, second = {0};
    int64_t removed = 0;
    add(f, CONTEXT_ACTIVITY_TYPE_WINDOW, NOW, "x");
    assert_int_equal(store_activity_recent(&f->reader, ACTIVITY_ALL, 0, 10, &f->arena, &first), 0);
    assert_int_equal(store_activity_prune(&f->tx, NOW + 31 * DAY, &removed), 0);
    assert_int_equal(removed, 1);
    add(f, CONTEXT_ACTIVITY_TYPE_WINDOW, NOW, "x");
    assert_int_equal(store_activity_recent(&f->reader, ACTIVITY_ALL, 0, 10, &f->arena, &second), 0);
    assert_false(slice_equal(first.items[0].id, second.items[0].id));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_quoted),
        CASE(a_search_stops_when_its_time_is_over),
        CASE(long_texts_are_cut_between_characters),
        CASE(lists_only_the_types_that_are_wanted),
        CASE(prunes_in_steps),
        CASE(numbers_are_not_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
