#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "client/weir.h"
#include "unit/check.h"

/* A directory of its own with a home, a runtime directory and projects; the test runs inside it. */
struct world {
    char root[64];
    int before; /* the directory to go back to */
};

static void make(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

static void listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0 && strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd);
}

static int setup(void **state)
{
    static struct world world;
    char path[128];
    (void)snprintf(world.root, sizeof world.root, "/tmp/weir-find-XXXXXX");
    assert_non_null(mkdtemp(world.root));
    world.before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(chdir(world.root), 0);
    make("run");
    make("outer");
    make("outer/.weir");
    make("outer/inner");
    make("outer/inner/.weir");
    make("outer/inner/deep");
    unsetenv("WEIR_SOCKET");
    (void)snprintf(path, sizeof path, "%s/run", world.root);
    setenv("XDG_RUNTIME_DIR", path, 1);
    (void)snprintf(path, sizeof path, "%s/state", world.root);
    setenv("XDG_STATE_HOME", path, 1);
    *state = &world;
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

static int teardown(void **state)
{
    struct world *world = *state;
    assert_int_equal(fchdir(world->before), 0);
    close(world->before);
    return nftw(world->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static struct weir_endpoint *find(const char *path)
{
    struct weir_endpoint *place = NULL;
    assert_int_equal(weir_find_socket(path, &place), 0);
    return place;
}

static void assert_place(struct weir_endpoint *place, enum weir_origin origin, const struct world *world,
                         const char *below)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", world->root, below);
    assert_int_equal(place->origin, origin);
    assert_string_equal(place->socket, path);
}

static void a_path_goes_first(void **state)
{
    (void)state;
    setenv("WEIR_SOCKET", "/of/environment", 1);
    struct weir_endpoint *place = find("/some/where");
    assert_int_equal(place->origin, WEIR_ORIGIN_EXPLICIT);
    assert_string_equal(place->socket, "/some/where");
    assert_null(weir_endpoint_free(place));
}

static void the_environment_goes_before_a_project(void **state)
{
    (void)state;
    listen_at("outer/.weir/daemon.sock");
    assert_int_equal(paths_register_project("outer"), 0);
    assert_int_equal(chdir("outer"), 0);
    setenv("WEIR_SOCKET", "/of/environment", 1);
    struct weir_endpoint *place = find(NULL);
    assert_int_equal(place->origin, WEIR_ORIGIN_ENVIRONMENT);
    assert_string_equal(place->socket, "/of/environment");
    weir_endpoint_free(place);
}

static void an_empty_environment_is_none(void **state)
{
    setenv("WEIR_SOCKET", "", 1);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_USER, *state, "run/weir/daemon.sock");
    assert_null(place->ignored);
    assert_null(place->project);
    weir_endpoint_free(place);
}

static void a_registered_project_is_found_from_below(void **state)
{
    listen_at("outer/.weir/daemon.sock");
    assert_int_equal(paths_register_project("outer"), 0);
    assert_int_equal(chdir("outer/inner/deep"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_PROJECT, *state, "outer/.weir/daemon.sock");
    assert_non_null(strstr(place->project, "/outer"));
    assert_null(place->ignored);
    weir_endpoint_free(place);
}

static void an_unregistered_project_is_named_and_not_used(void **state)
{
    listen_at("outer/.weir/daemon.sock");
    assert_int_equal(chdir("outer/inner"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_USER, *state, "run/weir/daemon.sock");
    assert_non_null(strstr(place->ignored, "/outer/.weir/daemon.sock"));
    assert_string_equal(place->why, "its project is not registered");
    weir_endpoint_free(place);
}

static void the_nearest_registered_project_may_lie_above_one_that_is_not(void **state)
{
    listen_at("outer/.weir/daemon.sock");
    listen_at("outer/inner/.weir/daemon.sock");
    assert_int_equal(paths_register_project("outer"), 0);
    assert_int_equal(chdir("outer/inner/deep"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_PROJECT, *state, "outer/.weir/daemon.sock");
    assert_non_null(strstr(place->ignored, "/outer/inner/.weir/daemon.sock"));
    weir_endpoint_free(place);
}

static void what_is_no_socket_is_not_used(void **state)
{
    close(open("outer/.weir/daemon.sock", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    assert_int_equal(paths_register_project("outer"), 0);
    assert_int_equal(chdir("outer"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_USER, *state, "run/weir/daemon.sock");
    assert_string_equal(place->why, "it is not a socket");
    weir_endpoint_free(place);
}

static void another_users_socket_is_not_used(void **state)
{
    listen_at("outer/.weir/daemon.sock");
    assert_int_equal(paths_register_project("outer"), 0);
    if (lchown("outer/.weir/daemon.sock", 12345, 12345) < 0)
        skip(); /* only root can give a file away */
    assert_int_equal(chdir("outer"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_USER, *state, "run/weir/daemon.sock");
    assert_string_equal(place->why, "it belongs to another user");
    weir_endpoint_free(place);
}

static void a_directory_that_is_gone_has_no_project(void **state)
{
    make("gone");
    assert_int_equal(chdir("gone"), 0);
    assert_int_equal(rmdir("../gone"), 0);
    struct weir_endpoint *place = find(NULL);
    assert_place(place, WEIR_ORIGIN_USER, *state, "run/weir/daemon.sock");
    weir_endpoint_free(place);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_path_goes_first),
        TEST(the_environment_goes_before_a_project),
        TEST(an_empty_environment_is_none),
        TEST(a_registered_project_is_found_from_below),
        TEST(an_unregistered_project_is_named_and_not_used),
        TEST(the_nearest_registered_project_may_lie_above_one_that_is_not),
        TEST(what_is_no_socket_is_not_used),
        TEST(another_users_socket_is_not_used),
        TEST(a_directory_that_is_gone_has_no_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
