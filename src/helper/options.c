#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "helper/helper.h"

enum { OPTION_VERSION = 1, OPTION_HELP, OPTION_NUMBER, NUMBERS_MAX = 16, NUMBER_MAX = 24 * 60 * 60 * 1000 };

static bool read_number(const char *text, uint64_t *ret_number)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || number == 0 || number > NUMBER_MAX)
        return false;
    *ret_number = number;
    return true;
}

static int refuse(const char *name, const char *option, const char *problem)
{
    if (problem)
        (void)fprintf(stderr, "%s: %s%s%s\n", name, option ? "--" : "", option ? option : "", problem);
    (void)fprintf(stderr, "Try '%s --help'.\n", name);
    return -HELPER_EXIT_USAGE;
}

static int read_options(const char *name, const char *usage, const struct helper_number *numbers,
                        const struct option *table, int argc, char **argv)
{
    optind = 1;
    for (int option, index = 0; (option = getopt_long(argc, argv, "", table, &index)) != -1;) {
        if (option == OPTION_VERSION) {
            (void)printf("%s %s\n", name, WEIR_VERSION);
            return 1;
        }
        if (option == OPTION_HELP) {
            (void)fputs(usage, stdout);
            return 1;
        }
        if (option != OPTION_NUMBER)
            return refuse(name, NULL, NULL);
        if (!read_number(optarg, numbers[index].value))
            return refuse(name, numbers[index].name, " must be a number from 1 to 86400000");
    }
    return 0;
}

int helper_configure(const char *name, const char *usage, const struct helper_number *numbers, size_t count, int argc,
                     char **argv, const char **ret_socket)
{
    struct option table[NUMBERS_MAX + 3] = {0};
    if (count > NUMBERS_MAX)
        return -HELPER_EXIT_USAGE;
    for (size_t i = 0; i < count; i++)
        table[i] = (struct option){numbers[i].name, required_argument, NULL, OPTION_NUMBER};
    table[count] = (struct option){"version", no_argument, NULL, OPTION_VERSION};
    table[count + 1] = (struct option){"help", no_argument, NULL, OPTION_HELP};
    int r = read_options(name, usage, numbers, table, argc, argv);
    if (r != 0)
        return r;
    const char *socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (optind < argc)
        return refuse(name, NULL, "more than one socket");
    if (!socket || !*socket)
        return refuse(name, NULL, "no socket; name it as the argument or in EXECUTOR_SOCKET");
    *ret_socket = socket;
    return 0;
}
