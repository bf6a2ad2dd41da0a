#include "load.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct latency {
    int fd;
    struct traffic traffic;
    size_t next; /* the index of the next exchange */
    struct id id;
    struct reader reader;
    char request[LINE_BYTES_MAX];
    uint64_t bytes_out, bytes_in;
};

/* Waits until the request is due. Returns its start time: the time it was due, or now if the thread slept until
 * then. A request that is late because the previous one was slow counts from its due time. So a pause of the
 * server affects all requests that were due in it, not only one (no coordinated omission). */
static uint64_t wait_until(uint64_t due)
{
    struct timespec until = {.tv_sec = (time_t)(due / 1000000000), .tv_nsec = (long)(due % 1000000000)};

    if (clock_ns(CLOCK_MONOTONIC) >= due)
        return due;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
    return clock_ns(CLOCK_MONOTONIC);
}

/* `due` 0: sends the request at once. */
static int one(struct latency *latency, uint64_t due, uint64_t *ret_ns)
{
    struct exchange *exchange = &latency->traffic.exchanges[latency->next];
    const char *line;
    size_t size;

    request_write(exchange, &latency->id, latency->request);
    uint64_t start = due > 0 ? wait_until(due) : clock_ns(CLOCK_MONOTONIC);
    int r = socket_write(latency->fd, latency->request, exchange->size);
    if (r == 0)
        r = reader_next(&latency->reader, latency->fd, &line, &size);
    if (r < 0)
        return r;
    *ret_ns = clock_ns(CLOCK_MONOTONIC) - start;
    if (!reply_check(exchange, &latency->id, line, size))
        return -EBADMSG;
    id_next(&latency->id);
    latency->next = (latency->next + 1) % latency->traffic.count;
    latency->bytes_out += exchange->size;
    latency->bytes_in += size + 1;
    return 0;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int measure(struct latency *latency, const struct options *options, uint64_t *times, struct result *result)
{
    clockid_t server;
    int r = socket_server_clock(latency->fd, &server);

    for (uint64_t i = 0; r == 0 && i < options->warmup; i++)
        r = one(latency, 0, times);
    if (r < 0)
        return r;
    latency->bytes_out = latency->bytes_in = 0;
    uint64_t wall = clock_ns(CLOCK_MONOTONIC), cpu = clock_ns(server), own = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t interval = options->interval_us * UINT64_C(1000), count = 0;
    uint64_t end = options->seconds > 0 ? wall + options->seconds * UINT64_C(1000000000) : UINT64_MAX;
    for (; r == 0 && count < options->requests && (count == 0 || clock_ns(CLOCK_MONOTONIC) < end); count++)
        r = one(latency, interval > 0 ? wall + count * interval : 0, times + count);
    *result = (struct result){
        .requests = count,
        .bytes_out = latency->bytes_out,
        .bytes_in = latency->bytes_in,
        .wall_ns = clock_ns(CLOCK_MONOTONIC) - wall,
        .server_cpu_ns = clock_ns(server) - cpu,
        .load_cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - own,
    };
    return r;
}

static void summarise(struct result *result, uint64_t *times, size_t count)
{
    qsort(times, count, sizeof *times, compare);
    result->has_latency = true;
    result->min_ns = times[0];
    result->p50_ns = times[count / 2];
    result->p90_ns = times[count * 90 / 100];
    result->p99_ns = times[count * 99 / 100];
    result->max_ns = times[count - 1];
}

int load_latency(const struct options *options, struct result *ret_result)
{
    static struct latency latency;
    uint64_t *times = calloc(options->requests, sizeof *times);
    int r = times ? socket_connect(options->socket, &latency.fd) : -ENOMEM;

    if (r < 0) {
        free(times);
        return r;
    }
    latency.id = (struct id)ID_FIRST;
    r = traffic_init(&latency.traffic, options);
    if (r == 0)
        r = measure(&latency, options, times, ret_result);
    if (r == 0)
        summarise(ret_result, times, ret_result->requests);
    traffic_clear(&latency.traffic);
    (void)close(latency.fd);
    free(times);
    return r;
}
