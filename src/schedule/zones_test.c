#include "schedule/zones.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/check.h"

struct scene {
    char directory[64];
    struct zones zones;
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    (void)snprintf(scene->directory, sizeof scene->directory, "/tmp/weir-zones-XXXXXX");
    assert_non_null(mkdtemp(scene->directory));
    assert_int_equal(setenv("TZDIR", scene->directory, 1), 0);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    char command[128];
    zones_clear(&scene->zones);
    (void)unsetenv("TZDIR");
    (void)unsetenv("TZ");
    (void)snprintf(command, sizeof command, "rm -rf %s", scene->directory);
    assert_int_equal(system(command), 0);
    free(scene);
    return 0;
}

/* A file of version 2 with one type and a rule. */
static void write_zone(const struct scene *scene, const char *name, const char *rule)
{
    static const char head[] = "TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4";
    static const char body[] = "\0\0\x0e\x10\0\0CET";
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", scene->directory, name);
    for (char *slash = strchr(path + strlen(scene->directory) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    (void)unlink(path);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    for (int block = 0; block < 2; block++) {
        assert_int_equal(fwrite(head, 1, 44, file), 44);
        assert_int_equal(fwrite(body, 1, sizeof body, file), 10);
    }
    assert_true(fprintf(file, "\n%s\n", rule) > 0);
    assert_int_equal(fclose(file), 0);
}

static int find(struct scene *scene, const char *name, const struct zone *const **ret_zone, const char *expected)
{
    char problem[ZONES_PROBLEM_SIZE] = "";
    int r = zones_find(&scene->zones, slice_of(name), ret_zone, problem);
    if (!strstr(problem, expected))
        fail_msg("%s: %d, %s", name, r, problem);
    return r;
}

static void reads_a_zone_once(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL, *const *again = NULL;
    write_zone(scene, "Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3");
    assert_int_equal(find(scene, "Europe/Berlin", &zone, ""), 0);
    assert_int_equal(zone_local(*zone, 1782864000), 1782864000 + 7200); /* July */
    assert_int_equal(find(scene, "Europe/Berlin", &again, ""), 0);
    assert_ptr_equal(zone, again);
}

static void suggests_a_zone(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL;
    write_zone(scene, "Europe/Berlin", "CET-1");
    write_zone(scene, "America/New_York", "EST5");
    write_zone(scene, "posix/Europe/Berlim", "EST5");
    assert_int_equal(find(scene, "Europe/Berlim", &zone, "no time zone Europe/Berlim; did you mean Europe/Berlin?"),
                     -ENOENT);
    assert_int_equal(find(scene, "berlin", &zone, "did you mean Europe/Berlin?"), -ENOENT);
    assert_int_equal(find(scene, "US/New_York", &zone, "did you mean America/New_York?"), -ENOENT);
    assert_int_equal(find(scene, "Mars/Olympus", &zone, "names look like Europe/Berlin"), -ENOENT);
    assert_int_equal(find(scene, "Europe", &zone, "no time zone Europe"), -ENOENT);
}

static void refuses_paths(void **state)
{
    struct scene *scene = *state;
    static const char *const names[] = {
        "../x",     "/etc/passwd", "Europe/../x", "Europe//Berlin",
        "Europe/",  ".x",          "a b",         "x.y",
        "\xc3\xa4", "-x",          "Europe/-x",   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    const struct zone *const *zone = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(find(scene, names[i], &zone, "not the name of a time zone"), -EINVAL);
    char problem[ZONES_PROBLEM_SIZE];
    assert_int_equal(zones_find(&scene->zones, (struct slice){"UTC\0x", 5}, &zone, problem), -EINVAL);
}

static void refuses_other_files(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL;
    char path[128];
    write_zone(scene, "Bad", "CET");
    assert_int_equal(find(scene, "Bad", &zone, "the file of the time zone Bad is damaged"), -EBADMSG);
    (void)snprintf(path, sizeof path, "%s/Fifo", scene->directory);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(find(scene, "Fifo", &zone, "damaged"), -EBADMSG);
    (void)snprintf(path, sizeof path, "%s/Empty", scene->directory);
    assert_int_equal(close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)), 0);
    assert_int_equal(find(scene, "Empty", &zone, "damaged"), -EBADMSG);
}

static void says_that_the_zones_are_missing(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL;
    assert_int_equal(setenv("TZDIR", "/nonexistent/zones", 1), 0);
    assert_int_equal(
        find(scene, "Europe/Berlin", &zone, "/nonexistent/zones does not exist; install the package tzdata"), -ENOENT);
    assert_int_equal(find(scene, "UTC", &zone, ""), 0);
    assert_int_equal(zone_local(*zone, 12345), 12345);
}

static void reads_changed_files_again(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL;
    write_zone(scene, "Europe/Berlin", "CET-1");
    assert_int_equal(find(scene, "Europe/Berlin", &zone, ""), 0);
    assert_false(zones_refresh(&scene->zones));
    write_zone(scene, "Europe/Berlin", "XXX-2");
    assert_true(zones_refresh(&scene->zones));
    assert_int_equal(zone_local(*zone, 0), 7200);
    assert_false(zones_refresh(&scene->zones));
    write_zone(scene, "Europe/Berlin", "-");
    assert_false(zones_refresh(&scene->zones));
    assert_int_equal(zone_local(*zone, 0), 7200);
}

static void knows_the_zone_of_the_variable(void **state)
{
    struct scene *scene = *state;
    const struct zone *const *zone = NULL;
    write_zone(scene, "Asia/Kathmandu", "<+0545>-5:45");
    assert_int_equal(setenv("TZ", ":Asia/Kathmandu", 1), 0);
    assert_string_equal(zones_local_name(&scene->zones), "Asia/Kathmandu");
    assert_int_equal(find(scene, "", &zone, ""), 0);
    assert_int_equal(zone_local(*zone, 0), 5 * 3600 + 45 * 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_a_zone_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(suggests_a_zone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_paths, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_other_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_that_the_zones_are_missing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_changed_files_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_the_zone_of_the_variable, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
