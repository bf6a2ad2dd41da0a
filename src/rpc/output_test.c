#include "rpc/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/check.h"

struct world {
    int near, far;
    struct output output;
};

static int set_up(void **state)
{
    static struct world world;
    int pair[2], room = 100000; /* whatever the machine gives a socket */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0 ||
        setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room) < 0)
        return -1;
    world = (struct world){pair[0], pair[1], {.bytes = BUF_LIMITED(64 << 20)}};
    *state = &world;
    return 0;
}

static int tear_down(void **state)
{
    struct world *world = *state;
    output_clear(&world->output);
    (void)close(world->near);
    if (world->far >= 0)
        (void)close(world->far);
    return 0;
}

static ino_t inode(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 ? info.st_ino : 0;
}

/* Reads what is there; the inode of a descriptor that came along, or 0. */
static ssize_t receive(int socket, char *bytes, size_t size, ino_t *ret_inode)
{
    char control[CMSG_SPACE(sizeof(int) * 4)];
    struct iovec piece = {bytes, size};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    *ret_inode = 0;
    const struct cmsghdr *header = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header) {
        int fd;
        memcpy(&fd, CMSG_DATA(header), sizeof fd);
        *ret_inode = inode(fd);
        (void)close(fd);
    }
    return n;
}

static void append_with_fd(struct output *output, const char *line, ino_t *ret_inode)
{
    size_t start = output->bytes.size;
    struct message_fds set = {.count = 1};
    set.fds[0] = memfd_create("output", MFD_CLOEXEC);
    *ret_inode = inode(set.fds[0]);
    assert_int_equal(buf_append_text(&output->bytes, line), 0);
    assert_int_equal(output_attach(output, start, &set), 0);
    assert_int_equal(set.count, 0);
}

static void sends_what_is_there(void **state)
{
    struct world *world = *state;
    char bytes[16];
    ino_t file;
    assert_int_equal(output_flush(&world->output, world->near), 0);
    buf_append_text(&world->output.bytes, "hello\n");
    assert_int_equal(output_waiting(&world->output), 6);
    assert_int_equal(output_flush(&world->output, world->near), 0);
    assert_int_equal(output_waiting(&world->output), 0);
    assert_int_equal(receive(world->far, bytes, sizeof bytes, &file), 6);
    assert_memory_equal(bytes, "hello\n", 6);
}

static void each_descriptor_goes_with_its_own_line(void **state)
{
    struct world *world = *state;
    char bytes[64];
    ino_t first, second, third, file;
    buf_append_text(&world->output.bytes, "plain\n");
    append_with_fd(&world->output, "one\n", &first);
    append_with_fd(&world->output, "two\n", &second);
    buf_append_text(&world->output.bytes, "plain\nplain\n");
    append_with_fd(&world->output, "three\n", &third);
    assert_int_equal(output_flush(&world->output, world->near), 0);
    /* The kernel ends a read behind the bytes that carry descriptors. */
    assert_int_equal(receive(world->far, bytes, sizeof bytes, &file), 10);
    assert_memory_equal(bytes, "plain\none\n", 10);
    assert_int_equal(file, first);
    assert_int_equal(receive(world->far, bytes, sizeof bytes, &file), 4);
    assert_int_equal(file, second);
    assert_int_equal(receive(world->far, bytes, sizeof bytes, &file), 18);
    assert_memory_equal(bytes, "plain\nplain\nthree\n", 18);
    assert_int_equal(file, third);
    assert_null(world->output.marks);
}

static void goes_on_where_the_kernel_stopped(void **state)
{
    enum { LINES = 20000 };
    struct world *world = *state;
    ino_t files[LINES / 1000];
    struct buf seen = BUF_LIMITED(16 << 20);
    size_t found = 0;
    for (size_t i = 0; i < LINES; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "this is line number %zu\n", i);
        if (i % 1000 == 500)
            append_with_fd(&world->output, line, &files[i / 1000]);
        else
            buf_append_text(&world->output.bytes, line);
    }
    size_t total = world->output.bytes.size;
    for (int r = 1; r == 1 || seen.size < total;) {
        r = output_flush(&world->output, world->near);
        assert_true(r >= 0);
        ino_t file;
        assert_int_equal(buf_reserve(&seen, 4096), 0);
        ssize_t n = receive(world->far, seen.data + seen.size, 4096, &file);
        assert_true(n > 0);
        seen.size += (size_t)n;
        if (file)
            assert_int_equal(file, files[found++]);
    }
    assert_int_equal(found, LINES / 1000);
    assert_int_equal(buf_terminate(&seen), 0);
    const char *at = seen.data;
    for (size_t i = 0; i < LINES; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "this is line number %zu\n", i);
        assert_int_equal(strncmp(at, line, strlen(line)), 0);
        at += strlen(line);
    }
    buf_clear(&seen);
}

