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
    "Runs weir's built-in agent: reads requests from standard input and writes answers to standard output, one JSON\n"
    "object per line. It has no sandbox. If no model is available and none is named, it runs the offline agent.\n"
    "\n"
    "  --cwd DIR               working directory (default: the current one)\n"
    "  --model MODEL           the model, or SERVICE/MODEL (default: the provider's)\n"
    "  --provider SERVICE      use only this provider: anthropic, openai, ollama, or one of the configuration\n"
    "  --config FILE           read the providers from FILE (default: the user's config.jsonc)\n"
    "  --permission-mode MODE  default, acceptEdits, bypassPermissions or plan\n"
    "  --rules FILE            permission rules, a JSON array; nobody is asked: calls that neither a rule nor the\n"
    "                          mode allows are refused\n"
    "  --key-file FILE         read the API key from FILE (default: ask the daemon, if it is running)\n"
    "  --key-fd N              read the API key from descriptor N\n"
    "  --service NAME          the provider of that key (default: --provider, or anthropic)\n"
    "  --no-tools              give the agent no tools\n"
    "  --version               print the version\n"
    "  --help                  print this help\n"
    "\n"
    "WEIR_IPC_DEBUG=1 prints all messages on standard error.\n"
    "Exit status: 0 stopped on request, 1 error, 2 invalid usage.\n";

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
    return complain(optarg, "unknown permission mode; available: default, acceptEdits, bypassPermissions, plan");
}

static int take_fd_option(struct runtime_options *options)
{
    char *end = NULL;
    long number = strtol(optarg, &end, 10);
    if (*optarg < '0' || *optarg > '9' || *end || number < 3 || number > 1 << 20 || fcntl((int)number, F_GETFD) < 0)
        return complain(optarg, "not an open descriptor above 2");
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
        return complain(argv[optind], "unexpected argument; requests are read from standard input");
    if (options->key_file && options->key_fd >= 0)
        return complain("--key-file and --key-fd", "use only one of them");
    return 0;
}
