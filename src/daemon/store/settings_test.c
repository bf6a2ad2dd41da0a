#include "contract/app.h"
#include "daemon/store/settings.h"
#include "unit/store_fixture.h"

#define NAME SLICE("captureStreams")

static void keeps_the_last_value(void **state)
{
    struct store_fixture *f = *state;
    const struct app_capture_streams first = {.keystroke = true}, last = {.clipboard = true, .focus = true};
    struct app_capture_streams found = {.browser = true};
    assert_int_equal(store_setting_get(&f->reader, NAME, &app_capture_streams_shape, &f->arena, &found), 0);
    assert_true(found.browser);
    assert_int_equal(store_setting_put(&f->tx, NAME, &app_capture_streams_shape, &first), 0);
    assert_int_equal(store_setting_put(&f->tx, NAME, &app_capture_streams_shape, &last), 0);
    assert_int_equal(store_setting_get(&f->reader, NAME, &app_capture_streams_shape, &f->arena, &found), 1);
    assert_true(found.clipboard && found.focus && !found.keystroke && !found.browser);
    assert_int_equal(store_setting_get(&f->reader, SLICE("capture"), &app_capture_streams_shape, &f->arena, &found), 0);
}

static void fields_that_a_value_lacks_are_defaults(void **state)
{
    struct store_fixture *f = *state;
    struct app_capture_streams found = {0};
    assert_int_equal(
        store_exec(&f->tx, "INSERT INTO settings VALUES ('captureStreams', '{\"focus\":false,\"clipboard\":true}')"),
        0);
    assert_int_equal(store_setting_get(&f->reader, NAME, &app_capture_streams_shape, &f->arena, &found), 1);
    assert_true(found.window_tracking && found.browser && found.clipboard && !found.focus && !found.keystroke);
}

static void a_value_that_cannot_be_read_is_missing(void **state)
{
    struct store_fixture *f = *state;
    enum app_theme theme = APP_THEME_LIGHT;
    static const char *const bad[] = {"", "{", "\"blue\"", "1", "null"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char sql[128];
        (void)snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO settings VALUES ('theme', '%s')", bad[i]);
        assert_int_equal(store_exec(&f->tx, sql), 0);
        assert_int_equal(store_setting_get(&f->reader, SLICE("theme"), &app_theme_shape, &f->arena, &theme), 0);
        assert_int_equal(theme, APP_THEME_LIGHT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_the_last_value, store_fixture_set_up, store_fixture_tear_down),
        cmocka_unit_test_setup_teardown(fields_that_a_value_lacks_are_defaults, store_fixture_set_up,
                                        store_fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_value_that_cannot_be_read_is_missing, store_fixture_set_up,
                                        store_fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
