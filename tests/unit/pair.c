#include "unit/pair.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "json/write.h"

enum { WATCHDOG_MS = 60000 };

size_t descriptors_open(void)
{
    size_t count = 0;
    DIR *directory = opendir("/proc/self/fd");
    assert_non_null(directory);
    while (readdir(directory))
        count++;
    (void)closedir(directory);
    return count;
}

/* --- lifetime --- */

static void on_watchdog(uv_timer_t *timer)
{
    struct pair *pair = timer->data;
    pair->late = true;
}

static struct peer *open_peer(struct pair *pair, int fd, enum caller caller, struct fixture *fixture)
{
    struct peer *peer = NULL;
    *fixture = (struct fixture)FIXTURE_INIT;
    assert_int_equal(peer_new(&pair->rpc, fd, caller, &daemon_dispatch, &fixture_events, fixture, &peer), 0);
    return peer_ref(peer); /* the test may look at it after it was closed */
}

static struct pair *open_pair(int sockets[2])
{
    static bool libuv_has_its_own;
    if (!libuv_has_its_own) { /* the first loop of a process opens descriptors that stay open */
        uv_loop_t first;
        assert_int_equal(uv_loop_init(&first), 0);
        assert_int_equal(uv_loop_close(&first), 0);
        libuv_has_its_own = true;
        log_set_stderr(getenv("WEIR_TEST_LOG") != NULL);
    }
    struct pair *pair = calloc(1, sizeof *pair);
    int room = 100000; /* a fixed size, independent of the machine's default */
    assert_non_null(pair);
    pair->descriptors = descriptors_open();
    pair->wire = -1;
    pair->in.limit = pair->line.limit = 256u << 20;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(setsockopt(sockets[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof room), 0);
    assert_int_equal(uv_loop_init(&pair->loop), 0);
    assert_int_equal(rpc_init(&pair->rpc, &pair->loop, "test"), 0);
    assert_int_equal(uv_timer_init(&pair->loop, &pair->watchdog), 0);
    pair->watchdog.data = pair;
    assert_int_equal(uv_timer_start(&pair->watchdog, on_watchdog, WATCHDOG_MS, 0), 0);
    return pair;
}

struct pair *pair_open_peers(void)
{
    int sockets[2];
    struct pair *pair = open_pair(sockets);
    pair->client = open_peer(pair, sockets[0], CALLER_DAEMON, &pair->at_client);
    pair->server = open_peer(pair, sockets[1], CALLER_CLIENT, &pair->at_server);
    return pair;
}

void pair_close(struct pair *pair)
{
    wire_close(pair);
    if (pair->client)
        peer_close(pair->client, "the test is over");
    if (pair->server)
        peer_close(pair->server, "the test is over");
    uv_close((uv_handle_t *)&pair->watchdog, NULL);
    while (pair->rpc.large_jobs > 0)
        (void)uv_run(&pair->loop, UV_RUN_ONCE);
    rpc_close(&pair->rpc);
    (void)uv_run(&pair->loop, UV_RUN_DEFAULT);
    pair->client = peer_unref(pair->client);
    pair->server = peer_unref(pair->server);
    assert_int_equal(uv_loop_close(&pair->loop), 0);
    fixture_clear(&pair->at_client);
    fixture_clear(&pair->at_server);
    buf_clear(&pair->in);
    buf_clear(&pair->line);
    assert_int_equal(descriptors_open(), pair->descriptors);
    free(pair);
}

void pair_turn(struct pair *pair, const char *awaited, const char *file, int line)
{
    if (pair->late) {
        print_error("waited in vain for: %s\n", awaited);
        _fail(file, line);
    }
    (void)uv_run(&pair->loop, UV_RUN_ONCE);
}

/* --- raw end --- */

static void collect(struct pair *pair, struct msghdr *message)
{
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
            assert_true(pair->file_count < sizeof pair->files / sizeof *pair->files);
            pair->files[pair->file_count++] = fixture_inode(fd);
            (void)close(fd);
        }
    }
}

