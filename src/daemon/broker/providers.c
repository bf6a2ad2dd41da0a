/* Which services the broker speaks to. */
#include "daemon/broker/internal.h"
#include "daemon/daemon.h"

static const struct broker_provider known[] = {
    {SLICE_INIT("anthropic"), SLICE_INIT("https://api.anthropic.com"), SLICE_INIT("x-api-key"), SLICE_INIT(""),
     BROKER_PROVIDER_FORMAT_ANTHROPIC},
    {SLICE_INIT("openai"), SLICE_INIT("https://api.openai.com"), SLICE_INIT("Authorization"), SLICE_INIT("Bearer "),
     BROKER_PROVIDER_FORMAT_OPENAI},
};

bool broker_session_may(const struct session_record *session, struct slice service)
{
    if (session->services_is != FIELD_SET)
        return true;
    for (size_t i = 0; i < session->services.count; i++)
        if (slice_equal(session->services.items[i], service))
            return true;
    return false;
}

static struct broker_provider from_config(struct slice service, const struct config_provider *config)
{
    struct broker_provider provider = {
        .service = service,
        .url = config->url,
        .header = config->header,
        .prefix = config->prefix,
        .format = config->format == CONFIG_PROVIDER_FORMAT_ANTHROPIC ? BROKER_PROVIDER_FORMAT_ANTHROPIC
                                                                     : BROKER_PROVIDER_FORMAT_OPENAI,
    };
    while (provider.url.size > 0 && provider.url.data[provider.url.size - 1] == '/')
        provider.url.size--;
    return provider;
}

static bool is_there(const struct broker_provider *providers, size_t count, struct slice service)
{
    for (size_t i = 0; i < count; i++)
        if (slice_equal(providers[i].service, service))
            return true;
    return false;
}

size_t broker_providers(const struct daemon *daemon, const struct session_record *session,
                        struct broker_provider ret_providers[static BROKER_PROVIDERS_MAX])
{
    const struct config_settings *settings = &daemon->config.settings;
    size_t configured = settings->providers_is == FIELD_SET ? settings->providers.count : 0, count = 0;
    for (size_t i = 0; i < configured && count < BROKER_PROVIDERS_MAX; i++)
        if (broker_session_may(session, settings->providers.items[i].key))
            ret_providers[count++] = from_config(settings->providers.items[i].key, &settings->providers.items[i].value);
    for (size_t i = 0; i < sizeof known / sizeof *known && count < BROKER_PROVIDERS_MAX; i++)
        if (!is_there(ret_providers, count, known[i].service) && broker_session_may(session, known[i].service))
            ret_providers[count++] = known[i];
    return count;
}
