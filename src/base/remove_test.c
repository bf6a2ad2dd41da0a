#include "base/remove.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "unit/check.h"

enum { DEEP = 700 };

static char root[64];
static int root_fd = -1;

static int setup(void **state)
{
    (void)state;
    (void)snprintf(root, sizeof root, "/tmp/weir-remove-XXXXXX");
    assert_non_null(mkdtemp(root));
    root_fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(root_fd >= 0);
    assert_int_equal(mkdirat(root_fd, "tree", 0700), 0);
    assert_int_equal(mkdirat(root_fd, "outside", 0750), 0);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    assert_int_equal(remove_tree(root_fd, "tree", NULL), 0);
    assert_int_equal(remove_tree(root_fd, "outside", NULL), 0);
    close(root_fd);
    assert_int_equal(rmdir(root), 0);
    return 0;
}

static bool is_there(const char *path)
{
    struct stat about;
    return fstatat(root_fd, path, &about, AT_SYMLINK_NOFOLLOW) == 0;
}

static void make_file(int directory, const char *path)
{
    autoclose int fd = openat(directory, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
}

static void test_what_lies_deep_and_a_name_that_is_taken(void **state)
{
    (void)state;
    int at = openat(root_fd, "tree", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < DEEP; i++) {
        assert_int_equal(mkdirat(at, "d", 0500 | (i % 2 ? 0 : 0200)), 0);
        make_file(at, "file");
        int below = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        assert_true(below >= 0);
        assert_int_equal(fchmod(below, 0700), 0);
        close(at);
        at = below;
    }
    close(at);
    for (int i = 0; i < 4; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, "tree/moved-%d", i);
        assert_int_equal(mkdirat(root_fd, path, 0700), 0);
        (void)snprintf(path, sizeof path, "tree/moved-%d/f", i);
        make_file(root_fd, path);
    }
    assert_int_equal(remove_tree(root_fd, "tree", NULL), 0);
    assert_false(is_there("tree"));
}

static void test_links_are_removed_and_not_followed(void **state)
{
    (void)state;
    struct stat about;
    make_file(root_fd, "outside/file");
    assert_int_equal(symlinkat("../outside", root_fd, "tree/link"), 0);
    assert_int_equal(symlinkat("../outside/file", root_fd, "tree/file"), 0);
    assert_int_equal(remove_tree(root_fd, "tree", NULL), 0);
    assert_false(is_there("tree"));
    assert_int_equal(symlinkat("outside", root_fd, "tree"), 0);
    assert_int_equal(remove_tree(root_fd, "tree", NULL), 0);
    assert_false(is_there("tree"));
    assert_true(is_there("outside/file"));
    assert_int_equal(fstatat(root_fd, "outside", &about, 0), 0);
    assert_int_equal(about.st_mode & 07777, 0750);
}

static void test_what_is_closed(void **state)
{
    (void)state;
    assert_int_equal(mkdirat(root_fd, "tree/closed", 0700), 0);
    make_file(root_fd, "tree/closed/file");
    assert_int_equal(fchmodat(root_fd, "tree/closed", 0, 0), 0);
    assert_int_equal(fchmodat(root_fd, "tree", 0, 0), 0);
    assert_int_equal(remove_tree(root_fd, "tree", NULL), 0);
    assert_false(is_there("tree"));
}

static void test_nothing_is_there(void **state)
{
    (void)state;
    assert_int_equal(remove_tree(root_fd, "nothing", NULL), 0);
}

static void test_hurry(void **state)
{
    (void)state;
    atomic_bool hurry = true;
    make_file(root_fd, "tree/file");
    assert_int_equal(remove_tree(root_fd, "tree", &hurry), -ECANCELED);
    assert_true(is_there("tree/file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_lies_deep_and_a_name_that_is_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(test_links_are_removed_and_not_followed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_closed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing_is_there, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hurry, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
