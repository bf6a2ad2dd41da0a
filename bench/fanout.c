/* The receiving side of a fanout: one thread that holds the connections of all subscribers.
 *
 * In each round, it writes one line, to its own connection or to a FIFO, which makes the server push a known
 * number of events. The round ends when every subscriber has received all of them; this time is measured.
 *
 * Reading from a thousand sockets costs more than writing to them. So if a round has only one event, nothing is
 * read before the event is in every socket: otherwise this program itself would be measured. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { CHUNK = 256 * 1024, EVENTS = 1024, NUMBER_MAX = 100000000, POLL_NS = 10000 };

static const char usage[] = "usage: fanout --socket PATH --trigger LINE --match TEXT [OPTIONS]\n"
                            "  --connections N    subscribers (1000)\n"
                            "  --subscribe LINE   a request that each sends first, waiting for the response\n"
                            "  --trigger LINE     a line that makes the server push the events of a round\n"
                            "  --fifo PATH        where to write the trigger (default: an extra connection)\n"
                            "  --match TEXT       text in the events; other notifications are ignored\n"
                            "  --rounds N --events M   N rounds of M events each (1, 1)\n"
                            "  --warmup N         rounds before, which are not measured\n"
                            "  --pause-ms N       pause before each round\n"
                            "  --timeout SECONDS  abort with SIGALRM after that (60)\n"
                            "Prints one line of JSON.\n";

struct settings {
    const char *socket, *subscribe, *trigger, *fifo, *match;
    unsigned connections, rounds, events, warmup, pause_ms, timeout;
};

struct subscriber {
    int fd;
    unsigned got; /* events in this round */
    bool ready;   /* its socket has data */
    int64_t last_seq;
    size_t tail_size;
    char *tail; /* the start of an incomplete line; room for LINE_BYTES_MAX */
};

struct fanout {
    struct settings settings;
    int epoll;
    int control; /* the connection or FIFO that triggers the server */
    struct subscriber *subscribers;
    uint64_t *times;        /* of each round */
    unsigned complete;      /* subscribers that have all events of this round */
    uint64_t events, bytes; /* matching events */
    size_t match_size;
    size_t match_at, seq_at; /* offsets in the last line, which are tried first */
    char chunk[LINE_BYTES_MAX + CHUNK];
};

/* --- lines --- */

static int64_t seq_of(struct fanout *fanout, const char *line, size_t size)
{
    static const char key[] = "\"seq\":";
    int64_t seq = 0;

    if (!line_holds(line, size, key, sizeof key - 1, &fanout->seq_at))
        return -1;
    for (size_t i = fanout->seq_at + sizeof key - 1; i < size && line[i] >= '0' && line[i] <= '9'; i++)
        seq = seq * 10 + (line[i] - '0');
    return seq;
}

/* Each event must arrive once and in order: its seq must exceed the last one. */
static int take_line(struct fanout *fanout, struct subscriber *subscriber, const char *line, size_t size)
{
    if (!line_holds(line, size, fanout->settings.match, fanout->match_size, &fanout->match_at))
        return 0;
    int64_t seq = seq_of(fanout, line, size);
    if (seq <= subscriber->last_seq || subscriber->got == fanout->settings.events)
        return -EBADMSG;
    subscriber->last_seq = seq;
    fanout->events++;
    fanout->bytes += size + 1;
    if (++subscriber->got == fanout->settings.events)
        fanout->complete++;
    return 0;
}

static int take_lines(struct fanout *fanout, struct subscriber *subscriber, const char *data, size_t size)
{
    const char *end = data + size;
    int r = 0;

    for (const char *newline; r == 0 && (newline = memchr(data, '\n', (size_t)(end - data))); data = newline + 1)
        r = take_line(fanout, subscriber, data, (size_t)(newline - data));
    if (r < 0)
        return r;
    subscriber->tail_size = (size_t)(end - data);
    if (subscriber->tail_size > LINE_BYTES_MAX)
        return -EMSGSIZE;
    memcpy(subscriber->tail, data, subscriber->tail_size);
    return 0;
}

