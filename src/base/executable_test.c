#include "base/executable.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/check.h"

struct fixture {
    char root[64];
    char found[EXECUTABLE_PATH_SIZE];
};

static const char *at(struct fixture *place, const char *name)
{
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", place->root, name);
    return path;
}

static void make(struct fixture *place, const char *name, mode_t mode)
{
    FILE *file = fopen(at(place, name), "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(at(place, name), mode), 0);
}

static int set_up(void **state)
{
    static struct fixture place;
    (void)snprintf(place.root, sizeof place.root, "/tmp/executable_test.XXXXXX");
    assert_non_null(mkdtemp(place.root));
    assert_int_equal(mkdir(at(&place, "a"), 0700), 0);
    assert_int_equal(mkdir(at(&place, "b"), 0700), 0);
    make(&place, "a/plain", 0600);
    make(&place, "b/plain", 0700);
    make(&place, "a/only", 0600);
    *state = &place;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"a/plain", "b/plain", "a/only", "a", "b", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        (void)remove(at(*state, names[i]));
    return 0;
}

static int find(struct fixture *place, const char *name, const char *path)
{
    return executable_find(slice_of(name), slice_of(path), place->found);
}

static void the_first_that_can_be_run_is_found(void **state)
{
    struct fixture *place = *state;
    char path[256];
    (void)snprintf(path, sizeof path, "/nowhere::%s/a:%s/b", place->root, place->root);
    assert_int_equal(find(place, "plain", path), 0);
    assert_string_equal(place->found, at(place, "b/plain"));
    assert_int_equal(find(place, "only", path), -EACCES);
    assert_int_equal(find(place, "none", path), -ENOENT);
    assert_int_equal(find(place, "none", ""), -ENOENT);
}

/* What another user's directory hides is not there; root looks in as nobody. */
static void a_closed_directory_is_passed_over(void **state)
{
    struct fixture *place = *state;
    bool is_root = geteuid() == 0;
    assert_int_equal(chmod(at(place, "a"), 0), 0);
    if (is_root)
        assert_int_equal(seteuid(65534), 0);
    int r = find(place, "none", at(place, "a"));
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(at(place, "a"), 0700), 0);
    assert_int_equal(r, -ENOENT);
}

/* There a stranger's files are. */
static void the_working_directory_is_not_looked_at(void **state)
{
    struct fixture *place = *state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(at(place, "b")), 0);
    assert_int_equal(find(place, "plain", ".::"), -ENOENT);
    assert_int_equal(find(place, "plain", "../b"), -ENOENT);
    assert_int_equal(chdir(before), 0);
}

static void a_directory_is_no_program_and_a_program_no_directory(void **state)
{
    struct fixture *place = *state;
    assert_int_equal(executable_look(at(place, "b")), -EACCES);
    assert_int_equal(executable_look(at(place, "c")), -ENOENT);
    assert_int_equal(executable_look(at(place, "b/plain")), 0);
    assert_int_equal(executable_look_at_directory(slice_of(at(place, "b"))), 0);
    assert_int_equal(executable_look_at_directory(slice_of(at(place, "b/plain"))), -ENOTDIR);
    assert_int_equal(executable_look_at_directory(slice_of(at(place, "c"))), -ENOENT);
    char *long_path = calloc(1, 5001);
    memset(long_path, 'x', 5000);
    assert_int_equal(executable_look_at_directory(slice_of(long_path)), -ENAMETOOLONG);
    free(long_path);
}

static void a_variable_may_be_empty(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    assert_string_equal(executable_variable(&arena, SLICE("NAME"), SLICE("value")), "NAME=value");
    assert_string_equal(executable_variable(&arena, SLICE("NAME"), (struct slice){0}), "NAME=");
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_can_be_run_is_found),
        cmocka_unit_test(a_closed_directory_is_passed_over),
        cmocka_unit_test(the_working_directory_is_not_looked_at),
        cmocka_unit_test(a_directory_is_no_program_and_a_program_no_directory),
        cmocka_unit_test(a_variable_may_be_empty),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
