#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "executor/executor.h"

static const char usage[] =
    "usage: weir-executor [OPTIONS] [SOCKET]\n"
    "\n"
    "Runs an agent for the weir daemon, which connects to SOCKET (default: $EXECUTOR_SOCKET).\n"
    "\n"
    "  --batch N           send at most N messages at once (default: 10)\n"
    "  --batch-ms MS       gather messages for at most MS milliseconds (default: 100)\n"
    "  --idle-ms MS        exit after MS milliseconds without work (default: 0, never)\n"
    "  --orphan-ms MS      exit after MS milliseconds without a daemon (default: 600000; 0: never)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request, 1 error, 2 invalid usage.\n";

enum { OPTION_BATCH = 1, OPTION_BATCH_MS, OPTION_IDLE_MS, OPTION_ORPHAN_MS, OPTION_VERSION, OPTION_HELP };

enum { BATCH_MAX = 1000, DURATION_MAX_MS = 7 * 24 * 60 * 60 * 1000 };

static const struct option table[] = {
    {"batch", required_argument, NULL, OPTION_BATCH},
    {"batch-ms", required_argument, NULL, OPTION_BATCH_MS},
    {"idle-ms", required_argument, NULL, OPTION_IDLE_MS},
    {"orphan-ms", required_argument, NULL, OPTION_ORPHAN_MS},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static int read_number(const char *text, uint64_t min, uint64_t max, uint64_t *ret_number)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno || number < min || number > max) {
        (void)fprintf(stderr, "weir-executor: expected a number from %llu to %llu, not: %s\n", (unsigned long long)min,
                      (unsigned long long)max, text);
        return -EINVAL;
    }
    *ret_number = number;
    return 0;
}

static int apply(struct executor_options *options, int option)
{
    uint64_t number = 0;
    int r = 0;
    switch (option) {
    case OPTION_BATCH:
        r = read_number(optarg, 1, BATCH_MAX, &number);
        options->batch_messages = (size_t)number;
        return r;
    case OPTION_BATCH_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->batch_ms);
    case OPTION_IDLE_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->idle_ms);
    case OPTION_ORPHAN_MS:
        return read_number(optarg, 0, DURATION_MAX_MS, &options->orphan_ms);
    case OPTION_VERSION:
        (void)printf("weir-executor %s\n", WEIR_VERSION);
        return 1;
    case OPTION_HELP:
        (void)fputs(usage, stdout);
        return 1;
    default:
        (void)fprintf(stderr, "Try 'weir-executor --help'.\n");
        return -EINVAL;
    }
}

int executor_configure(struct executor *executor, int argc, char **argv)
{
    struct executor_options *options = &executor->options;
    *options = (struct executor_options){.batch_messages = 10, .batch_ms = 100, .orphan_ms = 600000, .spool_fd = -1};
    int r = 0;
    optind = 1;
    for (int option; r == 0 && (option = getopt_long(argc, argv, "", table, NULL)) != -1;)
        r = apply(options, option);
    if (r != 0)
        return r > 0 ? 1 : -EXECUTOR_EXIT_USAGE;
    options->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc || !options->socket || !*options->socket) {
        (void)fprintf(stderr, optind < argc
                                  ? "weir-executor: too many arguments: only one socket\nTry 'weir-executor --help'.\n"
                                  : "weir-executor: no socket; name it as the argument or in EXECUTOR_SOCKET\n");
        return -EXECUTOR_EXIT_USAGE;
    }
    const char *own = getenv("WEIR_MODEL_SOCKET");
    options->own = own && *own ? own : options->socket;
    return 0;
}
