#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/runtime/runtime.h"

static const char usage[] =
    "usage: weir-agent [OPTIONS]\n"
    "\n"
    "The built-in agent of weir as a runtime: requests on standard input, answers on standard output, one JSON\n"
    "object a line. It runs without a sandbox of its own. Where no model can be used and none is named, the offline\n"
    "agent works instead.\n"
    "\n"
    "  --cwd DIR               work there (default: here)\n"
    "  --model MODEL           NAME or SERVICE/NAME (default: the provider's)\n"
    "  --provider SERVICE      use this one only: anthropic, openai, ollama, or one of the configuration\n"
    "  --config FILE           read the providers there (default: the user's config.jsonc)\n"
    "  --permission-mode MODE  default, acceptEdits, bypassPermissions or plan\n"
    "  --rules FILE            rules for permissions, a JSON array; nobody is asked: what no rule and no mode\n"
    "                          allows is refused\n"
    "  --key-file FILE         the key is in this file (default: asked of the daemon, where one runs)\n"
    "  --key-fd N              the key is read from this descriptor\n"
    "  --service NAME          whose key that is (default: the provider's, else anthropic)\n"
    "  --no-tools              only talk\n"
    "  --version               print the version\n"
    "  --help                  print this\n"
    "\n"
    "WEIR_IPC_DEBUG=1 shows all messages on standard error.\n"
    "Exit: 0 ended as told, 1 failed, 2 wrong usage.\n";

enum {
    OPTION_CWD = 1,
    OPTION_MODEL,
    OPTION_PROVIDER,
    OPTION_CONFIG,
    OPTION_MODE,
    OPTION_RULES,
    OPTION_KEY_FILE,
    OPTION_KEY_FD,
    OPTION_SERVICE,
    OPTION_NO_TOOLS,
    OPTION_VERSION,
    OPTION_HELP,
};

static const struct option table[] = {
    {"cwd", required_argument, NULL, OPTION_CWD},
    {"model", required_argument, NULL, OPTION_MODEL},
    {"provider", required_argument, NULL, OPTION_PROVIDER},
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"permission-mode", required_argument, NULL, OPTION_MODE},
    {"rules", required_argument, NULL, OPTION_RULES},
    {"key-file", required_argument, NULL, OPTION_KEY_FILE},
    {"key-fd", required_argument, NULL, OPTION_KEY_FD},
    {"service", required_argument, NULL, OPTION_SERVICE},
    {"no-tools", no_argument, NULL, OPTION_NO_TOOLS},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static int complain(const char *what, const char *problem)
{
    (void)fprintf(stderr, "weir-agent: %s: %s\nTry 'weir-agent --help'.\n", what, problem);
    return -RUNTIME_EXIT_USAGE;
}

static int take_mode(struct runtime_options *options)
{
    const struct shape *shape = &session_permission_mode_shape;
    if (strcmp(optarg, "ask") == 0)
        return 0;
    for (size_t i = 0; i < shape->of.words.count; i++)
        if (slice_is(shape->of.words.items[i], optarg)) {
            options->mode = (enum session_permission_mode)i;
            return 0;
        }
    return complain(optarg, "no permission mode; there is default, acceptEdits, bypassPermissions and plan");
}

static int take_fd_option(struct runtime_options *options)
{
    char *end = NULL;
    long number = strtol(optarg, &end, 10);
    if (*optarg < '0' || *optarg > '9' || *end || number < 3 || number > 1 << 20 || fcntl((int)number, F_GETFD) < 0)
        return complain(optarg, "no open descriptor above 2 has this number");
    options->key_fd = (int)number;
    return 0;
}

static int apply(struct runtime_options *options, int option)
{
    const char **places[] = {
        [OPTION_CWD] = &options->cwd,         [OPTION_MODEL] = &options->model, [OPTION_PROVIDER] = &options->provider,
        [OPTION_CONFIG] = &options->config,   [OPTION_RULES] = &options->rules, [OPTION_KEY_FILE] = &options->key_file,
        [OPTION_SERVICE] = &options->service,
    };
    switch (option) {
    case OPTION_MODE:
        return take_mode(options);
    case OPTION_KEY_FD:
        return take_fd_option(options);
    case OPTION_NO_TOOLS:
        options->no_tools = true;
        return 0;
    case OPTION_VERSION:
        (void)printf("weir-agent %s\n", WEIR_VERSION);
        return 1;
    case OPTION_HELP:
        (void)fputs(usage, stdout);
        return 1;
    default:
        break;
    }
    if (option < 1 || option > OPTION_SERVICE) {
        (void)fputs("Try 'weir-agent --help'.\n", stderr);
        return -RUNTIME_EXIT_USAGE;
    }
    *places[option] = optarg;
    return 0;
}

int runtime_configure(struct runtime *runtime, int argc, char **argv)
{
    struct runtime_options *options = &runtime->options;
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        int r = apply(options, option);
        if (r != 0)
            return r;
    }
    if (optind < argc)
        return complain(argv[optind], "no such argument is taken; requests come on standard input");
    if (options->key_file && options->key_fd >= 0)
        return complain("--key-file and --key-fd", "only one of them can have the key");
    return 0;
}
