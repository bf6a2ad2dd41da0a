/* A model provider that only streams: it answers every POST in Anthropic's format, with a number of text pieces
 * at a fixed rate. Each piece contains its stream, its number and the time when it was sent (CLOCK_MONOTONIC,
 * in nanoseconds): "@SSSS:NNNNNNNN:TTTTTTTTTTTTTTTTTTT ".
 *
 *     model_stream RATE PIECES TOGETHER
 *
 * Streams start once TOGETHER of them were requested, spread evenly over the interval between two pieces. Later
 * requests start at once. Prints its port, then "began" when the first streams start. Ends when its stdin is
 * closed. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { STREAMS_MAX = 1024, EVENTS = 64, HEAD_MAX = 16 << 10, PIECE_MAX = 512 };

#define SECOND_NS 1000000000u

struct stream {
    int fd; /* -1: unused */
    char head[HEAD_MAX];
    size_t size;      /* the bytes of `head` so far */
    size_t body_left; /* rest of the request's body */
    bool in_body;
    bool waits;      /* for the other streams */
    unsigned number; /* the number of the answer; 0: none in progress */
    unsigned sent;
    uint64_t due; /* when the next piece is due */
};

struct provider {
    uint64_t interval_ns;
    unsigned pieces, together;
    unsigned asked; /* requests so far */
    bool began;
    int epoll, listener, timer;
    unsigned used; /* used elements of `streams` */
    struct stream streams[STREAMS_MAX];
};

