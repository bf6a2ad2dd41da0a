#include "agent/activity.h"

#include "unit/check.h"

static void no_text_ends_its_line(void **state)
{
    struct buf out = BUF_LIMITED(64 << 10);
    struct context_activity_record record = {
        .timestamp = SLICE("T"), .type = CONTEXT_ACTIVITY_TYPE_WINDOW, .app_name_is = FIELD_SET, .app_name = SLICE("")};
    size_t lines = 0;
    (void)state;
    record.window_title = SLICE("a\nb\r\tc\x7f\xc2\x85"
                                "d\u2028e\u2029f\u00e9\u20ac");
    record.window_title_is = FIELD_SET;
    activity_write(&out, &record, 1);
    assert_int_equal(buf_terminate(&out), 0);
    assert_non_null(strstr(out.data, "\n> T window | a b  c  d e f\u00e9\u20ac\n--- end of what the user did ---\n"));
    for (const char *at = out.data; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 3);
    buf_clear(&out);
}

static void long_texts_are_cut(void **state)
{
    struct buf out = BUF_LIMITED(64 << 10);
    char text[1200];
    struct context_activity_record record = {.timestamp = SLICE("T"), .url = {text, sizeof text}, .url_is = FIELD_SET};
    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "\u20ac"[i % 3];
    activity_write(&out, &record, 1);
    assert_int_equal(buf_terminate(&out), 0);
    assert_true(out.size < 700);
    assert_non_null(strstr(out.data, "\u20ac\n---"));
    buf_clear(&out);
}

static void nothing_is_written_for_nothing(void **state)
{
    struct buf out = BUF_LIMITED(64);
    (void)state;
    activity_write(&out, NULL, 0);
    assert_int_equal(out.size, 0);
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_text_ends_its_line),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(nothing_is_written_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
