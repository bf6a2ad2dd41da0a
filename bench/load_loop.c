#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CHUNK (256 * 1024)
#define EVENTS 256

struct peer {
    int fd;
    struct id next;              /* the id of the next request */
    struct id expected;          /* the id of the next reply: replies arrive in the order of requests */
    size_t next_at, expected_at; /* the indexes of their exchanges */
    char *out;                   /* room for in_flight requests, which is the most that can be unsent */
    size_t out_size, out_at;
    bool waits_to_write;
    size_t tail_size;
    char tail[LINE_BYTES_MAX]; /* the start of an incomplete line */
};

struct loop {
    const struct options *options;
    struct traffic traffic;
    int epoll;
    struct peer *peers;
    uint64_t to_send, to_receive; /* rest of this round */
    uint64_t bytes_out, bytes_in;
    char chunk[LINE_BYTES_MAX + CHUNK];
};

static int watch(struct loop *loop, struct peer *peer, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = peer};

    return epoll_ctl(loop->epoll, operation, peer->fd, &event) < 0 ? -errno : 0;
}

/* Returns how much to send with one write: everything, or a number of lines. */
static size_t write_size(const struct loop *loop, const struct peer *peer)
{
    const char *start = peer->out + peer->out_at, *end = peer->out + peer->out_size, *at = start;
    unsigned left = loop->options->per_write;

    if (left == 0)
        return (size_t)(end - start);
    while (left-- > 0 && at < end)
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1; /* always found: all lines are complete */
    return (size_t)(at - start);
}

