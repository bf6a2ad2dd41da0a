/* What weir-agent runs with: the providers in the user's configuration file, which it reads without the daemon, its
 * options, and a usable model. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/runtime/runtime.h"
#include "base/cleanup.h"
#include "base/paths.h"
#include "provider/service.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/read.h"

enum { FILE_MAX_BYTES = 1 << 20, MEMORY_MAX_BYTES = 32 << 20 };

static int complain(const char *path, const char *problem)
{
    (void)fprintf(stderr, "weir-agent: %s: %s\n", path, problem);
    return -EINVAL;
}

/* Returns -ENOENT if the file does not exist. */
static int read_file(const char *path, struct buf *text)
{
    struct stat about;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return -EINVAL;
    for (;;) {
        char *room = buf_room(text, 4096);
        ssize_t n = room ? read(fd, room, 4096) : -1;
        if (n <= 0)
            return !room ? -EFBIG : n < 0 ? -errno : 0;
        text->size += (size_t)n;
    }
}

/* Keeps the decoded settings without the text. */
static int keep(struct runtime *runtime, const struct config_settings *settings)
{
    struct config_settings copy;
    void *block = arena_alloc(&runtime->settings, json_copy_size(&config_settings_shape, settings) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&config_settings_shape, settings, &copy, block);
    runtime->provider_count = provider_list(&copy, runtime->providers);
    runtime->thinking_tokens = copy.thinking_tokens;
    return 0;
}

static int decode(struct runtime *runtime, const char *path, struct slice text)
{
    struct arena arena = ARENA_LIMITED(MEMORY_MAX_BYTES);
    struct json_large *parsed = NULL;
    struct json_error syntax = {0};
    struct decode_error error = {0};
    struct config_settings settings;
    char problem[600];
    int r = json_read_commented(MEMORY_MAX_BYTES, text, &parsed, &syntax);
    if (r == -EINVAL)
        (void)snprintf(problem, sizeof problem, "%s at byte %zu", syntax.message, syntax.offset);
    if (r == 0) {
        r = json_decode(&arena, &config_settings_shape, json_large_root(parsed), "settings", &settings, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, sizeof problem, "%s %s", error.path, error.message);
    }
    if (r == 0)
        r = keep(runtime, &settings);
    if (r < 0)
        (void)complain(path, r == -EINVAL ? problem : strerror(-r));
    json_large_free(parsed);
    arena_clear(&arena);
    return r;
}

/* Returns NULL after a message on stderr. */
static const struct executor_provider *find(const struct runtime *runtime, const char *wanted)
{
    for (size_t i = 0; i < runtime->provider_count; i++)
        if (slice_is(runtime->providers[i].service, wanted))
            return &runtime->providers[i];
    (void)complain(wanted, "no such provider; it is neither built in nor in `providers` of the configuration");
    return NULL;
}

/* --provider keeps only one. Refuses a key for a provider that is not in the list, because it would not be used. */
static int choose_provider(struct runtime *runtime)
{
    const char *wanted = runtime->options.provider, *service = runtime->options.service;
    const struct executor_provider *provider = wanted ? find(runtime, wanted) : NULL;
    if ((wanted && !provider) || (service && !find(runtime, service)))
        return -EINVAL;
    if (provider) {
        runtime->providers[0] = *provider;
        runtime->provider_count = 1;
    }
    return 0;
}

/* Refuses a model of an unknown provider before any request. With --provider, the whole name is the model's, unless it
 * begins with that provider. */
static int choose_model(struct runtime *runtime)
{
    const char *wanted = runtime->options.model, *provider = runtime->options.provider;
    char problem[SERVICE_PROBLEM_SIZE];
    size_t size = provider ? strlen(provider) : 0;
    if (!wanted)
        return 0;
    bool is_named = provider && strncmp(wanted, provider, size) == 0 && wanted[size] == '/';
    if (asprintf(&runtime->model, "%s%s%s", provider && !is_named ? provider : "", provider && !is_named ? "/" : "",
                 wanted) < 0)
        return -ENOMEM;
    return service_is_unknown(runtime->providers, runtime->provider_count, slice_of(runtime->model), problem)
               ? complain("--model", problem)
               : 0;
}

int runtime_read_config(struct runtime *runtime)
{
    struct buf text = BUF_LIMITED(FILE_MAX_BYTES);
    autofree char *own = NULL;
    const char *path = runtime->options.config;
    if (!path && paths_config_file(&own) == 0)
        path = own;
    int r = path ? read_file(path, &text) : -ENOENT;
    if (r == -ENOENT && !runtime->options.config)
        r = decode(runtime, "the defaults", SLICE("{}"));
    else if (r < 0)
        (void)complain(path, r == -EFBIG ? "longer than 1 MiB" : strerror(-r));
    else
        r = decode(runtime, path, buf_slice(&text));
    buf_clear(&text);
    if (r == 0)
        r = choose_provider(runtime);
    return r < 0 ? r : choose_model(runtime);
}

/* --- options --- */

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

static int refuse(const char *what, const char *problem)
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
    return refuse(optarg, "unknown permission mode; available: default, acceptEdits, bypassPermissions, plan");
}

static int take_fd_option(struct runtime_options *options)
{
    char *end = NULL;
    long number = strtol(optarg, &end, 10);
    if (*optarg < '0' || *optarg > '9' || *end || number < 3 || number > 1 << 20 || fcntl((int)number, F_GETFD) < 0)
        return refuse(optarg, "not an open descriptor above 2");
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
        return refuse(argv[optind], "unexpected argument; requests are read from standard input");
    if (options->key_file && options->key_fd >= 0)
        return refuse("--key-file and --key-fd", "use only one of them");
    return 0;
}

/* --- usable model --- */

/* Finds a usable model. Repeated for each request, because Ollama may have been started or a key added in between. */

bool runtime_names_model(const struct runtime *runtime)
{
    return runtime->options.provider || runtime->options.model;
}

static void on_found(void *user, const struct executor_provider *provider, struct slice model, struct slice problem)
{
    struct runtime *runtime = user;
    runtime->found.find = NULL;
    runtime->found.is_usable = provider != NULL;
    if (provider)
        runtime->found.provider = *provider;
    if (provider && model.size > 0 && model.size < sizeof runtime->found.model) {
        slice_copy(runtime->found.model, model);
        runtime->found.model[model.size] = '\0';
        runtime->found.provider.model = slice_of(runtime->found.model);
        runtime->found.provider.model_is = FIELD_SET;
    }
    (void)snprintf(runtime->found.problem, sizeof runtime->found.problem, "%.*s", SLICE_ARG(problem));
    runtime_keys_go_on(runtime);
}

void runtime_find(struct runtime *runtime)
{
    struct agent_find *find = NULL;
    if (runtime_names_model(runtime) || list_is_empty(&runtime->keys.waiting))
        runtime_keys_go_on(runtime);
    else if (agent_find(&runtime->loop, runtime->providers, runtime->provider_count, on_found, runtime, &find) < 0)
        on_found(runtime, NULL, SLICE(""), SLICE("out of memory"));
    else if (find)
        runtime->found.find = find;
}
