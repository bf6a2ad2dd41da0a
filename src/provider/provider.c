#include "provider/provider.h"

#include <stddef.h>

enum { CONNECT_MS = 10000, SILENCE_MS = 120000, RETRIES = 5, CONTEXT_TOKENS = 200000, OUTPUT_TOKENS = 16000 };

#define PATIENCE .connect_ms = CONNECT_MS, .silence_ms = SILENCE_MS, .retries = RETRIES

/* Built-in providers in order of preference. Only this table names models. */
static const struct executor_provider known[] = {
    {
        .service = SLICE_INIT("anthropic"),
        .format = EXECUTOR_PROVIDER_FORMAT_ANTHROPIC,
        .url = SLICE_INIT("https://api.anthropic.com"),
        .header = SLICE_INIT("x-api-key"),
        .prefix = SLICE_INIT(""),
        .model = SLICE_INIT("claude-sonnet-4-5"),
        .model_is = FIELD_SET,
        PATIENCE,
        .context_tokens = CONTEXT_TOKENS,
        .output_tokens = OUTPUT_TOKENS,
    },
    {
        .service = SLICE_INIT("openai"),
        .format = EXECUTOR_PROVIDER_FORMAT_OPENAI,
        .url = SLICE_INIT("https://api.openai.com"),
        .header = SLICE_INIT("Authorization"),
        .prefix = SLICE_INIT("Bearer "),
        .model = SLICE_INIT("gpt-5"),
        .model_is = FIELD_SET,
        PATIENCE,
        .context_tokens = CONTEXT_TOKENS,
        .output_tokens = OUTPUT_TOKENS,
    },
    /* Local, mostly with small models: uses the first model that the server lists. */
    {
        .service = SLICE_INIT("ollama"),
        .format = EXECUTOR_PROVIDER_FORMAT_OPENAI,
        .url = SLICE_INIT("http://127.0.0.1:11434"),
        .header = SLICE_INIT(""),
        .prefix = SLICE_INIT(""),
        PATIENCE,
        .context_tokens = 32000,
        .output_tokens = 8000,
    },
};

enum { KNOWN = sizeof known / sizeof *known, KNOWN_FIRST = 2 /* KNOWN_FIRST: those before the configured ones */ };

/* Settings that the configuration leaves out keep their built-in values. */
static struct executor_provider from_config(struct slice service, const struct config_provider *config)
{
    const struct executor_provider *like = NULL;
    for (size_t i = 0; i < KNOWN; i++)
        if (slice_equal(known[i].service, service))
            like = &known[i];
    bool anthropic = config->format_is == FIELD_SET ? config->format == CONFIG_PROVIDER_FORMAT_ANTHROPIC
                                                    : like && like->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC;
    bool key = config->key_is == FIELD_SET ? config->key : !like || like->header.size > 0;
    struct slice header = like && like->header.size > 0 ? like->header : SLICE("Authorization");
    struct slice prefix = like && like->header.size > 0 ? like->prefix : SLICE("Bearer ");
    struct executor_provider provider = {
        .service = service,
        .format = anthropic ? EXECUTOR_PROVIDER_FORMAT_ANTHROPIC : EXECUTOR_PROVIDER_FORMAT_OPENAI,
        .url = config->url,
        .header = !key                             ? SLICE("")
                  : config->header_is == FIELD_SET ? config->header
                                                   : header,
        .prefix = !key                             ? SLICE("")
                  : config->prefix_is == FIELD_SET ? config->prefix
                                                   : prefix,
        .headers = {(void *)config->headers.items, config->headers.count},
        .headers_is = config->headers_is,
        .model = config->model_is == FIELD_SET ? config->model
                 : like                        ? like->model
                                               : SLICE(""),
        .model_is = config->model_is == FIELD_SET ? FIELD_SET
                    : like                        ? like->model_is
                                                  : FIELD_ABSENT,
        .connect_ms = config->connect_ms,
        .silence_ms = config->silence_ms,
        .retries = config->retries,
        .context_tokens = config->context_tokens_is == FIELD_SET ? config->context_tokens
                          : like                                 ? like->context_tokens
                                                                 : CONTEXT_TOKENS,
        .output_tokens = config->output_tokens_is == FIELD_SET ? config->output_tokens
                         : like                                ? like->output_tokens
                                                               : OUTPUT_TOKENS,
    };
    while (provider.url.size > 0 && provider.url.data[provider.url.size - 1] == '/')
        provider.url.size--;
    return provider;
}

/* The layout of both pairs is the same. */
_Static_assert(sizeof(struct config_provider_headers_pair) == sizeof(struct executor_provider_headers_pair) &&
                   offsetof(struct config_provider_headers_pair, value) ==
                       offsetof(struct executor_provider_headers_pair, value),
               "headers are passed without copying");

static const struct config_provider *find_configured(const struct config_settings *settings, struct slice service)
{
    for (size_t i = 0; settings->providers_is == FIELD_SET && i < settings->providers.count; i++)
        if (slice_equal(settings->providers.items[i].key, service))
            return &settings->providers.items[i].value;
    return NULL;
}

static bool is_known(struct slice service)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (slice_equal(known[i].service, service))
            return true;
    return false;
}

static struct executor_provider known_one(const struct config_settings *settings, size_t i)
{
    const struct config_provider *config = find_configured(settings, known[i].service);
    return config ? from_config(known[i].service, config) : known[i];
}

size_t provider_list(const struct config_settings *settings,
                     struct executor_provider ret_providers[static PROVIDERS_MAX])
{
    size_t configured = settings->providers_is == FIELD_SET ? settings->providers.count : 0, count = 0;
    for (size_t i = 0; i < KNOWN_FIRST; i++)
        ret_providers[count++] = known_one(settings, i);
    for (size_t i = 0; i < configured && count < PROVIDERS_MAX - (KNOWN - KNOWN_FIRST); i++)
        if (!is_known(settings->providers.items[i].key))
            ret_providers[count++] = from_config(settings->providers.items[i].key, &settings->providers.items[i].value);
    for (size_t i = KNOWN_FIRST; i < KNOWN; i++)
        ret_providers[count++] = known_one(settings, i);
    return count;
}
