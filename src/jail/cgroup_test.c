#include "jail/cgroup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "unit/check.h"

static int find(const char *mounts, const char *own, char **ret_directory)
{
    FILE *file = fmemopen((void *)mounts, strlen(mounts), "r");
    assert_non_null(file);
    int r = cgroup_find(file, own, ret_directory);
    (void)fclose(file);
    return r;
}

static void expect(const char *mounts, const char *own, const char *expected)
{
    autofree char *found = NULL;
    int r = find(mounts, own, &found);
    assert_int_equal(r, expected ? 0 : -ENOENT);
    if (expected)
        assert_string_equal(found, expected);
}

static void finds_what_a_mount_shows(void **state)
{
    (void)state;
    static const char whole[] = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
    static const char part[] = "30 23 0:27 / /proc rw - proc proc rw\n"
                               "31 23 0:26 /user.slice/a /mnt/c rw shared:4 - cgroup2 cgroup2 rw\n";
    expect(whole, "/user.slice/a", "/sys/fs/cgroup/user.slice/a");
    expect(whole, "/", "/sys/fs/cgroup/");
    expect(part, "/user.slice/a/b", "/mnt/c/b");
    expect(part, "/user.slice/a", "/mnt/c");
    expect(part, "/user.slice", NULL);
    expect("", "/user.slice", NULL);
}

/* A name that only begins like the mount's root is another cgroup: /user.slice/ab is not below /user.slice/a. */
static void takes_no_name_that_begins_likewise(void **state)
{
    (void)state;
    static const char both[] = "31 23 0:26 /user.slice/a /mnt/c rw - cgroup2 cgroup2 rw\n"
                               "32 23 0:26 /user.slice /mnt/all rw - cgroup2 cgroup2 rw\n";
    expect(both, "/user.slice/ab/c", "/mnt/all/ab/c");
    expect("31 23 0:26 /user.slice/a /mnt/c rw - cgroup2 cgroup2 rw\n", "/user.slice/ab", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_mount_shows),
        cmocka_unit_test(takes_no_name_that_begins_likewise),
    };
    return cmocka_run_group_tests_name("jail/cgroup", tests, NULL, NULL);
}
