/* The physical limit: an echo on a Unix stream socket that parses nothing.
 *
 * It answers exactly the bytes that it gets. A ping's request and its reply differ in length, and an echo that took the
 * one and gave the other would have to count newlines, which is parsing. So the load generator sends it lines of the
 * mean length (load's --line-bytes): bytes in plus bytes out are those of a ping. */
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

#define CHUNK (64 * 1024)
#define EVENTS 256

struct peer {
    int fd;
    char *rest; /* what the socket did not take yet; owned; nothing is read until it is gone */
    size_t rest_size, rest_at;
};

struct echo {
    int epoll;
    int listener;
    char chunk[CHUNK];
};

static void peer_free(struct peer *peer)
{
    (void)close(peer->fd);
    free(peer->rest);
    free(peer);
}

/* Edge triggered spares the kernel the second look that a level needs. A read shorter than the chunk has emptied the
 * socket, so no read is wasted on EAGAIN. EPOLLOUT only while something waits: each read of the peer would raise it. */
static int watch(struct echo *echo, struct peer *peer, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events | EPOLLRDHUP | EPOLLET, .data.ptr = peer};

    return epoll_ctl(echo->epoll, operation, peer->fd, &event) < 0 ? -errno : 0;
}

static void accept_all(struct echo *echo)
{
    for (;;) {
        int fd = accept4(echo->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        struct peer *peer = calloc(1, sizeof *peer);
        if (!peer) {
            (void)close(fd);
            return;
        }
        peer->fd = fd;
        if (watch(echo, peer, EPOLL_CTL_ADD, EPOLLIN) < 0)
            peer_free(peer);
    }
}

static int keep_rest(struct echo *echo, struct peer *peer, const char *data, size_t size)
{
    peer->rest = malloc(size);
    if (!peer->rest)
        return -ENOMEM;
    memcpy(peer->rest, data, size);
    peer->rest_size = size;
    peer->rest_at = 0;
    return watch(echo, peer, EPOLL_CTL_MOD, EPOLLOUT);
}

/* 1 when all is written, 0 when the socket is full. */
static int flush_rest(struct echo *echo, struct peer *peer)
{
    while (peer->rest_at < peer->rest_size) {
        ssize_t n = send(peer->fd, peer->rest + peer->rest_at, peer->rest_size - peer->rest_at, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN ? 0 : -errno;
        peer->rest_at += (size_t)n;
    }
    free(peer->rest);
    peer->rest = NULL;
    int r = watch(echo, peer, EPOLL_CTL_MOD, EPOLLIN);
    return r < 0 ? r : 1;
}

/* A negative errno when the peer is gone. */
static int serve(struct echo *echo, struct peer *peer, uint32_t events)
{
    if (peer->rest) {
        int r = flush_rest(echo, peer);
        if (r <= 0)
            return r;
    }
    for (;;) {
        ssize_t got = recv(peer->fd, echo->chunk, CHUNK, 0);
        if (got < 0)
            return errno == EAGAIN ? 0 : -errno;
        if (got == 0)
            return -EPIPE;
        ssize_t sent = send(peer->fd, echo->chunk, (size_t)got, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno != EAGAIN)
                return -errno;
            sent = 0;
        }
        if (sent < got)
            return keep_rest(echo, peer, echo->chunk + sent, (size_t)(got - sent));
        /* After a hang-up no further edge comes: read on to the end. */
        if (got < CHUNK && !(events & (EPOLLRDHUP | EPOLLHUP)))
            return 0;
    }
}

static int listen_at(struct echo *echo, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};

    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    echo->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (echo->listener < 0)
        return -errno;
    (void)umask(0077);
    if (bind(echo->listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(echo->listener, SOMAXCONN) < 0)
        return -errno;
    echo->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (echo->epoll < 0)
        return -errno;
    return epoll_ctl(echo->epoll, EPOLL_CTL_ADD, echo->listener, &event) < 0 ? -errno : 0;
}

static int run(struct echo *echo)
{
    struct epoll_event events[EVENTS];

    for (;;) {
        int count = epoll_wait(echo->epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR)
            return -errno;
        for (int i = 0; i < count; i++) {
            struct peer *peer = events[i].data.ptr;
            if (!peer)
                accept_all(echo);
            else if (serve(echo, peer, events[i].events) < 0)
                peer_free(peer);
        }
    }
}

int main(int argc, char **argv)
{
    static struct echo echo;
    struct rlimit files;

    if (argc != 2) {
        (void)fprintf(stderr, "usage: raw_echo SOCKET\n");
        return 2;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    int r = listen_at(&echo, argv[1]);
    if (r == 0)
        r = run(&echo);
    (void)fprintf(stderr, "raw_echo: %s\n", strerror(-r));
    return EXIT_FAILURE;
}