static void on_wire(uv_poll_t *poll, int status, int events)
{
    struct pair *pair = poll->data;
    char control[CMSG_SPACE(sizeof(int) * 32)];
    (void)events;
    if (status < 0) /* libuv has stopped the handle, but there may be data to read */
        (void)uv_poll_start(poll, UV_READABLE, on_wire);
    if (pair->deaf) {
        (void)uv_poll_stop(poll);
        pair->wire_polled = false;
        return;
    }
    assert_int_equal(buf_reserve(&pair->in, 65536), 0);
    struct iovec piece = {pair->in.data + pair->in.size, 65536};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t n = recvmsg(pair->wire, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n > 0) {
        pair->in.size += (size_t)n;
        collect(pair, &message);
    } else if (n == 0 || errno != EAGAIN) {
        pair->wire_ended = true;
        (void)uv_poll_stop(poll);
        pair->wire_polled = false;
    }
}

static void listen_to_wire(struct pair *pair)
{
    if (pair->wire_polled || pair->deaf || pair->wire_ended || pair->wire < 0)
        return;
    assert_int_equal(uv_poll_start(&pair->wire_poll, UV_READABLE, on_wire), 0);
    pair->wire_polled = true;
}

struct pair *pair_open_wire(void)
{
    int sockets[2];
    struct pair *pair = open_pair(sockets);
    pair->wire = sockets[0];
    assert_int_equal(uv_poll_init(&pair->loop, &pair->wire_poll, pair->wire), 0);
    pair->wire_poll.data = pair;
    listen_to_wire(pair);
    pair->server = open_peer(pair, sockets[1], CALLER_CLIENT, &pair->at_server);
    return pair;
}

void wire_send_bytes(struct pair *pair, struct slice bytes)
{
    while (bytes.size > 0) {
        ssize_t n = send(pair->wire, bytes.data, bytes.size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EAGAIN) {
            if (pair->late)
                fail_msg("waited in vain for the other side to read");
            (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
            continue;
        }
        assert_true(n > 0);
        bytes = (struct slice){bytes.data + n, bytes.size - (size_t)n};
    }
}

void wire_send(struct pair *pair, const char *text)
{
    wire_send_bytes(pair, slice_of(text));
}

void wire_send_fd(struct pair *pair, struct slice bytes, int fd)
{
    struct iovec piece = {(void *)(uintptr_t)bytes.data, bytes.size};
    char control[CMSG_SPACE(sizeof fd)] = {0};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    assert_int_equal(sendmsg(pair->wire, &message, MSG_NOSIGNAL), bytes.size);
    (void)close(fd);
}

void wire_shutdown(struct pair *pair)
{
    assert_int_equal(shutdown(pair->wire, SHUT_WR), 0);
}

void wire_close(struct pair *pair)
{
    if (pair->wire < 0)
        return;
    uv_close((uv_handle_t *)&pair->wire_poll, NULL);
    (void)close(pair->wire);
    pair->wire = -1;
    pair->wire_ended = true;
    pair->wire_polled = false;
}

struct slice wire_line(struct pair *pair)
{
    const char *end = NULL;
    listen_to_wire(pair);
    pair_wait(pair, (pair->in.size > 0 && (end = memchr(pair->in.data, '\n', pair->in.size))) || pair->wire_ended);
    size_t size = end ? (size_t)(end - pair->in.data) : 0;
    buf_reset(&pair->line, SIZE_MAX);
    assert_int_equal(buf_append(&pair->line, pair->in.data, size), 0);
    buf_consume(&pair->in, end ? size + 1 : 0);
    return buf_slice(&pair->line);
}

/* --- outcomes --- */

void outcome_clear(struct outcome *outcome)
{
    buf_clear(&outcome->value);
    *outcome = (struct outcome)OUTCOME_INIT;
}

void on_outcome(void *user, const struct reply *reply)
{
    struct outcome *outcome = user;
    outcome->count++;
    outcome->status = reply->status;
    outcome->code = reply->code;
    (void)snprintf(outcome->message, sizeof outcome->message, "%.*s", SLICE_ARG(reply->message));
    (void)snprintf(outcome->word, sizeof outcome->word, "%.*s", SLICE_ARG(reply->word));
    buf_reset(&outcome->value, SIZE_MAX);
    if (reply->value)
        (void)json_write_value(&outcome->value, reply->value);
    outcome->file_count = 0;
    for (unsigned i = 0; reply->fds && i < reply->fds->count; i++)
        outcome->files[outcome->file_count++] = fixture_inode(reply->fds->fds[i]);
}
