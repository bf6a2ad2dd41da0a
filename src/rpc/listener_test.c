/* The listening socket: it accepts, refuses politely when it is full, and survives running out of descriptors. */
#include "rpc/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/log.h"
#include "unit/check.h"

enum { KEPT_MAX = 64, WATCHDOG_MS = 60000 };

static char path[] = "/tmp/weir-listener-test-XXXXXX";
static uv_loop_t loop;
static uv_timer_t watchdog;
static struct listener listener;
static size_t connections;
static int kept[KEPT_MAX];
static bool late;

static void on_accept(void *user, int fd)
{
    assert_ptr_equal(user, &listener);
    assert_true(connections < KEPT_MAX);
    kept[connections++] = fd;
}

static void on_late(uv_timer_t *timer)
{
    (void)timer;
    late = true;
}

#define wait_until(condition)                                                                                          \
    while (!(condition)) {                                                                                             \
        assert_false(late);                                                                                            \
        (void)uv_run(&loop, UV_RUN_ONCE);                                                                              \
    }

static struct sockaddr_un address(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    (void)snprintf(name.sun_path, sizeof name.sun_path, "%s/socket", path);
    return name;
}

static int open_listening(void)
{
    struct sockaddr_un name = address();
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)unlink(name.sun_path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&name, sizeof name) < 0 || listen(fd, LISTENER_BACKLOG) < 0)
        return -1;
    return fd;
}

static int open_connection(void)
{
    struct sockaddr_un name = address();
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&name, sizeof name), 0);
    return fd;
}

static int set_up(void **state)
{
    (void)state;
    connections = 0;
    late = false;
    if (uv_loop_init(&loop) || uv_timer_init(&loop, &watchdog) || uv_timer_start(&watchdog, on_late, WATCHDOG_MS, 0))
        return -1;
    return listener_init(&listener, &loop, open_listening(), &connections, KEPT_MAX - 1, on_accept, &listener);
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < connections; i++)
        (void)close(kept[i]);
    listener_close(&listener);
    uv_close((uv_handle_t *)&watchdog, NULL);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    (void)unlink(address().sun_path);
    return uv_loop_close(&loop);
}

/* What the other side says before it hangs up. */
static void expect_refusal(int fd)
{
    char text[1024];
    ssize_t n = recv(fd, text, sizeof text, 0);
    assert_true(n > 0);
    assert_contains(((struct slice){text, (size_t)n}), "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32014,");
    assert_contains(((struct slice){text, (size_t)n}), "\"data\":{\"code\":\"too_many_connections\"}}}\n");
    assert_int_equal(recv(fd, text, sizeof text, 0), 0);
    (void)close(fd);
}

static void accepts(void **state)
{
    int clients[10];
    (void)state;
    for (size_t i = 0; i < 10; i++)
        clients[i] = open_connection();
    wait_until(connections == 10);
    for (size_t i = 0; i < 10; i++) {
        assert_true(fcntl(kept[i], F_GETFL) & O_NONBLOCK);
        assert_true(fcntl(kept[i], F_GETFD) & FD_CLOEXEC);
        (void)close(clients[i]);
    }
    assert_int_equal(listener.error, 0);
}

static void refuses_politely_when_full(void **state)
{
    (void)state;
    int first = open_connection();
    wait_until(connections == 1);
    listener.connections_max = 1;
    int second = open_connection();
    wait_until(listener.refused == 1);
    expect_refusal(second);
    assert_int_equal(connections, 1);
    listener.connections_max = 2;
    int third = open_connection();
    wait_until(connections == 2);
    assert_int_equal(listener.refused, 0);
    (void)close(first);
    (void)close(third);
}

/* Two come, while so many descriptors are free; both are told. */
static void expect_two_refusals(rlim_t free_count)
{
    struct rlimit before, few;
    int client = open_connection(), other = open_connection();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = fcntl(other, F_DUPFD_CLOEXEC, 0); /* the lowest that is free */
    assert_true(next >= 0);
    (void)close(next);
    few = (struct rlimit){(rlim_t)next + free_count, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    while (listener.refused < 2 && connections == 0 && !late)
        (void)uv_run(&loop, UV_RUN_ONCE);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(listener.error, -EMFILE);
    assert_int_equal(connections, 0);
    expect_refusal(client);
    expect_refusal(other);
    assert_true(listener.spare >= 0);
}

static void refuses_politely_without_descriptors(void **state)
{
    (void)state;
    expect_two_refusals(0);
    int client = open_connection();
    wait_until(connections == 1);
    assert_int_equal(listener.error, 0);
    (void)close(client);
}

static void rests_without_a_spare_and_finds_another(void **state)
{
    struct rlimit before, none;
    (void)state;
    int client = open_connection();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){(rlim_t)listener.spare, before.rlim_max};
    (void)close(listener.spare);
    listener.spare = -1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    while (!uv_is_active((uv_handle_t *)&listener.rest) && !late)
        (void)uv_run(&loop, UV_RUN_ONCE);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    wait_until(connections == 1);
    assert_true(listener.spare >= 0);
    (void)close(client);
}

/* Another thread had the spare for a moment: whoever comes next gets the last descriptor, and must not keep it. */
static void keeps_the_last_descriptor_for_itself(void **state)
{
    (void)state;
    (void)close(listener.spare);
    listener.spare = -1;
    expect_two_refusals(1);
}

static void goes_on_with_another_socket(void **state)
{
    (void)state;
    int fd = open_listening();
    assert_true(fd >= 0);
    assert_int_equal(listener_replace(&listener, fd), 0);
    int client = open_connection();
    wait_until(connections == 1);
    (void)close(client);
    assert_true(listener_replace(&listener, -1) < 0);
    client = open_connection();
    wait_until(connections == 2);
    (void)close(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(accepts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_politely_when_full, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_politely_without_descriptors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rests_without_a_spare_and_finds_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_the_last_descriptor_for_itself, set_up, tear_down),
        cmocka_unit_test_setup_teardown(goes_on_with_another_socket, set_up, tear_down),
    };
    log_set_stderr(false);
    if (!mkdtemp(path))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(path) < 0 ? 1 : failed;
}