/* --- rounds --- */

/* Edge-triggered: a read that is shorter than the chunk has emptied the socket. */
static int receive(struct fanout *fanout, struct subscriber *subscriber)
{
    for (;;) {
        size_t before = subscriber->tail_size;
        memcpy(fanout->chunk, subscriber->tail, before);
        ssize_t got = recv(subscriber->fd, fanout->chunk + before, CHUNK, 0);
        if (got <= 0)
            return got == 0 ? -EPIPE : errno == EAGAIN ? 0 : -errno;
        int r = take_lines(fanout, subscriber, fanout->chunk, before + (size_t)got);
        if (r < 0 || got < CHUNK)
            return r;
    }
}

/* Reads responses to the trigger. Only an error matters. */
static int receive_control(struct fanout *fanout)
{
    static const char refusal[] = "\"error\":{\"code\"";
    ssize_t got = recv(fanout->control, fanout->chunk, CHUNK, MSG_DONTWAIT);

    if (got <= 0)
        return got == 0 ? -EPIPE : errno == EAGAIN ? 0 : -errno;
    if (!memmem(fanout->chunk, (size_t)got, refusal, sizeof refusal - 1))
        return 0;
    (void)fprintf(stderr, "fanout: error from the server: %.*s\n", (int)got, fanout->chunk);
    return -EPROTO;
}

static int wait_and_read(struct fanout *fanout)
{
    static struct epoll_event events[EVENTS];
    int r = 0;

    while (r == 0 && fanout->complete < fanout->settings.connections) {
        int count = epoll_wait(fanout->epoll, events, EVENTS, -1);
        if (count < 0)
            return -errno;
        for (int i = 0; r == 0 && i < count; i++) {
            struct subscriber *subscriber = events[i].data.ptr;
            r = subscriber ? receive(fanout, subscriber) : receive_control(fanout);
        }
    }
    return r;
}

/* After the first event, polls instead of sleeping: a wakeup for each of the others would cost the server more
 * than its write. */
static int wait_until_ready(struct fanout *fanout)
{
    static struct epoll_event events[EVENTS];
    unsigned ready = 0;
    int r = 0;

    while (r == 0 && ready < fanout->settings.connections) {
        int count = epoll_wait(fanout->epoll, events, EVENTS, ready == 0 ? -1 : 0);
        uint64_t again = clock_ns(CLOCK_MONOTONIC) + POLL_NS;
        if (count < 0)
            return -errno;
        for (int i = 0; r == 0 && i < count; i++) {
            struct subscriber *subscriber = events[i].data.ptr;
            if (!subscriber) {
                r = receive_control(fanout);
            } else if (!subscriber->ready) {
                subscriber->ready = true;
                ready++;
            }
        }
        while (ready > 0 && clock_ns(CLOCK_MONOTONIC) < again)
            ;
    }
    return r;
}

/* A round with one event: waits until all sockets have it, and reads afterwards. *ret_end is the time when all
 * had it. */
static int wait_then_read(struct fanout *fanout, uint64_t *ret_end)
{
    int r = wait_until_ready(fanout);

    *ret_end = clock_ns(CLOCK_MONOTONIC);
    for (unsigned i = 0; r == 0 && i < fanout->settings.connections; i++) {
        fanout->subscribers[i].ready = false;
        r = receive(fanout, &fanout->subscribers[i]);
    }
    if (r < 0 || fanout->complete == fanout->settings.connections)
        return r;
    /* Some sockets had other data: their events follow. */
    r = wait_and_read(fanout);
    *ret_end = clock_ns(CLOCK_MONOTONIC);
    return r;
}

static int send_trigger(struct fanout *fanout)
{
    return dprintf(fanout->control, "%s\n", fanout->settings.trigger) < 0 ? -errno : 0;
}

