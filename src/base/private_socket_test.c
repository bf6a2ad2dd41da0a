#include "base/private_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-socket-test-XXXXXX";

/* In place of libc's. */
static void (*meanwhile)(void);

int listen(int fd, int backlog)
{
    int r = (int)syscall(SYS_listen, fd, backlog);
    if (meanwhile)
        meanwhile();
    return r;
}

static const char *below(const char *name)
{
    static char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static struct sockaddr_un address_of(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = below(name);
    memcpy(address.sun_path, path, strlen(path) + 1);
    return address;
}

static int listen_at(const char *name)
{
    int fd = -1;
    int r = private_socket_listen(below(name), SOCK_STREAM, 1, &fd);
    return r < 0 ? r : fd;
}

static void remove_one(const char *name)
{
    assert_int_equal(unlink(below(name)), 0);
}

static void can_be_connected_to(void **state)
{
    (void)state;
    const struct sockaddr_un address = address_of("sock");
    struct stat status;
    autoclose int fd = listen_at("sock"), client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(stat(below("sock"), &status), 0);
    assert_true(S_ISSOCK(status.st_mode));
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(connect(client, (const struct sockaddr *)&address, sizeof address), 0);
    remove_one("sock");
}

/* The last that is heard of it comes when somebody who connects is taken. */
static void says_when_it_listens(void **state)
{
    (void)state;
    autoclose int notices = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    assert_true(inotify_add_watch(notices, root, IN_CREATE | IN_ATTRIB) >= 0);
    autoclose int fd = listen_at("sock");
    assert_true(fd >= 0);
    _Alignas(struct inotify_event) char read_in[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)];
    ssize_t n = read(notices, read_in, sizeof read_in);
    uint32_t last = 0;
    for (ssize_t at = 0; at < n;) {
        const struct inotify_event *event = (const void *)(read_in + at);
        if (event->len > 0 && strcmp(event->name, "sock") == 0)
            last = event->mask;
        at += (ssize_t)(sizeof *event + event->len);
    }
    assert_int_equal(last, IN_ATTRIB);
    remove_one("sock");
}

static void put_link(void)
{
    assert_int_equal(unlink(below("sock")), 0);
    assert_int_equal(symlink("file", below("sock")), 0);
}

/* What a link leads to stays as it is, if somebody puts one there meanwhile. */
static void follows_no_link(void **state)
{
    (void)state;
    const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    struct stat after;
    autoclose int file = open(below("file"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    assert_int_equal(futimens(file, long_ago), 0);
    meanwhile = put_link;
    autoclose int fd = listen_at("sock");
    meanwhile = NULL;
    assert_true(fd >= 0);
    assert_int_equal(fstat(file, &after), 0);
    assert_int_equal(after.st_mode & 07777, 0644);
    assert_int_equal(after.st_mtim.tv_sec, 1);
    remove_one("sock");
    remove_one("file");
}

static void takes_no_name_that_is_taken(void **state)
{
    (void)state;
    autoclose int first = listen_at("sock");
    assert_true(first >= 0);
    assert_int_equal(listen_at("sock"), -EADDRINUSE);
    remove_one("sock");
    autoclose int file = open(below("sock"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_int_equal(listen_at("sock"), -EADDRINUSE);
    remove_one("sock");
}

static void refuses_names_that_cannot_be(void **state)
{
    (void)state;
    char name[PATHS_SOCKET_MAX + 2] = "";
    size_t longest = PATHS_SOCKET_MAX - strlen(root) - 1;
    memset(name, 'x', longest + 1);
    assert_int_equal(listen_at(name), -ENAMETOOLONG);
    name[longest] = '\0';
    autoclose int fd = listen_at(name);
    assert_true(fd >= 0);
    remove_one(name);
    assert_int_equal(listen_at("nowhere/sock"), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(can_be_connected_to),
        cmocka_unit_test(says_when_it_listens),
        cmocka_unit_test(follows_no_link),
        cmocka_unit_test(takes_no_name_that_is_taken),
        cmocka_unit_test(refuses_names_that_cannot_be),
    };
    if (!mkdtemp(root))
        return EXIT_FAILURE;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)rmdir(root);
    return failed;
}
