/* The physical limit of a fanout: a bare loop of writes.
 *
 * Every connection is a subscriber. If one sends "write COUNT BYTES", each of the others gets COUNT lines of
 * BYTES bytes, with one write per line. Nothing is parsed, filtered, queued or stored. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 16 * 1024, PEERS_MAX = 16 * 1024, EVENTS = 256, SEQ_DIGITS = 9 };

static const char head[] = "{\"jsonrpc\":\"2.0\",\"method\":\"event.messageCreated\",\"params\":{\"seq\":100000000,"
                           "\"role\":\"assistant\",\"data\":\"";
static const char tail[] = "\"}}\n";

struct fanout {
    int epoll, listener;
    int peers[PEERS_MAX]; /* blocking descriptors */
    size_t peer_count;
    char line[LINE_MAX_BYTES];
    size_t line_size;
    char *seq; /* the digits in `line` */
};

static int watch(struct fanout *fanout, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

    return epoll_ctl(fanout->epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

static int listen_at(struct fanout *fanout, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    fanout->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fanout->listener < 0)
        return -errno;
    (void)umask(0077);
    if (bind(fanout->listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(fanout->listener, SOMAXCONN) < 0)
        return -errno;
    fanout->epoll = epoll_create1(EPOLL_CLOEXEC);
    return fanout->epoll < 0 ? -errno : watch(fanout, fanout->listener);
}

static int accept_one(struct fanout *fanout)
{
    int fd = accept4(fanout->listener, NULL, NULL, SOCK_CLOEXEC);

    if (fd < 0)
        return -errno;
    if (fanout->peer_count == PEERS_MAX || watch(fanout, fd) < 0) {
        (void)close(fd);
        return 0;
    }
    fanout->peers[fanout->peer_count++] = fd;
    return 0;
}

static void forget(struct fanout *fanout, int fd)
{
    for (size_t i = 0; i < fanout->peer_count; i++)
        if (fanout->peers[i] == fd)
            fanout->peers[i] = fanout->peers[--fanout->peer_count];
    (void)close(fd);
}

static int make_line(struct fanout *fanout, size_t size)
{
    const size_t head_size = sizeof head - 1, tail_size = sizeof tail - 1;

    if (size < head_size + tail_size || size > sizeof fanout->line)
        return -EMSGSIZE;
    memset(fanout->line, 'x', size);
    memcpy(fanout->line, head, head_size);
    memcpy(fanout->line + size - tail_size, tail, tail_size);
    fanout->seq = strchr(fanout->line, '1');
    fanout->line_size = size;
    return 0;
}

static void next_line(struct fanout *fanout)
{
    for (char *digit = fanout->seq + SEQ_DIGITS - 1; digit >= fanout->seq; digit--) {
        if (*digit != '9') {
            (*digit)++;
            return;
        }
        *digit = '0';
    }
}

static int write_one(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = send(fd, data, size, MSG_NOSIGNAL);
        if (n < 0)
            return -errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

static int write_all(struct fanout *fanout, int except, unsigned long count)
{
    for (; count > 0; count--) {
        next_line(fanout);
        for (size_t i = 0; i < fanout->peer_count; i++) {
            int fd = fanout->peers[i];
            int r = fd == except ? 0 : write_one(fd, fanout->line, fanout->line_size);
            if (r < 0 && r != -EPIPE) /* closed peers are detected by their hang-up */
                return r;
        }
    }
    return 0;
}

static int serve(struct fanout *fanout, int fd)
{
    char order[128];
    unsigned long count, size;
    ssize_t got = recv(fd, order, sizeof order - 1, 0);

    if (got <= 0) {
        forget(fanout, fd);
        return 0;
    }
    order[got] = '\0';
    if (sscanf(order, "write %lu %lu", &count, &size) != 2)
        return order[0] == '{' ? write_one(fd, order, (size_t)got) : -EBADMSG; /* a ping */
    int r = size == fanout->line_size ? 0 : make_line(fanout, size);
    return r < 0 ? r : write_all(fanout, fd, count);
}

static int run(struct fanout *fanout)
{
    struct epoll_event events[EVENTS];

    for (;;) {
        int count = epoll_wait(fanout->epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR)
            return -errno;
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd;
            int r = fd == fanout->listener ? accept_one(fanout) : serve(fanout, fd);
            if (r < 0)
                return r;
        }
    }
}

int main(int argc, char **argv)
{
    static struct fanout fanout;
    struct rlimit files;

    if (argc != 2) {
        (void)fprintf(stderr, "usage: bare_fanout SOCKET\n");
        return 2;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    int r = listen_at(&fanout, argv[1]);
    if (r == 0)
        r = run(&fanout);
    (void)fprintf(stderr, "bare_fanout: %s\n", strerror(-r));
    return EXIT_FAILURE;
}
