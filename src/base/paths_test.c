#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-places-test-XXXXXX";

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    return at->level == 0 ? 0 : remove(path);
}

static int set_up(void **state)
{
    (void)state;
    (void)setenv("HOME", root, 1);
    (void)unsetenv("XDG_RUNTIME_DIR");
    (void)unsetenv("XDG_STATE_HOME");
    (void)unsetenv("XDG_CONFIG_HOME");
    return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static const char *below(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void make(const char *name, mode_t mode)
{
    assert_int_equal(mkdir(below(name), 0700), 0);
    assert_int_equal(chmod(below(name), mode), 0);
}

static void check_place(int (*place)(char **), const char *expected)
{
    autofree char *path = NULL;
    assert_int_equal(place(&path), 0);
    assert_string_equal(path, expected);
}

static void follows_the_xdg_variables(void **state)
{
    (void)state;
    (void)setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
    (void)setenv("XDG_STATE_HOME", "/s", 1);
    (void)setenv("XDG_CONFIG_HOME", "/c", 1);
    check_place(paths_runtime_dir, "/run/user/7/weir");
    check_place(paths_user_socket, "/run/user/7/weir/daemon.sock");
    check_place(paths_state_dir, "/s/weir");
    check_place(paths_config_file, "/c/weir/config.jsonc");
}

static void falls_back_to_home(void **state)
{
    (void)state;
    check_place(paths_state_dir, below(".local/state/weir"));
    check_place(paths_config_file, below(".config/weir/config.jsonc"));
    (void)setenv("XDG_STATE_HOME", "relative", 1);
    check_place(paths_state_dir, below(".local/state/weir"));
    (void)setenv("XDG_STATE_HOME", "", 1);
    check_place(paths_state_dir, below(".local/state/weir"));
}

static void has_a_stand_in_for_the_runtime_directory(void **state)
{
    autofree char *path = NULL;
    char usual[64], stand_in[64];
    (void)state;
    (void)snprintf(usual, sizeof usual, "/run/user/%u/weir", (unsigned)geteuid());
    (void)snprintf(stand_in, sizeof stand_in, "/tmp/weir-%u", (unsigned)geteuid());
    assert_int_equal(paths_runtime_dir(&path), 0);
    assert_true(strcmp(path, usual) == 0 || strcmp(path, stand_in) == 0);
}

static void joins_with_one_slash(void **state)
{
    static const struct {
        const char *directory, *name, *joined;
    } cases[] = {{"/a", "b", "/a/b"}, {"/a/", "b", "/a/b"}, {"/", "b", "/b"}, {"", "b", "/b"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        autofree char *path = NULL;
        assert_int_equal(paths_join(cases[i].directory, cases[i].name, &path), 0);
        assert_string_equal(path, cases[i].joined);
    }
}

static void makes_a_directory_for_its_owner_only(void **state)
{
    struct stat info;
    (void)state;
    mode_t mask = umask(0);
    int r = paths_make_private(below("a/b/c"));
    (void)umask(mask);
    assert_int_equal(r, 0);
    assert_int_equal(stat(below("a/b/c"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700);
    assert_int_equal(stat(below("a"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700);
    assert_int_equal(paths_make_private(below("a/b/c")), 0);
}

static void refuses_what_others_may_write_and_leaves_it(void **state)
{
    struct stat info;
    (void)state;
    make("open", 0777);
    assert_int_equal(paths_make_private(below("open")), -EPERM);
    assert_int_equal(stat(below("open"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0777);
    make("group", 0770);
    assert_int_equal(paths_check_private(below("group")), -EPERM);
    make("readable", 0755);
    assert_int_equal(paths_check_private(below("readable")), 0);
}

static void refuses_what_is_no_directory(void **state)
{
    (void)state;
    autoclose int fd = open(below("file"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(paths_make_private(below("file")), -ENOTDIR);
    make("real", 0700);
    assert_int_equal(symlink("real", below("link")), 0);
    assert_int_equal(paths_make_private(below("link")), -ENOTDIR);
    assert_int_equal(paths_make_private(below("file/inside")), -ENOTDIR);
    assert_int_equal(paths_check_private(below("nothing")), -ENOENT);
}

static void refuses_what_belongs_to_another(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    make("theirs", 0700);
    assert_int_equal(chown(below("theirs"), 12345, 12345), 0);
    assert_int_equal(paths_make_private(below("theirs")), -EPERM);
}

static void remembers_registered_projects(void **state)
{
    bool registered = true;
    struct stat info;
    (void)state;
    make("one", 0700);
    make("two", 0700);
    assert_int_equal(paths_project_is_registered(below("one"), &registered), 0);
    assert_false(registered);
    assert_int_equal(paths_register_project(below("one")), 0);
    assert_int_equal(paths_register_project(below("one/.")), 0);
    assert_int_equal(paths_project_is_registered(below("one"), &registered), 0);
    assert_true(registered);
    assert_int_equal(paths_project_is_registered(below("two"), &registered), 0);
    assert_false(registered);
    assert_int_equal(stat(below(".local/state/weir/projects"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    assert_int_equal(info.st_size, strlen(root) + strlen("/one\n")); /* once */
    assert_int_equal(paths_register_project(below("missing")), -ENOENT);
    assert_int_equal(paths_project_is_registered(below("missing"), &registered), -ENOENT);
}

static void a_beginning_of_a_name_is_not_the_project(void **state)
{
    bool registered = true;
    (void)state;
    make("one", 0700);
    make("one-more", 0700);
    assert_int_equal(paths_register_project(below("one-more")), 0);
    assert_int_equal(paths_project_is_registered(below("one"), &registered), 0);
    assert_false(registered);
}

static void refuses_a_project_that_would_be_two_lines(void **state)
{
    (void)state;
    make("a\nb", 0700);
    assert_int_equal(paths_register_project(below("a\nb")), -EINVAL);
}

static void finds_the_nearest_project_upward(void **state)
{
    autofree char *project = NULL, *socket = NULL;
    (void)state;
    make("p", 0700);
    make("p/.weir", 0700);
    make("p/sub", 0700);
    make("p/sub/deep", 0700);
    autoclose int fd = open(below("p/.weir/daemon.sock"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(paths_find_project(below("p/sub/deep"), &project, &socket), 0);
    assert_string_equal(project, below("p"));
    assert_string_equal(socket, below("p/.weir/daemon.sock"));
    free(project);
    free(socket);
    assert_int_equal(paths_find_project(root, &project, &socket), 0);
    assert_null(project);
    assert_null(socket);
    assert_int_equal(paths_find_project(below("missing"), &project, &socket), -ENOENT);
    assert_int_equal(paths_find_project("/", &project, &socket), 0);
    assert_null(project);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(follows_the_xdg_variables, set_up),
        cmocka_unit_test_setup(falls_back_to_home, set_up),
        cmocka_unit_test_setup(has_a_stand_in_for_the_runtime_directory, set_up),
        cmocka_unit_test_setup(joins_with_one_slash, set_up),
        cmocka_unit_test_setup(makes_a_directory_for_its_owner_only, set_up),
        cmocka_unit_test_setup(refuses_what_others_may_write_and_leaves_it, set_up),
        cmocka_unit_test_setup(refuses_what_is_no_directory, set_up),
        cmocka_unit_test_setup(refuses_what_belongs_to_another, set_up),
        cmocka_unit_test_setup(remembers_registered_projects, set_up),
        cmocka_unit_test_setup(a_beginning_of_a_name_is_not_the_project, set_up),
        cmocka_unit_test_setup(refuses_a_project_that_would_be_two_lines, set_up),
        cmocka_unit_test_setup(finds_the_nearest_project_upward, set_up),
    };
    if (!mkdtemp(root))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)set_up(NULL);
    return rmdir(root) < 0 ? 1 : failed;
}
