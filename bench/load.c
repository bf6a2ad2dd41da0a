#include "load.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char usage[] =
    "usage: load --socket PATH [OPTIONS]\n"
    "  --connections N --in-flight M   M requests outstanding on each of N connections (1 × 1: times each one)\n"
    "  --requests TOTAL --warmup N     how many requests to measure, and how many to send before\n"
    "  --seconds N                     with one at a time: stop after N seconds\n"
    "  --interval-us N                 with one at a time: the interval; late requests count from when they were due\n"
    "  --method NAME --params JSON     the method to call (ping, without params)\n"
    "  --traffic FILE                  send the requests of a file instead, each line EXPECT, tab, REQUEST;\n"
    "                                  " ID_MARK " in a request becomes its id\n"
    "  --expect TEXT                   text that every reply must contain\n"
    "  --line-bytes N                  pad requests to N bytes, newline included\n"
    "  --parse                         parse each reply, as a client must (default: only compare)\n"
    "  --per-write N                   at most N requests in one write (default: all that are due)\n"
    "  --idle N                        instead: hold N idle connections until stdin is closed\n"
    "  --pending N                     instead: hold N pending calls of --method until stdin is closed\n"
    "  --timeout SECONDS               abort with SIGALRM after that (60)\n"
    "Prints one line of JSON, or \"ready\" once everything is held.\n";

enum option_name {
    OPTION_SOCKET = 1,
    OPTION_CONNECTIONS,
    OPTION_IN_FLIGHT,
    OPTION_REQUESTS,
    OPTION_WARMUP,
    OPTION_SECONDS,
    OPTION_INTERVAL_US,
    OPTION_METHOD,
    OPTION_PARAMS,
    OPTION_TRAFFIC,
    OPTION_EXPECT,
    OPTION_LINE_BYTES,
    OPTION_PER_WRITE,
    OPTION_PARSE,
    OPTION_IDLE,
    OPTION_PENDING,
    OPTION_TIMEOUT,
};

static const struct option known[] = {
    {"socket", required_argument, NULL, OPTION_SOCKET},
    {"connections", required_argument, NULL, OPTION_CONNECTIONS},
    {"in-flight", required_argument, NULL, OPTION_IN_FLIGHT},
    {"requests", required_argument, NULL, OPTION_REQUESTS},
    {"warmup", required_argument, NULL, OPTION_WARMUP},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"interval-us", required_argument, NULL, OPTION_INTERVAL_US},
    {"method", required_argument, NULL, OPTION_METHOD},
    {"params", required_argument, NULL, OPTION_PARAMS},
    {"traffic", required_argument, NULL, OPTION_TRAFFIC},
    {"expect", required_argument, NULL, OPTION_EXPECT},
    {"line-bytes", required_argument, NULL, OPTION_LINE_BYTES},
    {"per-write", required_argument, NULL, OPTION_PER_WRITE},
    {"parse", no_argument, NULL, OPTION_PARSE},
    {"idle", required_argument, NULL, OPTION_IDLE},
    {"pending", required_argument, NULL, OPTION_PENDING},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {NULL, 0, NULL, 0},
};

static int parse_number(const char *text, uint64_t max, uint64_t *ret_number)
{
    char *end;

    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *text == '-' || number > max)
        return -EINVAL;
    *ret_number = number;
    return 0;
}

static int set_number(struct options *options, int name, uint64_t number)
{
    switch (name) {
    case OPTION_CONNECTIONS:
        options->connections = (unsigned)number;
        return 0;
    case OPTION_IN_FLIGHT:
        options->in_flight = (unsigned)number;
        return 0;
    case OPTION_REQUESTS:
        options->requests = number;
        return 0;
    case OPTION_WARMUP:
        options->warmup = number;
        return 0;
    case OPTION_SECONDS:
        options->seconds = (unsigned)number;
        return 0;
    case OPTION_INTERVAL_US:
        options->interval_us = (unsigned)number;
        return 0;
    case OPTION_LINE_BYTES:
        options->line_bytes = number;
        return 0;
    case OPTION_PER_WRITE:
        options->per_write = (unsigned)number;
        return 0;
    case OPTION_IDLE:
        options->idle = (unsigned)number;
        return 0;
    case OPTION_PENDING:
        options->pending = (unsigned)number;
        return 0;
    case OPTION_TIMEOUT:
        options->timeout = (unsigned)number;
        return 0;
    default:
        return -EINVAL;
    }
}

static int options_parse(struct options *options, int argc, char **argv)
{
    uint64_t number;
    int name, r = 0;

    while (r == 0 && (name = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (name) {
        case OPTION_SOCKET:
            options->socket = optarg;
            break;
        case OPTION_METHOD:
            options->method = optarg;
            break;
        case OPTION_PARAMS:
            options->params = optarg;
            break;
        case OPTION_TRAFFIC:
            options->traffic = optarg;
            break;
        case OPTION_EXPECT:
            options->expect = optarg;
            break;
        case OPTION_PARSE:
            options->parse = true;
            break;
        case '?':
            r = -EINVAL;
            break;
        default:
            r = parse_number(optarg, 100000000, &number);
            if (r == 0)
                r = set_number(options, name, number);
        }
    }
    if (r < 0 || optind != argc || !options->socket)
        return -EINVAL;
    return options->connections > 0 && options->in_flight > 0 && options->requests > 0 ? 0 : -EINVAL;
}

/* Each connection needs a descriptor. */
static void raise_file_limit(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

static void print_result(const struct options *options, const struct result *result)
{
    double requests = (double)result->requests;

    printf("{\"connections\":%u,\"in_flight\":%u,\"requests\":%" PRIu64 ",\"bytes_out\":%" PRIu64
           ",\"bytes_in\":%" PRIu64,
           options->connections, options->in_flight, result->requests, result->bytes_out, result->bytes_in);
    printf(",\"wall_ns\":%" PRIu64 ",\"replies_per_second\":%.1f", result->wall_ns,
           requests * 1e9 / (double)result->wall_ns);
    printf(",\"server_cpu_ns_per_request\":%.1f,\"load_cpu_ns_per_request\":%.1f",
           (double)result->server_cpu_ns / requests, (double)result->load_cpu_ns / requests);
    if (result->has_latency)
        printf(",\"min_ns\":%" PRIu64 ",\"p50_ns\":%" PRIu64 ",\"p90_ns\":%" PRIu64 ",\"p99_ns\":%" PRIu64
               ",\"max_ns\":%" PRIu64,
               result->min_ns, result->p50_ns, result->p90_ns, result->p99_ns, result->max_ns);
    printf("}\n");
}

static int run(const struct options *options)
{
    struct result result;
    int r;

    if (options->idle > 0 || options->pending > 0)
        return load_hold(options);
    if (options->connections == 1 && options->in_flight == 1)
        r = load_latency(options, &result);
    else
        r = load_loop(options, &result);
    if (r == 0)
        print_result(options, &result);
    return r;
}

int main(int argc, char **argv)
{
    struct options options = {
        .method = "ping",
        .connections = 1,
        .in_flight = 1,
        .requests = 10000,
        .timeout = 60,
    };

    if (options_parse(&options, argc, argv) < 0) {
        (void)fputs(usage, stderr);
        return 2;
    }
    raise_file_limit();
    (void)alarm(options.timeout);
    int r = run(&options);
    if (r < 0)
        (void)fprintf(stderr, "load: %s\n", r == -EBADMSG ? "unexpected reply" : strerror(-r));
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
