/* The providers: reads the user's configuration file without the daemon. */
#include <errno.h>
#include <fcntl.h>
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
