#include "daemon/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"

static const char usage[] =
    "usage: weird [OPTIONS]\n"
    "\n"
    "The weir daemon: runs agents, and lets front ends start, watch, steer and stop them.\n"
    "\n"
    "  --foreground        stay in the foreground and log to stderr too\n"
    "  --socket PATH       listen here (default: $XDG_RUNTIME_DIR/weir/daemon.sock)\n"
    "  --state DIR         keep the state and the log here (default: $XDG_STATE_HOME/weir)\n"
    "  --config FILE       read this file (default: $XDG_CONFIG_HOME/weir/config.jsonc, if it exists)\n"
    "  --project DIR       serve this project, with files in DIR/.weir/\n"
    "  --log-level LEVEL   error, warn, info or debug\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "SIGTERM and SIGINT stop the daemon (twice: at once), SIGHUP reloads the configuration.\n"
    "Exit status: 0 stopped, 1 failed, 2 wrong usage, 3 another daemon is running. See weird(8).\n";

enum {
    OPTION_FOREGROUND = 1,
    OPTION_SOCKET,
    OPTION_STATE,
    OPTION_CONFIG,
    OPTION_PROJECT,
    OPTION_LOG_LEVEL,
    OPTION_VERSION,
    OPTION_HELP,
    /* Internal options: a daemon passes them to the program that takes over from it. */
    OPTION_VERIFY_HANDOVER,
    OPTION_HANDOVER,
};

static const struct option table[] = {
    {"foreground", no_argument, NULL, OPTION_FOREGROUND},
    {"socket", required_argument, NULL, OPTION_SOCKET},
    {"state", required_argument, NULL, OPTION_STATE},
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"project", required_argument, NULL, OPTION_PROJECT},
    {"log-level", required_argument, NULL, OPTION_LOG_LEVEL},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {"verify-handover", required_argument, NULL, OPTION_VERIFY_HANDOVER},
    {"handover", required_argument, NULL, OPTION_HANDOVER},
    {0},
};

/* Makes the path absolute, because the daemon leaves its working directory. */
static int set_path(char **target, const char *path)
{
    autofree char *directory = NULL;
    free(*target);
    *target = NULL;
    if (path[0] == '\0') {
        (void)fprintf(stderr, "weird: a path must not be empty\n");
        return -EINVAL;
    }
    if (path[0] == '/')
        return (*target = strdup(path)) ? 0 : -ENOMEM;
    directory = getcwd(NULL, 0);
    return directory ? paths_join(directory, path, target) : -errno;
}

static int set_log_level(struct options *options, const char *word)
{
    int r = log_level_parse(word, &options->log_level);
    if (r < 0)
        (void)fprintf(stderr, "weird: no such log level: %s (error, warn, info or debug)\n", word);
    options->log_level_is_set = true;
    return r;
}

static int set_fd(int *target, const char *word)
{
    char *end = NULL;
    long fd = strtol(word, &end, 10);
    if (end == word || *end != '\0' || fd < 3 || fd > INT_MAX) {
        (void)fprintf(stderr, "weird: not a descriptor: %s\n", word);
        return -EINVAL;
    }
    *target = (int)fd;
    return 0;
}

static int apply(struct options *options, int option)
{
    switch (option) {
    case OPTION_FOREGROUND:
        options->foreground = true;
        return 0;
    case OPTION_SOCKET:
        return set_path(&options->socket_path, optarg);
    case OPTION_STATE:
        return set_path(&options->state_dir, optarg);
    case OPTION_CONFIG:
        options->config_is_explicit = true;
        return set_path(&options->config_path, optarg);
    case OPTION_PROJECT:
        return set_path(&options->project, optarg);
    case OPTION_LOG_LEVEL:
        return set_log_level(options, optarg);
    case OPTION_VERSION:
        (void)printf("weird %s\n", WEIR_VERSION);
        return 1;
    case OPTION_HELP:
        (void)fputs(usage, stdout);
        return 1;
    case OPTION_VERIFY_HANDOVER:
        return set_fd(&options->verify_fd, optarg);
    case OPTION_HANDOVER:
        return set_fd(&options->handover_fd, optarg);
    default:
        (void)fprintf(stderr, "Try 'weird --help'.\n");
        return -EINVAL;
    }
}

int options_parse(struct options *options, int argc, char **argv)
{
    int r = 0;
    optind = 1;
    for (int option; r == 0 && (option = getopt_long(argc, argv, "", table, NULL)) != -1;)
        r = apply(options, option);
    if (r == 0 && optind < argc) {
        (void)fprintf(stderr, "weird: unexpected argument: %s\nTry 'weird --help'.\n", argv[optind]);
        return -EINVAL;
    }
    return r;
}

static int complete_project(struct options *options)
{
    autofree char *directory = NULL;
    int r = paths_join(options->project, ".weir", &directory);
    if (r == 0 && !options->socket_path)
        r = paths_join(directory, "daemon.sock", &options->socket_path);
    if (r == 0 && !options->state_dir)
        r = paths_join(directory, "state", &options->state_dir);
    if (r == 0 && !options->config_path) {
        r = paths_join(directory, "config.jsonc", &options->config_path);
        if (r == 0 && access(options->config_path, F_OK) < 0) {
            free(options->config_path);
            options->config_path = NULL;
        }
    }
    return r;
}

int options_complete(struct options *options)
{
    int r = options->project ? complete_project(options) : 0;
    if (r == 0 && !options->socket_path)
        r = paths_user_socket(&options->socket_path);
    if (r == 0 && !options->state_dir)
        r = paths_state_dir(&options->state_dir);
    if (r == 0 && !options->config_path)
        r = paths_config_file(&options->config_path);
    if (r == -ENOENT)
        (void)fprintf(stderr, "weird: HOME is not set; set it, or give --socket, --state and --config\n");
    return r;
}

static void add_pair(char **arguments, size_t *count, const char *option, const char *value)
{
    if (!value)
        return;
    arguments[(*count)++] = (char *)option;
    arguments[(*count)++] = (char *)value;
}

char **options_arguments(const struct options *options, char *program, char *last)
{
    static const char *const levels[] = {"error", "warn", "info", "debug"};
    char **arguments = calloc(16, sizeof *arguments);
    size_t count = 0;
    if (!arguments)
        return NULL;
    arguments[count++] = program;
    if (options->foreground)
        arguments[count++] = (char *)"--foreground";
    add_pair(arguments, &count, "--project", options->project);
    add_pair(arguments, &count, "--socket", options->socket_path);
    add_pair(arguments, &count, "--state", options->state_dir);
    add_pair(arguments, &count, "--config", options->config_is_explicit ? options->config_path : NULL);
    add_pair(arguments, &count, "--log-level", options->log_level_is_set ? levels[options->log_level] : NULL);
    arguments[count++] = last;
    return arguments;
}

void options_clear(struct options *options)
{
    free(options->socket_path);
    free(options->state_dir);
    free(options->config_path);
    free(options->project);
    *options = (struct options){0};
}