static void a_long_line_with_a_descriptor_arrives_whole(void **state)
{
    struct world *world = *state;
    static char line[1 << 20];
    ino_t sent, file, seen = 0;
    size_t got = 0;
    memset(line, 'l', sizeof line - 2);
    line[sizeof line - 2] = '\n';
    append_with_fd(&world->output, line, &sent);
    for (int r = 1; r == 1 || got < sizeof line - 1;) {
        char bytes[65536];
        r = output_flush(&world->output, world->near);
        assert_true(r >= 0);
        ssize_t n = receive(world->far, bytes, sizeof bytes, &file);
        assert_true(n > 0);
        if (got == 0)
            seen = file;
        else
            assert_int_equal(file, 0);
        got += (size_t)n;
    }
    assert_int_equal(seen, sent);
    assert_int_equal(got, sizeof line - 1);
}

static void what_was_sent_does_not_fill_the_buffer(void **state)
{
    struct world *world = *state;
    char chunk[65536];
    ino_t file;
    world->output.bytes.limit = 1 << 20;
    memset(chunk, 'c', sizeof chunk);
    for (int i = 0; i < 200; i++) {
        while (output_waiting(&world->output) < 400000)
            assert_int_equal(buf_append(&world->output.bytes, chunk, sizeof chunk), 0);
        assert_int_equal(output_flush(&world->output, world->near), 1);
        assert_true(receive(world->far, chunk, sizeof chunk, &file) > 0);
    }
}

static void says_when_the_other_side_is_gone(void **state)
{
    struct world *world = *state;
    ino_t file;
    (void)close(world->far);
    world->far = -1;
    append_with_fd(&world->output, "to nobody\n", &file);
    assert_int_equal(output_flush(&world->output, world->near), -EPIPE);
}

static void unsent_descriptors_are_closed(void **state)
{
    struct world *world = *state;
    struct message_fds set = {.count = 2};
    set.fds[0] = memfd_create("output", MFD_CLOEXEC);
    set.fds[1] = -1; /* taken by somebody */
    int fd = set.fds[0];
    buf_append_text(&world->output.bytes, "line\n");
    assert_int_equal(output_attach(&world->output, 0, &set), 0);
    output_clear(&world->output);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    assert_int_equal(errno, EBADF);
}

static void a_secret_goes_with_the_bytes_that_are_sent(void **state)
{
    struct world *world = *state;
    struct output *output = &world->output;
    assert_int_equal(buf_append_text(&output->bytes, "plain\n"), 0);
    output_keep_secret(output);
    while (output->bytes.size < 1 << 20) /* more than the socket takes */
        assert_int_equal(buf_append_text(&output->bytes, "secret\n"), 0);
    assert_int_equal(output_flush(output, world->near), 1);
    assert_true(output->secret);
    for (size_t i = 0; i < output->sent; i++)
        assert_int_equal(output->bytes.data[i], 0);
    for (size_t i = output->bytes.size; i < output->bytes.capacity && output->sent == 0; i++)
        assert_int_equal(output->bytes.data[i], 0); /* what has moved to the front left nothing behind */
    char room[4096];
    while (output_flush(output, world->near) == 1)
        assert_true(read(world->far, room, sizeof room) > 0);
    assert_false(output->secret);
    assert_null(memmem(output->bytes.data, output->bytes.capacity, "secret", 6));
    output_keep_secret(output);
    assert_int_equal(buf_append_text(&output->bytes, "secret"), 0);
    output_cut(output, 0);
    assert_null(memmem(output->bytes.data, output->bytes.capacity, "secret", 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sends_what_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_descriptor_goes_with_its_own_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(goes_on_where_the_kernel_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_line_with_a_descriptor_arrives_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_sent_does_not_fill_the_buffer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_when_the_other_side_is_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unsent_descriptors_are_closed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_secret_goes_with_the_bytes_that_are_sent, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
