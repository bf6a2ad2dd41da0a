/* The services with models that a session may use. */
#include "daemon/agent/agent.h"
#include "daemon/key/key.h"
#include "provider/provider.h"

_Static_assert((int)AGENT_PROVIDERS_MAX == (int)PROVIDERS_MAX, "all of them fit");

bool agent_session_may(const struct session_record *session, struct slice service)
{
    if (session->services_is != FIELD_SET)
        return true;
    for (size_t i = 0; i < session->services.count; i++)
        if (slice_equal(session->services.items[i], service))
            return true;
    return false;
}

/* Whether a model can be reached from inside: by the network, or by the broker's socket. */
static bool may_use_keys(const struct session_record *session)
{
    return session->keys == SESSION_KEYS_BROKER ||
           (session->keys == SESSION_KEYS_DIRECT && session->network == SESSION_NETWORK_FULL);
}

size_t agent_providers(const struct agent_finder *finder, const struct session_record *session,
                       struct executor_provider ret_providers[static AGENT_PROVIDERS_MAX])
{
    size_t total = provider_list(finder->settings, ret_providers), count = 0;
    for (size_t i = 0; i < total; i++) {
        struct executor_provider provider = ret_providers[i];
        if (!agent_session_may(session, provider.service))
            continue;
        provider.has_key =
            provider.header.size > 0 && may_use_keys(session) && key_is_stored(finder->keys, provider.service);
        ret_providers[count++] = provider;
    }
    return count;
}