/* Writes as much as the socket accepts. The rest follows when it has room. */
static int flush(struct loop *loop, struct peer *peer)
{
    while (peer->out_at < peer->out_size) {
        ssize_t n = send(peer->fd, peer->out + peer->out_at, write_size(loop, peer), MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN) {
            if (peer->waits_to_write)
                return 0;
            peer->waits_to_write = true;
            return watch(loop, peer, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
        }
        if (n < 0)
            return -errno;
        peer->out_at += (size_t)n;
    }
    peer->out_at = peer->out_size = 0;
    if (!peer->waits_to_write)
        return 0;
    peer->waits_to_write = false;
    return watch(loop, peer, EPOLL_CTL_MOD, EPOLLIN);
}

static int send_requests(struct loop *loop, struct peer *peer, uint64_t count)
{
    if (count > loop->to_send)
        count = loop->to_send;
    loop->to_send -= count;
    if (peer->out_at > 0) {
        peer->out_size -= peer->out_at;
        memmove(peer->out, peer->out + peer->out_at, peer->out_size);
        peer->out_at = 0;
    }
    while (count-- > 0) {
        const struct exchange *exchange = &loop->traffic.exchanges[peer->next_at];
        request_write(exchange, &peer->next, peer->out + peer->out_size);
        peer->out_size += exchange->size;
        loop->bytes_out += exchange->size;
        id_next(&peer->next);
        peer->next_at = (peer->next_at + 1) % loop->traffic.count;
    }
    return flush(loop, peer);
}

/* Checks all complete lines. Returns their number, or a negative errno. */
static int64_t take_lines(struct loop *loop, struct peer *peer, const char *data, size_t size)
{
    const char *end = data + size;
    int64_t count = 0;

    for (const char *newline; (newline = memchr(data, '\n', (size_t)(end - data))); data = newline + 1) {
        size_t line = (size_t)(newline - data);
        if (reply_check(&loop->traffic.exchanges[peer->expected_at], &peer->expected, data, line)) {
            id_next(&peer->expected);
            peer->expected_at = (peer->expected_at + 1) % loop->traffic.count;
            count++;
        } else if (!is_notification(data, line)) {
            return -EBADMSG;
        }
    }
    peer->tail_size = (size_t)(end - data);
    if (peer->tail_size > sizeof peer->tail)
        return -EMSGSIZE;
    memcpy(peer->tail, data, peer->tail_size);
    return (uint64_t)count <= loop->to_receive ? count : -EBADMSG;
}

static int receive(struct loop *loop, struct peer *peer)
{
    memcpy(loop->chunk, peer->tail, peer->tail_size);
    ssize_t got = recv(peer->fd, loop->chunk + peer->tail_size, CHUNK, 0);
    if (got <= 0)
        return got == 0 ? -EPIPE : errno == EAGAIN ? 0 : -errno;
    loop->bytes_in += (uint64_t)got;
    int64_t count = take_lines(loop, peer, loop->chunk, peer->tail_size + (size_t)got);
    if (count < 0)
        return (int)count;
    loop->to_receive -= (uint64_t)count;
    return send_requests(loop, peer, (uint64_t)count);
}

/* Sends `requests` in total, and returns when all replies have arrived. */
static int run_round(struct loop *loop, uint64_t requests)
{
    struct epoll_event events[EVENTS];
    int r = 0;

    loop->to_send = loop->to_receive = requests;
    loop->bytes_out = loop->bytes_in = 0;
    for (unsigned i = 0; r == 0 && i < loop->options->connections; i++)
        r = send_requests(loop, &loop->peers[i], loop->options->in_flight);
    while (r == 0 && loop->to_receive > 0) {
        int count = epoll_wait(loop->epoll, events, EVENTS, -1);
        if (count < 0)
            return -errno;
        for (int i = 0; r == 0 && i < count; i++) {
            struct peer *peer = events[i].data.ptr;
            if (events[i].events & EPOLLOUT)
                r = flush(loop, peer);
            if (r == 0 && (events[i].events & ~(uint32_t)EPOLLOUT))
                r = receive(loop, peer);
        }
    }
    return r;
}

/* Each connection starts at another exchange. */
static int open_peer(struct loop *loop, struct peer *peer, unsigned number)
{
    int r = socket_connect(loop->options->socket, &peer->fd);

    if (r < 0)
        return r;
    peer->next = peer->expected = (struct id)ID_FIRST;
    peer->next_at = peer->expected_at = number * loop->traffic.count / loop->options->connections;
    peer->out = malloc(loop->options->in_flight * loop->traffic.longest);
    if (!peer->out)
        return -ENOMEM;
    if (fcntl(peer->fd, F_SETFL, O_NONBLOCK) < 0)
        return -errno;
    return watch(loop, peer, EPOLL_CTL_ADD, EPOLLIN);
}

static int measure(struct loop *loop, struct result *result)
{
    uint64_t requests = loop->options->requests;
    clockid_t server;
    int r = socket_server_clock(loop->peers[0].fd, &server);

    if (r == 0)
        r = run_round(loop, loop->options->warmup);
    if (r < 0)
        return r;
    uint64_t wall = clock_ns(CLOCK_MONOTONIC), cpu = clock_ns(server), own = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    r = run_round(loop, requests);
    *result = (struct result){
        .requests = requests,
        .bytes_out = loop->bytes_out,
        .bytes_in = loop->bytes_in,
        .wall_ns = clock_ns(CLOCK_MONOTONIC) - wall,
        .server_cpu_ns = clock_ns(server) - cpu,
        .load_cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - own,
    };
    return r;
}

int load_loop(const struct options *options, struct result *ret_result)
{
    static struct loop loop;
    unsigned opened = 0;
    int r = traffic_init(&loop.traffic, options);

    loop.options = options;
    loop.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (r == 0 && loop.epoll < 0)
        r = -errno;
    loop.peers = calloc(options->connections, sizeof *loop.peers);
    if (r == 0 && !loop.peers)
        r = -ENOMEM;
    for (; r == 0 && opened < options->connections; opened++)
        r = open_peer(&loop, &loop.peers[opened], opened);
    if (r == 0)
        r = measure(&loop, ret_result);
    for (unsigned i = 0; i < opened; i++) {
        (void)close(loop.peers[i].fd);
        free(loop.peers[i].out);
    }
    free(loop.peers);
    traffic_clear(&loop.traffic);
    (void)close(loop.epoll);
    return r;
}
