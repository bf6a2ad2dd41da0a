#include "bare_server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define EVENTS 256

struct server {
    int epoll;
    int listener;
    bare_answer_fn answer;
    void *user;
    char chunk[BARE_CHUNK];
};

static void peer_free(struct bare_peer *peer)
{
    (void)close(peer->fd);
    free(peer->rest);
    free(peer->tail);
    free(peer);
}

/* Edge-triggered events save the kernel a second check. A read that is shorter than the chunk has emptied the
 * socket, so no read is wasted on EAGAIN. EPOLLOUT is requested only while output waits, because otherwise each
 * read by the peer would raise it. */
static int watch(struct server *server, struct bare_peer *peer, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events | EPOLLRDHUP | EPOLLET, .data.ptr = peer};

    return epoll_ctl(server->epoll, operation, peer->fd, &event) < 0 ? -errno : 0;
}

static void accept_all(struct server *server)
{
    for (;;) {
        int fd = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        struct bare_peer *peer = calloc(1, sizeof *peer);
        if (!peer) {
            (void)close(fd);
            return;
        }
        peer->fd = fd;
        if (watch(server, peer, EPOLL_CTL_ADD, EPOLLIN) < 0)
            peer_free(peer);
    }
}

static int keep_rest(struct server *server, struct bare_peer *peer, const char *data, size_t size)
{
    peer->rest = malloc(size);
    if (!peer->rest)
        return -ENOMEM;
    memcpy(peer->rest, data, size);
    peer->rest_size = size;
    peer->rest_at = 0;
    return watch(server, peer, EPOLL_CTL_MOD, EPOLLOUT);
}

/* Returns 1 if everything was written, 0 if the socket is full. */
static int flush_rest(struct server *server, struct bare_peer *peer)
{
    while (peer->rest_at < peer->rest_size) {
        ssize_t n = send(peer->fd, peer->rest + peer->rest_at, peer->rest_size - peer->rest_at, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN ? 0 : -errno;
        peer->rest_at += (size_t)n;
    }
    free(peer->rest);
    peer->rest = NULL;
    int r = watch(server, peer, EPOLL_CTL_MOD, EPOLLIN);
    return r < 0 ? r : 1;
}

/* Returns a negative errno if the peer is gone. */
static int serve(struct server *server, struct bare_peer *peer, uint32_t events)
{
    if (peer->rest) {
        int r = flush_rest(server, peer);
        if (r <= 0)
            return r;
    }
    for (;;) {
        ssize_t got = recv(peer->fd, server->chunk, BARE_CHUNK, 0);
        if (got < 0)
            return errno == EAGAIN ? 0 : -errno;
        if (got == 0)
            return -EPIPE;
        const char *out;
        size_t size;
        int r = server->answer(server->user, peer, server->chunk, (size_t)got, &out, &size);
        if (r < 0)
            return r;
        ssize_t sent = size > 0 ? send(peer->fd, out, size, MSG_NOSIGNAL) : 0;
        if (sent < 0) {
            if (errno != EAGAIN)
                return -errno;
            sent = 0;
        }
        if ((size_t)sent < size)
            return keep_rest(server, peer, out + sent, size - (size_t)sent);
        /* After a hang-up there is no further edge, so read to the end. */
        if (got < BARE_CHUNK && !(events & (EPOLLRDHUP | EPOLLHUP)))
            return 0;
    }
}

static int listen_at(struct server *server, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};

    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    server->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->listener < 0)
        return -errno;
    (void)umask(0077);
    if (bind(server->listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(server->listener, SOMAXCONN) < 0)
        return -errno;
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (server->epoll < 0)
        return -errno;
    return epoll_ctl(server->epoll, EPOLL_CTL_ADD, server->listener, &event) < 0 ? -errno : 0;
}

static int run(struct server *server)
{
    struct epoll_event events[EVENTS];

    for (;;) {
        int count = epoll_wait(server->epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR)
            return -errno;
        for (int i = 0; i < count; i++) {
            struct bare_peer *peer = events[i].data.ptr;
            if (!peer)
                accept_all(server);
            else if (serve(server, peer, events[i].events) < 0)
                peer_free(peer);
        }
    }
}

int bare_serve(const char *path, bare_answer_fn answer, void *user)
{
    static struct server server;
    struct rlimit files;

    server.answer = answer;
    server.user = user;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    int r = listen_at(&server, path);
    return r < 0 ? r : run(&server);
}