static int run_round(struct fanout *fanout, uint64_t *ret_ns)
{
    uint64_t end = 0;

    if (fanout->settings.pause_ms > 0)
        (void)usleep(fanout->settings.pause_ms * 1000);
    fanout->complete = 0;
    for (unsigned i = 0; i < fanout->settings.connections; i++)
        fanout->subscribers[i].got = 0;
    uint64_t begin = clock_ns(CLOCK_MONOTONIC);
    int r = send_trigger(fanout);
    if (r == 0 && fanout->settings.events == 1) {
        r = wait_then_read(fanout, &end);
    } else if (r == 0) {
        r = wait_and_read(fanout);
        end = clock_ns(CLOCK_MONOTONIC);
    }
    *ret_ns = end - begin;
    return r;
}

/* --- connections --- */

static int watch(struct fanout *fanout, int fd, struct subscriber *subscriber)
{
    struct epoll_event event = {.events = EPOLLIN | (subscriber ? EPOLLET : 0u), .data.ptr = subscriber};

    return epoll_ctl(fanout->epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

static int subscribe(struct fanout *fanout, struct subscriber *subscriber)
{
    static struct reader reader;
    const char *line;
    size_t size;

    reader.at = reader.size = 0;
    int r = socket_write(subscriber->fd, fanout->settings.subscribe, strlen(fanout->settings.subscribe));
    if (r == 0)
        r = socket_write(subscriber->fd, "\n", 1);
    if (r == 0)
        r = reader_next(&reader, subscriber->fd, &line, &size);
    if (r == 0 && !memmem(line, size, "\"result\"", 8)) {
        (void)fprintf(stderr, "fanout: no subscription: %.*s\n", (int)size, line);
        r = -EPROTO;
    }
    /* Bytes after the response are the start of later lines. */
    if (r == 0)
        r = reader.size - reader.at > LINE_BYTES_MAX ? -EMSGSIZE : 0;
    if (r == 0) {
        subscriber->tail_size = reader.size - reader.at;
        memcpy(subscriber->tail, reader.data + reader.at, subscriber->tail_size);
    }
    return r;
}

static int open_all(struct fanout *fanout)
{
    const struct settings *settings = &fanout->settings;
    int r = 0;

    fanout->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (fanout->epoll < 0)
        return -errno;
    for (unsigned i = 0; r == 0 && i < settings->connections; i++) {
        struct subscriber *subscriber = &fanout->subscribers[i];
        subscriber->tail = malloc(LINE_BYTES_MAX);
        r = subscriber->tail ? socket_connect(settings->socket, &subscriber->fd) : -ENOMEM;
        if (r == 0 && settings->subscribe)
            r = subscribe(fanout, subscriber);
        if (r == 0 && fcntl(subscriber->fd, F_SETFL, O_NONBLOCK) < 0)
            r = -errno;
        if (r == 0)
            r = watch(fanout, subscriber->fd, subscriber);
    }
    if (r == 0 && settings->fifo) {
        /* Opened for reading too, so that data stays in the FIFO until a reader opens it. */
        fanout->control = open(settings->fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        return fanout->control < 0 ? -errno : 0;
    }
    if (r == 0)
        r = socket_connect(settings->socket, &fanout->control);
    return r < 0 ? r : watch(fanout, fanout->control, NULL);
}

/* --- measurement --- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void print_result(struct fanout *fanout, uint64_t server_cpu, uint64_t own_cpu)
{
    unsigned count = fanout->settings.rounds;
    uint64_t *times = fanout->times;
    double events = (double)fanout->events;

    qsort(times, count, sizeof *times, compare);
    printf("{\"connections\":%u,\"rounds\":%u,\"events\":%u,\"deliveries\":%" PRIu64 ",\"line_bytes\":%.1f",
           fanout->settings.connections, count, fanout->settings.events, fanout->events,
           (double)fanout->bytes / events);
    printf(",\"server_cpu_ns_per_delivery\":%.1f,\"receiver_cpu_ns_per_delivery\":%.1f", (double)server_cpu / events,
           (double)own_cpu / events);
    printf(",\"min_ns\":%" PRIu64 ",\"p50_ns\":%" PRIu64 ",\"p99_ns\":%" PRIu64 ",\"max_ns\":%" PRIu64 "}\n", times[0],
           times[count / 2], times[(uint64_t)count * 99 / 100], times[count - 1]);
}

static int measure(struct fanout *fanout)
{
    clockid_t server;
    int r = socket_server_clock(fanout->subscribers[0].fd, &server);

    for (unsigned i = 0; r == 0 && i < fanout->settings.warmup; i++)
        r = run_round(fanout, fanout->times);
    if (r < 0)
        return r;
    fanout->events = fanout->bytes = 0;
    uint64_t cpu = clock_ns(server), own = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned i = 0; r == 0 && i < fanout->settings.rounds; i++)
        r = run_round(fanout, fanout->times + i);
    cpu = clock_ns(server) - cpu;
    own = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - own;
    if (r == 0)
        print_result(fanout, cpu, own);
    return r;
}

static const struct option known[] = {
    {"socket", required_argument, NULL, 's'},      {"subscribe", required_argument, NULL, 'u'},
    {"trigger", required_argument, NULL, 't'},     {"match", required_argument, NULL, 'm'},
    {"connections", required_argument, NULL, 'c'}, {"rounds", required_argument, NULL, 'r'},
    {"events", required_argument, NULL, 'e'},      {"warmup", required_argument, NULL, 'w'},
    {"timeout", required_argument, NULL, 'T'},     {"fifo", required_argument, NULL, 'f'},
    {"pause-ms", required_argument, NULL, 'p'},    {NULL, 0, NULL, 0},
};

static int parse_number(const char *text, unsigned *ret_number)
{
    char *end;

    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *text == '-' || number > NUMBER_MAX)
        return -EINVAL;
    *ret_number = (unsigned)number;
    return 0;
}

static int settings_parse(struct settings *settings, int argc, char **argv)
{
    int name, r = 0;

    while (r == 0 && (name = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (name == 's')
            settings->socket = optarg;
        else if (name == 'u')
            settings->subscribe = optarg;
        else if (name == 't')
            settings->trigger = optarg;
        else if (name == 'f')
            settings->fifo = optarg;
        else if (name == 'm')
            settings->match = optarg;
        else if (name == '?')
            r = -EINVAL;
        else
            r = parse_number(optarg, name == 'c'   ? &settings->connections
                                     : name == 'r' ? &settings->rounds
                                     : name == 'e' ? &settings->events
                                     : name == 'w' ? &settings->warmup
                                     : name == 'p' ? &settings->pause_ms
                                                   : &settings->timeout);
    }
    if (r < 0 || optind != argc || !settings->socket || !settings->trigger || !settings->match)
        return -EINVAL;
    return settings->connections > 0 && settings->rounds > 0 && settings->events > 0 ? 0 : -EINVAL;
}

int main(int argc, char **argv)
{
    static struct fanout fanout = {
        .settings = {.connections = 1000, .rounds = 1, .events = 1, .timeout = 60},
    };
    struct rlimit files;

    if (settings_parse(&fanout.settings, argc, argv) < 0) {
        (void)fputs(usage, stderr);
        return 2;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)signal(SIGPIPE, SIG_IGN);
    (void)alarm(fanout.settings.timeout);
    fanout.match_size = strlen(fanout.settings.match);
    fanout.subscribers = calloc(fanout.settings.connections, sizeof *fanout.subscribers);
    fanout.times = calloc(fanout.settings.rounds, sizeof *fanout.times);
    int r = fanout.subscribers && fanout.times ? open_all(&fanout) : -ENOMEM;
    if (r == 0)
        r = measure(&fanout);
    if (r < 0)
        (void)fprintf(stderr, "fanout: %s\n",
                      r == -EBADMSG ? "an event was repeated, out of order or unexpected" : strerror(-r));
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS; /* the kernel closes and frees the rest */
}
