#include "jail/options.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/prctl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { GRACE_MS = 500, GRACE_MS_MAX = 24 * 60 * 60 * 1000 };

static const char usage[] =
    "usage: weir-jail --dir DIR [OPTIONS] -- PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs a program, and supervises it until its last process has ended.\n"
    "\n"
    "  --dir DIR        directory for stderr and status; limits and view are read from it\n"
    "  --grace MS       time between SIGTERM and SIGKILL after a request to stop (default: 500)\n"
    "  --level LEVEL    how to end the process tree: namespace (a PID namespace; the default), or walk (/proc)\n"
    "  --cwd PATH       working directory of the program (default: /)\n"
    "  --no-cgroup      do not create a cgroup\n"
    "  --serve          without other options: forks jails for the daemon, which is connected to standard input\n"
    "  --version        print the version\n"
    "  --help           print this help\n"
    "\n"
    "SIGTERM sends SIGTERM to all processes, SIGINT kills them at once, SIGHUP reads DIR/limits again.\n";

static bool parse_grace(const char *text, int *ret_ms)
{
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < 0 || value > GRACE_MS_MAX)
        return false;
    *ret_ms = (int)value;
    return true;
}

static bool parse_level(const char *text, enum jail_level *ret_level)
{
    if (strcmp(text, "namespace") == 0)
        *ret_level = JAIL_NAMESPACE;
    else if (strcmp(text, "walk") == 0)
        *ret_level = JAIL_WALK;
    else
        return false;
    return true;
}

static int refuse(const char *what)
{
    (void)fprintf(stderr, "weir-jail: %s; see weir-jail --help\n", what);
    return -EINVAL;
}

int options_parse(struct options *options, int argc, char **argv)
{
    enum { HELP = 256, VERSION, DIRECTORY, GRACE, LEVEL, CWD, NO_CGROUP };
    static const struct option known[] = {
        {"help", no_argument, NULL, HELP},           {"version", no_argument, NULL, VERSION},
        {"dir", required_argument, NULL, DIRECTORY}, {"grace", required_argument, NULL, GRACE},
        {"level", required_argument, NULL, LEVEL},   {"cwd", required_argument, NULL, CWD},
        {"no-cgroup", no_argument, NULL, NO_CGROUP}, {NULL, 0, NULL, 0},
    };
    *options = (struct options){.grace_ms = GRACE_MS, .cwd = "/"};
    for (int word; (word = getopt_long(argc, argv, "+", known, NULL)) != -1;) {
        if (word == HELP || word == VERSION)
            return (void)fputs(word == HELP ? usage : "weir-jail " WEIR_VERSION "\n", stdout), 1;
        if (word == DIRECTORY)
            options->directory = optarg;
        else if (word == CWD)
            options->cwd = optarg;
        else if (word == NO_CGROUP)
            options->no_cgroup = true;
        else if (word == GRACE && !parse_grace(optarg, &options->grace_ms))
            return refuse("--grace needs a number of milliseconds, at most 86400000 (one day)");
        else if (word == LEVEL && !parse_level(optarg, &options->level))
            return refuse("--level must be namespace or walk");
        else if (word == '?')
            return -EINVAL;
    }
    options->program = argv + optind;
    if (!options->directory)
        return refuse("--dir is missing");
    return optind < argc ? 0 : refuse("no program to run");
}

/* --- title --- */

static struct prctl_mm_map map;

/* Reads fields 26 to 28 and 45 to 47 of proc(5). */
void title_keep(void)
{
    char text[1024];
    autoclose int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    map = (struct prctl_mm_map){.exe_fd = UINT32_MAX};
    if (n <= 0)
        return;
    text[n] = '\0';
    __u64 *const wanted[] = {&map.start_code, &map.end_code, &map.start_stack,
                             &map.start_data, &map.end_data, &map.start_brk};
    static const int numbers[] = {26, 27, 28, 45, 46, 47};
    const char *at = strrchr(text, ')');
    for (int field = 2, next = 0; at && next < 6; field++) {
        if (field == numbers[next])
            *wanted[next++] = strtoull(at, NULL, 10);
        at = strchr(at + 1, ' ');
    }
}

/* The kernel accepts only memory of the process itself. */
void title_show(const struct title *title)
{
    static char text[TITLE_MAX];
    size_t size = (size_t)(title->end - title->arguments);
    if (size > sizeof text)
        return;
    memcpy(text, title->arguments, size);
    map.arg_start = (uintptr_t)text;
    map.arg_end = map.env_start = (uintptr_t)text + (size_t)(title->environment - title->arguments);
    map.env_end = (uintptr_t)text + size;
    map.brk = (uintptr_t)sbrk(0);
    (void)prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0);
}
