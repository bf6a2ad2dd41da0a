#include "connector/proxy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    CHUNK = 64 << 10,
    NAME_SIZE = 32,     /* of INSTANCE.down */
    INSTANCE_SIZE = 17, /* 16 digits and a NUL */
    SERVER_MAX = 64,    /* bytes of its name */
    ANSWER_MS = 10000,  /* until weir-executor has opened the FIFOs */
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
};

struct proxy {
    int directory_fd, up, down; /* -1: not open */
    char instance[INSTANCE_SIZE];
};

/* Bytes on their way from one descriptor to another one. */
struct flow {
    int from, to;
    size_t size, sent;
    bool ended; /* nothing more comes */
    char bytes[CHUNK];
};

static int complain(const char *what, int error)
{
    (void)fprintf(stderr, "weir-mcp: %s: %s\n", what, strerror(error));
    return -error;
}

/* --- start --- */

static void make_name(const struct proxy *proxy, const char *end, char ret_name[static NAME_SIZE])
{
    (void)snprintf(ret_name, NAME_SIZE, "%s.%s", proxy->instance, end);
}

static int make_fifo(const struct proxy *proxy, const char *end, int mode, int *ret_fd)
{
    char name[NAME_SIZE];
    make_name(proxy, end, name);
    if (mkfifoat(proxy->directory_fd, name, 0600) < 0)
        return -errno;
    int fd = openat(proxy->directory_fd, name, mode | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    *ret_fd = fd;
    return 0;
}

/* Usually weir-executor has removed the names already. */
static void remove_names(const struct proxy *proxy)
{
    char name[NAME_SIZE];
    make_name(proxy, "up", name);
    (void)unlinkat(proxy->directory_fd, name, 0);
    make_name(proxy, "down", name);
    (void)unlinkat(proxy->directory_fd, name, 0);
}

/* Announces this process. Without a reader of the door, weir-executor has ended. */
static int knock(const struct proxy *proxy, const char *server)
{
    char line[INSTANCE_SIZE + SERVER_MAX + 2];
    int size = snprintf(line, sizeof line, "%s %s\n", proxy->instance, server);
    int fd = openat(proxy->directory_fd, "door", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    ssize_t n = write(fd, line, (size_t)size); /* a short write to a FIFO is whole or fails */
    int r = n == size ? 0 : n < 0 ? -errno : -EIO;
    (void)close(fd);
    return r;
}

/* The FIFO for the way up is open for reading as well, so that it can be opened before weir-executor does; the one for
 * the way down is not, so that its end is seen. */
static int meet(struct proxy *proxy, const char *server)
{
    uint64_t chance;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        return -EIO;
    (void)snprintf(proxy->instance, sizeof proxy->instance, "%016llx", (unsigned long long)chance);
    int r = make_fifo(proxy, "down", O_RDONLY, &proxy->down);
    if (r == 0)
        r = make_fifo(proxy, "up", O_RDWR, &proxy->up);
    return r < 0 ? r : knock(proxy, server);
}

/* --- copying --- */

static void read_some(struct flow *flow)
{
    ssize_t n = read(flow->from, flow->bytes, sizeof flow->bytes);
    flow->ended = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    flow->size = n > 0 ? (size_t)n : 0;
    flow->sent = 0;
}

/* Standard output may be blocking: poll() promises room for this much. */
static void write_some(struct flow *flow)
{
    size_t rest = flow->size - flow->sent;
    ssize_t n = write(flow->to, flow->bytes + flow->sent, rest < PIPE_BUF ? rest : PIPE_BUF);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        flow->ended = true;
    flow->sent += n > 0 ? (size_t)n : 0;
}

static bool is_full(const struct flow *flow)
{
    return flow->sent < flow->size;
}

/* Whether weir-executor has opened the FIFOs: it then removes their names. */
static bool is_met(const struct proxy *proxy)
{
    char name[NAME_SIZE];
    make_name(proxy, "down", name);
    return faccessat(proxy->directory_fd, name, F_OK, 0) < 0;
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void copy_some(struct flow *up, struct flow *down, int timeout_ms)
{
    struct pollfd polls[] = {
        {.fd = is_full(up) ? -1 : up->from, .events = POLLIN},
        {.fd = is_full(up) ? up->to : -1, .events = POLLOUT},
        {.fd = is_full(down) ? -1 : down->from, .events = POLLIN},
        {.fd = is_full(down) ? down->to : -1, .events = POLLOUT},
    };
    if (poll(polls, 4, timeout_ms) <= 0)
        return;
    if (polls[0].revents)
        read_some(up);
    if (polls[1].revents)
        write_some(up);
    if (polls[2].revents)
        read_some(down);
    if (polls[3].revents)
        write_some(down);
}

static int copy(const struct proxy *proxy, struct flow *up, struct flow *down)
{
    int64_t limit = now_ms() + ANSWER_MS;
    bool met = false;
    while (!up->ended && !down->ended) {
        int64_t left = limit - now_ms();
        met = met || down->size > 0 || (left <= 0 && is_met(proxy));
        if (!met && left <= 0) {
            (void)fprintf(stderr, "weir-mcp: weir-executor did not answer within %d s\n", ANSWER_MS / 1000);
            return EXIT_FAILED;
        }
        copy_some(up, down, met ? -1 : (int)left);
    }
    while (is_full(down) && poll(&(struct pollfd){.fd = down->to, .events = POLLOUT}, 1, -1) == 1) {
        down->ended = false;
        write_some(down); /* the last answer */
        if (down->ended)
            break;
    }
    return EXIT_SUCCESS;
}

int proxy_run(const char *server, const char *directory)
{
    struct proxy proxy = {.up = -1, .down = -1};
    (void)signal(SIGPIPE, SIG_IGN);
    if (strlen(server) == 0 || strlen(server) > SERVER_MAX) {
        (void)fprintf(stderr, "weir-mcp: invalid name of a server\n");
        return EXIT_USAGE;
    }
    proxy.directory_fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proxy.directory_fd < 0) {
        (void)complain(directory, errno);
        return EXIT_FAILED;
    }
    int r = meet(&proxy, server), status = EXIT_FAILED;
    struct flow *flows = r == 0 ? calloc(2, sizeof *flows) : NULL;
    if (r < 0) {
        (void)complain(r == -ENXIO ? "weir-executor has ended" : directory, -r);
    } else if (flows) {
        flows[0].from = STDIN_FILENO;
        flows[0].to = proxy.up;
        flows[1].from = proxy.down;
        flows[1].to = STDOUT_FILENO;
        status = copy(&proxy, &flows[0], &flows[1]);
    }
    remove_names(&proxy);
    free(flows);
    return status;
}
