/* Reads the streams of model_stream and measures the delay of each piece: directly, or as a subscriber of the
 * daemon whose agents read the streams. Every piece of every stream must arrive exactly once and in order.
 * Prints one line of JSON.
 *
 *     model_read STREAMS PIECES SECONDS PORT       connects to the provider and requests the streams
 *     model_read STREAMS PIECES SECONDS SOCKET     connects to the daemon, and prints "ready" once subscribed
 *
 * If pieces are missing after SECONDS, it reports them and fails. */
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { NUMBERS_MAX = 10000, SOURCE_BYTES = 4 << 20, EVENTS = 64, MARK_SIZE = 34 };

/* A connection, and the start of its incomplete line. */
struct source {
    int fd;
    size_t size;
    char *data; /* SOURCE_BYTES long */
};

struct reading {
    unsigned streams, pieces;
    uint64_t deadline;
    int epoll;
    struct source *sources;
    unsigned source_count;
    unsigned next[NUMBERS_MAX]; /* by stream: the number of the next piece */
    uint64_t *delays;
    size_t count, wanted;
    uint64_t first, last; /* arrival times */
};

static void die(const char *what)
{
    (void)fprintf(stderr, "model_read: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* --- pieces --- */

static void take_piece(struct reading *reading, const char *mark, uint64_t now)
{
    unsigned stream = (unsigned)strtoul(mark + 1, NULL, 10), piece = (unsigned)strtoul(mark + 6, NULL, 10);
    uint64_t sent = strtoull(mark + 15, NULL, 10);
    if (stream >= NUMBERS_MAX || reading->count == reading->wanted || piece != reading->next[stream]) {
        (void)fprintf(stderr, "model_read: stream %u: received piece %u, expected %u\n", stream, piece,
                      stream < NUMBERS_MAX ? reading->next[stream] : 0);
        exit(EXIT_FAILURE);
    }
    reading->next[stream]++;
    reading->delays[reading->count++] = now - sent;
    reading->first = reading->first ? reading->first : now;
    reading->last = now;
}

/* Ignores lines with the complete text, which contain the same marks but are not deltas. */
static void take_line(struct reading *reading, const char *line, size_t size, uint64_t now)
{
    static const char before[] = "\"text\":\"@", kind[] = "content_block_delta";
    const char *mark = memmem(line, size, before, sizeof before - 1);
    if (!mark || !memmem(line, size, kind, sizeof kind - 1))
        return;
    mark += sizeof before - 2;
    if ((size_t)(line + size - mark) >= MARK_SIZE)
        take_piece(reading, mark, now);
}

static void receive(struct reading *reading, struct source *source)
{
    ssize_t n = recv(source->fd, source->data + source->size, SOURCE_BYTES - source->size, 0);
    uint64_t now = clock_ns(CLOCK_MONOTONIC);
    if (n <= 0) {
        errno = n == 0 ? EPIPE : errno;
        die("connection");
    }
    size_t at = 0, whole = source->size + (size_t)n;
    for (const char *end; (end = memchr(source->data + at, '\n', whole - at)); at = (size_t)(end - source->data) + 1)
        take_line(reading, source->data + at, (size_t)(end - source->data) - at, now);
    source->size = whole - at;
    memmove(source->data, source->data + at, source->size);
    if (source->size == SOURCE_BYTES) {
        errno = EMSGSIZE;
        die("line");
    }
}

static void read_all(struct reading *reading)
{
    struct epoll_event events[EVENTS];
    while (reading->count < reading->wanted) {
        uint64_t now = clock_ns(CLOCK_MONOTONIC);
        if (now >= reading->deadline) {
            (void)fprintf(stderr, "model_read: received only %zu of %zu pieces in time\n", reading->count,
                          reading->wanted);
            exit(EXIT_FAILURE);
        }
        int count = epoll_wait(reading->epoll, events, EVENTS, 1000);
        if (count < 0 && errno != EINTR)
            die("epoll");
        for (int i = 0; i < count; i++)
            receive(reading, events[i].data.ptr);
    }
}

/* --- connections --- */

static void add_source(struct reading *reading, int fd)
{
    struct source *source = &reading->sources[reading->source_count++];
    *source = (struct source){.fd = fd, .data = malloc(SOURCE_BYTES)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};
    if (!source->data || epoll_ctl(reading->epoll, EPOLL_CTL_ADD, fd, &event) < 0)
        die("source");
}

static void ask_provider(struct reading *reading, unsigned port)
{
    static const char request[] = "POST /v1/messages HTTP/1.1\r\nHost: bare\r\nContent-Length: 2\r\n\r\n{}";
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (unsigned i = 0; i < reading->streams; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) < 0 ||
            socket_write(fd, request, sizeof request - 1) < 0)
            die("provider");
        add_source(reading, fd);
    }
}

static void subscribe(struct reading *reading, const char *path)
{
    static const char request[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"event.subscribe\",\"params\":{\"topics\":[\"message\"]}}\n";
    char byte;
    int fd;
    if (socket_connect(path, &fd) < 0 || socket_write(fd, request, sizeof request - 1) < 0)
        die(path);
    /* Reads exactly the response, and nothing after it. */
    do {
        if (recv(fd, &byte, 1, 0) != 1)
            die("subscription");
    } while (byte != '\n');
    add_source(reading, fd);
    (void)printf("ready\n");
    (void)fflush(stdout);
}

/* --- measurement --- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void print_result(struct reading *reading)
{
    size_t count = reading->count;
    qsort(reading->delays, count, sizeof *reading->delays, compare);
    (void)printf("{\"streams\":%u,\"pieces\":%zu,\"seconds\":%.3f,\"min_ns\":%" PRIu64 ",\"p50_ns\":%" PRIu64
                 ",\"p99_ns\":%" PRIu64 ",\"max_ns\":%" PRIu64 "}\n",
                 reading->streams, count, (double)(reading->last - reading->first) / 1e9, reading->delays[0],
                 reading->delays[count / 2], reading->delays[count * 99 / 100], reading->delays[count - 1]);
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
    static struct reading reading;
    if (argc == 5) {
        reading.streams = number(argv[1]);
        reading.pieces = number(argv[2]);
        reading.deadline = clock_ns(CLOCK_MONOTONIC) + (uint64_t)number(argv[3]) * 1000000000u;
    }
    if (reading.streams == 0 || reading.pieces == 0) {
        (void)fprintf(stderr, "usage: model_read STREAMS PIECES SECONDS PORT|SOCKET\n");
        return 2;
    }
    reading.wanted = (size_t)reading.streams * reading.pieces;
    reading.delays = calloc(reading.wanted, sizeof *reading.delays);
    reading.sources = calloc(reading.streams, sizeof *reading.sources);
    reading.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!reading.delays || !reading.sources || reading.epoll < 0)
        die("start");
    if (argv[4][0] == '/')
        subscribe(&reading, argv[4]);
    else
        ask_provider(&reading, number(argv[4]));
    read_all(&reading);
    print_result(&reading);
    return EXIT_SUCCESS; /* the kernel closes and frees the rest */
}