static void die(const char *what)
{
    (void)fprintf(stderr, "model_stream: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* --- sending --- */

static void hang_up(struct stream *stream)
{
    (void)close(stream->fd);
    *stream = (struct stream){.fd = -1};
}

/* A client that reads so slowly that its socket is full cannot be measured. */
static void send_text(struct stream *stream, const char *text, size_t size)
{
    ssize_t n = send(stream->fd, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && (errno == EPIPE || errno == ECONNRESET)) {
        hang_up(stream);
        return;
    }
    if (n != (ssize_t)size)
        die("a reader is too slow");
}

static void send_event(struct stream *stream, const char *name, const char *data)
{
    char chunk[PIECE_MAX], event[PIECE_MAX];
    int size = snprintf(event, sizeof event, "event: %s\ndata: {\"type\":\"%s\"%s}\n\n", name, name, data);
    int whole = snprintf(chunk, sizeof chunk, "%x\r\n%s\r\n", (unsigned)size, event);
    send_text(stream, chunk, (size_t)whole);
}

static void send_piece(struct stream *stream)
{
    char data[PIECE_MAX / 2];
    (void)snprintf(data, sizeof data,
                   ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"@%04u:%08u:%019" PRIu64 " \"}",
                   stream->number, stream->sent++, clock_ns(CLOCK_MONOTONIC));
    send_event(stream, "content_block_delta", data);
}

static void send_beginning(struct stream *stream)
{
    static const char head[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    char data[PIECE_MAX / 2];
    send_text(stream, head, sizeof head - 1);
    (void)snprintf(data, sizeof data,
                   ",\"message\":{\"id\":\"msg_%u\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"stream\","
                   "\"content\":[],\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}",
                   stream->number);
    send_event(stream, "message_start", data);
    send_event(stream, "content_block_start", ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
}

static void send_end(struct stream *stream)
{
    char data[PIECE_MAX / 2];
    (void)snprintf(data, sizeof data, ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":%u}",
                   stream->sent);
    send_event(stream, "content_block_stop", ",\"index\":0");
    send_event(stream, "message_delta", data);
    send_event(stream, "message_stop", "");
    send_text(stream, "0\r\n\r\n", 5);
    stream->number = 0;
}

/* --- schedule --- */

static void begin(struct provider *provider, struct stream *stream, uint64_t now)
{
    uint64_t place = (stream->number - 1) % provider->together;
    stream->waits = false;
    stream->sent = 0;
    stream->due = now + provider->interval_ns * place / provider->together;
    send_beginning(stream);
}

static void begin_waiting(struct provider *provider)
{
    uint64_t now = clock_ns(CLOCK_MONOTONIC);
    if (!provider->began && provider->asked < provider->together)
        return;
    if (!provider->began) {
        (void)printf("began\n");
        (void)fflush(stdout);
    }
    provider->began = true;
    for (unsigned i = 0; i < provider->used; i++)
        if (provider->streams[i].waits)
            begin(provider, &provider->streams[i], now);
}

/* Sends everything that is due, and sets the timer for the next piece. */
static void stream_all(struct provider *provider)
{
    uint64_t now = clock_ns(CLOCK_MONOTONIC), next = UINT64_MAX;
    for (unsigned i = 0; i < provider->used; i++) {
        struct stream *stream = &provider->streams[i];
        while (stream->number > 0 && !stream->waits && stream->due <= now) {
            if (stream->sent == provider->pieces)
                send_end(stream);
            else
                send_piece(stream);
            stream->due += provider->interval_ns;
        }
        if (stream->number > 0 && !stream->waits && stream->due < next)
            next = stream->due;
    }
    struct itimerspec when = {0};
    if (next != UINT64_MAX)
        when.it_value = (struct timespec){(time_t)(next / SECOND_NS), (long)(next % SECOND_NS)};
    if (timerfd_settime(provider->timer, TFD_TIMER_ABSTIME, &when, NULL) < 0)
        die("timer");
}

/* --- requests --- */

static size_t body_size(const char *head)
{
    const char *field = strcasestr(head, "\r\ncontent-length:");
    return field ? strtoul(field + strlen("\r\ncontent-length:"), NULL, 10) : 0;
}

static void take_body(struct provider *provider, struct stream *stream, size_t size)
{
    if (size > stream->body_left) {
        errno = EPROTO;
        die("more than one request at a time");
    }
    stream->body_left -= size;
    if (stream->body_left > 0)
        return;
    stream->in_body = false;
    stream->size = 0;
    stream->number = ++provider->asked;
    stream->waits = true;
}

static void take_head(struct provider *provider, struct stream *stream)
{
    stream->head[stream->size] = '\0';
    const char *end = strstr(stream->head, "\r\n\r\n");
    if (!end && stream->size == sizeof stream->head - 1) {
        errno = EMSGSIZE;
        die("request");
    }
    if (!end)
        return;
    stream->in_body = true;
    stream->body_left = body_size(stream->head);
    take_body(provider, stream, stream->size - (size_t)(end + 4 - stream->head));
}

static void receive(struct provider *provider, struct stream *stream)
{
    static char body[1 << 16];
    char *to = stream->in_body ? body : stream->head + stream->size;
    size_t room = stream->in_body ? sizeof body : sizeof stream->head - 1 - stream->size;
    ssize_t n = recv(stream->fd, to, room, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        hang_up(stream);
        return;
    }
    if (stream->in_body) {
        take_body(provider, stream, (size_t)n);
    } else {
        stream->size += (size_t)n;
        take_head(provider, stream);
    }
}

static void watch(struct provider *provider, int fd, void *what)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    if (epoll_ctl(provider->epoll, EPOLL_CTL_ADD, fd, &event) < 0)
        die("epoll");
}

static void admit(struct provider *provider)
{
    int fd = accept4(provider->listener, NULL, NULL, SOCK_CLOEXEC), on = 1;
    unsigned i = 0;
    if (fd < 0)
        die("accept");
    while (i < provider->used && provider->streams[i].fd >= 0)
        i++;
    if (i == STREAMS_MAX) {
        errno = EMFILE;
        die("connections");
    }
    provider->used = i == provider->used ? i + 1 : provider->used;
    provider->streams[i] = (struct stream){.fd = fd};
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(provider, fd, &provider->streams[i]);
}

/* --- main --- */

static void open_all(struct provider *provider)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    provider->epoll = epoll_create1(EPOLL_CLOEXEC);
    provider->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    provider->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(provider->listener, (const struct sockaddr *)&address, size) < 0 ||
        listen(provider->listener, STREAMS_MAX) < 0 ||
        getsockname(provider->listener, (struct sockaddr *)&address, &size) < 0)
        die("listen");
    watch(provider, STDIN_FILENO, NULL);
    watch(provider, provider->listener, &provider->listener);
    watch(provider, provider->timer, &provider->timer);
    (void)printf("%u\n", (unsigned)ntohs(address.sin_port));
    (void)fflush(stdout);
}

static void serve(struct provider *provider)
{
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(provider->epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR)
            die("epoll");
        for (int i = 0; i < count; i++) {
            void *what = events[i].data.ptr;
            uint64_t times;
            if (!what)
                return;
            if (what == &provider->listener)
                admit(provider);
            else if (what == &provider->timer)
                (void)!read(provider->timer, &times, sizeof times);
            else if (((struct stream *)what)->fd >= 0)
                receive(provider, what);
        }
        begin_waiting(provider);
        stream_all(provider);
    }
}

/* Returns 0 if the text is not a valid number. */
static unsigned number(const char *text)
{
    char *end;
    unsigned long found = strtoul(text, &end, 10);
    return end == text || *end != '\0' || found > 1000000 ? 0 : (unsigned)found;
}

int main(int argc, char **argv)
{
    static struct provider provider;
    unsigned rate = argc == 4 ? number(argv[1]) : 0;
    if (rate > 0) {
        provider.interval_ns = SECOND_NS / rate;
        provider.pieces = number(argv[2]);
        provider.together = number(argv[3]);
    }
    if (rate == 0 || provider.pieces == 0 || provider.together == 0 || provider.together > STREAMS_MAX) {
        (void)fprintf(stderr, "usage: model_stream RATE PIECES TOGETHER\n");
        return 2;
    }
    open_all(&provider);
    serve(&provider);
    return EXIT_SUCCESS; /* the kernel closes the rest */
}
