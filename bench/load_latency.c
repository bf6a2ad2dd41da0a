#include "load.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct latency {
    int fd;
    struct request_form request;
    struct reply_form reply;
    struct id id;
    struct reader reader;
    uint64_t bytes_in;
};

static int one(struct latency *latency, uint64_t *ret_ns)
{
    const char *line;
    size_t size;

    request_write(&latency->request, &latency->id, latency->request.text);
    uint64_t start = clock_ns(CLOCK_MONOTONIC);
    int r = socket_write(latency->fd, latency->request.text, latency->request.size);
    if (r == 0)
        r = reader_next(&latency->reader, latency->fd, &line, &size);
    if (r < 0)
        return r;
    *ret_ns = clock_ns(CLOCK_MONOTONIC) - start;
    if (!reply_check(&latency->reply, &latency->id, line, size))
        return -EBADMSG;
    id_next(&latency->id);
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
        r = one(latency, times);
    if (r < 0)
        return r;
    latency->bytes_in = 0;
    uint64_t wall = clock_ns(CLOCK_MONOTONIC), cpu = clock_ns(server), own = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (uint64_t i = 0; r == 0 && i < options->requests; i++)
        r = one(latency, times + i);
    *result = (struct result){
        .requests = options->requests,
        .bytes_out = options->requests * latency->request.size,
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
    reply_form_init(&latency.reply, options);
    r = request_form_init(&latency.request, options);
    if (r == 0)
        r = measure(&latency, options, times, ret_result);
    if (r == 0)
        summarise(ret_result, times, options->requests);
    (void)close(latency.fd);
    free(times);
    return r;
}
