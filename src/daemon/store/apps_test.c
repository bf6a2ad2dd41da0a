#include "daemon/store/apps.h"
#include "unit/store_fixture.h"

static struct store_app app_of(struct slice id, struct slice version)
{
    static struct slice tools[] = {SLICE_INIT("mcp__github__*")};
    return (struct store_app){.record = {.app_id = id,
                                         .name = SLICE("Notes"),
                                         .version = version,
                                         .entry = SLICE("index.html"),
                                         .requested = {.tools = {tools, 1}, .capture_read = true},
                                         .files = 2,
                                         .bytes = 300},
                              .directory = version,
                              .digest = SLICE("d1"),
                              .stamp = SLICE("s1")};
}

static void an_update_keeps_the_time_of_the_installation(void **state)
{
    struct store_fixture *f = *state;
    struct store_app app = app_of(SLICE("notes"), SLICE("1.0.0")), found;
    assert_int_equal(store_app_find(&f->reader, SLICE("notes"), &f->arena, &found), -ENOENT);
    assert_int_equal(store_app_put(&f->tx, &f->arena, &app, 1000), 0);
    app = app_of(SLICE("notes"), SLICE("1.0.1"));
    app.record.permissions.capture_read = true;
    assert_int_equal(store_app_put(&f->tx, &f->arena, &app, 2000), 0);
    assert_true(slice_is(app.record.installed_at, "1970-01-01T00:00:01.000Z"));
    assert_int_equal(store_app_find(&f->reader, SLICE("notes"), &f->arena, &found), 0);
    assert_true(slice_is(found.record.version, "1.0.1") && slice_is(found.directory, "1.0.1"));
    assert_true(slice_is(found.record.installed_at, "1970-01-01T00:00:01.000Z"));
    assert_true(slice_is(found.record.updated_at, "1970-01-01T00:00:02.000Z"));
    assert_true(found.record.permissions.capture_read && found.record.permissions.tools.count == 0);
    assert_int_equal(found.record.requested.tools.count, 1);
    assert_true(slice_is(found.record.requested.tools.items[0], "mcp__github__*"));
    assert_true(found.record.icon_is == FIELD_ABSENT && found.record.files == 2 && found.record.bytes == 300);
}

static void a_removed_app_leaves_no_grant(void **state)
{
    struct store_fixture *f = *state;
    struct store_app app = app_of(SLICE("notes"), SLICE("1.0.0")), other = app_of(SLICE("a"), SLICE("2.0.0"));
    struct store_apps all;
    app.record.permissions = app.record.requested;
    assert_int_equal(store_app_put(&f->tx, &f->arena, &app, 1000), 0);
    assert_int_equal(store_app_put(&f->tx, &f->arena, &other, 1000), 0);
    assert_int_equal(store_app_all(&f->reader, &f->arena, &all), 0);
    assert_int_equal(all.count, 2);
    assert_true(slice_is(all.items[0].record.app_id, "a") && slice_is(all.items[1].record.app_id, "notes"));
    assert_int_equal(store_app_remove(&f->tx, SLICE("notes")), 0);
    assert_int_equal(store_app_remove(&f->tx, SLICE("notes")), -ENOENT);
    app.record.permissions = (struct apps_permissions){0};
    assert_int_equal(store_app_all(&f->reader, &f->arena, &all), 0);
    assert_int_equal(all.count, 1);
    assert_int_equal(
        store_exec(&f->tx,
                   "INSERT INTO installed_apps SELECT 'notes', name, version, entry, icon, description,"
                   " requested, 'x', digest, stamp, files, bytes, installed_at, updated_at FROM installed_apps"),
        0);
    assert_int_equal(store_app_find(&f->reader, SLICE("notes"), &f->arena, &app), 0);
    assert_true(app.record.permissions.tools.count == 0 && !app.record.permissions.capture_read);
}

static void a_grant_that_cannot_be_read_is_none(void **state)
{
    struct store_fixture *f = *state;
    struct store_app app = app_of(SLICE("notes"), SLICE("1.0.0"));
    app.record.permissions = app.record.requested;
    assert_int_equal(store_app_put(&f->tx, &f->arena, &app, 1000), 0);
    assert_int_equal(store_exec(&f->tx, "UPDATE app_permissions SET permissions = '{\"tools\":1}'"), 0);
    assert_int_equal(store_app_find(&f->reader, SLICE("notes"), &f->arena, &app), 0);
    assert_true(app.record.permissions.tools.count == 0 && !app.record.permissions.capture_read);
}

static void a_request_that_cannot_be_read_is_none(void **state)
{
    struct store_fixture *f = *state;
    struct store_app app = app_of(SLICE("notes"), SLICE("1.0.0"));
    struct store_apps all;
    assert_int_equal(store_app_put(&f->tx, &f->arena, &app, 1000), 0);
    assert_int_equal(store_exec(&f->tx, "UPDATE installed_apps SET requested = '{\"later\":true}'"), 0);
    assert_int_equal(store_app_all(&f->reader, &f->arena, &all), 0);
    assert_int_equal(all.count, 1);
    assert_true(slice_is(all.items[0].directory, "1.0.0") && all.items[0].record.requested.tools.count == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_update_keeps_the_time_of_the_installation, store_fixture_set_up,
                                        store_fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_removed_app_leaves_no_grant, store_fixture_set_up, store_fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_grant_that_cannot_be_read_is_none, store_fixture_set_up,
                                        store_fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_request_that_cannot_be_read_is_none, store_fixture_set_up,
                                        store_fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
