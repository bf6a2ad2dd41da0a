#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "broker/broker.h"

static const char usage[] =
    "usage: weir-broker [OPTIONS] [SOCKET]\n"
    "\n"
    "Makes the model calls of executors that hold no key. The weir daemon starts it and connects\n"
    "to SOCKET (default: $EXECUTOR_SOCKET), once.\n"
    "\n"
    "  --version           print the version\n"
    "  --help              print this\n"
    "\n"
    "Exit: 0 ended as told, 1 failed, 2 wrong usage.\n";

enum { OPTION_VERSION = 1, OPTION_HELP };

static const struct option table[] = {
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

int broker_configure(struct broker *broker, int argc, char **argv)
{
    optind = 1;
    int option = getopt_long(argc, argv, "", table, NULL);
    if (option == OPTION_VERSION) {
        (void)printf("weir-broker %s\n", WEIR_VERSION);
        return 1;
    }
    if (option == OPTION_HELP) {
        (void)fputs(usage, stdout);
        return 1;
    }
    broker->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (option == -1 && optind == argc && broker->socket && *broker->socket)
        return 0;
    if (option == -1)
        (void)fprintf(stderr, "weir-broker: %s\n",
                      optind < argc ? "more than one socket" : "no socket: neither an argument nor EXECUTOR_SOCKET");
    (void)fprintf(stderr, "Try 'weir-broker --help'.\n");
    return -BROKER_EXIT_USAGE;
}
